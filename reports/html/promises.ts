import type { RowOutcome, RowVerdict } from '../../harness/model.ts';
import { groupBy } from '../groups.ts';
import { thousands } from '../text.ts';
import { rowOrder, rowOutcomes } from '../words.ts';
import { caseAnchor, rowAnchor } from './anchors.ts';
import { sentenceView } from './sentence.ts';
import { type Content, type View, view } from './view.ts';

const MOST_CASES = 3;

/** The register by section of the spec, each promise with its outcome; sections with a broken promise stand open. */
export function promises(rows: readonly RowVerdict[]): View {
  return view`<div>${[...groupBy(rows, (row) => row.place)].map(([place, all]) => section(place, all))}</div>`;
}

function section(place: string, rows: readonly RowVerdict[]): View {
  const refuted = rows.some((row) => row.outcome === 'refuted');
  return view`<details class="place" open=${refuted} data-section=${place}>
    <summary><span class="title">${place}</span>${bar(rows)}<span class="quiet">${tally(rows)}</span></summary>
    <table>
      <thead><tr><th scope="col">Promise</th><th scope="col">Outcome</th><th scope="col">Sentence</th><th scope="col">Checks</th><th scope="col">Cases</th></tr></thead>
      <tbody>${rows.map(line)}</tbody>
    </table>
  </details>`;
}

function line(row: RowVerdict): View {
  return view`<tr data-outcome=${row.outcome} data-level=${row.level} id=${rowAnchor(row.id)}>
    <th scope="row">${row.id}</th>
    <td><span class=${`tag ${row.outcome}`}>${rowOutcomes[row.outcome]}</span>${row.level === 'stated' ? '' : view` <span class="quiet">${row.level}</span>`}</td>
    <td>${sentenceView(row.sentence)}${row.note === undefined ? '' : view`<p class="quiet">${row.note}</p>`}</td>
    <td>${checks(row)}</td>
    <td>${row.cases.slice(0, MOST_CASES).map((id) => view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${id}</a> `)}${more(row.cases.length)}</td>
  </tr>`;
}

/** How many cases are not named. The verdict lists no more than twenty, so of a full list only that there are others. */
function more(listed: number): string {
  if (listed <= MOST_CASES) return '';
  return listed < 20 ? `and ${listed - MOST_CASES} more` : 'and others';
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

/** Shares of outcomes as a strip; drawn in SVG because the page's policy lets no element bring a style. */
export function bar(rows: readonly RowVerdict[]): View {
  return strip(counts(rows).map(([outcome, n]) => [outcome, n]));
}

/** Shares of a whole as one coloured strip, in the order given. */
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
