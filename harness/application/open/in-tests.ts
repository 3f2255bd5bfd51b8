import type { RequestHandler } from 'msw';
import { gatewayHandlers } from '../../fake/handlers.ts';
import { realClock } from '../../io/real-clock.ts';
import type { Clock, Send, TargetTenant, WireRequest } from '../../model.ts';
import type { AimOptions } from '../inputs.ts';
import { type FakeMadeOf, makeFake, playedBy } from './make-fake.ts';
import { stoppableClock } from './stoppable-clock.ts';

/** The fake for the tests of a client, exported as `assay/fake`. */

/** What a test says of its fake; everything has a default. Times in ms. */
export interface FakeOptions extends Partial<AimOptions>, Partial<Omit<FakeMadeOf, 'fault' | 'faults' | 'webhook'>> {
  /** Names of faults, or files of them. */
  readonly faults?: readonly string[];
  /** Takes the events as the client's webhook would; what it answers counts as acknowledged or not. */
  readonly webhook?: (event: Request) => Response | Promise<Response>;
  /** When events come; real time unless given. */
  readonly clock?: Clock;
}

/** A gateway to test a client against. */
export interface Fake {
  /** For msw: `setupServer(...fake.handlers('http://gateway.test'))`. */
  handlers(baseUrl: string): RequestHandler[];
  readonly tenants: readonly TargetTenant[];
  /** Forgets the events that are still to come, so that they keep no process alive. */
  stop(): void;
}

/** A fake that keeps every promise of the specification, but for the faults it is given. */
export function createFake({ webhook, faults = [], clock = realClock, ...given }: FakeOptions = {}): Fake {
  const stoppable = stoppableClock(clock);
  const options = { target: 'fake', seed: 1, kciDelay: 2_000, tokenLife: 3_600_000, ...given };
  const aim = playedBy(options);
  const gateway = makeFake(
    aim,
    { ...options, fault: faults, faults: [], webhook: webhook && WEBHOOK },
    { clock: stoppable.clock, deliver: deliverTo(webhook) },
  );
  return {
    handlers: (baseUrl) => gatewayHandlers(gateway, baseUrl),
    tenants: aim.target.tenants,
    stop: stoppable.stop,
  };
}

/** Nobody is asked there: it only stands in the requests. */
const WEBHOOK = 'http://webhook.test/kcis';

function deliverTo(webhook: FakeOptions['webhook']): Send {
  return async (request) => {
    if (!webhook) return { fault: 'refused', detail: 'the test takes no events', tookMs: 0 };
    const { status, headers } = await webhook(eventOf(request));
    return { status, headers: [...headers], body: new Uint8Array(), tookMs: 0 };
  };
}

function eventOf({ method, url, headers, body }: WireRequest): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });
}
