import type { Lane, LaneMark } from '../../reports/story/lane.ts';
import type { LiveFailure, LiveLoad, LiveState } from '../../reports/terminal/live-state.ts';
import type { DoctorPart, DoctorState } from '../../reports/words/doctor.ts';
import type { CaseOutcome, CaseVerdict, Cause, Journey, LoadVerdict, Verdict } from '../model.ts';

/** What the page of `assay ui` and its server say to each other. All of it is JSON. */

/**
 * The header in which the page shows the token. A browser adds it to nothing by itself, so that no other page's calls carry
 * it.
 */
export const TOKEN_HEADER = 'X-Assay-Token';

/**
 * The flags that aim a command: a target; a KCI profile, a world and an address in place of its file's own; and what
 * `$env.NAME` is in that file, as a file of such lines, and as lines that win over it.
 */
export const AIMING = ['target', 'profile', 'world', 'baseUrl', 'envFile', 'var'] as const;

/** What is aimed at, in the words of the command line. */
export interface Aim extends Readonly<Partial<Record<(typeof AIMING)[number], string | undefined>>> {
  readonly target: string;
}

/** What a run is told. */
export interface Chosen extends Aim {
  readonly seed: number;
  /** Names of faults that the embedded fake shows. */
  readonly faults: readonly string[];
  /** Folders of scenarios, scenarios or cases; empty for all. */
  readonly only: readonly string[];
  /** Reaches the embedded fake through a socket, on real time. */
  readonly isOnRealTime: boolean;
  /** The path of a waiver file. */
  readonly waivers?: string | undefined;
}

/**
 * What sends a load: k6, the runner of a certification on real time, or that runner on simulated time where the fake is
 * embedded.
 */
export const ENGINES = ['simulate', 'native', 'k6'] as const;

/** What a load is told. */
export interface ChosenLoad extends Aim, Pick<Chosen, 'seed' | 'faults'> {
  /** The name or the path of a traffic profile. */
  readonly traffic: string;
  readonly engine: (typeof ENGINES)[number];
}

/** What there is to choose from, and what the command line chose. */
export interface Choices {
  readonly assay: string;
  /** `embedded` is the fake, which can be told faults. */
  readonly targets: readonly { readonly name: string; readonly isEmbedded: boolean }[];
  readonly profiles: readonly string[];
  readonly worlds: readonly string[];
  readonly traffic: readonly { readonly name: string; readonly title: string }[];
  /** Paths of waiver files. */
  readonly waivers: readonly string[];
  /** A legal one differs from others, and breaks nothing. */
  readonly faults: readonly { readonly name: string; readonly title: string; readonly isLegal: boolean }[];
  readonly given: Aim;
  /** Scenarios of the user's own; empty for those that come with Assay. */
  readonly paths: readonly string[];
  /** The folder in which the folders of runs lie. */
  readonly runs: string;
}

/** A case as `assay list --json` tells it. */
export interface ListedCase extends Pick<Journey, 'id' | 'title' | 'scenario' | 'tags' | 'covers'> {
  readonly file: string;
  readonly line: number;
  /** Why it cannot be run, known before anything is sent. */
  readonly excused?: string | undefined;
}

/** What a command that was refused printed: the problems, in its own words. */
export interface Refused {
  readonly refused: string;
}

