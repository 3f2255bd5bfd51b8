import type { Proof, Rate, Trial } from '../../verdict/proof.ts';
import { classOf } from './plant.ts';

const CAUGHT: ReadonlySet<string> = new Set(['killed', 'clean']);

/** What came of planted faults and oddities: a line for each class, and what is told first of those whose cause is not. */
export function plantedText(trials: readonly Trial[]): string {
  const classes = Map.groupBy(trials, ({ fault }) => classOf(fault));
  const lines = [...classes].map(([name, of]) => {
    const caught = of.filter(({ outcome }) => CAUGHT.has(outcome));
    const first = caught.filter(({ told }) => told.isCauseFirst).length;
    const isLegal = of.every(({ kind }) => kind === 'variant');
    return `  ${name.padEnd(26)} ${caught.length} of ${of.length}${isLegal ? '' : `, cause first ${first}`}`;
  });
  const misled = trials.filter(({ outcome, told }) => outcome === 'killed' && !told.isCauseFirst);
  const others = misled.map(({ fault, title, told }) => `  ${fault}  ${title}\n    told first: ${told.first?.summary}`);
  return [...lines, ...(others.length > 0 ? ['another cause first', ...others] : []), ''].join('\n');
}

/** The least shares of planted faults that must be caught, and told by their cause first. */
const LEAST = { caught: 0.97, causeFirst: 0.95 };

/** What keeps planted faults and oddities from being dealt with well enough, in words. */
export function plantedShortcomings({ rates: { kill, causeFirst, falseAlarm } }: Pick<Proof, 'rates'>): string[] {
  const isShort = ({ hits, of }: Rate, least: number): boolean => of > 0 && hits / of < least;
  return [
    ...(isShort(kill, LEAST.caught) ? [`fewer than ${LEAST.caught * 100} % of the planted faults caught`] : []),
    ...(isShort(causeFirst, LEAST.causeFirst)
      ? [`fewer than ${LEAST.causeFirst * 100} % told by their cause first`]
      : []),
    ...(falseAlarm.hits > 0 ? ['false alarms'] : []),
  ];
}
