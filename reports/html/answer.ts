import type { Cause, Verdict } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import type { Group } from '../story/groups.ts';
import { causeIn } from '../story/mending.ts';
import { capital, count, either } from '../words/text.ts';

/** Who must act on a cause first. */
const ACTS: Readonly<Record<Cause['whose'], string>> = {
  gateway: 'the owner of the gateway',
  specification: 'whoever agreed on the reading',
  profile: 'whoever keeps the KCI profile',
  scenario: 'the author of the scenario',
  environment: 'whoever keeps the test data and the way to the webhook',
};

/** Whether it may go live, what blocks it, and who must act: the first that a reader asks, in words. */
export function answerWords(
  { verdict, waiving }: Pick<ReportInput, 'verdict' | 'waiving'>,
  failures: readonly Group[],
): string {
  if (failures.length > 0) return blockedWords(verdict, failures);
  const { outcome, scope, counts } = verdict;
  const waived = waiving?.used.length ?? 0;
  switch (outcome) {
    case 'certified':
      return waived === 0 ? 'It may go live.' : `It may go live under ${count(waived, 'waiver')}.`;
    case 'not-certified':
    case 'failed':
      return `It may go live only as ${count(waived, 'waiver')} say${waived === 1 ? 's' : ''}: nothing else failed.`;
    case 'passed':
      return `Nothing blocks it so far: ${count(scope.cases, 'case')} of ${scope.of} alone cannot say whether it may go live.`;
    case 'inconclusive':
      return `Whether it may go live cannot be said: ${count(counts.cases.inconclusive, 'case')} could not be judged. Below stands what to do about each.`;
    case 'incomplete':
      return 'Whether it may go live cannot be said: the run was broken off.';
  }
}

function blockedWords(verdict: Verdict, failures: readonly Group[]): string {
  const blocked = verdict.board.flatMap(({ outcome, tag }) => (outcome === 'blocked' ? [tag] : []));
  const what = blocked.length === 0 ? 'it' : either([...new Set(blocked)], 'and');
  const acting = Map.groupBy(failures, (group) => ACTS[causeIn(verdict, group)?.whose ?? 'gateway']);
  const who = [...acting].map(([name, those]) =>
    acting.size === 1 ? name : `${name} (${count(those.length, 'cause')})`,
  );
  // What was agreed, or given to the gateway, may be wrong, or the gateway may not heed it.
  const [only] = acting.keys();
  const isOneOfTwo = acting.size === 1 && only !== ACTS.gateway && only !== ACTS.scenario;
  const acts = isOneOfTwo ? `${only}, or ${ACTS.gateway},` : either(who, 'and');
  return `It may not go live: ${count(failures.length, 'cause')} ${failures.length === 1 ? 'blocks' : 'block'} ${what}. ${capital(acts)} must act.`;
}
