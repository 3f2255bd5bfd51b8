import { idIn, owedName } from '../journey/calls.ts';
import { gapDeadline } from '../judge/checks/kci-numbering.ts';
import { awaitedPattern, awaitProgress, type KciProgress, kciProgress, type Watch } from '../judge/progress.ts';
import { type AnsweredArrival, retryDeadline } from '../judge/retry.ts';
import { isFinal, ruleOf } from '../kci/stream.ts';
import type { AwaitStep, Journey, JsonObject, KciProfile, ScenarioKci, WaitOutcome, WaitStep } from '../model.ts';
import { bind, references } from '../values/bind.ts';
import { formatDuration } from '../values/duration.ts';
import { isObject } from '../values/pointer.ts';
import { msUntil } from '../values/until.ts';
import { clocksOf } from '../wire/skew.ts';
import { type Caller, missingValue, type PlacedOrder } from './call.ts';
import { eventsOfTenantOrder, type TenantOrder } from './inbox.ts';
import type { Ports, Stop } from './ports.ts';
import { pause, waitFor } from './wait.ts';

/** Waits for one journey: for events of its orders, and for time to pass. Meanwhile other journeys may send. */
export interface Watcher {
  awaitEvents(step: AwaitStep): Promise<Stop | undefined>;
  watchOrder(name: string, owed: ScenarioKci): Promise<Stop | undefined>;
  wait(step: WaitStep): Promise<Stop | undefined>;
  /**
   * After the last step: waits for the events owed to each order, then for retries of refused deliveries and for numbers
   * that are missing, each until its deadline.
   */
  watchOwed(owed: Journey['kci']): Promise<Stop | undefined>;
  /**
   * After a refused amendment or cancellation: waits until the journey's orders have ended, or an end that would explain
   * the refusal is no longer due (the KCI profile's `ahead`).
   */
  watchEnds(): Promise<Stop | undefined>;
  /** Forgets the events of the journey's orders. */
  forget(): void;
}

type AskProgress = (arrivals: readonly AnsweredArrival[], profile: KciProfile, watch: Watch) => KciProgress;

/** What a watcher needs to know of the journey's requests. */
export type JourneyRequests = Pick<Caller, 'scope' | 'answeredAt' | 'isAccepted' | 'capturedAt' | 'ids' | 'placed'>;
/** What a watcher needs of the run. */
type WatcherPorts = Pick<
  Ports,
  'clock' | 'record' | 'signal' | 'inbox' | 'profile' | 'target' | 'awaitElsewhere' | 'skewMeter'
> & { readonly semaphore: Pick<Ports['semaphore'], 'leave' | 'enterAgain'> };

