/**
 * How an event stands to what was owed. `again`: the profile lets it be delivered again. `wrong`: it is not as it should
 * be.
 */
export type How = 'right' | 'again' | 'late' | 'early' | 'repeated' | 'changed' | 'wrong';

/** An event of an order. Times are ms after the answer to the order; before it below 0. */
export interface LaneMark {
  /** Of its delivery. */
  readonly seq: number;
  readonly name: string;
  readonly atMs: number;
  /** Until when it was due; absent where nothing says. */
  readonly dueMs?: number;
  readonly how: How;
  /** What the judge found of it. */
  readonly why?: string;
}

/** An order on a scale of time: what came of it, by when it was due, and what never came. */
export interface Lane {
  /** The id of its case. */
  readonly case: string;
  readonly order: string;
  /** In the order they came. */
  readonly marks: readonly LaneMark[];
  readonly missing?: Missing;
  /** The same order in the last good run. */
  readonly ghost?: readonly Pick<LaneMark, 'name' | 'atMs'>[];
}

/** What did not come of an order; `dueMs` as that of events. */
interface Missing {
  readonly names: readonly string[];
  readonly dueMs?: number;
  readonly why: string;
}

/** What is first wrong with an order, in the words that all of its kind share; undefined where nothing is. */
export function troubleOf({ marks, missing }: Pick<Lane, 'marks' | 'missing'>): string | undefined {
  return marks.find(({ why }) => why !== undefined)?.why ?? missing?.why;
}
