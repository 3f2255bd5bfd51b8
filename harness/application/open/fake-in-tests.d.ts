/**
 * The fake for the tests of a client, as `assay/fake` exports it. Declared by itself: nobody's compiler reads the rest of
 * Assay.
 */
import type { RequestHandler } from 'msw';

/** What a test says of its fake; everything has a default. Times in ms. */
export interface FakeOptions {
  /**
   * Whose tenants, world and profile it has: a name in fixtures/targets, or the path of a target file. `fake` unless given.
   */
  readonly target?: string;
  /** A KCI profile, in place of the target's own. */
  readonly profile?: string;
  /** A world, in place of the target's own. */
  readonly world?: string;
  /** The same seed and requests give the same answers. */
  readonly seed?: number;
  /** Between the events of an order; 2 s unless given. */
  readonly kciDelay?: number;
  /** Of an access token; an hour unless given. */
  readonly tokenLife?: number;
  /** Names of faults, or files of them. */
  readonly faults?: readonly string[];
  /**
   * Takes each event as the client's webhook would. What it returns is the answer: a response, a status, or nothing for 204;
   * whether that acknowledges the event, the profile says.
   */
  readonly webhook?: (event: Request) => Acknowledgement | Promise<Acknowledgement>;
  /** When events come; real time unless given. */
  readonly clock?: FakeClock;
}

/** What a webhook may answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is written so
export type Acknowledgement = Response | number | void;

/** Time, as the fake knows it: ms since the epoch. */
export interface FakeClock {
  now(): number;
  /** Does something later; gives what cancels it. */
  schedule(afterMs: number, task: () => void): () => void;
  /** Whether something was ready within a time. */
  until(ready: Promise<unknown>, withinMs: number): Promise<boolean>;
}

/** A gateway to test a client against. */
export interface Fake {
  /** For msw: `setupServer(...fake.handlers('http://gateway.test'))`. */
  handlers(baseUrl: string): RequestHandler[];
  /** Who may sign in there. */
  readonly tenants: readonly { readonly name: string; readonly clientId: string; readonly clientSecret: string }[];
  /** What it and the client said to each other so far. */
  readonly conversation: Conversation;
  /** Forgets the events that are still to come, so that they keep no process alive. */
  stop(): void;
}

/** A fake that keeps every promise of the specification, but for the faults it is given. */
export declare function createFake(options?: FakeOptions): Fake;

/** What a client and a fake said to each other, as the specification and the client profile judge the client. */
export interface Conversation {
  /** How many requests the client made. */
  requests(): number;
  /** What the client broke so far; empty where it kept its side. */
  findings(): readonly ClientFinding[];
}

/** Something that a client did and must not do. */
export interface ClientFinding {
  /** Ids of the requirements that it breaks. */
  readonly rows: readonly string[];
  readonly summary: string;
  readonly expected: string;
  readonly actual: string;
}

/** For `expect.extend(matchers)`: `expect(fake.conversation).toKeepItsSide()`. A client that asked for nothing does not. */
export declare const matchers: {
  toKeepItsSide(conversation: Conversation): { readonly pass: boolean; readonly message: () => string };
};
