/**
 * The state of an event. `again`: a repeated delivery that the profile allows. `wrong`: the event is not as it should be.
 */
export type How = 'right' | 'again' | 'late' | 'early' | 'repeated' | 'changed' | 'wrong';

/** An event of an order. Times are ms after the answer to the order; negative before it. */
export interface LaneMark {
  /** The `seq` of its delivery. */
  readonly seq: number;
  readonly name: string;
  readonly atMs: number;
  /** When it was due at the latest; absent if unknown. */
  readonly dueMs?: number;
  readonly how: How;
  /** The judge's finding about it. */
  readonly why?: string;
}

/** An order on a time scale: its events, when they were due, and what never came. */
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

/** What did not come of an order; `dueMs` as for events. */
interface Missing {
  readonly names: readonly string[];
  readonly dueMs?: number;
  readonly why: string;
}

/** The first thing wrong with an order, in the words of its kind; undefined if nothing is. */
export function troubleOf({ marks, missing }: Pick<Lane, 'marks' | 'missing'>): string | undefined {
  return marks.find(({ why }) => why !== undefined)?.why ?? missing?.why;
}
