import { count } from '../../harness/words/text.ts';

/** The parts of a set-up, in the order in which the doctor looks at them, with their headings. */
export const doctorParts = {
  files: 'Files',
  address: 'The way to the gateway',
  gateway: 'The gateway',
  webhook: 'The webhook',
  world: 'The world',
  steering: 'Steering',
} as const;

/** One of them. */
export type DoctorPart = keyof typeof doctorParts;

/** What came of one look. */
export type DoctorState = 'ok' | 'warning' | 'problem' | 'not checked';

interface Looked {
  readonly state: DoctorState;
}

/** How many lines of each state there are, the worst first. */
export function countsOf(lines: readonly Looked[]): Readonly<Record<DoctorState, number>> {
  const of = (state: DoctorState): number => lines.filter((each) => each.state === state).length;
  return { problem: of('problem'), warning: of('warning'), 'not checked': of('not checked'), ok: of('ok') };
}

/** What was found in all, and whether that will do; what comes `next`, where somebody knows. */
export function doctorSummary(lines: readonly Looked[], next?: string): string {
  const { problem, warning, 'not checked': unchecked, ok } = countsOf(lines);
  const counts = [
    ...(problem > 0 ? [count(problem, 'problem')] : []),
    ...(warning > 0 ? [count(warning, 'warning')] : []),
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
    `${ok} ok`,
  ];
  const isGood = `The set-up stands.${next === undefined ? '' : ` Next: ${next}`}`;
  return `${counts.join(', ')}. ${problem > 0 ? 'Change what the fixes say, and look again.' : isGood}`;
}
