import type { Clock, Contract, Journey, KciProfile, Target } from '../model.ts';
import type { Caller } from '../run/call.ts';
import { createGate } from '../run/gate.ts';
import type { Inbox } from '../run/inbox.ts';
import type { Ports } from '../run/ports.ts';
import { createWatcher, type Watcher } from '../run/watch.ts';
import type { Awaited } from './port.ts';

/** What waiting for events asks for. */
export interface WatchPorts {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly target: Target;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Waits for events of a journey that is walked elsewhere, as its walker would; `ids` are those of its orders. */
export function watchOutside(
  journey: string,
  answeredAt: Caller['answeredAt'],
  record: Ports['record'],
  ports: WatchPorts,
  ids: readonly string[] = [],
): Watcher {
  const caller = { scope: () => ({}), answeredAt, ids: () => ids } as unknown as Caller;
  const gate = createGate(Number.POSITIVE_INFINITY);
  return createWatcher(journey, caller, { ...ports, gate, record } as unknown as Ports);
}

/** Waits as the `await` step of that name does, in a journey that is walked elsewhere. */
export async function awaitOutside(
  journey: Journey,
  step: string,
  orderId: string,
  ports: WatchPorts,
): Promise<Awaited> {
  const found = journey.steps.find(({ name }) => name === step);
  if (found?.kind !== 'await') return 'impossible';
  let ended: Awaited = 'interrupted';
  const watcher = watchOutside(
    journey.id,
    () => undefined,
    (seen) => {
      if (seen.type === 'wait-ended') ended = seen.ended;
    },
    ports,
  );
  await watcher.awaitEvents({ ...found, for: orderId });
  return ended;
}
