import type { Journey, Observation, Plan } from '../model.ts';
import type { History } from './history.ts';
import { orderOf } from './orders.ts';

/** One run of a record that holds several, with the journeys that it finished. */
interface RunSection {
  readonly record: readonly Observation[];
  readonly plan: Plan;
  /** Journeys that it began, but that the run which resumed it walked again. */
  readonly superseded: readonly Journey[];
}

/**
 * The runs in a record: joined shards, and runs that resumed one that was interrupted. Each begins with its `run-started`.
 * A delivery that one run's receiver took for another run's order is moved to that run; a run watches its orders only until
 * it ends. Between an interrupted run and its resumption nobody listened, so later events of the former's orders may lack
 * earlier ones, and count nowhere; nor do events of a walk that was made again.
 */
export function runSections(record: readonly Observation[], plan: Plan, whole: History): readonly RunSection[] {
  const starts = record.flatMap(({ type }, i) => (type === 'run-started' ? [i] : []));
  if (starts.length < 2) return [{ record, plan, superseded: [] }];
  const parts = starts.map((start, i) => record.slice(i === 0 ? 0 : start, starts[i + 1]));
  const firstSeqs = starts.map((start, i) => (i === 0 ? 0 : (record[start]?.seq ?? 0)));
  const sectionOf = (seq: number): number => firstSeqs.findLastIndex((first) => first <= seq);
  const runs = runsOf(parts);
  const runOf = (nth: number): number => runs.findIndex((run) => run.includes(nth));

  const unended = runs.find((run) => !hasFinished(parts[run.at(-1) ?? 0]))?.at(-1) ?? 0;
  const walkedIn = (id: string): number => {
    const started = whole.journeys.get(id)?.started;
    return started ? sectionOf(started.seq) : unended;
  };

  const moved = new Map<number, number | 'nowhere'>();
  for (const { seen, event } of whole.deliveries) {
    const placed = orderOf(whole.orders, { event })?.placed;
    if (!placed) continue;
    const [owner, taker] = [sectionOf(placed.sent.seq), sectionOf(seen.seq)];
    const isBrokenOff = whole.journeys.has(placed.sent.journey) && walkedIn(placed.sent.journey) !== owner;
    if (isBrokenOff || (owner !== taker && runOf(owner) === runOf(taker))) moved.set(seen.seq, 'nowhere');
    else if (owner !== taker) moved.set(seen.seq, owner);
  }
  // Events of housekeeping are ignored, whichever run received them.
  const heard = new Set([...whole.deliveries, ...whole.unproven].map(({ seen }) => seen.seq));
  for (const { type, seq } of record) if (type === 'delivery-received' && !heard.has(seq)) moved.set(seq, 'nowhere');
  return parts.map((part, nth) => {
    const stayed = part.filter(({ seq }) => !moved.has(seq));
    const came = record.filter(({ seq }) => moved.get(seq) === nth);
    const begun = new Set(part.flatMap((each) => (each.type === 'journey-started' ? [each.journey] : [])));
    const { shard: _, ...rest } = plan;
    return {
      record: came.reduce(putByTime, stayed),
      plan: { ...rest, journeys: plan.journeys.filter(({ id }) => walkedIn(id) === nth) },
      superseded: plan.journeys.filter(({ id }) => begun.has(id) && walkedIn(id) !== nth),
    };
  });
}

/** The indices of the parts that make up each run: itself, and the runs that resumed it. */
function runsOf(parts: readonly (readonly Observation[])[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [nth, part] of parts.entries()) {
    const started = part.find((each) => each.type === 'run-started');
    const run = runs.at(-1);
    if (run && started?.resumes) run.push(nth);
    else runs.push([nth]);
  }
  return runs;
}

/** From the start of the first run to the end of the last, which counts as finished only if all finished. */
export function wholeSpan(record: readonly Observation[]): Pick<History, 'started' | 'ended' | 'horizon'> {
  const begun = record.filter((each) => each.type === 'run-started');
  const [started] = begun.toSorted((a, b) => a.at - b.at);
  // The last resumption tells how a run ended.
  const lasts = begun.filter((_, i) => !begun[i + 1]?.resumes);
  const ends = lasts.map(({ seq }) => {
    const after = record.filter((each) => each.seq > seq);
    const [next] = after.filter(({ type }) => type === 'run-started' || type === 'run-ended');
    return next?.type === 'run-ended' ? next : undefined;
  });
  const whole = ends.flatMap((end) => end ?? []).sort((a, b) => a.at - b.at);
  const interrupted = whole.find(({ ended }) => ended === 'interrupted');
  const ended = whole.length === ends.length ? (interrupted ?? whole.at(-1)) : undefined;
  return {
    horizon: record.reduce((latest, { at }) => Math.max(latest, at), 0),
    ...(started ? { started } : {}),
    ...(ended ? { ended } : {}),
  };
}

/** Whether all runs used the same gateway. On the loopback, or in the process, each may have had its own. */
export function haveOneGateway(record: readonly Observation[]): boolean {
  const addresses = new Set(record.flatMap((each) => (each.type === 'run-started' ? [each.baseUrl] : [])));
  return addresses.size === 1 && [...addresses].every((url) => !OWN.test(new URL(url).hostname));
}

/** The loopback, and names that never resolve (RFC 2606). */
const OWN = /^(127\.|\[::1\]$|localhost$)|\.invalid$/;

function hasFinished(part: readonly Observation[] | undefined): boolean {
  const last = part?.at(-1);
  return last?.type === 'run-ended' && last.ended === 'finished';
}

/**
 * Inserts an observation by time, but at the latest before the end of the record, so that the run does not become longer.
 */
function putByTime(record: readonly Observation[], came: Observation): readonly Observation[] {
  const at = record.findIndex((each) => each.at > came.at);
  return record.toSpliced(at === -1 ? Math.max(0, record.length - 1) : at, 0, came);
}
