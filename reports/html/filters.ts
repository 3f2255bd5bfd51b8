import type { Level, RowOutcome, RowVerdict, Verdict } from '../../harness/model.ts';
import { count, thousands } from '../words/text.ts';
import { levelMeanings, rowMeanings, rowOrder, rowOutcomes } from '../words/words.ts';
import { type View, view } from './view.ts';

const LEVELS: readonly Level[] = ['stated', 'assumed', 'silent'];

/** Search and filters of the matrix, shown where scripts may serve them, and what each of its words means. */
export function rowFilter({ counts, requirements }: Verdict): View {
  const present = rowOrder.filter((outcome) => counts.rows[outcome] > 0);
  const levels = LEVELS.filter((level) => ofLevel(requirements, level) > 0);
  const sections = [...new Set(requirements.map(({ place }) => place))];
  return view`
    <div class="tools" id="row-tools" role="search" aria-label="Requirements">
      <label class="search">Search <input type="search" id="row-search" placeholder="id, sentence or case" autocomplete="off" spellcheck="false" /></label>
      <label>Section <select><option value="">all</option>${sections.map((place) => view`<option value=${place}>${place}</option>`)}</select></label>
      <p role="status" class="quiet">${count(requirements.length, 'row')}</p>
      <button type="button" class="plain" hidden>Show all</button>
      <ul class="filter" aria-label="Outcome">${present.map((outcome) => button('outcome', outcome, counts.rows[outcome], rowOutcomes[outcome]))}</ul>
      <ul class="filter" aria-label="Level">${levels.map((level) => button('level', level, ofLevel(requirements, level), level))}</ul>
    </div>
    <details class="again"><summary>What the words mean</summary>
      <dl class="words">${present.map(
        (outcome: RowOutcome) =>
          view`<dt><span class=${`tag ${outcome}`}>${rowOutcomes[outcome]}</span></dt><dd>${rowMeanings[outcome]}</dd>`,
      )}${levels.map((level) => view`<dt>${level}</dt><dd>${levelMeanings[level]}</dd>`)}</dl></details>`;
}

function ofLevel(rows: readonly RowVerdict[], level: Level): number {
  return rows.filter((row) => row.level === level).length;
}

function button(of: string, is: string, n: number, word: string): View {
  return view`<li><button type="button" aria-pressed="false" data-of=${of} data-is=${is}>${of === 'outcome' && view`<span class=${`dot ${is}`}></span>`}${thousands(n)} ${word}</button></li>`;
}