/** A folder of a run. */
export type RunEntry = {
  /** The name of the folder. */
  readonly name: string;
  /** When it was written last, ms since the epoch; a run's own clock may be virtual. */
  readonly writtenAt: number;
  /** Opens the report, where there is one; good as long as the server runs. */
  readonly reportAt?: string | undefined;
  /** It was broken off, and can be gone on with. */
  readonly isResumable?: boolean | undefined;
} /** `faults`: those that the embedded fake showed. */ & (
  | ({ readonly kind: 'run'; readonly faults: readonly string[] } & RunHead)
  | ({ readonly kind: 'load' } & Pick<
      LoadVerdict,
      'outcome' | 'traffic' | 'target' | 'profile' | 'seed' | 'cases' | 'startedAt' | 'endedAt'
    >)
  /** It is under way, or was broken off: it has a record and no verdict. */
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

/** A run with what did not pass in it. */
export interface RunDetail {
  readonly entry: RunEntry;
  readonly folder: string;
  /** The command that made it. */
  readonly command: string;
  /** What went wrong in it, the mistakes first that most cases meet; absent of a run of an earlier Assay. */
  readonly causes?: readonly Cause[];
  readonly troubled: readonly TroubledCase[];
  /** How many more did not pass. */
  readonly untold: number;
  /** How many orders it left open at its target. */
  readonly openOrders: number;
}

/** A KCI that came. */
export interface CameKci {
  /** ms since the run began, on its clock. */
  readonly atMs: number;
  /** Its canonical name; where the profile knows none, what stood there. */
  readonly name?: string | undefined;
  readonly orderId?: string | undefined;
  /** Why it is no event: it could not be read, or did not prove to be the target's. */
  readonly strange?: string | undefined;
  /** Where it stands on the lane of its order, which its case has placed; nobody has judged it yet. */
  readonly lane?: { readonly case: string; readonly mark: LaneMark } | undefined;
}

/** A case that ended. */
export interface EndedCase {
  readonly id: string;
  readonly title: string;
  readonly outcome: CaseOutcome;
  readonly failure?: LiveFailure | undefined;
}

/** What was started: a run, a run that was broken off and is gone on with, or a load. */
export type Work = 'run' | 'resume' | 'load';

/** What happens in the run or load that was started last, as it happens. */
export type LiveNews =
  | { readonly type: 'begun'; readonly work: Work; readonly run: string; readonly command: string }
  | { readonly type: 'cases'; readonly cases: readonly EndedCase[] }
  | { readonly type: 'kcis'; readonly kcis: readonly CameKci[] }
  /** Orders of a load, which are judged. */
  | { readonly type: 'lanes'; readonly lanes: readonly Lane[] }
  /** What was measured of a load in parts of its time that are over. */
  | { readonly type: 'measured'; readonly intervals: LoadStand['intervals'] }
  | { readonly type: 'stopping' }
  /** What the operator of the gateway is asked for; null: nothing any more. */
  | { readonly type: 'asks'; readonly question: string | null }
  | {
      readonly type: 'ended';
      readonly code: number | null;
      readonly said: string;
      readonly reportAt?: string | undefined;
    };

/** Where it stands: only the latest counts. */
export type LiveStand =
  | { readonly type: 'stand'; readonly state: LiveState }
  | { readonly type: 'load-stand'; readonly load: LoadStand };

/** Where a load stands, as `assay load --json-lines` tells it. */
export type LoadStand = LiveLoad;

/** What a command printed for people. */
export interface Said {
  readonly said: string;
}

/** How a case did over the runs of the history. */
export interface PastCase {
  readonly case: string;
  readonly title: string;
  /** Of the runs in which it was judged; null where it never was. */
  readonly passRate: number | null;
  readonly flakeRate: number | null;
  readonly medianMs: number;
  /** What became of it in each run, in their order; null where it was not part of one. */
  readonly outcomes: readonly (CaseOutcome | null)[];
}

/** Runs in the order of time, the cases that did not pass in every one, and how many did. */
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

/** One thing that the doctor looked at, as `assay doctor --json-lines` tells it. */
export interface DoctorLine {
  readonly part: DoctorPart;
  readonly subject: string;
  /** `warning`: a run is possible, and something about it is worth knowing. */
  readonly state: DoctorState;
  /** What was seen, or why nothing was looked at. */
  readonly seen: string;
  /** What to change, and the place of it: `acme.yaml:8`, or a file. */
  readonly fix?: string | undefined;
  readonly place?: string | undefined;
}

/** What the doctor tells while it looks. */
export type DoctorNews =
  | { readonly type: 'line'; readonly line: DoctorLine }
  | { readonly type: 'ended'; readonly code: number | null; readonly said: string };
