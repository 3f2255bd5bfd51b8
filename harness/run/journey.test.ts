import { describe, expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import type {
  CallStep,
  Contract,
  Headers,
  Journey,
  Json,
  JsonObject,
  KciProfile,
  Observation,
  Send,
  Step,
  Target,
  Unrecorded,
  World,
} from '../model.ts';
import { bytesOf, decodeUtf8, parseJson } from '../wire/wire.ts';
import { createCaller } from './call.ts';
import { createInbox } from './inbox.ts';
import type { Ports } from './ports.ts';
import { run } from './run.ts';

const operation = (verb: string, schema: Json) => ({
  verb,
  success: [{ status: '2xx' }],
  fields: [],
  responses: { '2xx': { schema } },
});
const contract = {
  digest: 'd',
  headers: { request: 'X-Request-ID' },
  register: [],
  operations: {
    availability: operation('availability', {}),
    slots: operation('slots', {}),
    order: operation('order', null),
    book: {
      ...operation('book', {}),
      fields: [{ field: 'timeslot', to: '/body/timeslot' }],
      conflicts: { 409: 'APT-04' },
    },
  },
} as unknown as Contract;
const profile = {
  wire: { contentType: 'application/json', path: '', format: 'json' },
  profile: 'p',
  read: { event: '$.event', orderId: '$.order' },
  times: 'iso-8601',
  statuses: {},
  events: { ACCEPTED: { when: ['ACCEPTED'] }, DONE: { when: ['DONE'], terminal: true } },
  lifecycles: [],
  requests: { amendment: {}, cancellation: {} },
  delivery: { orderBy: 'arrival', duplicates: 'same-delivery-id', reorderWindowMs: 0, aheadMs: 1_000 },
} as unknown as KciProfile;
const target = {
  target: 't',
  baseUrl: 'http://gateway',
  tenants: [],
  ids: { from: 1, to: 9 },
  limits: { requestsPerSecond: null, concurrency: 2 },
  deadlines: { responseMs: 1_000, kciMs: null, waitMs: 60_000, settleMs: 10 },
} as unknown as Target;
const world = {
  world: 'w',
  timeZone: 'UTC',
  service: {},
  roles: { line: { use: 'once', sites: [{ id: '1', type: 'UPRN' }] } },
} as unknown as World;
const span = { file: 'f', line: 1, col: 1, length: 1, excerpt: '' };

const call = (name: string, rest: Record<string, unknown> = {}): Step =>
  ({
    kind: 'call',
    name,
    tenant: 'north',
    expect: { answers: [{ status: '2xx' }] },
    request: { verb: name, method: 'POST', path: `/${name}`, headers: {}, query: {}, auth: 'none', body: { id: 7 } },
    span,
    ...rest,
  }) as unknown as Step;
const journeyOf = (steps: readonly Step[], rest: Partial<Journey> = {}): Journey =>
  ({
    id: 'j',
    scenario: 'j',
    title: 'j',
    covers: [],
    tags: [],
    tenant: 'north',
    values: {},
    leases: [],
    steps,
    kci: [],
    span,
    ...rest,
  }) as Journey;

/** Runs journeys against a function; `tell` delivers an event of an order (7) after so many ms. */
async function walk(
  journeys: readonly Journey[],
  answer: (path: string, body: Json) => { status: number; body?: Json; headers?: Headers },
  options: { tell?: readonly [number, string, number?][]; stopAfterMs?: number; requestsPerSecond?: number } = {},
) {
  const clock = virtualClock(0);
  const observations: Observation[] = [];
  const stop = new AbortController();
  const record = (unrecorded: Unrecorded): Observation => {
    const observation = { seq: observations.length + 1, at: clock.now(), ...unrecorded } as Observation;
    observations.push(observation);
    return observation;
  };
  const inbox = createInbox(profile, record);
  for (const [afterMs, event, order = 7] of options.tell ?? []) {
    const text = JSON.stringify({ event, order });
    clock.schedule(afterMs, () =>
      inbox.receive({
        method: 'POST',
        path: '/',
        expectedPath: true,
        headers: [],
        body: { text, sizeBytes: text.length },
        answered: 204,
      }),
    );
  }
  if (options.stopAfterMs !== undefined) clock.schedule(options.stopAfterMs, () => stop.abort());
  const send: Send = async (request) => {
    const {
      status,
      body,
      headers = [],
    } = answer(
      new URL(request.url).pathname,
      parseJson(decodeUtf8(request.body ?? new Uint8Array()) ?? '').json ?? null,
    );
    return { status, headers, body: bytesOf(body === undefined ? '' : JSON.stringify(body)), tookMs: 0 };
  };
  await run({
    plan: { version: 1, seed: 1, nonce: 'n', now: 0, journeys },
    contract,
    profile,
    world,
    target: { ...target, limits: { ...target.limits, requestsPerSecond: options.requestsPerSecond ?? null } },
    send,
    inbox,
    clock,
    record,
    addSecret: () => {},
    isSchema: () => null,
    signal: stop.signal,
    assay: '0',
    probed: null,
  });
  const ends = observations.filter((each) => each.type === 'journey-ended');
  const waits = observations.filter((each) => each.type === 'wait-ended');
  return { clock, observations, ends, waits, sent: observations.filter((each) => each.type === 'request-sent') };
}

const ok = () => ({ status: 200, body: { offer: { id: 'fttp' } } });

describe('a journey', () => {
  test('carries values from one answer into the next request', async () => {
    const next = call('order', {
      request: {
        verb: 'order',
        method: 'POST',
        path: '/order',
        headers: {},
        query: {},
        auth: 'none',
        contentType: 'application/json',
        body: { id: 7, service: '$seen.offer.id' },
      },
    });
    const bodies: Json[] = [];
    await walk([journeyOf([call('availability', { as: 'seen' }), next])], (_, body) => {
      bodies.push(body);
      return ok();
    });
    expect(bodies[1]).toEqual({ id: 7, service: 'fttp' });
  });

  test('stops at an answer that was not expected, and says no more than that', async () => {
    const { ends, sent } = await walk([journeyOf([call('availability'), call('order')])], () => ({ status: 500 }));
    expect(sent).toHaveLength(1);
    expect(ends).toMatchObject([{ ended: 'stopped' }]);
    expect(ends[0]).not.toHaveProperty('reason');
  });

  test('stops at requests sent at once where one of them was not answered as needed, and goes on otherwise', async () => {
    const both = (need: object): Step =>
      ({
        kind: 'parallel',
        name: 'both',
        steps: [call('order', { expect: { answers: [] } }), call('order', { expect: { answers: [] }, ...need })],
        span,
      }) as unknown as Step;
    const refusing = () => ({ status: 409 });
    const needing = await walk(
      [journeyOf([both({ need: { answers: [{ status: '2xx' }] } }), call('order')])],
      refusing,
    );
    expect([needing.sent.length, needing.ends[0]?.ended]).toEqual([2, 'stopped']);
    expect((await walk([journeyOf([both({}), call('order')])], refusing)).sent).toHaveLength(3);
  });

  test('sends at one moment what goes together, where the rate allows as many in a second', async () => {
    const group = { kind: 'parallel', name: 'all', steps: [1, 2, 3].map(() => call('order')), span } as unknown as Step;
    const sentAt = async (requestsPerSecond: number): Promise<number[]> => {
      const { sent } = await walk([journeyOf([group, call('order')])], ok, { requestsPerSecond });
      return sent.map(({ at }) => at);
    };
    expect(await sentAt(4)).toEqual([500, 500, 500, 750]);
    expect(await sentAt(2)).toEqual([0, 500, 1_000, 1_500]);
  });

  test('goes on to the control when the negative was refused, however that is', async () => {
    const negative = call('order', {
      name: 'order~negative',
      role: 'negative',
      expect: { answers: [{ status: '422' }] },
    });
    const { sent } = await walk([journeyOf([negative, call('order', { role: 'control' })])], () => ({ status: 400 }));
    expect(sent.map((each) => each.type === 'request-sent' && each.step)).toEqual(['order~negative', 'order']);
    const accepted = await walk([journeyOf([negative, call('order', { role: 'control' })])], ok);
    expect(accepted.sent.map((each) => each.type === 'request-sent' && each.step)).toEqual(['order~negative']);
    const observed = { ...negative, expect: { answers: [] } };
    expect((await walk([journeyOf([observed, call('order', { role: 'control' })])], ok)).sent).toHaveLength(2);
    const request = { verb: 'slots', method: 'GET', path: '/slots', headers: {}, query: {}, auth: 'none' };
    const read = call('slots', { role: 'negative', expect: { answers: [{ status: '422' }] }, request });
    expect((await walk([journeyOf([read, call('order', { role: 'control' })])], ok)).sent).toHaveLength(2);
  });

  test.each([
    [{}, 'no answer gave'],
    [{ none: '' }, 'an answer left empty'],
    [{ none: null }, 'an answer left empty'],
  ])('names the value that led nowhere: %j', async (seen, what) => {
    const next = call('order', {
      request: {
        verb: 'order',
        method: 'POST',
        path: '/order',
        headers: {},
        query: {},
        auth: 'none',
        body: { a: '$seen.none' },
      },
    });
    const { ends } = await walk([journeyOf([call('availability', { as: 'seen' }), next])], () => ({
      ...ok(),
      body: seen,
    }));
    expect(ends).toMatchObject([{ reason: 'value-missing', detail: `step order needs what ${what}: $seen.none` }]);
  });

  test('waits for the events owed, and ends with the last of them', async () => {
    const owed = {
      for: '$placed',
      pattern: {
        kind: 'seq',
        of: [
          { kind: 'event', name: 'ACCEPTED' },
          { kind: 'event', name: 'DONE' },
        ],
      },
      never: [],
      exactlyOnce: [],
      withinMs: 5_000,
      span,
    } as const;
    const one = journeyOf([call('order', { as: 'placed' })], { kci: [owed] });
    const { waits } = await walk([one], () => ({ status: 202 }), {
      tell: [
        [100, 'ACCEPTED'],
        [900, 'DONE'],
      ],
    });
    expect(waits).toMatchObject([{ wait: 'kci', startedAt: 0, at: 900, ended: 'met' }]);
  });

  test('gives up at once when the events can no longer come right, and at the deadline when they do not come', async () => {
    const owed = {
      for: '$placed',
      pattern: { kind: 'seq', of: [{ kind: 'event', name: 'ACCEPTED' }] },
      never: [],
      exactlyOnce: [],
      withinMs: 5_000,
      span,
    } as const;
    const one = journeyOf([call('order', { as: 'placed' })], { kci: [owed] });
    const wrong = await walk([one], () => ({ status: 202 }), { tell: [[100, 'DONE']] });
    expect(wrong.waits).toMatchObject([{ at: 100, ended: 'impossible' }]);
    const silent = await walk([one], () => ({ status: 202 }));
    expect(silent.waits).toMatchObject([{ at: 5_000, ended: 'expired' }]);
  });

  test('waits for no event of an order that may be refused, and was', async () => {
    const event = { kind: 'event', name: 'ACCEPTED' };
    const waiting = { kind: 'await', name: 'until', for: '$placed', pattern: event, withinMs: 5_000, span } as const;
    const placing = call('order', { as: 'placed', expect: { answers: [{ status: '202' }, { status: '422' }] } });
    const one = journeyOf([placing, waiting as Step, call('amend')]);
    const refused = await walk([one], () => ({ status: 422 }));
    expect(refused.waits).toMatchObject([{ at: 0, ended: 'impossible' }]);
    const accepted = await walk([one], () => ({ status: 202 }));
    expect(accepted.waits).toMatchObject([{ at: 5_000, ended: 'expired' }]);
    expect([refused, accepted].map(({ sent }) => sent.length)).toEqual([1, 1]);
  });

  test('waits for no answer to a change that was refused, and goes on', async () => {
    const pattern = { kind: 'event', name: 'ACCEPTED' };
    const its = { for: '$placed', pattern, withinMs: 5_000, ifAccepted: ['amend'], span };
    const waiting = { kind: 'await', name: 'answer', ...its } as unknown as Step;
    const either = { answers: [{ status: '202' }, { status: '422' }] };
    const one = journeyOf([
      call('order', { as: 'placed' }),
      call('amend', { expect: either }),
      waiting,
      call('cancel'),
    ]);
    const refused = await walk([one], (path) => ({ status: path === '/amend' ? 422 : 202 }));
    expect(refused.waits).toMatchObject([{ wait: 'answer', at: 0, ended: 'met' }]);
    expect(refused.sent).toHaveLength(3);
    const accepted = await walk([one], () => ({ status: 202 }), { tell: [[100, 'ACCEPTED']] });
    expect(accepted.waits).toMatchObject([{ wait: 'answer', at: 100, ended: 'met' }]);
  });

  test('waits for the end that explains why a change was refused, and no longer than it may come late', async () => {
    const one = journeyOf([call('order', { as: 'placed' }), call('cancel'), call('availability')]);
    const answer = (path: string) => ({ status: path === '/cancel' ? 422 : 202 });
    const ended = await walk([one], answer, { tell: [[20, 'DONE']] });
    expect(ended.waits).toMatchObject([{ wait: 'ends', startedAt: 0, at: 20, ended: 'met' }]);
    const goingOn = await walk([one], answer, { tell: [[20, 'ACCEPTED']] });
    expect(goingOn.waits).toMatchObject([{ at: 1_000, ended: 'expired' }]);
    expect([ended, goingOn].map(({ sent }) => sent.length)).toEqual([2, 2]);
    // An answer to nothing that can be too late.
    const unread = journeyOf([call('order', { as: 'placed' }), call('availability'), call('amend')]);
    const { waits } = await walk([unread], (path) => ({ status: path === '/availability' ? 500 : 202 }));
    expect(waits).toEqual([]);
  });

  test('is not begun where its world has nothing left for it', async () => {
    const leases = [{ name: 'site', role: 'line', pick: 0 }];
    const { ends, sent } = await walk(
      [journeyOf([call('order')], { leases }), journeyOf([call('order')], { id: 'k', leases })],
      () => ({ status: 202 }),
    );
    expect(sent).toHaveLength(1);
    const reasons = ends.map((each) => each.type === 'journey-ended' && [each.journey, each.reason]);
    expect(Object.fromEntries(reasons.filter((each) => each !== false))).toEqual({
      j: undefined,
      k: 'world-exhausted',
    });
  });
  test('asks for the slots again where another journey booked its slot since they were listed', async () => {
    const read = call('slots', { name: 'slots', as: 'slots' }) as CallStep;
    const slots = { ...read, request: { ...read.request, method: 'GET' } } as Step;
    const { request } = call('book') as CallStep;
    const book = (id: number): Step =>
      call('book', { as: 'booking', request: { ...request, body: { id, timeslot: '$slots.list[0]' } } });
    const pass: Step = { kind: 'wait', name: 'pass', forMs: 500, span };
    const [sooner, later] = [journeyOf([slots, book(1)]), journeyOf([slots, pass, book(2)])];
    const taken: Json[] = [];
    const { sent, ends } = await walk(
      [
        { ...later, id: 'later' },
        { ...sooner, id: 'sooner' },
      ],
      (path, body) => {
        if (path === '/slots')
          return { status: 200, body: { list: ['A', 'B'].filter((each) => !taken.includes(each)) } };
        const { timeslot = null } = body as JsonObject;
        if (taken.includes(timeslot)) return { status: 409 };
        taken.push(timeslot);
        return { status: 201, body: {} };
      },
    );
    expect(ends.map(({ ended }) => ended)).toEqual(['finished', 'finished']);
    expect(sent.flatMap(({ journey, step }) => (journey === 'later' ? step : []))).toEqual([
      'slots',
      'book',
      'slots',
      'book',
    ]);
    expect(taken).toEqual(['A', 'B']);
  });

  test('waits for a time of the target by the clock of the target, where its answers tell it', async () => {
    const wait: Step = { kind: 'wait', name: 'wait', until: '$held.until', span };
    const one = journeyOf([call('availability', { as: 'held' }), wait]);
    const until = new Date(20_000).toISOString();
    const dated = (at: number) => () => ({
      status: 200,
      headers: [['Date', new Date(at).toUTCString()]] as const,
      body: { until },
    });
    const endOf = async (at: number) => (await walk([one], dated(at))).ends[0];
    // Half as long again, for clocks that differ.
    expect(await endOf(0)).toMatchObject({ at: 30_000 });
    // Ten seconds behind: its time comes ten seconds later.
    expect(await endOf(-10_000)).toMatchObject({ at: 45_000 });
    // No clock that anybody goes by: a whole minute is left to it.
    expect(await endOf(Date.UTC(1960, 1))).toMatchObject({ at: 0, reason: 'wait-too-long' });
  });

  test('waits until shortly before a time of the target, by whichever clock is ahead', async () => {
    const wait: Step = { kind: 'wait', name: 'wait', until: '$held.until', short: 'nearly', span };
    const one = journeyOf([call('availability', { as: 'held' }), wait]);
    const endOf = async (untilMs: number, at?: number) => {
      const headers = at === undefined ? [] : [['Date', new Date(at).toUTCString()] as const];
      const answer = () => ({ status: 200, headers, body: { until: new Date(untilMs).toISOString() } });
      return (await walk([one], answer)).ends[0];
    };
    expect(await endOf(60_000)).toMatchObject({ at: 54_000 });
    expect(await endOf(5_000)).toMatchObject({ at: 3_000 });
    expect(await endOf(1_000)).toMatchObject({ at: 0 });
    // Ten seconds ahead, or nearly eleven: its time comes as much sooner.
    expect(await endOf(61_000, 10_000)).toMatchObject({ at: 45_000 });
  });

  test('waits for the end of seconds from when they were told, whatever passed since', async () => {
    const wait: Step = { kind: 'wait', name: 'half', until: '$held.life', short: 'half', span };
    const rest: Step = { kind: 'wait', name: 'rest', until: '$held.life', span };
    const one = journeyOf([call('availability', { as: 'held' }), wait, rest]);
    const answer = () => ({ status: 200, headers: [], body: { life: 20 } });
    expect((await walk([one], answer)).ends[0]).toMatchObject({ at: 30_000 });
  });

  test('waits until an order is expected to end, as long after its last event as another took', async () => {
    const place = (as: string, id: number): Step => {
      const { request } = call('order') as CallStep;
      return call('order', { name: as, as, request: { ...request, body: { id } } });
    };
    const pass = (name: string, forMs: number): Step => ({ kind: 'wait', name, forMs, span });
    const wait: Step = { kind: 'wait', name: 'wait', until: '$other', like: '$one', lessMs: 500, span };
    const steps = [place('one', 7), pass('a', 5_000), place('other', 8), pass('b', 2_000), wait];
    const endOf = async (...tell: [number, string, number?][]) =>
      (await walk([journeyOf(steps)], ok, { tell })).ends[0];
    expect(await endOf([1_000, 'ACCEPTED'], [4_000, 'DONE'], [6_000, 'ACCEPTED', 8])).toMatchObject({ at: 8_500 });
    expect(await endOf([1_000, 'ACCEPTED'], [6_000, 'ACCEPTED', 8]), 'nothing to go by').toMatchObject({ at: 7_000 });
  });

  test('lets time pass, but not longer than the target file allows', async () => {
    const wait = (forMs: number): Step => ({ kind: 'wait', name: 'wait', forMs, span });
    expect((await walk([journeyOf([wait(60_000)])], ok)).ends).toMatchObject([{ at: 60_000, ended: 'finished' }]);
    expect((await walk([journeyOf([wait(120_000)])], ok)).ends).toMatchObject([
      { at: 0, reason: 'wait-too-long', detail: 'step wait waits 2 min, the target file allows 1 min' },
    ]);
  });

  test('that is interrupted ends where it stands, and those not begun do not begin', async () => {
    const wait: Step = { kind: 'wait', name: 'wait', forMs: 50_000, span };
    const { observations, clock } = await walk([journeyOf([wait, call('order')])], ok, { stopAfterMs: 1_000 });
    expect(observations.map(({ type }) => type)).toEqual([
      'run-started',
      'journey-started',
      'wait-ended',
      'journey-ended',
      'run-ended',
    ]);
    expect(observations.at(-2)).toMatchObject({ ended: 'interrupted' });
    expect(observations.at(-1)).toMatchObject({ ended: 'interrupted' });
    expect(clock.now()).toBe(1_000);
  });
});

test('a call for which no token could be had is interrupted, where the run was, meanwhile', async () => {
  const stop = new AbortController();
  const tokens = { bearerOf: async () => null, isSpent: () => false };
  const ports = { contract, profile, target, clock: virtualClock(0), signal: stop.signal, tokens } as unknown as Ports;
  const request = { verb: 'order', method: 'POST', path: '/order', headers: {}, query: {}, auth: 'bearer' };
  const step = call('order', { request }) as CallStep;

  const refused = await createCaller('j', {}, ports).call(step);
  stop.abort();
  const interrupted = await createCaller('j', {}, ports).call(step);

  expect(refused).toMatchObject({ ended: 'stopped', reason: 'token-unavailable' });
  expect(interrupted).toEqual({ ended: 'interrupted' });
});
