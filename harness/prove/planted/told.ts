import type { Trial } from '../../proof.ts';
import { classOf } from './plant.ts';

const CAUGHT: ReadonlySet<string> = new Set(['killed', 'clean']);

/** What came of planted faults and oddities: a line for each class, then each that escaped, by its number. */
export function plantedText(trials: readonly Trial[]): string {
  const classes = new Map<string, Trial[]>();
  for (const trial of trials) classes.set(classOf(trial.fault), [...(classes.get(classOf(trial.fault)) ?? []), trial]);
  const lines = [...classes].map(([name, of]) => {
    const caught = of.filter(({ outcome }) => CAUGHT.has(outcome));
    const first = caught.filter(({ told }) => told.isCauseFirst).length;
    return `  ${name.padEnd(28)} ${caught.length} of ${of.length}${of[0]?.kind === 'variant' ? '' : `, cause first ${first}`}`;
  });
  const escaped = trials.filter(({ outcome }) => !CAUGHT.has(outcome));
  const misled = trials.filter(
    ({ kind, outcome, told }) => kind !== 'variant' && CAUGHT.has(outcome) && !told.isCauseFirst,
  );
  return [
    ...lines,
    ...escaped.map(
      ({ fault, title, outcome, isIdle, breaks }) =>
        `ESCAPED ${fault} (${outcome}${isIdle ? ', never met' : ''})  ${title}  breaks ${breaks.slice(0, 4).join(', ')}`,
    ),
    ...misled.map(({ fault, title, told }) => `MISLED  ${fault}  ${title}  first: ${told.first?.summary ?? ''}`),
    '',
  ].join('\n');
}
