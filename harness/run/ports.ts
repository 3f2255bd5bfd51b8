import type { AwaitStep, Clock, Json, Reason, TestSetup, Unrecorded, WaitOutcome } from '../model.ts';
import type { SkewMeter } from '../wire/skew.ts';
import type { Inbox } from './inbox.ts';
import type { Leases } from './lease.ts';
import type { BookedSlots } from './overtaken.ts';
import type { Restorer } from './restore.ts';
import type { Semaphore } from './semaphore.ts';
import type { TokenCache } from './tokens.ts';
import type { RetriedExchange } from './tries.ts';

/** What a journey needs of its run. */
export interface Ports extends Omit<TestSetup, 'world'> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly record: (observation: Unrecorded) => void;
  readonly addSecret: (name: string, value: string) => void;
  /** Resolves when the request of a step may leave, by the target's limits. */
  readonly pace: (step: string) => Promise<void>;
  readonly exchange: RetriedExchange;
  /** The measured offset of the target's clock. */
  readonly skewMeter?: Pick<SkewMeter, 'skew'> | undefined;
  readonly tokens: TokenCache;
  readonly inbox: Inbox;
  readonly leases: Leases;
  /** Absent in a load, whose journeys ask for slots as its script says. */
  readonly booked?: BookedSlots;
  /** Looks after lent addresses; absent in a load, and for housekeeping itself. */
  readonly restorer?: Restorer | undefined;
  /** Limits how many journeys may send; a journey that waits for events releases it. */
  readonly semaphore: Semaphore;
  /** Asks the person who runs the gateway, and waits; undefined if done, else why not. */
  readonly operator?: ((question: string) => Promise<string | undefined>) | undefined;
  readonly isSchema: (name: string, value: Json) => string | null;
  /** Waits for an `await` step if deliveries come in at another process, as with k6. */
  readonly awaitElsewhere?: ((step: AwaitStep, orderId: string) => Promise<WaitOutcome>) | undefined;
}

/** Why a journey ended before its last step. */
export interface Stop {
  readonly ended: 'stopped' | 'interrupted';
  readonly reason?: Reason;
  readonly detail?: string;
}
