import type { ExchangeRef, Journey, TurningAway, Unrecorded } from '../model.ts';
import type { OrderNews } from './order-book.ts';

/** An observation made outside this process, with its time on this process's clock. */
export type Timed = Unrecorded & { readonly at: number };

/** An exchange of which no more is known than when it was and its status, which was right. */
export interface Measured extends ExchangeRef {
  readonly type: 'measured';
  readonly sentAt: number;
  readonly at: number;
  readonly tookMs: number;
  readonly status: number;
}

/** How waiting for an order's events ended. */
export type Awaited = 'met' | 'impossible' | 'expired' | 'interrupted';

/** What came since the collector last asked, and what is still owed. */
export interface Feed extends OrderNews {
  /** Orders, at this moment, whose events have not all come. */
  readonly pending: number;
  /** Nothing is pending of all journeys that were walked so far. */
  readonly isDrained: boolean;
}

/** The index under which an engine hands in what it did before the first journey: its requests for tokens. */
export const BEFORE_ALL = -1;

/** A walk that is over, by whichever engine. */
export interface WalkedJourney {
  /** `BEFORE_ALL`, and no journey: what belongs to none, as requests for tokens that many share. */
  readonly index: number;
  readonly journey: Journey | null;
  /** When it should have begun. */
  readonly intendedAt: number;
  /** All that was observed, in order; an exchange's number is its own only within this. */
  readonly observed: readonly (Timed | Measured)[];
}

/** A journey by its name and the ids that its requests will carry. */
export type Expected = Pick<Journey, 'id' | 'values'>;

/** How an engine, in this process or not, hands in what its walks observed, and hears of events that came in here. */
export interface LoadPort {
  /** A token that the engine was given, told before anything is asked with it: whatever repeats it is redacted. */
  learnt(kind: string, value: string): void;
  /** A journey is about to be walked: what comes of its orders before that is told is kept for it. */
  expect(journey: Expected): void;
  /** Called once for each journey that was walked to its end, and once or more with what belongs to none. */
  walked(walked: WalkedJourney): void;
  /** Waits as the `await` step of that name does. */
  awaitEvents(journey: Journey, step: string, orderId: string): Promise<Awaited>;
  /** Has the receiver turn away deliveries about an order that is sent next. */
  turnAway(orderId: string, how: TurningAway): void;
}
