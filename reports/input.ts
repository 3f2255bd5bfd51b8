import type { BoardCell, CaseOutcome, KciProfile, Observation, Plan, Verdict } from '../harness/model.ts';
import type { Waiving } from '../harness/verdict/waiver.ts';
import type { Lane } from './story/lane.ts';
import type { FaultSignature } from './story/likeness.ts';

/** Everything that a report may use. A report is a pure function of it: same input, same bytes. */
export interface ReportInput {
  readonly verdict: Verdict;
  readonly plan: Plan;
  readonly record: readonly Observation[];
  readonly profile: KciProfile;
  /** The command that made the run, without its seed and named cases: `npx assay certify --target acme.yaml`. */
  readonly command?: string | undefined;
  /** The cases that the command named. */
  readonly only?: readonly string[] | undefined;
  /** Capabilities that the target declares to lack. */
  readonly lacks?: readonly string[] | undefined;
  /** The effect of a waiver file on the verdict. */
  readonly waiving?: Waiving | undefined;
  /** Results of loads of the same gateway, if their folders were named. */
  readonly underLoad?: readonly UnderLoad[] | undefined;
  readonly since?: Since | undefined;
  /** Signatures of the faults shipped with Assay: a cause with the same signature is compared to them. */
  readonly library?: readonly FaultSignature[] | undefined;
  /** The orders of the last good run, if the run is compared with one. */
  readonly lastGood?: readonly Lane[] | undefined;
  /** Cases that behave differently from earlier runs, if there is a history. */
  readonly trend?: readonly CaseTrend[] | undefined;
}

/** What a case has become compared with earlier runs, and when. */
export interface CaseTrend {
  readonly case: string;
  readonly title: string;
  readonly is: 'new' | 'failing' | 'fixed' | 'flaky';
  /** ms since the epoch: the time of the run in which its outcome last changed. */
  readonly since: number;
  /** Its outcomes in the runs in which it was judged, this one last. */
  readonly outcomes: readonly CaseOutcome[];
}

/** The differences to the run that this one is compared with. */
export interface Since {
  /** The folder of the earlier run. */
  readonly run: string;
  /** Kinds of causes that only this run shows (`new`), and that only the earlier one did (`fixed`). */
  readonly new: readonly string[];
  readonly fixed: readonly string[];
}

/** What a load says about one part of the service; `not-applicable` if it did not load that part. */
export interface UnderLoad {
  /** One of `Contract.tags`. */
  readonly tag: string;
  readonly outcome: BoardCell['outcome'];
  /** The traffic profile of the load. */
  readonly traffic?: string;
  /** The threshold that was crossed. */
  readonly why?: string;
}

/** Makes a report of a run, piece by piece: the same bytes for the same run. */
export type Report = (input: ReportInput) => Iterable<string>;
