import type { RowOutcome, RowVerdict } from '../../harness/model.ts';
import { facetWords } from '../story/counts.ts';
import { groupBy } from '../story/groups.ts';
import { thousands } from '../words/text.ts';
import { rowOrder, rowOutcomes } from '../words/words.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { sentenceView } from './sentence.ts';
import { type Content, type View, view } from './view.ts';

const MOST_CASES = 3;
/** Size of a square, and of the gap between two, in pixels. */
const SQUARE = 9;
const GAP = 2;

/** The register by section of the spec, each row with its outcome; sections with a breach stand open. */
export function promises(rows: readonly RowVerdict[]): View {
  return view`<div>${[...groupBy(rows, (row) => row.place)].map(([place, all]) => section(place, all))}</div>`;
}

function section(place: string, rows: readonly RowVerdict[]): View {
  const isBreached = rows.some((row) => row.outcome === 'breached');
  return view`<details class="place" open=${isBreached} data-section=${place}>
    <summary><span class="title">${place}</span>${squares(rows)}<span class="quiet">${tally(rows)}</span></summary>
    <table>
      <thead><tr><th scope="col">Requirement</th><th scope="col">Outcome</th><th scope="col">Sentence</th><th scope="col">Checks</th><th scope="col">Cases</th></tr></thead>
      <tbody>${rows.map(line)}</tbody>
    </table>
  </details>`;
}

function line(row: RowVerdict): View {
  return view`<tr data-outcome=${row.outcome} data-level=${row.level} id=${rowAnchor(row.id)}>
    <th scope="row">${row.id}</th>
    <td><span class=${`tag ${row.outcome}`}>${rowOutcomes[row.outcome]}</span> <span class="quiet">${row.level}</span>${facets(row)}</td>
    <td>${sentenceView(row.sentence)}${row.note === undefined ? '' : view`<p class="quiet">${row.note}</p>`}</td>
    <td>${checks(row)}</td>
    <td>${row.cases.slice(0, MOST_CASES).map((id) => view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${id}</a> `)}${more(row)}</td>
  </tr>`;
}

/** A link to all cases that looked at a row. The verdict names no more than twenty, so of a full list only that there are others. */
function more({ id, cases: { length } }: RowVerdict): View | string {
  if (length <= MOST_CASES) return '';
  const words = length < 20 ? `and ${length - MOST_CASES} more` : 'and others';
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

/** What it speaks of was shown, and what not, where it speaks of several things. */
function facets(row: RowVerdict): View | string {
  const words = facetWords(row);
  return words === '' ? '' : view`<p class="quiet">${words}</p>`;
}

function checks({ passed, failed }: RowVerdict): Content {
  if (passed + failed === 0) return '';
  return view`<span class="quiet">${thousands(passed)} passed</span>${failed > 0 && view`<br /><b class="bad">${thousands(failed)} failed</b>`}`;
}

function counts(rows: readonly RowVerdict[]): (readonly [RowOutcome, number])[] {
  return rowOrder.flatMap((outcome) => {
    const n = rows.filter((row) => row.outcome === outcome).length;
    return n === 0 ? [] : [[outcome, n] as const];
  });
}

function tally(rows: readonly RowVerdict[]): string {
  return counts(rows)
    .map(([outcome, n]) => `${n} ${rowOutcomes[outcome]}`)
    .join(', ');
}

/** Shares of a whole as one coloured strip, in the order given; in SVG, because the page's policy lets no element bring a style. */
export function strip(parts: readonly (readonly [name: string, n: number])[]): View {
  const total = parts.reduce((sum, [, n]) => sum + n, 0) || 1;
  let x = 0;
  const rects = parts.map(([name, n]) => {
    const width = (1000 * n) / total;
    const rect = view`<rect class=${name} x=${x.toFixed(1)} y="0" width=${width.toFixed(1)} height="10" />`;
    x += width;
    return rect;
  });
  return view`<svg class="strip" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}
