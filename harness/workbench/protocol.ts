import type { Lane, LaneMark } from '../../reports/story/lane.ts';
import type { LiveFailure, LiveLoad, LiveState } from '../../reports/terminal/live-state.ts';
import type { DoctorPart, DoctorState } from '../../reports/words/doctor.ts';
import type { CaseOutcome, CaseVerdict, Cause, Journey, LoadVerdict, Verdict } from '../model.ts';

/** The JSON messages between the page of `assay ui` and its server. */

/** The header with the token. A browser never adds it by itself, so calls of other pages do not have it. */
export const TOKEN_HEADER = 'X-Assay-Token';

/**
 * The flags that aim a command: a target; a KCI profile, a world and an address that replace those of its file; and values
 * for `$env.NAME` in that file, from a file of lines, and as lines that take precedence.
 */
export const AIMING = ['target', 'profile', 'world', 'baseUrl', 'envFile', 'var'] as const;

/** The target of a command, by the flags of the command line. */
export interface TargetFlags extends Readonly<Partial<Record<(typeof AIMING)[number], string | undefined>>> {
  readonly target: string;
}

/** The inputs of a run. */
export interface ChosenInputs extends TargetFlags {
  readonly seed: number;
  /** Names of faults that the embedded fake shows. */
  readonly faults: readonly string[];
  /** Sections, scenarios or cases; empty for all. */
  readonly only: readonly string[];
  /** Whether the embedded fake is reached through a socket, on real time. */
  readonly isOnRealTime: boolean;
  /** The path of a waiver file. */
  readonly waivers?: string | undefined;
}

/**
 * The engine of a load: k6, the runner of a certification on real time, or that runner on simulated time if the fake is
 * embedded.
 */
export const ENGINES = ['simulate', 'native', 'k6'] as const;

/** The inputs of a load. */
export interface ChosenLoad extends TargetFlags, Pick<ChosenInputs, 'seed' | 'faults'> {
  /** The name or the path of a traffic profile. */
  readonly traffic: string;
  readonly engine: (typeof ENGINES)[number];
}

/** The available choices, and what the command line chose. */
export interface Choices {
  readonly assay: string;
  /** `isEmbedded`: it is the fake, which can show faults. */
  readonly targets: readonly { readonly name: string; readonly isEmbedded: boolean }[];
  readonly profiles: readonly string[];
  readonly worlds: readonly string[];
  readonly traffic: readonly { readonly name: string; readonly title: string }[];
  /** Paths of waiver files. */
  readonly waivers: readonly string[];
  /** A legal one is a variant that breaks nothing. */
  readonly faults: readonly { readonly name: string; readonly title: string; readonly isLegal: boolean }[];
  readonly given: TargetFlags;
  /** Paths of the user's own scenarios; empty for those shipped with Assay. */
  readonly paths: readonly string[];
  /** The folder with the folders of runs. */
  readonly runs: string;
}

/** A case as `assay list --json` prints it. */
export interface ListedCase extends Pick<Journey, 'id' | 'title' | 'scenario' | 'tags' | 'covers'> {
  readonly file: string;
  readonly line: number;
  /** Why it cannot be run, known before anything is sent. */
  readonly excused?: string | undefined;
}

/** The problems that a refused command printed, in its own words. */
export interface Refused {
  readonly refused: string;
}

/** An entry for a run's folder. */
export type RunEntry = {
  /** The name of the folder. */
  readonly name: string;
  /** When it was last written, ms since the epoch; the run's own clock may be virtual. */
  readonly writtenAt: number;
  /** The address of the report, if there is one; valid as long as the server runs. */
  readonly reportAt?: string | undefined;
  /** Whether it was interrupted and can be resumed. */
  readonly isResumable?: boolean | undefined;
} /** `faults`: those that the embedded fake showed. */ & (
  | ({ readonly kind: 'run'; readonly faults: readonly string[] } & RunHead)
  | ({ readonly kind: 'load' } & Pick<
      LoadVerdict,
      'outcome' | 'traffic' | 'target' | 'profile' | 'seed' | 'cases' | 'startedAt' | 'endedAt'
    >)
  /** It is under way, or was interrupted: it has a record and no verdict. */
  | { readonly kind: 'unfinished' }
  /** Its verdict cannot be read. */
  | { readonly kind: 'unreadable'; readonly why: string }
);

/** The head of a verdict. */
type RunHead = Pick<
  Verdict,
  'outcome' | 'scope' | 'target' | 'baseUrl' | 'profile' | 'world' | 'seed' | 'startedAt' | 'endedAt'
