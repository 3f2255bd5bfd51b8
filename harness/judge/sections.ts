import type { Observation, Plan } from '../model.ts';
import type { History } from './history.ts';

/** The record of one of several runs that share a plan, with the journeys that it walked. */
export interface Section {
  readonly record: readonly Observation[];
  readonly plan: Plan;
}

/**
 * The runs in a record that was joined of several: each begins where it says so. What one run's receiver took of an order
 * that another placed belongs to the other; what a run watched of its orders ends with that run.
 */
export function sectionsOf(record: readonly Observation[], plan: Plan, whole: History): readonly Section[] {
  const starts = record.flatMap(({ type }, i) => (type === 'run-started' ? [i] : []));
  if (starts.length < 2) return [{ record, plan }];
  const parts = starts.map((start, i) => record.slice(i === 0 ? 0 : start, starts[i + 1]));
  const firstSeqs = starts.map((start, i) => (i === 0 ? 0 : (record[start]?.seq ?? 0)));
  const sectionOf = (seq: number): number => firstSeqs.findLastIndex((first) => first <= seq);

  const moved = new Map<number, number>();
  for (const { seen, event } of whole.deliveries) {
    const placed = event.orderId === undefined ? undefined : whole.orders.get(event.orderId)?.placed;
    const owner = placed && sectionOf(placed.sent.seq);
    if (owner !== undefined && owner !== sectionOf(seen.seq)) moved.set(seen.seq, owner);
  }
  const unended = Math.max(
    0,
    parts.findIndex((part) => !hasFinished(part)),
  );
  const walkedIn = (id: string): number => {
    const started = whole.journeys.get(id)?.started;
    return started ? sectionOf(started.seq) : unended;
  };
  return parts.map((part, nth) => {
    const stayed = part.filter(({ seq }) => !moved.has(seq));
    const came = record.filter(({ seq }) => moved.get(seq) === nth);
    const { shard: _, ...rest } = plan;
    return {
      record: came.reduce(putByTime, stayed),
      plan: { ...rest, journeys: plan.journeys.filter(({ id }) => walkedIn(id) === nth) },
    };
  });
}

/** From the first run's beginning to the last one's end, which is a good one only where all ended well. */
export function spanOf(record: readonly Observation[]): Pick<History, 'started' | 'ended' | 'horizon'> {
  const starts = record.filter((each) => each.type === 'run-started').sort((a, b) => a.at - b.at);
  const ends = record.filter((each) => each.type === 'run-ended').sort((a, b) => a.at - b.at);
  const [started] = starts;
  const last = ends.at(-1);
  const interrupted = ends.find(({ ended }) => ended === 'interrupted');
  const ended = ends.length === starts.length ? (interrupted ?? last) : undefined;
  return {
    horizon: record.reduce((latest, { at }) => Math.max(latest, at), 0),
    ...(started ? { started } : {}),
    ...(ended ? { ended } : {}),
  };
}

/** Whether all runs asked the same gateway. One on the loopback, or in the process, may have been each run's own. */
export function haveOneGateway(record: readonly Observation[]): boolean {
  const addresses = new Set(record.flatMap((each) => (each.type === 'run-started' ? [each.baseUrl] : [])));
  return addresses.size === 1 && [...addresses].every((url) => !OWN.test(new URL(url).hostname));
}

/** The loopback, and names that resolve nowhere (RFC 2606). */
const OWN = /^(127\.|\[::1\]$|localhost$)|\.invalid$/;

function hasFinished(part: readonly Observation[]): boolean {
  const last = part.at(-1);
  return last?.type === 'run-ended' && last.ended === 'finished';
}

/** A run that had ended does not hear of it: what comes after its last observation makes it no longer. */
function putByTime(record: readonly Observation[], came: Observation): readonly Observation[] {
  const at = record.findIndex((each) => each.at > came.at);
  return record.toSpliced(at === -1 ? Math.max(0, record.length - 1) : at, 0, came);
}
