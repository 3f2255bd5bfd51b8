import type { Clock, Contract, KciProfile, Target } from '../model.ts';
import type { Caller } from '../run/call.ts';
import { createGate } from '../run/gate.ts';
import type { Inbox } from '../run/inbox.ts';
import type { Ports } from '../run/ports.ts';
import { createWatcher, type Watcher } from '../run/watch.ts';

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