> & { readonly cases: Readonly<Record<CaseOutcome, number>> };

/** A case that did not pass. */
export type TroubledCase = Pick<CaseVerdict, 'id' | 'title' | 'outcome'> & {
  readonly [K in 'reason' | 'detail']?: CaseVerdict[K] | undefined;
};

/** A run, and what did not pass in it. */
export interface RunDetail {
  readonly entry: RunEntry;
  readonly folder: string;
  /** The command that made it. */
  readonly command: string;
  /** The mistakes, those that affect most cases first; absent for a run of an earlier Assay. */
  readonly causes?: readonly Cause[];
  readonly troubled: readonly TroubledCase[];
  /** How many more cases did not pass. */
  readonly untold: number;
  /** How many orders the run left open at its target. */
  readonly openOrders: number;
}

/** A KCI that came. */
export interface CameKci {
  /** ms since the run began, on its clock. */
  readonly atMs: number;
  /** Its canonical name; if the profile has none, the name on the wire. */
  readonly name?: string | undefined;
  readonly orderId?: string | undefined;
  /** Why it is no event: it could not be read, or is not proven to be the target's. */
  readonly strange?: string | undefined;
  /** Its place on the lane of its order, which a case has placed; not judged yet. */
  readonly lane?: { readonly case: string; readonly mark: LaneMark } | undefined;
}

/** A case that ended. */
export interface EndedCase {
  readonly id: string;
  readonly title: string;
  readonly outcome: CaseOutcome;
  readonly failure?: LiveFailure | undefined;
}

/** What was started: a run, a resumed run, or a load. */
export type WorkKind = 'run' | 'resume' | 'load';

/** News of the latest run or load, as they happen. */
export type LiveNews =
  | { readonly type: 'begun'; readonly work: WorkKind; readonly run: string; readonly command: string }
  | { readonly type: 'cases'; readonly cases: readonly EndedCase[] }
  | { readonly type: 'kcis'; readonly kcis: readonly CameKci[] }
  /** Judged orders of a load. */
  | { readonly type: 'lanes'; readonly lanes: readonly Lane[] }
  /** Finished intervals of a load. */
  | { readonly type: 'measured'; readonly intervals: LoadStand['intervals'] }
  | { readonly type: 'stopping' }
  /** What the operator of the gateway is asked to do; null: nothing any more. */
  | { readonly type: 'asks'; readonly question: string | null }
  | {
      readonly type: 'ended';
      readonly code: number | null;
      readonly said: string;
      readonly reportAt?: string | undefined;
    };

/** The progress: only the latest counts. */
export type LiveStand =
  | { readonly type: 'stand'; readonly state: LiveState }
  | { readonly type: 'load-stand'; readonly load: LoadStand };

/** The progress of a load, as `assay load --json-lines` prints it. */
export type LoadStand = LiveLoad;

/** What a command printed for people. */
export interface Printed {
  readonly said: string;
}

/** How a case did over the runs of the history. */
export interface PastCase {
  readonly case: string;
  readonly title: string;
  /** Among the runs in which it was judged; null if it never was. */
  readonly passRate: number | null;
  readonly flakeRate: number | null;
  readonly medianMs: number;
  /** Its outcome in each run, in their order; null if it was not part of one. */
  readonly outcomes: readonly (CaseOutcome | null)[];
}

/** Runs in chronological order, the cases that did not pass in every run, and the number of those that did. */
export interface Past {
  readonly runs: readonly PastRun[];
  readonly cases: readonly PastCase[];
  readonly steady: number;
}

/** A run of the history. */
export type PastRun = Pick<
  RunHead,
  'outcome' | 'scope' | 'target' | 'baseUrl' | 'profile' | 'seed' | 'startedAt' | 'endedAt' | 'cases'
> & {
  readonly id: string;
  readonly madeAt: number;
};

/** One thing that the doctor checked, as `assay doctor --json-lines` prints it. */
export interface DoctorLine {
  readonly part: DoctorPart;
  readonly subject: string;
  /** `warning`: a run is possible, but something should be known about it. */
  readonly state: DoctorState;
  /** What was found, or why nothing was checked. */
  readonly seen: string;
  /** What to change, and where: `acme.yaml:8`, or a file. */
  readonly fix?: string | undefined;
  readonly place?: string | undefined;
}

/** News of the doctor. */
export type DoctorNews =
  | { readonly type: 'line'; readonly line: DoctorLine }
  | { readonly type: 'ended'; readonly code: number | null; readonly said: string };
