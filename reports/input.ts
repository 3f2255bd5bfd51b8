import type { KciProfile, Observation, Plan, Verdict } from '../harness/model.ts';
import type { Waiving } from '../harness/verdict/waiver.ts';

/** Everything a report may look at. A report is a pure function of it: same input, same bytes. */
export interface ReportInput {
  readonly verdict: Verdict;
  readonly plan: Plan;
  readonly record: readonly Observation[];
  readonly profile: KciProfile;
  /** The command that made the run, without seed and selection: `npx assay certify --target acme.yaml`. */
  readonly command?: string | undefined;
  /** What a waiver file makes of the verdict. */
  readonly waiving?: Waiving | undefined;
}

/** From a run to the text of a report, piece by piece: the same bytes for the same run. */
export type Report = (input: ReportInput) => Iterable<string>;
