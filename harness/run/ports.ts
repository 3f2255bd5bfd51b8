import type { Clock, Contract, Json, KciProfile, Target, Unrecorded, WireRequest } from '../model.ts';
import type { ExchangeOf, Outcome } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { Inbox } from './inbox.ts';
import type { Leases } from './lease.ts';
import type { Tokens } from './tokens.ts';

/** What a journey needs of its run. */
export interface Ports {
  readonly contract: Contract;
  readonly target: Target;
  readonly profile: KciProfile;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly record: (observation: Unrecorded) => void;
  readonly exchange: (of: ExchangeOf, request: WireRequest) => Promise<Outcome>;
  readonly tokens: Tokens;
  readonly inbox: Inbox;
  readonly leases: Leases;
  /** Journeys that are sending; one that waits for events stands outside. */
  readonly gate: Gate;
  readonly isSchema: (name: string, value: Json) => string | null;
}
