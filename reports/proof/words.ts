import type { Proof, Rate, Trial, TrialKind, TrialOutcome } from '../../harness/verdict/proof.ts';
import { thousands } from '../../harness/words/text.ts';

/** The outcomes of trials, in the words of every report of a proof. */
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

/** Outcomes that make a proof fail. */
export const UNWANTED: readonly TrialOutcome[] = ['survived', 'wrong-cause', 'false-alarm', 'endless'];

/** Trials of a kind with one of these outcomes. */
export function trialsThat({ trials }: Proof, kind: TrialKind, ...outcomes: TrialOutcome[]): readonly Trial[] {
  return trials.filter((trial) => trial.kind === kind && (outcomes.length === 0 || outcomes.includes(trial.outcome)));
}

/** `97.2 %`. Rounded towards 50 %, so that 100 % means all and 0 % means none. */
export function percent(share: number): string {
  const tenths = share * 1_000;
  return `${(share > 0.5 ? Math.floor(tenths + 1e-9) / 10 : Math.ceil(tenths - 1e-9) / 10).toFixed(1)} %`;
}

/** `70 of 72, 97.2 % (95 % bounds 90.4 % to 99.3 %)`. */
export function rateText({ hits, of, low, high }: Rate): string {
  if (of === 0) return 'none tried';
  return `${thousands(hits)} of ${thousands(of)}, ${percent(hits / of)} (95 % bounds ${percent(low)} to ${percent(high)})`;
}
