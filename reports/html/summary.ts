import type { Verdict } from '../../harness/model.ts';
import { breaches, hasFailed, metWords, resultOf } from '../story/counts.ts';
import { type Fold, replay } from '../story/fold.ts';
import { casesOf, type Group, groupBy, idsIn, pointsOf, titleOf } from '../story/groups.ts';
import { waivedCount } from '../story/waived.ts';
import { clip, count, thousands } from '../words/text.ts';
import { clockWords, moment, spell } from '../words/times.ts';
import { buildWords, caseOrder, outcomes, reasons, rowOrder, rowOutcomes, shardWords } from '../words/words.ts';
import { fact, sentenceView, tally } from './parts.ts';
import type { Excused } from './sections.ts';
import { type View, view } from './view.ts';

const SHOWN = 5;

/** The head of the first screen: what the run came to, in how many cases of how many, against what and when. */
export function banner(folded: Fold): View {
  const { verdict } = folded.input;
  const { cases, rows } = verdict.counts;
  const ended = { ...verdict, cases };
  const { word, words } = resultOf(ended);
  return view`<header class=${`verdict ${verdict.outcome}${hasFailed(ended) ? ' broken' : ''}`}>
    <div>
      <p class="quiet">${verdict.scope.cases < verdict.scope.of ? 'A part of the certification' : 'Certification'} of ${verdict.target} by Assay</p>
      <h1>${word} <small>${words}</small></h1>
      <p class="lead">${sentence(verdict)}</p>
      <dl class="tallies">
        ${tally({ title: 'Cases', section: 'cases', order: caseOrder, counts: cases, words: outcomes, notes: { failed: waivedCount(folded.input) } })}
        ${tally({ title: 'Register', section: 'promises', order: rowOrder, counts: rows, words: rowOutcomes })}
      </dl>
    </div>
    ${facts(folded)}
  </header>`;
}

/** A line of an answer: what, in how many cases. */
function line(href: string, words: string, groups: readonly Group[]): readonly [string, string, string] {
  const n = new Set(groups.flatMap(casesOf)).size;
  return [href, clip(words, 160), n > 1 ? count(n, 'case') : ''];
}

/** Below it, three answers in plain words: what failed, what was not shown, what was observed. */
export function answers(
  { rows }: Verdict['counts'],
  failures: readonly Group[],
  excused: readonly Excused[],
  observations: readonly Group[],
): View {
  const called = apart(failures);
  const failed = failures.map((group, i) => line(`#failure-${i + 1}`, called(group), [group]));
  const points = pointsOf(observations.map((group, i) => ({ ...group, href: `#observation-${i + 1}` })));
  const open = points.map(([headline, same]) => line(same[0]?.href ?? '', headline, same));
  const missing = [
    ...excused.map(
      ({ anchor, reason, stories }) => [`#${anchor}`, reasons[reason], count(stories.length, 'case')] as const,
    ),
    [
      '#promises',
      'requirements of which a part was not shown',
      thousands(rows['partly-met']),
      'outcome=partly-met',
    ] as const,
    [
      '#promises',
      'requirements that no case of this run looked at',
      thousands(rows['not-shown']),
      'outcome=not-shown',
    ] as const,
    [
      '#promises',
      'requirements that cannot be tested from outside',
      thousands(rows.excluded),
      'outcome=excluded',
    ] as const,
  ].filter(([, , n]) => n !== '0');
  return view`<div class="answers">
    ${answer('failed', 'What failed', '#failures', 'Nothing failed.', failed)}
    ${answer('inconclusive', 'What was not shown', '#untested', 'All was shown.', missing)}
    ${answer('observed', 'Where the specification is silent', '#observed', 'Nothing was observed.', open)}
  </div>`;
}

/** What each kind of failure is called on one line: with its requirements where another kind is called the same. */
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
  lines: readonly (readonly [href: string, text: string, many: string, filter?: string])[],
): View {
  const rest = lines.length - SHOWN;
  return view`<section class=${lines.length === 0 ? `answer ${kind} none` : `answer ${kind}`}>
    <h2><a href=${href}>${title}</a></h2>
    ${lines.length === 0 ? view`<p class="quiet">${none}</p>` : view`<ul>${lines.slice(0, SHOWN).map(([to, text, n, filter]) => view`<li><a href=${to} data-filter=${filter}>${sentenceView(text)}</a>${n !== '' && view` <b>${n}</b>`}</li>`)}</ul>`}
    ${rest > 0 && view`<p class="quiet"><a href=${href}>and ${rest} more</a></p>`}
  </section>`;
}

function facts(folded: Fold): View {
  const { verdict } = folded.input;
  return view`<dl class="facts">
    ${fact('Gateway', view`${verdict.target} <span class="quiet">${verdict.baseUrl}, ${buildWords(verdict)}</span>`)}
    ${fact('When', view`<time datetime=${new Date(verdict.startedAt).toISOString()}>${moment(verdict.startedAt)}</time> <span class="quiet">${spell(verdict.endedAt - verdict.startedAt)} on the run’s clock</span>`)}
    ${fact('Read with', `KCI profile ${verdict.profile}, world ${verdict.world}`)}
    ${verdict.clock && fact('Clock', `The gateway’s is ${clockWords(verdict.clock)}`)}
    ${verdict.shard && fact('Part', shardWords(verdict))}
    ${fact('Contract', view`<code>${verdict.contract.slice(0, 12)}</code>, Assay ${verdict.assay}`)}
    ${fact('Looked at', `${count(verdict.counts.requests, 'request')}, ${count(verdict.counts.deliveries, 'KCI delivery', 'KCI deliveries')}, ${count(verdict.counts.checks.passed + verdict.counts.checks.failed, 'check')}`)}
    <div class="command"><dt>Again</dt><dd><code class="copy">${replay(folded.input)}</code></dd></div>
  </dl>`;
}

/** What the headline does not say: what was broken of whom, and what was met. */
function sentence({ requirements, profile }: Verdict): string {
  return `Breaches: ${breaches(requirements, profile)}. Met: ${metWords(requirements)}.`;
}
