import { callsByName, idIn } from '../journey/calls.ts';
import type { AwaitStep, Journey, Json, JsonObject, Unrecorded, WaitOutcome } from '../model.ts';
import type { Fold } from '../record/fold.ts';
import type { Ports } from '../run/ports.ts';
import { createSemaphore } from '../run/semaphore.ts';
import { createWatcher, type JourneyRequests, type Watcher } from '../run/watch.ts';
import { bind } from '../values/bind.ts';
import { bodyJson } from '../wire/wire.ts';
import type { Load } from './load.ts';
import { BEFORE_ALL, type TimedObservation, type WalkedJourney } from './port.ts';

/** What waiting for events needs. */
export type WatchPorts = Pick<Ports, 'contract' | 'profile' | 'target' | 'inbox' | 'clock' | 'signal'>;

/**
 * Enters walks into the books of a load: records their observations as if made here, then waits for the events of their
 * orders as the walker of a certification does.
 */
export function followWalks(load: Pick<Load, 'record' | 'ledger'>, ports: WatchPorts) {
  const waiting = new Set<Promise<void>>();
  let exchanges = 0;

  const recordAll = (observed: WalkedJourney['observed']): void => {
    const known = new Map<number, number>();
    for (const each of observed) {
      if (each.type === 'measured') load.ledger.measured(each);
      else if (!('exchange' in each)) load.record(each);
      else {
        const exchange = known.get(each.exchange) ?? ++exchanges;
        known.set(each.exchange, exchange);
        load.record({ ...each, exchange });
      }
    }
  };

  const finish = async ({ exchanges }: Fold, journey: Journey, observed: WalkedJourney['observed']): Promise<void> => {
    const ended = observed.find(
      (each): each is TimedObservation & { type: 'journey-ended' } => each.type === 'journey-ended',
    );
    recordAll(observed.filter((each) => each !== ended));
    const watcher = watcherOf(journey.id, ports, { record: load.record, ...ordersIn(journey, exchanges) });
    if (ended?.ended === 'finished') {
      const stop = await watcher.watchOwed(journey.kci);
      load.record({ type: 'journey-ended', journey: journey.id, ...(stop ?? { ended: 'finished' }) });
    } else load.record(ended ?? { type: 'journey-ended', journey: journey.id, ended: 'finished' });
    watcher.forget();
    load.ledger.close(journey.id, ports.clock.now());
  };

  return {
    walked: ({ index, journey, observed, intendedAt }: WalkedJourney) => {
      if (index === BEFORE_ALL || !journey) return recordAll(observed);
      const fold = load.ledger.open(journey, intendedAt);
      const finishing = finish(fold, journey, observed).finally(() => waiting.delete(finishing));
      waiting.add(finishing);
    },
    /** No journey waits for events any more. */
    isDrained: () => waiting.size === 0,
    /** Resolves when no journey waits for events any more. */
    drained: async (): Promise<void> => {
      while (waiting.size > 0) await Promise.all(waiting);
    },
  };
}

/** Waits as an `await` step does, in a journey that is walked elsewhere. */
export async function awaitFor(
  journey: Journey,
  name: string,
  orderId: string,
  ports: WatchPorts,
): Promise<WaitOutcome> {
  const step = journey.steps.find((each) => each.kind === 'await' && each.name === name) as AwaitStep | undefined;
  let ended: WaitOutcome = 'interrupted';
  if (!step) return 'impossible';
  const record = (seen: Unrecorded): void => {
    if (seen.type === 'wait-ended') ended = seen.ended;
  };
  await watcherOf(journey.id, ports, { record }).awaitEvents({ ...step, for: orderId });
  return ended;
}

/** Waits for events of a journey that is walked elsewhere, as its walker would. */
export function watcherOf(
  journey: string,
  ports: WatchPorts,
  {
    record = () => {},
    answeredAt = new Map(),
    scope = {},
  }: { readonly record?: (seen: Unrecorded) => unknown } & Partial<AskedOf>,
): Watcher {
  const semaphore = createSemaphore(Number.POSITIVE_INFINITY);
  const caller: JourneyRequests = {
    scope: () => scope,
    answeredAt: (id) => answeredAt.get(id),
    ids: () => answeredAt.keys(),
    // A script waits all the same; the judge expects nothing of what was refused.
    isAccepted: () => true,
    // Moments that answers tell are waited for by the script itself.
    capturedAt: () => undefined,
    // In a load no two tenants choose one id.
    placed: () => [],
  };
  return createWatcher(journey, caller, { ...ports, semaphore, record });
}

/** What a walk requested under ids of its own. */
interface AskedOf {
  /** By the id of a request's subject: when the answer came. */
  readonly answeredAt: ReadonlyMap<string, number>;
  /** The values of the journey, and by capture name what a request sent. */
  readonly scope: JsonObject;
}

/** The answered orders of a journey for which events are promised, each with its `kci` block. */
export function owedIn(journey: Journey, exchanges: Fold['exchanges']) {
  const { answeredAt, scope } = ordersIn(journey, exchanges);
  return journey.kci.flatMap((kci, block) => {
    const orderId = idIn(bind(kci.for, scope).value) ?? '';
    const at = answeredAt.get(orderId);
    return at === undefined ? [] : [{ kci, block, orderId, answeredAt: at }];
  });
}

/** The requests with ids that a walk made, and when they were answered. */
function ordersIn(journey: Journey, exchanges: Fold['exchanges']): AskedOf {
  const answeredAt = new Map<string, number>();
  const scope: Record<string, Json> = { ...journey.values };
  const calls = callsByName(journey);
  for (const { sent, response } of exchanges.values()) {
    const body = bodyJson(sent.body).json;
    const as = calls.get(sent.step)?.as;
    if (as !== undefined && body !== undefined) scope[as] = body;
    const id = idIn(body);
    if (response && id !== undefined) answeredAt.set(id, response.at);
  }
  return { answeredAt, scope };
}
