import type { Verdict } from '../../harness/model.ts';
import { headlineOf } from '../story/describe.ts';
import { type Fold, replay } from '../story/fold.ts';
import { type Group, groupBy, idsIn, titleOf } from '../story/groups.ts';
import { waivedCount } from '../story/waived.ts';
import { clip, count, thousands } from '../words/text.ts';
import { clockWords, moment, spell } from '../words/times.ts';
import { caseOrder, outcomes, reasons, rowOrder, rowOutcomes, shardWords, verdicts } from '../words/words.ts';
import { fact } from './fact.ts';
import { sentenceView } from './sentence.ts';
import { tally } from './tally.ts';
import type { Excused } from './untested.ts';
import { type View, view } from './view.ts';

const SHOWN = 5;

/** The head of the first screen: certified or not, in how many cases, against what and when. */
export function banner(folded: Fold): View {
  const { verdict } = folded.input;
  const { cases, rows } = verdict.counts;
  return view`<header class=${`verdict ${verdict.outcome}`}>
    <div>
      <p class="quiet">Assay certification of ${verdict.target}</p>
      <h1>${verdicts[verdict.outcome]}</h1>
      <p class="lead">${sentence(verdict)}</p>
      <dl class="tallies">
        ${tally({ title: 'Cases', section: 'cases', order: caseOrder, counts: cases, words: outcomes, notes: { failed: waivedCount(folded.input) } })}
        ${tally({ title: 'Promises', section: 'promises', order: rowOrder, counts: rows, words: rowOutcomes })}
      </dl>
    </div>
    ${facts(folded)}
  </header>`;
}

/** Below it, three answers in plain words: what failed, what could not be tested, what was observed. */
export function answers(
  { rows }: Verdict['counts'],
  failures: readonly Group[],
  excused: readonly Excused[],
  observations: readonly Group[],
): View {
  const lines = (groups: readonly Group[], kind: string, called: (group: Group) => string) =>
    [
      ...groupBy(
        groups.map((group, i) => ({ ...group, href: `#${kind}-${i + 1}` })),
        called,
      ),
    ].map(([headline, same]) => {
      const n = same.reduce((sum, { all }) => sum + all.length, 0);
      return [same[0]?.href ?? '', clip(headline, 160), n] as const;
    });
  const missing = [
    ...excused.map(({ anchor, reason, stories }) => [`#${anchor}`, reasons[reason], stories.length] as const),
    ['#promises', 'promises that no case of this run looked at', rows['not-shown'], 'outcome=not-shown'] as const,
    ['#promises', 'promises that cannot be tested from outside', rows.excluded, 'outcome=excluded'] as const,
  ].filter(([, , n]) => n > 0);
  return view`<div class="answers">
    ${answer('failed', 'What failed', '#failures', 'Nothing failed.', lines(failures, 'failure', apart(failures)))}
    ${answer('inconclusive', 'What could not be tested', '#untested', 'All could be.', missing)}
    ${answer(
      'observed',
      'Where the specification is silent',
      '#observed',
      'Nothing was observed.',
      lines(observations, 'observation', ({ first }) => headlineOf(first)),
    )}
  </div>`;
}

/** What each kind of failure is called on one line: with its promises where another kind is called the same. */
function apart(failures: readonly Group[]): (group: Group) => string {
  const titles = groupBy(failures, titleOf);
  return (group) => {
    const title = titleOf(group);
    return (titles.get(title)?.length ?? 0) > 1 ? `${title} (${idsIn(group)})` : title;
  };
}

function answer(
  kind: string,
  title: string,
  href: string,
  none: string,
  lines: readonly (readonly [href: string, text: string, n: number, filter?: string])[],
): View {
  const rest = lines.length - SHOWN;
  return view`<section class=${lines.length === 0 ? `answer ${kind} none` : `answer ${kind}`}>
    <h2><a href=${href}>${title}</a></h2>
    ${lines.length === 0 ? view`<p class="quiet">${none}</p>` : view`<ul>${lines.slice(0, SHOWN).map(([to, text, n, filter]) => view`<li><a href=${to} data-filter=${filter}>${sentenceView(text)}</a>${n > 1 && view` <b>×${thousands(n)}</b>`}</li>`)}</ul>`}
    ${rest > 0 && view`<p class="quiet"><a href=${href}>and ${rest} more</a></p>`}
  </section>`;
}

function facts(folded: Fold): View {
  const { verdict } = folded.input;
  return view`<dl class="facts">
    ${fact('Gateway', view`${verdict.target} <span class="quiet">${verdict.baseUrl}</span>`)}
    ${fact('When', view`<time datetime=${new Date(verdict.startedAt).toISOString()}>${moment(verdict.startedAt)}</time> <span class="quiet">${spell(verdict.endedAt - verdict.startedAt)} on the run’s clock</span>`)}
    ${fact('Read with', `KCI profile ${verdict.profile}, world ${verdict.world}`)}
    ${verdict.clock && fact('Clock', `The gateway’s is ${clockWords(verdict.clock)}`)}
    ${verdict.shard && fact('Part', shardWords(verdict))}
    ${fact('Contract', view`<code>${verdict.contract.slice(0, 12)}</code>, Assay ${verdict.assay}`)}
    ${fact('Looked at', `${count(verdict.counts.requests, 'request')}, ${count(verdict.counts.deliveries, 'KCI delivery', 'KCI deliveries')}, ${count(verdict.counts.checks.passed + verdict.counts.checks.failed, 'check')}`)}
    <div class="command"><dt>Again</dt><dd><code class="copy">${replay(folded.input)}</code></dd></div>
  </dl>`;
}

function sentence({ outcome, counts }: Verdict): string {
  const { cases, rows, checks } = counts;
  const total = cases.passed + cases.failed + cases.inconclusive + cases['not-applicable'];
  const untested = cases.inconclusive === 0 ? '' : ` ${count(cases.inconclusive, 'case')} could not be judged.`;
  switch (outcome) {
    case 'certified':
      return `All of ${count(cases.passed, 'case')} passed. ${count(rows.met, 'promise')} of the specification ${rows.met === 1 ? 'is' : 'are'} proven, none is broken.${untested}`;
    case 'not-certified':
      return `${thousands(cases.failed)} of ${count(total, 'case')} failed, with ${count(checks.failed, 'finding')}. ${count(rows.breached, 'promise')} of the specification ${rows.breached === 1 ? 'is' : 'are'} broken.${untested}`;
    case 'inconclusive':
      return `Nothing was found broken, but that is no proof:${untested}`;
    case 'incomplete':
      return `The run ended before it was done: ${thousands(cases.passed)} of ${count(total, 'case')} passed.${untested}`;
  }
}
