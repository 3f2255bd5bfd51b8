import type { CaseOutcome, CaseVerdict, Reason, Verdict } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { type FailureRate, shareOf } from '../story/attempts.ts';
import type { Moment } from '../story/moments.ts';
import type { CaseStory } from '../story/story.ts';
import { isOpen, isWaived } from '../story/waived.ts';

/**
 * What a page holds as data instead of markup, for its app to show: an index of all cases, and blocks with their stories.
 * Each is base64 of gzip of JSON, so that a hundred thousand cases fit into one file.
 */

/** The index, and what the page's app knows about the run besides its cases. */
export interface PackedRun extends Pick<ReportInput, 'profile' | 'command' | 'only' | 'waiving'> {
  readonly verdict: Omit<Verdict, 'cases' | 'findings'>;
  readonly cases: CaseColumns;
  readonly blocks: Blocks;
}

/** How many cases a block has: of the first cases, up to `split`, and of the rest. 0: only their lines are kept. */
interface Blocks {
  readonly split: number;
  readonly first: number;
  readonly rest: number;
}

/** The block with the case at a place of the index, and its position there; undefined if only its line is kept. */
export function blockOf({ split, first, rest }: Blocks, place: number): { nth: number; at: number } | undefined {
  const [each, from, before] =
    place < split ? [first, 0, 0] : [rest, split, first === 0 ? 0 : Math.ceil(split / first)];
  return each === 0 ? undefined : { nth: before + Math.floor((place - from) / each), at: (place - from) % each };
}

/**
 * All cases, failed ones first and else as planned, as columns: a column of similar values compresses well and is read at
 * once.
 */
export interface CaseColumns {
  readonly ids: readonly string[];
  readonly titles: Column<string>;
  readonly outcomes: Column<CaseOutcome>;
  /** The folder of a scenario below `scenarios/`: `orders`. */
  readonly sections: Column<string>;
  readonly reasons: Column<Reason | null>;
  /** Ids of the promises that a case looked at. */
  readonly rows: Column<readonly string[]>;
  readonly requests: readonly number[];
  readonly kcis: readonly number[];
  readonly tookMs: readonly number[];
  /**
   * The position in the plan, as the difference to the previous case of this list: mostly 1, which compresses to almost
   * nothing.
   */
  readonly planned: readonly number[];
  /** Marks that few cases have, by the place of the case. */
  readonly marks: Readonly<Record<number, Marks>>;
}

/** Repeated values: each once, and for each case the index of its value. */
export interface Column<T> {
  readonly of: readonly T[];
  readonly at: readonly number[];
}

/** The value of the case at a place. */
export function columnValue<T>({ of, at }: Column<T>, place: number): T | undefined {
  const nth = at[place];
  return nth === undefined ? undefined : of[nth];
}

/** The parts of a line that only some cases have. */
interface Marks {
  readonly share?: FailureRate;
  readonly waived?: 'waived' | 'waived in part';
}

/** A case in one line: everything the list shows. */
export interface CaseLine extends Marks, Pick<CaseVerdict, 'id' | 'title' | 'outcome'> {
  /** Why it could not be judged, or did not apply. */
  readonly reason?: Reason | undefined;
  readonly requests: number;
  readonly kcis: number;
  readonly tookMs: number;
}

/** The line of a case. */
export function caseLineOf(story: CaseStory): CaseLine {
  const { id, title, outcome, reason, startedAt, endedAt } = story.verdict;
  const many = (wanted: Moment['kind']) => story.moments.filter(({ kind }) => kind === wanted).length;
  const tookMs = endedAt - startedAt;
  return { id, title, outcome, reason, requests: many('exchange'), kcis: many('arrival'), tookMs, ...caseMarks(story) };
}

/** The marks of a case; empty for most. */
export function caseMarks({ verdict, found }: CaseStory): Marks {
  const share = shareOf(verdict);
  const waived = found.some(isWaived) ? (found.some(isOpen) ? 'waived in part' : 'waived') : undefined;
  return { ...(share && { share }), ...(waived && { waived }) };
}

/** The line of the case at a place of an index. */
export function lineAt(columns: CaseColumns, place: number): CaseLine {
  return {
    id: columns.ids[place] ?? '',
    title: columnValue(columns.titles, place) ?? '',
    outcome: columnValue(columns.outcomes, place) ?? 'passed',
    reason: columnValue(columns.reasons, place) ?? undefined,
    requests: columns.requests[place] ?? 0,
    kcis: columns.kcis[place] ?? 0,
    tookMs: columns.tookMs[place] ?? 0,
    ...columns.marks[place],
  };
}

/** A case as stored in its block. */
export interface PackedCase extends Omit<CaseStory, 'found' | 'replay'> {
  /** Moments of other timelines that findings of this case rest on. */
  readonly beside: readonly Moment[];
}

/** The id of the element that holds the index. */
export const INDEX = 'assay-run';
/** The id of the element that holds a block. */
export const blockId = (nth: number): string => `assay-block-${nth}`;
