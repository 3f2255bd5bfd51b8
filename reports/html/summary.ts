import type { Verdict } from '../../harness/model.ts';
import { isInProcess } from '../../harness/wire/in-process.ts';
import type { ReportInput } from '../input.ts';
import { breaches, hasFailed, metWords, requestsWords, resultOf } from '../story/counts.ts';
import { type Fold, replay } from '../story/fold.ts';
import { type Group, pointsOf } from '../story/groups.ts';
import { waivedCount } from '../story/waived.ts';
import { capital, count } from '../words/text.ts';
import { clockWords, moment, spell } from '../words/times.ts';
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
import { answerWords } from './answer.ts';
import { type Blocking, board, causes } from './board.ts';
import { fact, tally } from './parts.ts';
import type { Excused } from './sections.ts';
import { type View, view } from './view.ts';

const SHOWN = 5;

/** The head of the first screen: what the run came to, in how many cases of how many, against what and when. */
export function banner(folded: Fold, failures: readonly Group[]): View {
  const { verdict } = folded.input;
  const { cases, rows } = verdict.counts;
  const ended = { ...verdict, cases };
  const { word, words } = resultOf(ended);
  return view`<header class=${`verdict ${verdict.outcome}${hasFailed(ended) ? ' broken' : ''}`}>
    <div>
      <p class="quiet">${verdict.scope.cases < verdict.scope.of ? 'A part of the certification' : 'Certification'} of ${verdict.target} by Assay</p>
      <h1>${word} <small>${words}</small></h1>
      <p class="lead">${answerWords(folded.input, failures)}</p>
      <p class="quiet">${sentence(verdict)}</p>
      <dl class="tallies">
        ${tally({ title: 'Cases', section: 'cases', order: caseOrder, counts: cases, words: outcomes, notes: { failed: waivedCount(folded.input) } })}
        ${tally({ title: 'Register', section: 'promises', order: rowOrder, counts: rows, words: rowOutcomes })}
      </dl>
    </div>
    ${facts(folded)}
  </header>`;
}

/** Below it what a go-live asks: the board, what must be mended, what was not shown, and what nobody promised. */
export function answers(
  { verdict, underLoad, since }: Pick<ReportInput, 'verdict' | 'underLoad' | 'since'>,
  blocking: Blocking,
  excused: readonly Excused[],
  observations: readonly Group[],
): View {
  const { rows } = verdict.counts;
  const points = pointsOf(observations).length;
  const missing: readonly (readonly [href: string, words: string, n: number, of: string, filter?: string])[] = [
    ...excused.map(
      ({ anchor, reason, stories }) => [`#${anchor}`, capital(reasons[reason]), stories.length, 'case'] as const,
    ),
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
    </div>
  </div>
  ${signOff(verdict)}`;
}

/** On paper the first page is what is signed: who decides what, on which day, and until when it holds. */
function signOff(verdict: Verdict): View {
  const lines = ['May go live: yes, no, or under the conditions', 'Name and role', 'Signature', 'Day', 'Valid until'];
  return view`<section class="sign-off"><h2>Decision on ${verdict.target}, ${buildWords(verdict)}: ${verdicts[verdict.outcome]}</h2>
    <dl>${lines.map((line) => view`<div><dt>${line}</dt><dd></dd></div>`)}</dl></section>`;
}

function facts(folded: Fold): View {
  const { verdict } = folded.input;
  return view`<dl class="facts">
    ${fact(verdict.side === 'client' ? 'Client' : 'Gateway', view`${verdict.target} <span class="quiet">${verdict.baseUrl}, ${buildWords(verdict)}</span>`)}
    ${fact('When', view`<time datetime=${new Date(verdict.startedAt).toISOString()}>${moment(verdict.startedAt)}</time> <span class="quiet">${isInProcess(verdict.baseUrl) ? 'simulated time, ' : ''}${spell(verdict.endedAt - verdict.startedAt).replaceAll(' ', '\u00a0')}</span>`)}
    ${fact('Profile and test data', `KCI profile ${verdict.profile}, world ${verdict.world}`)}
    ${verdict.watched && fact('Traffic', 'Made by others and looked at: what cannot be seen so is not shown')}
    ${verdict.clock && fact('Clock', `The gateway’s is ${clockWords(verdict.clock)}`)}
    ${verdict.shard && fact('Part', shardWords(verdict))}
    ${fact('Contract', view`<code>${verdict.contract.slice(0, 12)}</code>, Assay ${verdict.assay}`)}
    ${fact('Volume', `${requestsWords(verdict.counts)}, ${count(verdict.counts.deliveries, 'KCI delivery', 'KCI deliveries')}, ${count(verdict.counts.checks.passed + verdict.counts.checks.failed, 'check')}`)}
    <div class="command"><dt>Reproduce</dt><dd><code class="copy">${replay(folded.input)}</code></dd></div>
  </dl>`;
}

/** What the headline does not say: what was broken of whom, and what was met. */
function sentence({ requirements, profile }: Verdict): string {
  return `Breaches: ${breaches(requirements, profile)}. Met: ${metWords(requirements)}.`;
}
