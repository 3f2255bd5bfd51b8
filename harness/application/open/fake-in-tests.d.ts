/**
 * The fake for the tests of a client, as `assay/fake` exports it. Declared here on its own, so that users' compilers do not
 * read the rest of Assay.
 */
import type { RequestHandler } from 'msw';

/** Options of a fake in tests; each has a default. Times in ms. */
export interface FakeOptions {
  /** Whose tenants, world and profile it has: a name in fixtures/targets, or the path of a target file. Default: `fake`. */
  readonly target?: string;
  /** A KCI profile, in place of the target's own. */
  readonly profile?: string;
  /** A world, in place of the target's own. */
  readonly world?: string;
  /** The same seed and requests give the same answers. */
  readonly seed?: number;
  /** Time between the events of an order; default: 2 s. */
  readonly kciDelay?: number;
  /** Life of an access token; default: an hour. */
  readonly tokenLife?: number;
  /** Names of faults, or files of them. */
  readonly faults?: readonly string[];
  /**
   * Takes each event as the client's webhook would. Returns the answer: a response, a status, or nothing for 204. Whether
   * that acknowledges the event depends on the profile.
   */
  readonly webhook?: (event: Request) => Acknowledgement | Promise<Acknowledgement>;
  /** When events come; default: real time. */
  readonly clock?: FakeClock;
}

/** What a webhook may answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is written so
export type Acknowledgement = Response | number | void;

/** Time, as the fake knows it: ms since the epoch. */
export interface FakeClock {
  now(): number;
  /** Runs a task later; the returned function cancels it. */
  schedule(afterMs: number, task: () => void): () => void;
  /** Whether something was ready in time. */
  until(ready: Promise<unknown>, withinMs: number): Promise<boolean>;
}

/** A gateway to test a client against. */
export interface Fake {
  /** For msw: `setupServer(...fake.handlers('http://gateway.test'))`. */
  handlers(baseUrl: string): RequestHandler[];
  /** Who may ask for a token. */
  readonly tenants: readonly { readonly name: string; readonly clientId: string; readonly clientSecret: string }[];
  /** What the fake and the client said to each other so far. */
  readonly conversation: Conversation;
  /** Forgets the events that are still to come, so that they keep no process alive. */
  stop(): void;
}

/** Makes a fake that keeps every promise of the specification, except for the faults it is given. */
export declare function createFake(options?: FakeOptions): Fake;

/**
 * What a client and a fake said to each other, judged by what the specification and the client profile ask of the client.
 */
export interface Conversation {
  /** How many requests the client made. */
  requests(): number;
  /** What the client broke so far; empty if nothing. */
  findings(): readonly ClientFinding[];
}

/** Something that a client did although it must not. */
export interface ClientFinding {
  /** Ids of the requirements that it breaks. */
  readonly rows: readonly string[];
  readonly summary: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * For `expect.extend(matchers)`: `expect(fake.conversation).toKeepItsSide()`. Fails for a client that asked for nothing.
 */
export declare const matchers: {
  toKeepItsSide(conversation: Conversation): { readonly pass: boolean; readonly message: () => string };
};
