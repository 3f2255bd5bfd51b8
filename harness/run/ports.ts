import type { AwaitStep, Clock, Json, Reason, TestSetup, Unrecorded, WaitEnded } from '../model.ts';
import type { SkewMeter } from '../wire/skew.ts';
import type { Gate } from './gate.ts';
import type { Inbox } from './inbox.ts';
import type { Leases } from './lease.ts';
import type { Restorer } from './restore.ts';
import type { TokenCache } from './tokens.ts';
import type { Exchanging } from './tries.ts';

/** What a journey needs of its run. */
export interface Ports extends Omit<TestSetup, 'world'> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly record: (observation: Unrecorded) => void;
  readonly addSecret: (name: string, value: string) => void;
  /** Until the request of a step may leave, as the target's limits say. */
  readonly pace: (step: string) => Promise<void>;
  readonly exchange: Exchanging;
  /** What is known of the target's clock. */
  readonly skewMeter?: Pick<SkewMeter, 'skew'> | undefined;
  readonly tokens: TokenCache;
  readonly inbox: Inbox;
  readonly leases: Leases;
  /** Looks after the addresses that are lent; none in a load, and none for housekeeping itself. */
  readonly restorer?: Restorer | undefined;
  /** Journeys that are sending; one that waits for events stands outside. */
  readonly gate: Gate;
  /** Asks the person who runs the gateway for something, and waits; undefined: done, else why not. */
  readonly operator?: ((question: string) => Promise<string | undefined>) | undefined;
  readonly isSchema: (name: string, value: Json) => string | null;
  /** Waits as an `await` step does where deliveries come in at another process than this one, which is under k6. */
  readonly awaitElsewhere?: ((step: AwaitStep, orderId: string) => Promise<WaitEnded['ended']>) | undefined;
}

/** Why a journey ended before its last step. */
export interface Stop {
  readonly ended: 'stopped' | 'interrupted';
  readonly reason?: Reason;
  readonly detail?: string;
}
