import type { CaseOutcome, CaseVerdict, Journey, KciProfile, Reason, Verdict } from '../../harness/model.ts';
import type { Waiving } from '../../harness/verdict/waiver.ts';
import type { Share } from '../story/attempts.ts';
import type { Moment } from '../story/moments.ts';
import type { BriefMoment, BriefVerdict } from './brief.ts';

/**
 * What a page holds as data instead of markup, for its app to show: an index of all cases, and blocks with their stories.
 * Each lies in the page as base64 of gzip of JSON, so that a hundred thousand cases fit into one file.
 */

/** The index, and what the page's app knows of the run besides its cases. */
export interface PackedRun {
  readonly verdict: Omit<Verdict, 'cases' | 'findings'>;
  readonly profile: KciProfile;
  readonly command?: string;
  readonly waiving?: Waiving;
  readonly cases: CaseColumns;
  /** Where blocks begin: the first case of each. Cases from `told` on have no story in the page. */
  readonly blocks: readonly number[];
  readonly told: number;
}

/** All cases, the failed first and else as planned, column by column: a column of like values packs well and is read at once. */
export interface CaseColumns {
  readonly ids: readonly string[];
  readonly titles: Column<string>;
  readonly outcomes: Column<CaseOutcome>;
  /** Where a scenario lives below `scenarios/`: `orders`. */
  readonly sections: Column<string>;
  readonly reasons: Column<Reason | null>;
  /** Ids of the promises that a case looked at. */
  readonly rows: Column<readonly string[]>;
  readonly requests: readonly number[];
  readonly kcis: readonly number[];
  readonly tookMs: readonly number[];
  /** Where a case stands in the plan, as the way from the case before it in this list: mostly 1, which packs to nothing. */
  readonly planned: readonly number[];
  /** What few cases have, by the place of the case. */
  readonly marks: Readonly<Record<number, Marks>>;
}

/** Values that repeat: each once, and which of them each case has. */
export interface Column<T> {
  readonly of: readonly T[];
  readonly at: readonly number[];
}

/** What a line of the list says of some cases only. */
export interface Marks {
  readonly share?: Share;
  readonly waived?: 'waived' | 'waived in part';
}

/** How much of a case the page holds: `brief` leaves out headers and bodies. */
export type Depth = 'whole' | 'brief';

/** A case in its block. */
export type PackedCase =
  | {
      readonly depth: 'whole';
      readonly verdict: CaseVerdict;
      readonly journey?: Journey;
      readonly moments: readonly Moment[];
      /** Moments of other timelines that findings of this case rest on. */
      readonly beside?: readonly Moment[];
    }
  | {
      readonly depth: 'brief';
      readonly verdict: BriefVerdict;
      /** When it began, ms after the run. */
      readonly after: number;
      readonly moments: readonly BriefMoment[];
    };

/** The id of the element that holds the index. */
export const INDEX = 'assay-run';
/** The id of the element that holds that block. */
export const blockId = (nth: number): string => `assay-block-${nth}`;
