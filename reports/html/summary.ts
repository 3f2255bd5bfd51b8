import type { Cause, Reason, Verdict } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { isInProcess } from '../../harness/wire/in-process.ts';
import { capital, count, either } from '../../harness/words/text.ts';
import { clockWords, formatUtc } from '../../harness/words/times.ts';
import type { ReportInput } from '../input.ts';
import { breaches, hasFailed, metWords, requestsWords, resultOf } from '../story/counts.ts';
import { causeIn } from '../story/fix.ts';
import { type FindingGroup, isRisky, pointsOf } from '../story/groups.ts';
import { type RunStory, replay } from '../story/run-story.ts';
import { waivedCount } from '../story/waived.ts';
import {
  buildWords,
  caseOrder,
  outcomes,
  reasons,
  rowOrder,
  rowOutcomes,
  shardWords,
  verdicts,
} from '../words/words.ts';
import { type Blocking, board, causes } from './board.ts';
import { fact, tally } from './parts.ts';
import type { Excused } from './sections.ts';
import { type View, view } from './view.ts';

const SHOWN = 5;

/** The head of the first screen: the result of the run, in how many cases of how many, the target, and when. */
export function banner(run: RunStory, failures: readonly FindingGroup[]): View {
  const { verdict } = run.input;
  const { cases, rows } = verdict.counts;
  const ended = { ...verdict, cases };
  const { word, words } = resultOf(ended, run.input.waiving);
  return view`<header class=${`verdict ${verdict.outcome}${hasFailed(ended) ? ' broken' : ''}`}>
    <div>
      <p class="quiet">${verdict.scope.cases < verdict.scope.of ? 'A part of the certification' : 'Certification'} of ${verdict.target} by Assay</p>
      <h1>${word} <small>${words}</small></h1>
      <p class="lead">${goLiveWords(run.input, failures)}</p>
      <p class="quiet">${sentence(verdict)}</p>
      <dl class="tallies">
        ${tally({ title: 'Cases', section: 'cases', order: caseOrder, counts: cases, words: outcomes, notes: { failed: waivedCount(run.input) } })}
        ${tally({ title: 'Register', section: 'promises', order: rowOrder, counts: rows, words: rowOutcomes })}
      </dl>
    </div>
    ${facts(run)}
  </header>`;
}

/** Below the head, what a go-live needs: the board, what must be fixed, what was not shown, and what nobody promised. */
export function goLiveSummary(
  { verdict, underLoad, since, lacks = [] }: Pick<ReportInput, 'verdict' | 'underLoad' | 'since' | 'lacks'>,
  blocking: Blocking,
  excused: readonly Excused[],
  observations: readonly FindingGroup[],
): View {
  const { rows } = verdict.counts;
  const points = pointsOf(observations).length;
  const risks = pointsOf(observations.filter(isRisky));
  const named = lacks.length === 0 ? '' : `: ${lacks.join(', ')}`;
  const why = (reason: Reason): string =>
    `${capital(reasons[reason])}${reason === 'capability-declared-absent' ? named : ''}`;
  const missing: readonly (readonly [href: string, words: string, n: number, of: string, filter?: string])[] = [
    ...excused.map(({ anchor, reason, stories }) => [`#${anchor}`, why(reason), stories.length, 'case'] as const),
    ['#promises', 'Only a part was shown', rows['partly-met'], 'requirement', 'outcome=partly-met'],
    ['#promises', 'No case of this run looked at it', rows['not-shown'], 'requirement', 'outcome=not-shown'],
    ['#promises', 'Cannot be tested from outside', rows.excluded, 'requirement', 'outcome=excluded'],
  ];
  const told = missing.filter(([, , n]) => n > 0);
  return view`<div class="answers">
    ${board(verdict, blocking, underLoad)}
    <div>
      ${causes(blocking.failures, verdict, since)}
      ${
        told.length > 0 &&
        view`<section><h2><a href="#untested">What was not shown</a></h2>
        <ul>${told.slice(0, SHOWN).map(([to, text, n, of, filter]) => view`<li><a href=${to} data-filter=${filter}>${text}</a> <b>${count(n, of)}</b></li>`)}</ul></section>`
      }
      ${points > 0 && view`<p class="quiet"><a href="#observed">Where the specification is silent</a>: ${count(points, 'point')} observed, none a failure.</p>`}
      ${risks.map(([headline]) => view`<p><a href="#observed">A risk</a>: ${headline}</p>`)}
    </div>
  </div>
  ${signOff(verdict)}`;
}

/** On paper, the first page is signed: who decides what, on which day, and until when it is valid. */
function signOff(verdict: Verdict): View {
  const lines = ['May go live: yes, no, or under the conditions', 'Name and role', 'Signature', 'Day', 'Valid until'];
  return view`<section class="sign-off"><h2>Decision on ${verdict.target}, ${buildWords(verdict)}: ${verdicts[verdict.outcome]}</h2>
    <dl>${lines.map((line) => view`<div><dt>${line}</dt><dd></dd></div>`)}</dl></section>`;
}

