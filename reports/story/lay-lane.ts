import { eventItems } from '../../harness/kci/pattern.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import { meaningOf } from '../../harness/meanings.ts';
import type { Check, Finding, KciProfile, ScenarioKci } from '../../harness/model.ts';
import type { AskedOrder, EventArrival } from '../../harness/record/orders.ts';
import type { How, Lane, LaneMark } from './lane.ts';

/** An order and what came of it. */
interface LaidOrder extends Pick<AskedOrder, 'id' | 'acceptedAt'> {
  readonly arrivals: readonly (Pick<EventArrival, 'at' | 'event'> & { readonly seen: { readonly seq: number } })[];
}

/** What laying out an order needs: its journey, and the failed checks about it. */
interface LaneFacts {
  readonly journey?: { readonly kci: readonly Pick<ScenarioKci, 'pattern' | 'withinMs'>[] } | undefined;
  readonly profile: KciProfile;
  readonly about?: readonly Check[];
}

/**
 * One order, with when each of its events was due: by the profile after the event before it, by its scenario after the
 * order.
 */
export function laneOf(order: LaidOrder, { journey, profile, about = [] }: LaneFacts): Omit<Lane, 'case'> {
  const { arrivals, id, acceptedAt: since = arrivals[0]?.at ?? 0 } = order;
  const { firstWithinMs, betweenWithinMs } = profile.delivery;
  const own = new Map<string, number>();
  const items = (journey?.kci ?? []).flatMap(({ pattern }) => eventItems(pattern));
  for (const { name, withinMs } of items) if (withinMs !== undefined) own.set(name, withinMs);
  const wholeMs = Math.min(...(journey?.kci.map(({ withinMs }) => withinMs) ?? []));
  const stream = new Set(streamOf(profile, arrivals));
  const names = new Set<string>();
  let nextMs = firstWithinMs;
  const marks = arrivals.map((arrival): LaneMark => {
    const { event, at, seen } = arrival;
    const name = event.name ?? event.wireName ?? 'no event';
    const atMs = at - since;
    const found = about.find((check) => check.seq === seen.seq && howOf(check) !== 'missing' && isOf(check, name));
    const common = { seq: seen.seq, name, atMs };
    const how = found && (howOf(found) as How);
    // An event that has no place because it already came counts as repeated.
    const why = how && { how: how === 'early' && names.has(name) ? 'repeated' : how, why: wordsOf(found) };
    names.add(name);
    if (!stream.has(arrival)) return { ...common, how: 'again', ...why };
    const dueMs = Math.min(nextMs, own.get(name) ?? wholeMs);
    nextMs = profile.events[name]?.waitsFor ? Number.POSITIVE_INFINITY : Math.max(0, atMs) + betweenWithinMs;
    // An event that the judge accepted had more time than is known here.
    const isKnown = Number.isFinite(dueMs) && (why !== undefined || atMs <= dueMs);
    return { ...common, ...(isKnown && { dueMs }), how: 'right', ...why };
  });
  const lack = about.find((check) => howOf(check) === 'missing');
  const dueMs = Math.min(nextMs, wholeMs);
  return {
    order: id,
    marks,
    ...(lack && {
      missing: { names: namesIn(lack), ...(Number.isFinite(dueMs) && { dueMs }), why: wordsOf(lack) },
    }),
  };
}

function findingOf({ result }: Check): Finding | undefined {
  return 'finding' in result ? result.finding : undefined;
}

function howOf(check: Check): How | 'missing' {
  return meaningOf(findingOf(check)?.fact).how ?? 'wrong';
}

/** Whether a check is about this event; a delivery may contain several. */
function isOf(check: Check, name: string): boolean {
  const fact = findingOf(check)?.fact;
  return fact === undefined || !('event' in fact) || fact.event === name;
}

function wordsOf(check: Check): string {
  const finding = findingOf(check);
  return finding?.kind ?? finding?.summary ?? check.check;
}

/** The names of missing events, if the fact has them. */
function namesIn(check: Check): readonly string[] {
  const fact = findingOf(check)?.fact;
  if (fact === undefined) return [];
  return 'next' in fact ? fact.next : 'missing' in fact ? fact.missing : [];
}
