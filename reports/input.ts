import type { BoardCell, CaseOutcome, KciProfile, Observation, Plan, Verdict } from '../harness/model.ts';
import type { Waiving } from '../harness/verdict/waiver.ts';
import type { Lane } from './story/lane.ts';
import type { Signature } from './story/likeness.ts';

/** Everything a report may look at. A report is a pure function of it: same input, same bytes. */
export interface ReportInput {
  readonly verdict: Verdict;
  readonly plan: Plan;
  readonly record: readonly Observation[];
  readonly profile: KciProfile;
  /**
   * The command that made the run, without its seed and the cases that were named: `npx assay certify --target acme.yaml`.
   */
  readonly command?: string | undefined;
  /** The cases that were named. */
  readonly only?: readonly string[] | undefined;
  /** What the target declares that it lacks. */
  readonly lacks?: readonly string[] | undefined;
  /** What a waiver file makes of the verdict. */
  readonly waiving?: Waiving | undefined;
  /** What loads of the same gateway say, where their folders were named. */
  readonly underLoad?: readonly UnderLoad[] | undefined;
  readonly since?: Since | undefined;
  /** What the faults show that come with Assay: a cause that shows alike is told by them. */
  readonly library?: readonly Signature[] | undefined;
  /** Its orders in the last good run, where it is compared with one. */
  readonly lastGood?: readonly Lane[] | undefined;
  /** Cases that do not do as in the runs before it, where a history is at hand. */
  readonly trend?: readonly CaseTrend[] | undefined;
}

/** What a case has become since the runs before, and when it did. */
export interface CaseTrend {
  readonly case: string;
  readonly title: string;
  readonly is: 'new' | 'failing' | 'fixed' | 'flaky';
  /** ms since the epoch: when the run was made in which it last turned. */
  readonly since: number;
  /** In the runs in which it was judged, this one last. */
  readonly outcomes: readonly CaseOutcome[];
}

/** What is different since the run that this one is compared with. */
export interface Since {
  /** Its folder. */
  readonly run: string;
  /** Kinds of causes that only this run shows, and that only that one did. */
  readonly new: readonly string[];
  readonly mended: readonly string[];
}

/** What a load says of one part of the service: `not-applicable` where it did not press it. */
export interface UnderLoad {
  /** One of `Contract.tags`. */
  readonly tag: string;
  readonly outcome: BoardCell['outcome'];
  /** The traffic profile of the load. */
  readonly traffic?: string;
  /** The threshold that was crossed. */
  readonly why?: string;
}

/** From a run to the text of a report, piece by piece: the same bytes for the same run. */
export type Report = (input: ReportInput) => Iterable<string>;