function facts(run: RunStory): View {
  const { verdict } = run.input;
  return view`<dl class="facts">
    ${fact(verdict.side === 'client' ? 'Client' : 'Gateway', view`${verdict.target} <span class="quiet">${verdict.baseUrl}, ${buildWords(verdict)}</span>`)}
    ${fact('When', view`<time datetime=${new Date(verdict.startedAt).toISOString()}>${formatUtc(verdict.startedAt)}</time> <span class="quiet">${isInProcess(verdict.baseUrl) ? 'simulated time, ' : ''}${formatDuration(verdict.endedAt - verdict.startedAt).replaceAll(' ', '\u00a0')}</span>`)}
    ${fact('Profile and test data', `KCI profile ${verdict.profile}, world ${verdict.world}`)}
    ${verdict.watched && fact('Traffic', 'Made by others and looked at: what cannot be seen so is not shown')}
    ${verdict.clock && fact('Clock', `The gateway’s is ${clockWords(verdict.clock)}`)}
    ${verdict.shard && fact('Part', shardWords(verdict))}
    ${fact('Contract', view`<code>${verdict.contract.slice(0, 12)}</code>, Assay ${verdict.assay}`)}
    ${fact('Volume', `${requestsWords(verdict.counts)}, ${count(verdict.counts.deliveries, 'KCI delivery', 'KCI deliveries')}, ${count(verdict.counts.checks.passed + verdict.counts.checks.failed, 'check')}`)}
    <div class="command"><dt>Reproduce</dt><dd><code class="copy">${replay(run.input, ...(run.input.only ?? []))}</code></dd></div>
  </dl>`;
}

/** What the headline does not say: what was breached, by source, and what was met. */
function sentence({ requirements, profile }: Verdict): string {
  return `Breaches: ${breaches(requirements, profile)}. Met: ${metWords(requirements)}.`;
}

/** Who must act first on a cause. */
const ACTS: Readonly<Record<Cause['whose'], string>> = {
  gateway: 'the owner of the gateway',
  specification: 'whoever agreed on the reading',
  profile: 'whoever keeps the KCI profile',
  scenario: 'the author of the scenario',
  environment: 'whoever keeps the test data and the way to the webhook',
};

/** A reader's first questions, answered in words: may it go live, what blocks it, and who must act. */
export function goLiveWords(
  { verdict, waiving }: Pick<ReportInput, 'verdict' | 'waiving'>,
  failures: readonly FindingGroup[],
): string {
  if (failures.length > 0) return blockedWords(verdict, failures);
  const { outcome, scope, counts } = verdict;
  const waived = waiving?.used.length ?? 0;
  const onlyWaived = `It may go live only as ${count(waived, 'waiver')} say${waived === 1 ? 's' : ''}: nothing else failed.`;
  const words: Readonly<Record<Verdict['outcome'], string>> = {
    certified: waived === 0 ? 'It may go live.' : `It may go live under ${count(waived, 'waiver')}.`,
    'not-certified': onlyWaived,
    failed: onlyWaived,
    passed: `Nothing blocks it so far: ${count(scope.cases, 'case')} of ${scope.of} alone cannot say whether it may go live.`,
    inconclusive: `Whether it may go live cannot be said: ${count(counts.cases.inconclusive, 'case')} could not be judged. Below stands what to do about each.`,
    incomplete: 'Whether it may go live cannot be said: the run was broken off.',
  };
  return words[outcome];
}

function blockedWords(verdict: Verdict, failures: readonly FindingGroup[]): string {
  const blocked = verdict.board.flatMap(({ outcome, tag }) => (outcome === 'blocked' ? [tag] : []));
  const what = blocked.length === 0 ? 'it' : either([...new Set(blocked)], 'and');
  const acts = verdict.side === 'client' ? { ...ACTS, gateway: 'the owner of the client' } : ACTS;
  const acting = Map.groupBy(failures, (group) => acts[causeIn(verdict, group)?.whose ?? 'gateway']);
  const who = [...acting].map(([name, those]) =>
    acting.size === 1 ? name : `${name} (${count(those.length, 'cause')})`,
  );
  // Either the agreement or other input is wrong, or the gateway does not follow it.
  const [only] = acting.keys();
  const isOneOfTwo = acting.size === 1 && only !== acts.gateway && only !== acts.scenario;
  const whoever = isOneOfTwo ? `${only}, or ${acts.gateway},` : either(who, 'and');
  return `It may not go live: ${count(failures.length, 'cause')} ${failures.length === 1 ? 'blocks' : 'block'} ${what}. ${capital(whoever)} must act.`;
}
