import { quoted } from '../../reports/story/describe.ts';
import { paint, type TextStyle } from '../../reports/terminal/screen.ts';
import { rowOrder, rowOutcomes } from '../../reports/words/words.ts';
import { count, fewOf, thousands } from '../words/text.ts';
import type { CoveredRow } from './coverage.ts';
import type { Crossing } from './pairs.ts';

const MAX_CASES = 3;
const MAX_CHECKS = 3;
const MAX_FACETS = 6;
const STATES: readonly CoveredRow['state'][] = ['tested', ...rowOrder];

/** The table of the shown rows, by place in the specification, and a line with the counts of all rows. */
export function coverageText(shown: readonly CoveredRow[], all: readonly CoveredRow[], colour = false): string {
  const idWidth = Math.max(...all.map(({ id }) => id.length));
  const stateWidth = Math.max(...all.map(({ state }) => wordOf(state).length));
  const sections = [...Map.groupBy(shown, ({ place }) => place)].map(([place, rows]) =>
    [
      place,
      ...rows.flatMap((row) => {
        const state = paint(STYLES[row.state] ?? 'dim', wordOf(row.state).padEnd(stateWidth), colour);
        const indent = ' '.repeat(2 + idWidth + 2 + stateWidth + 2);
        return [
          `  ${row.id.padEnd(idWidth)}  ${state}  ${quoted(row.sentence)}`,
          ...remarks(row).map((line) => indent + line),
        ];
      }),
    ].join('\n'),
  );
  return [...sections, totals(all)].join('\n\n');
}

const STYLES: Readonly<Partial<Record<CoveredRow['state'], TextStyle>>> = {
  tested: 'green',
  'not-shown': 'yellow',
};

/** States whose note is a reason; for others, it is an assumption. */
const BECAUSE: ReadonlySet<CoveredRow['state']> = new Set(['excluded', 'not-applicable']);

function remarks(row: CoveredRow): string[] {
  const { state, note, checks, cases, facets } = row;
  const told = note === undefined ? [] : [`${BECAUSE.has(state) ? 'because' : 'assumed'}: ${note}`];
  if (state === 'excluded') return told;
  return [
    ...told,
    ...(facets.length === 0 ? [] : [`${thousands(facets.length)} facets: ${fewOf(facets, MAX_FACETS)}`]),
    ...(cases.length === 0 ? [] : [`by ${fewOf(cases, MAX_CASES)}`]),
    ...(checks.length === 0 ? [] : [`check ${fewOf(checks, MAX_CHECKS)}`]),
  ];
}

/** How many pairs of each kind are covered, and all that are not. */
export function crossingsText(crossings: readonly Crossing[]): string {
  const width = Math.max(...crossings.map(({ kind }) => kind.length));
  return crossings
    .map(({ kind, of, uncovered }) =>
      [
        `${kind.padEnd(width)}  ${thousands(of - uncovered.length)} of ${thousands(of)}`,
        ...uncovered.map(({ pair, because }) => `  ${pair}${because === undefined ? '' : `: ${because}`}`),
      ].join('\n'),
    )
    .join('\n');
}

function totals(rows: readonly CoveredRow[]): string {
  const counts = STATES.flatMap((state) => {
    const n = rows.filter((row) => row.state === state).length;
    return n === 0 ? [] : [`${thousands(n)} ${wordOf(state)}`];
  });
  const open = rows.filter((row) => row.isOpen).length;
  return `${count(rows.length, 'row')}: ${counts.join(', ')}; ${open === 0 ? 'none is open' : `${thousands(open)} open`}`;
}

function wordOf(state: CoveredRow['state']): string {
  return state === 'tested' ? 'tested' : rowOutcomes[state];
}
