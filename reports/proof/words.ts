import type { Proof, Rate, Trial, TrialKind, TrialOutcome } from '../../harness/verdict/proof.ts';
import { thousands } from '../../harness/words/text.ts';

/** How a trial ended, in the words of every report of a proof. */
export const trialOutcomes: Readonly<Record<TrialOutcome, string>> = {
  killed: 'killed',
  'wrong-cause': 'wrong cause',
  observed: 'observed',
  survived: 'survived',
  clean: 'clean',
  'false-alarm': 'false alarm',
  'left-to-load': 'left to load',
  endless: 'did not end',
};

/** Outcomes that keep a proof from being one. */
export const UNWANTED: readonly TrialOutcome[] = ['survived', 'wrong-cause', 'false-alarm', 'endless'];

/** Trials of a kind that ended so. */
export function trialsThat({ trials }: Proof, kind: TrialKind, ...outcomes: TrialOutcome[]): readonly Trial[] {
  return trials.filter((trial) => trial.kind === kind && (outcomes.length === 0 || outcomes.includes(trial.outcome)));
}

/** `97.2 %`. Rounded towards the worse, so that 100 % is said of all and 0 % of none only. */
export function percent(share: number): string {
  const tenths = share * 1_000;
  return `${(share > 0.5 ? Math.floor(tenths + 1e-9) / 10 : Math.ceil(tenths - 1e-9) / 10).toFixed(1)} %`;
}

/** `70 of 72, 97.2 % (95 % bounds 90.4 % to 99.3 %)`. */
export function rateText({ hits, of, low, high }: Rate): string {
  if (of === 0) return 'none tried';
  return `${thousands(hits)} of ${thousands(of)}, ${percent(hits / of)} (95 % bounds ${percent(low)} to ${percent(high)})`;
}
