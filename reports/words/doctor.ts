import { count } from '../../harness/words/text.ts';

/** The parts of a set-up, in the order of the doctor's checks, with their headings. */
export const doctorParts = {
  files: 'Files',
  address: 'The way to the gateway',
  gateway: 'The gateway',
  webhook: 'The webhook',
  world: 'The world',
  steering: 'Steering',
} as const;

/** A part of a set-up. */
export type DoctorPart = keyof typeof doctorParts;

/** The result of one check. */
export type DoctorState = 'ok' | 'warning' | 'problem' | 'not checked';

interface WithState {
  readonly state: DoctorState;
}

/** How many lines have each state, the worst first. */
export function countsOf(lines: readonly WithState[]): Readonly<Record<DoctorState, number>> {
  const of = (state: DoctorState): number => lines.filter((each) => each.state === state).length;
  return { problem: of('problem'), warning: of('warning'), 'not checked': of('not checked'), ok: of('ok') };
}

/** A summary of all lines, and whether the set-up is good enough; `next` is the next command, if known. */
export function doctorSummary(lines: readonly WithState[], next?: string): string {
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
