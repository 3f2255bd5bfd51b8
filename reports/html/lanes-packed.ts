import type { Lane, LaneMark } from '../story/lane.ts';

/** The lanes of a page as columns: of a hundred thousand orders, an app reads only the visible ones. */
export type PackedLanes = ReturnType<typeof packLanes>;

/** The id of the element that holds the lanes. */
export const LANES = 'assay-lanes';

/** Packs lanes; `placeOf` gives the place of a lane's case in the index. */
export function packLanes(lanes: readonly Lane[], placeOf: (lane: Lane, nth: number) => number) {
  const marks = lanes.flatMap((lane) =>
    lane.marks.map((mark, i) => ({ ...mark, before: lane.marks[i - 1]?.atMs ?? 0 })),
  );
  const names = [...new Set(marks.map(({ name }) => name))];
  const nth = new Map(names.map((name, i) => [name, i]));
  return {
    orders: lanes.map(({ order }) => order),
    /** Places of their cases in the index of the page; −1 if there is none. */
    cases: lanes.map(placeOf),
    /** How many events each order has; the columns below have one value for each event, lane after lane. */
    sizes: lanes.map((lane) => lane.marks.length),
    name: marks.map(({ name }) => nth.get(name) ?? 0),
    /** ms after the previous event of the lane. */
    after: marks.map(({ atMs, before }) => atMs - before),
    /** When it was due, in ms after the previous event; −1 if unknown. */
    due: marks.map(({ dueMs, before }) => (dueMs === undefined ? -1 : Math.max(0, dueMs - before))),
    /** The difference to the `seq` of the previous delivery. */
    seq: marks.map(({ seq }, i) => seq - (marks[i - 1]?.seq ?? 0)),
    /** By the place of the event: the marks of the few events that are not right. */
    marks: sparse(marks, ({ how, why }) => (how === 'right' ? undefined : { how, ...(why !== undefined && { why }) })),
    names,
    /** By the place of the lane. */
    missing: sparse(lanes, ({ missing }) => missing),
    ghosts: sparse(lanes, ({ ghost }) => ghost),
    /** The range of time to draw. */
    span: laneExtent(lanes),
  };
}

/** The longest time in the lanes, of an event or its due time, and the shortest that must be distinguishable. */
export function laneExtent(lanes: readonly Lane[]): { readonly longestMs: number; readonly shortestMs: number } {
  let [longestMs, shortestMs] = [1_000, 1_000];
  for (const { marks, missing, ghost = [] } of lanes) {
    for (const { atMs, dueMs = 0 } of marks) {
      longestMs = Math.max(longestMs, atMs, dueMs);
      if (atMs > 0) shortestMs = Math.min(shortestMs, atMs);
    }
    for (const { atMs } of ghost) longestMs = Math.max(longestMs, atMs);
    longestMs = Math.max(longestMs, missing?.dueMs ?? 0);
  }
  return { longestMs, shortestMs: Math.max(MIN_MS, shortestMs) };
}

const MIN_MS = 10;

function sparse<T, U>(all: readonly T[], of: (one: T) => U | undefined): Record<number, U> {
  return Object.fromEntries(all.flatMap((one, i) => (of(one) === undefined ? [] : [[i, of(one) as U]])));
}

/** Packed lanes that can be read one by one. */
export type ReadLanes = ReturnType<typeof readLanes>;

/** Opens packed lanes. `idAt` gives the id of the case at a place of the index. */
export function readLanes(packed: PackedLanes, idAt: (place: number) => string) {
  const { sizes, after, seq } = packed;
  const from = new Uint32Array(sizes.length + 1);
  const atMs = new Float64Array(after.length);
  const seqs = new Float64Array(after.length);
  for (let lane = 0, i = 0; lane < sizes.length; lane += 1) {
    from[lane] = i;
    let at = 0;
    for (const end = i + (sizes[lane] ?? 0); i < end; i += 1) {
      at += after[i] ?? 0;
      atMs[i] = at;
      seqs[i] = (seqs[i - 1] ?? 0) + (seq[i] ?? 0);
    }
    from[lane + 1] = i;
  }
  const markAt = (i: number): LaneMark => {
    const dueMs = packed.due[i] ?? -1;
    return {
      seq: seqs[i] ?? 0,
      name: packed.names[packed.name[i] ?? 0] ?? '',
      atMs: atMs[i] ?? 0,
      ...(dueMs >= 0 && { dueMs: (atMs[i] ?? 0) - (after[i] ?? 0) + dueMs }),
      how: 'right',
      ...packed.marks[i],
    };
  };
  return {
    packed,
    /** The index of each lane's first event; one more entry than there are lanes. */
    from,
    /** When each event came, ms after the answer to its order. */
    atMs,
    at: (nth: number): Lane & { readonly place: number } => {
      const [missing, ghost, place = -1] = [packed.missing[nth], packed.ghosts[nth], packed.cases[nth]];
      return {
        place,
        case: idAt(place),
        order: packed.orders[nth] ?? '',
        marks: Array.from({ length: packed.sizes[nth] ?? 0 }, (_, i) => markAt((from[nth] ?? 0) + i)),
        ...(missing && { missing }),
        ...(ghost && { ghost }),
      };
    },
  };
}
