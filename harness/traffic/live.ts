import { judgeCases } from '../judge/judge.ts';
import type { Observation } from '../model.ts';
import type { Walk } from '../record/fold.ts';
import type { WatchOptions } from './watch.ts';
import { watchedPlan } from './watched-plan.ts';

/** What broke so far in a conversation that goes on. What must hold over several of them is left to the end. */
export function brokenIn(
  [started]: readonly Observation[],
  walk: Walk,
  input: Pick<WatchOptions, 'contract' | 'validators' | 'profile' | 'target' | 'world'>,
): readonly string[] {
  const part = partOf(started ? [started] : [], [walk]);
  const plan = watchedPlan(part, input.profile, { ...input, file: '' });
  const { cases } = judgeCases({ ...input, plan, record: part });
  return cases.flatMap(({ id, findings }) =>
    findings.flatMap(({ result, requirements }) =>
      result.outcome === 'failed' ? [`${id}: ${result.finding.summary} (${requirements.join(', ')})`] : [],
    ),
  );
}

/** Of a record, what stands beside all journeys, and what belongs to some: their exchanges, deliveries that name their orders, what their run did for them. */
export function partOf(beside: readonly Observation[], walks: readonly Walk[]): readonly Observation[] {
  const its = walks.flatMap(({ started, ended, leases, waits, restored, exchanges, orders }) => [
    ...[started, ended, ...leases, ...waits, ...restored],
    ...exchanges.flatMap(({ sent, response, broke }) => [sent, response, broke]),
    ...orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen)),
  ]);
  const part = new Set([...beside, ...its.filter((each) => each !== undefined)]);
  return [...part].sort((a, b) => a.seq - b.seq);
}
