import { loadClientContract } from '../../contract/client.ts';
import { gatewayHandlers } from '../../fake/handlers.ts';
import { realClock } from '../../io/real-clock.ts';
import { bareJourney } from '../../journey/bare.ts';
import { judge } from '../../judge/judge.ts';
import type { Observation, Plan, Send, WireRequest } from '../../model.ts';
import { createRecorder } from '../../run/record.ts';
import { runStarted } from '../../run/run-started.ts';
import type { Aim } from '../inputs.ts';
import { VERSION } from '../version.ts';
import type { ClientFinding, Conversation, Fake, FakeOptions } from './fake-in-tests.d.ts';
import { playedBy } from './make-fake.ts';
import { observedFake } from './observe.ts';
import { stoppableClock } from './stoppable-clock.ts';

export type { Fake, FakeOptions } from './fake-in-tests.d.ts';

/** Makes a fake that keeps every promise of the specification, except for the faults it is given. */
export function createFake({ webhook, faults = [], clock = realClock, ...given }: FakeOptions = {}): Fake {
  const stoppable = stoppableClock(clock);
  const options = { target: 'fake', seed: 1, kciDelay: 2_000, tokenLife: 3_600_000, ...given };
  const aim = playedBy(options);
  const { target } = aim;
  const plan = planOf(options.seed, clock.now());
  const record: Observation[] = [];
  const recorder = createRecorder({ clock, write: null, secrets: [], see: (seen) => record.push(seen) });
  recorder.record(runStarted({ ...aim, ...plan, target: target.target, baseUrl: '', assay: VERSION, journeys: 1 }));
  recorder.record({ type: 'journey-started', journey: CASE });
  const fake = observedFake({
    aim,
    journey: CASE,
    made: { ...options, fault: faults, faults: [], webhook: webhook && WEBHOOK },
    clock: stoppable.clock,
    recorder,
    exchangesBefore: 0,
    deliver: deliverTo(webhook),
  });
  return {
    handlers: (baseUrl) => gatewayHandlers(fake, baseUrl),
    tenants: target.tenants,
    conversation: {
      requests: () => record.filter(({ type }) => type === 'request-sent').length,
      findings: () => findingsIn(record, plan, aim),
    },
    stop: stoppable.stop,
  };
}

/** Never called: it only stands in the requests. */
const WEBHOOK = 'http://webhook.test/kcis';

/** Sends events to a webhook. An error that the webhook throws or returns is thrown on, under its name. */
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

/** What an error message calls the callback. */
const NAMED = 'the webhook given to createFake';

function eventOf({ method, url, headers, body }: WireRequest): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });
}

/** What a client broke, by what it and a fake said to each other so far. */
function findingsIn(record: readonly Observation[], plan: Plan, aim: Aim): readonly ClientFinding[] {
  const contract = loadClientContract(aim.contract);
  const verdict = judge({ ...aim, plan, contract, record });
  const found = [...verdict.cases.flatMap((each) => each.findings), ...verdict.findings];
  return found.flatMap(({ requirements, result }) =>
    result.outcome === 'failed' ? [{ rows: requirements, ...result.finding }] : [],
  );
}

const CASE = 'test';

/** A plan of one case, with no task for the client. */
function planOf(seed: number, now: number): Plan {
  const span = { file: CASE, line: 1, col: 1, length: 0, excerpt: '' };
  const journey = bareJourney(CASE, span, { title: 'What the client does in its own test' });
  return { version: 1, side: 'client', seed, nonce: CASE, now, journeys: [journey] };
}

/** Matchers for `expect.extend`. */
export const matchers = {
  toKeepItsSide: (conversation: Conversation): { readonly pass: boolean; readonly message: () => string } => {
    const findings = conversation.findings();
    const isSilent = conversation.requests() === 0;
    const told = findings.map(
      ({ rows, summary, expected, actual }) =>
        `${rows.join(' ')}  ${summary}\n  expected ${expected}\n  actual   ${actual}`,
    );
    const why = isSilent ? 'the client asked for nothing' : told.join('\n');
    return {
      pass: !isSilent && findings.length === 0,
      message: () => why || 'the client kept its side of the specification',
    };
  },
};
