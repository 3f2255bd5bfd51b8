import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { count, thousands } from '../../harness/words/text.ts';
import type { FindingGroup } from '../story/groups.ts';
import type { Moment } from '../story/moments.ts';
import { type CaseStory, type RunStory, replay } from '../story/run-story.ts';
import { caseOrder } from '../words/words.ts';
import { caseEntry } from './case.ts';
import { diagram } from './journey/diagram.ts';
import { type Telling, tellingOf } from './journey/telling.ts';
import { type View, view } from './view.ts';

/**
 * The most cases shown in markup, and the most markup for them: a reader without script sees the first of each kind of
 * failure.
 */
const MAX_TOLD = 40;
const MAX_MARKUP = 600_000;
/** The most exchanges and deliveries shown that belong to no case. */
const MAX_STRAYS = 200;

/** All cases in the order in which the page holds them: failed ones first, else as planned. */
export function inOrder({ stories }: RunStory): CaseStory[] {
  return stories.toSorted((a, b) => caseOrder.indexOf(a.verdict.outcome) - caseOrder.indexOf(b.verdict.outcome));
}

/** For readers without script, at the end of the page: the most important cases in markup. */
export function casesTold({ input }: RunStory, stories: readonly CaseStory[], failures: readonly FindingGroup[]): View {
  const entries = toldWithoutScript(stories, failures, tellingOf(input, 'whole'));
  const rest = stories.length - entries.length;
  return view`<noscript><div class="page" id="case-told">
      ${rest > 0 && view`<p class="quiet">${entries.length === 0 ? `All ${count(rest, 'case')} lie` : `${count(rest, 'more case')} ${rest === 1 ? 'lies' : 'lie'}`} packed in this file. Scripts must be allowed to list and open them.</p>`}
      <div dangerouslySetInnerHTML=${{ __html: entries.join('') }}></div>
    </div></noscript>`;
}

/** Shown if there are too many cases to hold all of them. */
export const ONLY_LINES: View = view`<p class="quiet">Of cases that did not fail only the lines are here: with them this page would be too large to send. Each of them names the command that walks it again.</p>`;

/** Rendered one by one, so that at most one case's view is in memory. */
function toldWithoutScript(stories: readonly CaseStory[], failures: readonly FindingGroup[], how: Telling): string[] {
  const troubled = stories.filter(({ verdict }) => verdict.outcome === 'failed' || verdict.outcome === 'inconclusive');
  const first = new Set([...failures.flatMap(({ first: { story } }) => story ?? []), ...troubled]);
  const entries: string[] = [];
  let size = 0;
  for (const story of first) {
    if (entries.length === MAX_TOLD || size > MAX_MARKUP) break;
    const entry = render(caseEntry(story, how) as VNode);
    entries.push(entry);
    size += entry.length;
  }
  return entries;
}

/** What belongs to no case: unexpected deliveries, and the runner's own requests. */
export function strays({ own, unclaimed, input }: RunStory): View | false {
  if (own.length + unclaimed.length === 0) return false;
  const from = input.verdict.startedAt;
  return view`<section id="outside"><h2>Outside of any case</h2>
    ${block('Deliveries that belong to no case', unclaimed, from, replay(input), tellingOf(input, 'whole'))}
    ${block('Requests that the runner made for itself', own, from, replay(input), tellingOf(input, 'brief'))}
  </section>`;
}

function block(title: string, moments: readonly Moment[], from: number, again: string, how: Telling): View | false {
  if (moments.length === 0) return false;
  const shown = moments.slice(0, MAX_STRAYS);
  return view`<details class="case apart">
    <summary><span class="title">${title}</span><span class="quiet counts">${thousands(moments.length)}</span></summary>
    <div class="inside">
      ${shown.length < moments.length && view`<p class="quiet">The first ${shown.length}; the record holds all.</p>`}
      ${diagram({ moments: shown, from, found: [], replay: again }, how)}
    </div>
  </details>`;
}
