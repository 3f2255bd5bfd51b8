import type { DeliveryRefusal, ExchangeRef, Journey, Unrecorded, WaitOutcome } from '../model.ts';
import type { OrderNews } from './order-book.ts';

/** An observation made outside this process, with its time on this process's clock. */
export type TimedObservation = Unrecorded & { readonly at: number };

/** An exchange of which only its times and its (right) status are known. */
export interface Measured extends ExchangeRef {
  readonly type: 'measured';
  readonly sentAt: number;
  readonly at: number;
  readonly tookMs: number;
  readonly status: number;
}

/** What came since the collector last asked, and what is still pending. */
export interface Feed extends OrderNews {
  /** Orders whose events have not all come, at this moment. */
  readonly pending: number;
  /** Whether nothing is pending for all journeys walked so far. */
  readonly isDrained: boolean;
}

/** The index under which an engine hands in what it did before the first journey: its requests for tokens. */
export const BEFORE_ALL = -1;

/** A walk that is over, of any engine. */
export interface WalkedJourney {
  /** `BEFORE_ALL`, without a journey, for what belongs to none, such as requests for shared tokens. */
  readonly index: number;
  readonly journey: Journey | null;
  /** When it should have begun. */
  readonly intendedAt: number;
  /** All observations, in order. Exchange numbers are unique only within them. */
  readonly observed: readonly (TimedObservation | Measured)[];
}

/** A journey by its name and the ids that its requests will carry. */
export type ExpectedJourney = Pick<Journey, 'id' | 'values'>;

/** How an engine, in this process or another, hands in what its walks observed, and learns of events that came in here. */
export interface LoadPort {
  /** A token that the engine received; called before the token is used, so that every copy of it is redacted. */
  learnt(kind: string, value: string): void;
  /** A journey is about to be walked: deliveries for its orders that come before its report are kept for it. */
  expect(journey: ExpectedJourney): void;
  /** Called once for each walked journey, and any number of times with what belongs to none. */
  walked(walked: WalkedJourney): void;
  /** Waits as the `await` step with this name does. */
  awaitEvents(journey: Journey, step: string, orderId: string): Promise<WaitOutcome>;
  /** Makes the receiver refuse deliveries about an order that is sent next. */
  turnAway(orderId: string, how: DeliveryRefusal): void;
}
