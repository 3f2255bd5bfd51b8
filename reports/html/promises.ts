import type { Level, RowOutcome, RowVerdict, Verdict } from '../../harness/model.ts';
import { count, thousands } from '../../harness/words/text.ts';
import { facetWords } from '../story/counts.ts';
import { levelMeanings, rowMeanings, rowOrder, rowOutcomes } from '../words/words.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { sentenceView, table, tag } from './parts.ts';
import { type Content, type View, view } from './view.ts';

const MAX_CASES = 3;
/** Size of a square, and of the gap between two, in pixels. */
const SQUARE = 9;
const GAP = 2;

/** The register by section of the spec, each row with its outcome; sections with a breach are open. */
export function promises(rows: readonly RowVerdict[]): View {
  return view`<div>${[...Map.groupBy(rows, (row) => row.place)].map(([place, all]) => section(place, all))}</div>`;
}

function section(place: string, rows: readonly RowVerdict[]): View {
  const isBreached = rows.some((row) => row.outcome === 'breached');
  return view`<details class="place" open=${isBreached} data-section=${place}>
    <summary><span class="title">${place}</span>${squares(rows)}<span class="quiet">${tally(rows)}</span></summary>
    ${table(['Requirement', 'Outcome', 'Sentence', 'Checks', 'Cases'], rows.flatMap(line))}
  </details>`;
}

function line(row: RowVerdict): View {
  const facets = facetWords(row);
  return view`<tr data-outcome=${row.outcome} data-level=${row.level} id=${rowAnchor(row.id)}>
    <th scope="row">${row.id}</th>
    <td>${tag(row.outcome, rowOutcomes[row.outcome])} <span class="quiet">${row.level}</span>${facets !== '' && view`<p class="quiet">${facets}</p>`}</td>
    <td>${sentenceView(row.sentence)}${row.note !== undefined && view`<p class="quiet">${row.note}</p>`}</td>
    <td>${checks(row)}</td>
    <td>${row.cases.slice(0, MAX_CASES).map((id) => view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${id}</a> `)}${more(row)}</td>
  </tr>`;
}

/** A link to all cases that looked at a row. The verdict names at most twenty, so the rest of a full list has no number. */
function more({ id, cases: { length } }: RowVerdict): View | string {
  if (length <= MAX_CASES) return '';
  const words = length < 20 ? `and ${length - MAX_CASES} more` : 'and others';
  return view`<a class="quiet" href="#cases" data-filter=${`promise=${encodeURIComponent(id)}`}>${words}</a>`;
}

/** Each row as a square, in the order of the spec. */
function squares(rows: readonly RowVerdict[]): View {
  const width = rows.length * (SQUARE + GAP);
  return view`<svg class="squares" viewBox=${`0 0 ${width} ${SQUARE}`} width=${width} height=${SQUARE} aria-hidden="true">${rows.map(
    ({ id, outcome }, i) =>
      view`<rect class=${outcome} x=${i * (SQUARE + GAP)} y="0" width=${SQUARE} height=${SQUARE} rx="1.5"><title>${`${id} ${rowOutcomes[outcome]}`}</title></rect>`,
  )}</svg>`;
}

function checks({ passed, failed }: RowVerdict): Content {
  if (passed + failed === 0) return '';
  return view`<span class="quiet">${thousands(passed)} passed</span>${failed > 0 && view`<br /><b class="bad">${thousands(failed)} failed</b>`}`;
}

function tally(rows: readonly RowVerdict[]): string {
  const of = (outcome: RowOutcome): number => rows.filter((row) => row.outcome === outcome).length;
  const present = rowOrder.filter((outcome) => of(outcome) > 0);
  return present.map((outcome) => `${of(outcome)} ${rowOutcomes[outcome]}`).join(', ');
}

/** Search and filters of the matrix, shown if scripts can run, and the meaning of each word. */
export function rowFilter({ counts, requirements }: Verdict): View {
  const present = rowOrder.filter((outcome) => counts.rows[outcome] > 0);
  const levels = (Object.keys(levelMeanings) as Level[]).filter((level) => ofLevel(requirements, level) > 0);
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
        (outcome: RowOutcome) => view`<dt>${tag(outcome, rowOutcomes[outcome])}</dt><dd>${rowMeanings[outcome]}</dd>`,
      )}${levels.map((level) => view`<dt>${level}</dt><dd>${levelMeanings[level]}</dd>`)}</dl></details>`;
}

function ofLevel(rows: readonly RowVerdict[], level: Level): number {
  return rows.filter((row) => row.level === level).length;
}

function button(of: string, is: string, n: number, word: string): View {
  return view`<li><button type="button" aria-pressed="false" data-of=${of} data-is=${is}>${of === 'outcome' && view`<span class=${`dot ${is}`}></span>`}${thousands(n)} ${word}</button></li>`;
}
