import { gatewayHandlers } from '../../fake/handlers.ts';
import { realClock } from '../../io/real-clock.ts';
import type { Send, WireRequest } from '../../model.ts';
import { listenTo } from './conversation.ts';
import type { Fake, FakeOptions } from './fake-in-tests.d.ts';
import { makeFake, playedBy } from './make-fake.ts';
import { stoppableClock } from './stoppable-clock.ts';

export { matchers } from './conversation.ts';
export type { Fake, FakeOptions } from './fake-in-tests.d.ts';

/** A fake that keeps every promise of the specification, but for the faults it is given. */
export function createFake({ webhook, faults = [], clock = realClock, ...given }: FakeOptions = {}): Fake {
  const stoppable = stoppableClock(clock);
  const options = { target: 'fake', seed: 1, kciDelay: 2_000, tokenLife: 3_600_000, ...given };
  const aim = playedBy(options);
  let origin = '';
  const { observer, conversation } = listenTo(aim, {
    clock: stoppable.clock,
    seed: options.seed,
    baseUrl: () => origin,
  });
  const gateway = makeFake(
    aim,
    { ...options, fault: faults, faults: [], webhook: webhook && WEBHOOK },
    { clock: stoppable.clock, deliver: observer.deliver(deliverTo(webhook)) },
  );
  return {
    handlers: (baseUrl) => {
      origin = new URL(baseUrl).origin;
      return gatewayHandlers({ answer: observer.gateway(gateway.answer) }, baseUrl);
    },
    tenants: aim.target.tenants,
    conversation,
    stop: stoppable.stop,
  };
}

/** Nobody is asked there: it only stands in the requests. */
const WEBHOOK = 'http://webhook.test/kcis';

/** Sends events to a webhook; what that throws or returns in error is thrown on, under its name. */
export function deliverTo(webhook: FakeOptions['webhook']): Send {
  return async (request) => {
    if (!webhook) return { fault: 'refused', detail: 'the test takes no events', tookMs: 0 };
    const { status, headers } = answerOf(await asked(webhook, eventOf(request)));
    return { status, headers: [...headers], body: new Uint8Array(), tookMs: 0 };
  };
}

async function asked(webhook: NonNullable<FakeOptions['webhook']>, event: Request): Promise<unknown> {
  try {
    return await webhook(event);
  } catch (cause) {
    throw new Error(`${NAMED} threw: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function answerOf(returned: unknown): Pick<Response, 'status' | 'headers'> {
  if (returned === undefined) return { status: 204, headers: new Headers() };
  if (returned instanceof Response) return returned;
  if (Number.isInteger(returned) && Number(returned) >= 200 && Number(returned) <= 599)
    return { status: Number(returned), headers: new Headers() };
  const what = typeof returned === 'object' ? JSON.stringify(returned) : String(returned);
  throw new TypeError(
    `${NAMED} returned ${what}, which is no answer: return a Response, a status from 200 to 599, or nothing`,
  );
}

/** The callback, as whoever wrote it finds it. */
const NAMED = 'the webhook given to createFake';

function eventOf({ method, url, headers, body }: WireRequest): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });
}