/** A watcher for the journey; `caller` knows what was sent and captured. */
export function createWatcher(journey: string, caller: JourneyRequests, ports: WatcherPorts): Watcher {
  const { clock, record, signal, inbox, semaphore, profile, target, awaitElsewhere, skewMeter } = ports;

  /** Asks again at each event of the order, and at the time that the last answer named. */
  const until = async (order: TenantOrder, acceptedAt: number, ask: AskProgress): Promise<WaitOutcome> => {
    const listeningSince = clock.now();
    for (;;) {
      const next = inbox.nextOf(order.id);
      const watch = { acceptedAt, now: clock.now(), capMs: target.deadlines.kciMs, listeningSince };
      const { state, deadline, recheckAt } = ask(eventsOfTenantOrder(inbox, order, caller.placed()), profile, watch);
      if (state === 'complete') return 'met';
      if (state === 'impossible') return watch.now >= deadline ? 'expired' : 'impossible';
      const waited = await waitFor(clock, signal, next, recheckAt - watch.now);
      if (waited === 'interrupted') return waited;
    }
  };

  const untilNoneIsLate = async (orderId: string, lateBy: typeof retryDeadline): Promise<WaitOutcome> => {
    for (;;) {
      const next = inbox.nextOf(orderId);
      const deadline = lateBy(profile, inbox.eventsOf(orderId));
      if (deadline === undefined) return 'met';
      if (clock.now() >= deadline) return 'expired';
      if ((await waitFor(clock, signal, next, deadline - clock.now())) === 'interrupted') return 'interrupted';
    }
  };

  const outside = async (name: string, wait: () => Promise<WaitOutcome>): Promise<Stop | undefined> => {
    const startedAt = clock.now();
    semaphore.leave();
    const ended = await wait();
    // Ahead of journeys that have not started.
    await semaphore.enterAgain();
    record({ type: 'wait-ended', journey, wait: name, startedAt, ended });
    if (ended === 'interrupted') return { ended };
    return ended === 'met' ? undefined : { ended: 'stopped' };
  };

  const lateOf = async (
    name: string,
    ids: readonly string[],
    lateBy: typeof retryDeadline,
  ): Promise<Stop | undefined> =>
    ids.length === 0
      ? undefined
      : outside(name, async () => {
          for (const id of ids) {
            const ended = await untilNoneIsLate(id, lateBy);
            if (ended !== 'met') return ended;
          }
          return 'met';
        });

  const watchLate = async (): Promise<Stop | undefined> => {
    const refused = [...caller.ids()].filter(inbox.isRefusing);
    const retried = await lateOf('retries', refused, retryDeadline);
    if (retried) return retried;
    const gapped = [...caller.ids()].filter((id) => gapDeadline(profile, inbox.eventsOf(id)) !== undefined);
    const came = await lateOf('numbers', gapped, gapDeadline);
    return came?.ended === 'interrupted' ? came : undefined;
  };

  const watchOrder: Watcher['watchOrder'] = async (name, owed) => {
    const order = placedOrderOf(owed.for, caller.scope());
    if (order === undefined) return missingValue(name, [owed.for]);
    const since = caller.answeredAt(order.id) ?? clock.now();
    return outside(name, () => until(order, since, (...watched) => kciProgress(owed, ...watched)));
  };

  const isRefused = ({ id, tenant }: TenantOrder): boolean => {
    const isMeant = (each: PlacedOrder): boolean =>
      each.id === id && (tenant === undefined || each.body.tenant === tenant);
    return (caller.placed().findLast(isMeant)?.status ?? 0) >= 400;
  };

  /** The events of an order that are steps of its course. */
  const courseOf = (reference: string): readonly AnsweredArrival[] => {
    const order = placedOrderOf(reference, caller.scope());
    const arrivals = order ? eventsOfTenantOrder(inbox, order, caller.placed()) : [];
    return arrivals.filter(({ event }) => !ruleOf(profile, event)?.interleaves);
  };

  /** How long until an order ends as the order `like` did, less `lessMs`. */
  const msUntilEnd = (until: string, { like = '', lessMs = 0 }: WaitStep): number => {
    const endsAt = expectedEnd(courseOf(until), courseOf(like));
    return endsAt === undefined ? 0 : Math.max(0, endsAt - lessMs - clock.now());
  };

  return {
    awaitEvents: async (step) => {
      const order = placedOrderOf(step.for, caller.scope());
      if (order === undefined) return missingValue(step.name, [step.for]);
      const pattern = awaitedPattern(step, caller.isAccepted);
      if (!pattern) return outside(step.name, async () => 'met');
      // A refused order brings no events.
      if (isRefused(order)) return outside(step.name, async () => 'impossible');
      return outside(
        step.name,
        () =>
          awaitElsewhere?.(step, order.id) ??
          until(order, clock.now(), (...watched) => awaitProgress({ ...step, pattern }, ...watched)),
      );
    },
    watchOrder,
    watchOwed: async (owed) => {
      for (const [i, each] of owed.entries()) {
        const stop = await watchOrder(owedName(i), each);
        if (stop?.ended === 'interrupted') return stop;
        if (stop) return (await watchLate()) ?? stop;
      }
      return watchLate();
    },
    watchEnds: () => {
      const owedUntil = clock.now() + profile.delivery.aheadMs;
      const hasEnded = (arrivals: readonly AnsweredArrival[]): boolean =>
        arrivals.some(({ event }) => isFinal(profile, event));
      const ids = caller.placed().map(({ id }) => id);
      return lateOf('ends', ids, (_, arrivals) => (hasEnded(arrivals) ? undefined : owedUntil));
    },
    wait: async (step) => {
      const { until = '' } = step;
      const toldAt = references(until).map(caller.capturedAt)[0];
      const moment = bind(until, caller.scope()).value;
      const clocks = clocksOf(skewMeter?.skew());
      const ms =
        step.forMs ??
        (step.like ? msUntilEnd(until, step) : msUntil(moment, clock.now(), { short: step.short, toldAt, clocks }));
      if (ms === undefined) return missingValue(step.name, [until]);
      const { waitMs } = target.deadlines;
      if (waitMs !== null && ms > waitMs) {
        const detail = `step ${step.name} waits ${formatDuration(ms)}, the target file allows ${formatDuration(waitMs)}`;
        return { ended: 'stopped', reason: 'wait-too-long', detail };
      }
      return outside(step.name, async () => {
        const waited = await pause(clock, signal, ms);
        return waited === 'expired' ? 'met' : waited;
      });
    },
    forget: () => {
      for (const id of caller.ids()) inbox.forget(id);
    },
  };
}

/** When the end of an open order comes, if it takes as long after its last event as that of the ended one did. */
function expectedEnd(open: readonly AnsweredArrival[], ended: readonly AnsweredArrival[]): number | undefined {
  const [before, end] = ended.slice(-2);
  const last = open.at(-1);
  if (!before || !end || !last) return undefined;
  // Events tell better when they happened than when they came.
  const happened = ({ event, at }: AnsweredArrival): number => event.issuedAt ?? at;
  const behindMs = Math.min(...[...ended, ...open].map((each) => each.at - happened(each)));
  return happened(last) + happened(end) - happened(before) + behindMs;
}

/** The order that a reference means: that of the captured request, or the one with the value as its id. */
function placedOrderOf(reference: string, scope: JsonObject): TenantOrder | undefined {
  const { value } = bind(reference, scope);
  const id = idIn(value);
  return id === undefined ? undefined : { id, ...(isObject(value) && { tenant: value.tenant }) };
}
