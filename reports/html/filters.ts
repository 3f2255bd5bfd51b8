import type { CaseOutcome, RowOutcome, Verdict } from '../../harness/model.ts';
import { count, thousands } from '../text.ts';
import { outcomes, rowMeanings, rowOrder, rowOutcomes } from '../words.ts';
import { type View, view } from './view.ts';

const CASE_ORDER: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

/** Buttons for the outcomes of promises, and what each of the words means. */
export function rowFilter({ counts }: Verdict): View {
  const present = rowOrder.filter((outcome) => counts.rows[outcome] > 0);
  return view`
    ${buttons('tr[data-outcome]', present, counts.rows, rowOutcomes)}
    <details class="again"><summary>What the words mean</summary>
      <dl class="words">${present.map(
        (outcome: RowOutcome) =>
          view`<dt><span class=${`tag ${outcome}`}>${rowOutcomes[outcome]}</span></dt><dd>${rowMeanings[outcome]}</dd>`,
      )}</dl></details>`;
}

/** Search and buttons for cases. Hidden until the script is there to serve them. */
export function caseFilter({ counts, cases }: Verdict): View {
  const present = CASE_ORDER.filter((outcome) => counts.cases[outcome] > 0);
  return view`<div class="tools" hidden>
    <label>Search <input type="search" data-search=".case[data-outcome]" placeholder="title, id (press /)" /></label>
    ${buttons('.case[data-outcome]', present, counts.cases, outcomes)}
    <p role="status" class="quiet">${count(cases.length, 'case')}</p>
  </div>`;
}

function buttons<O extends string>(
  filters: string,
  present: readonly O[],
  counts: Readonly<Record<O, number>>,
  words: Readonly<Record<O, string>>,
): View {
  return view`<ul class="filter" data-filter=${filters} hidden>${present.map(
    (outcome) =>
      view`<li><button type="button" aria-pressed="false" data-is=${outcome}>${thousands(counts[outcome])} ${words[outcome]}</button></li>`,
  )}</ul>`;
}
