import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CallStep, Journey } from '../../model.ts';
import { thinkMs } from '../thinking.ts';
import { type K6Load, writeK6Files } from './files.ts';
import type { JourneyReport } from './runtime.ts';
import { FILES, secretSettings } from './settings.ts';
import { loadAt, threshold } from './testing/load.ts';
import { Aborted, createMachine, exchangesOf, type Machine, type MachineOptions, toldOf } from './testing/machine.ts';
import { walkedBy } from './told.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URL = 'http://gateway.invalid';
const LOOK = ['availability/new-line#standard'];
const NO_NEWS = {
  lags: [],
  received: 0,
  missing: 0,
  duplicate: 0,
  unexpected: 0,
  pending: 0,
  isDrained: true,
  ended: 0,
};

const takes: NonNullable<MachineOptions['answer']> = (url) =>
  url.includes('token') ? { status: 200, body: { access_token: 'a', expires_in: 60 } } : { status: 202 };

const idIn = ({ values }: Journey): string => String(Object.values(values.ids ?? {})[0]);

async function machineFor(load: K6Load, more: Partial<MachineOptions> = {}): Promise<Machine> {
  writeK6Files(load, folder);
  return createMachine({ folder, secrets: secretSettings(load.target), ...more });
}

const scriptFor = (load: K6Load): string => {
  writeK6Files(load, folder);
  return readFileSync(join(folder, FILES.script), 'utf8');
};

/** A load of one journey, whose steps are changed. */
function changed(mix: string, change: (steps: readonly object[]) => readonly object[]): K6Load {
  const load = loadAt(URL, { count: 1, seconds: 1, mix: [mix] });
  const journey = load.journeys.of(0);
  const steps = change(journey.steps) as unknown as Journey['steps'];
  return { ...load, journeys: { count: 1, of: () => ({ ...journey, steps }) } };
}

describe('a script', () => {
  test('has a function for each scenario, with its requests in order and captures as members', () => {
    const mix = ['orders/provide-new#residential', 'orders/provide-new#business'];
    const script = scriptFor(loadAt(URL, { count: 12, seconds: 1, mix, think: { fromMs: 1, toMs: 9 } }));

    expect(script.match(/^function (\w+)/gm)).toEqual(['function ordersProvideNew']);
    const sent = [...script.matchAll(/tags: { name: '(\w+)'/g)].map(([, step]) => step);
    expect(sent).toEqual(['offer', 'slots', 'booking', 'placed']);
    expect(script).toContain('appointmentReservationReference: booking?.supplierReference');
    expect(script).toContain("'slots: body needed': slots?.availableTimeslots?.length >= 1,");
    expect(script).toContain('journey.think(thinkMs)');
    const [line = ''] = readFileSync(join(folder, FILES.journeys), 'utf8').split('\n');
    expect(line.split('\t').slice(0, 3)).toEqual(['ordersProvideNew', 'orders/provide-new', '1']);
  });

  test('takes what it puts among the words of a matcher for one word', () => {
    const script = scriptFor(
      changed('appointments/slots#provide', ([slots]) => [
        { ...slots, as: 'slots' },
        {
          ...slots,
          name: 'again',
          expect: { answers: [{ status: '200' }], body: { list: '~some(a = ${slots.end})' } },
        },
      ]),
    );

    expect(script).toContain("joined('~some(a = ', word(slots?.end), ')')");
    expect(script).toMatch(/import {[^}]*\bword\b[^}]*} from '\.\/shapes\.ts'/);
  });

  test('picks from lists as a scenario does', () => {
    const of = (specification: string) =>
      scriptFor(
        changed('appointments/slots#provide', ([slots]) => [
          { ...slots, as: 'slots' },
          { ...slots, name: 'again', request: { ...(slots as { request: object }).request, query: { specification } } },
        ]),
      );

    expect(of("$slots.list[?@.kind == 'X' && @.sub[0]].id")).toContain(
      `listOf(slots?.list).filter((each) => (each?.kind === "X" && each?.sub?.[0] !== undefined)).map((each) => each?.id).find((each) => each !== undefined)`,
    );
    expect(of('$slots.list[-1]')).toContain('slots?.list?.at(-1)');
    expect(of('${slots.from | date}')).toContain('joined(dateOf(slots?.from))');
    expect(() => of('$slots.list[0:2]')).toThrow('k6 cannot walk appointments/slots: it takes a part of a list');
  });

  test('ends a walk whose answer is not as expected, and one that lacks what no answer gave', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['orders/provide-new#residential'] });
    const [refused, lacking] = [
      await machineFor(load, {
        answer: (url) => ({ status: url.includes('token') ? 200 : 409, body: { access_token: 'a', expires_in: 60 } }),
      }),
      await machineFor(load),
    ];
    for (const machine of [refused, lacking]) machine.walk(machine.setup(), 0);

    expect(toldOf(refused, 0)?.stop).toEqual({ ended: 'stopped' });
    expect(toldOf(lacking, 0)?.stop).toEqual({
      ended: 'stopped',
      reason: 'value-missing',
      detail: 'step slots needs what no answer gave: $offer.serviceSpecifications[0].id',
    });
  });

  test('tells of a journey whole where it is due or something is wrong, and else what must be judged', async () => {
    const journey = (answer: MachineOptions['answer'], oneIn: number): Promise<Machine> =>
      machineFor({ ...loadAt(URL, { count: 1, seconds: 1, mix: LOOK }), oneIn }, answer ? { answer } : {});
    const told = async (answer: MachineOptions['answer'], oneIn: number) => {
      const machine = await journey(answer, oneIn);
      machine.walk(machine.setup(), 0);
      return exchangesOf(machine, 0).map(([, , , , , status, request]) => [status, request !== undefined]);
    };
    const broken: MachineOptions['answer'] = (url) =>
      url.includes('token') ? { status: 200, body: { access_token: 'a', expires_in: 60 } } : { status: 500 };

    expect(await told(undefined, 1)).toEqual([[200, true]]);
    expect(await told(undefined, 1e9)).toEqual([[200, false]]);
    expect(await told(broken, 1e9)).toEqual([[500, true]]);
  });

  test('tells of what did not only read without the headers that it sent, which the plan knows', async () => {
    const load = changed('kci/refused-twice-comes-again', ([order]) => [{ ...order, receiver: undefined }]);
    const machine = await machineFor({ ...load, oneIn: 1e9 }, { answer: takes });
    machine.walk(machine.setup(), 0);

    const journey = load.journeys.of(0);
    const report = toldOf(machine, 0) as JourneyReport;
    const [asked, answered] = walkedBy(report, journey).observed.filter((each) => 'exchange' in each);
    const { path, headers } = (journey.steps[0] as CallStep).request;
    const url = URL + path;
    expect(asked).toMatchObject({ type: 'request-sent', method: 'POST', url, headers: Object.entries(headers) });
    expect(asked).toMatchObject({ body: { text: expect.stringContaining(`"id":${idIn(journey)}`) } });
    expect(answered).toMatchObject({ type: 'response-received', status: 202, body: { text: '' } });
  });

  test('keeps status, headers and body of a request that a scenario writes out', async () => {
    const load = changed('availability/new-line#standard', ([look]) => {
      const { request } = look as CallStep;
      const headers = { ...request.headers, 'X-Conversation-ID': 'seen-${raw.status}-${raw.body.id}' };
      return [
        { ...look, as: 'raw', expect: { answers: [] }, need: { answers: [] }, request: { ...request, verb: 'http' } },
        { ...look, name: 'again', as: 'again', request: { ...request, headers } },
      ];
    });
    const machine = await machineFor(load, {
      answer: () => ({ status: 200, body: { access_token: 'a', expires_in: 60, id: 7 } }),
    });
    machine.walk(machine.setup(), 0);

    expect(machine.sent.findLast(({ url }) => url.includes('availability'))?.params.headers).toMatchObject({
      'X-Conversation-ID': 'seen-200-7',
    });
  });

  test('leaves answers that are held against a schema to Assay', async () => {
    const load = changed('availability/new-line#standard', ([look]) => [
      { ...look, need: { answers: [], body: '~Appointment' } },
    ]);
    const machine = await machineFor({ ...load, oneIn: 1e9 });
    machine.walk(machine.setup(), 0);

    expect(exchangesOf(machine, 0).map(({ 6: request }) => request !== undefined)).toEqual([true]);
  });

  test('tells whole of requests with headers that hang on an answer', async () => {
    const load = changed('kci/refused-twice-comes-again', ([order]) => {
      const { request } = order as CallStep;
      const headers = { ...request.headers, 'X-Conversation-ID': '${placed.id}' };
      return [
        { ...order, receiver: undefined },
        { ...order, receiver: undefined, as: 'again', request: { ...request, headers } },
      ];
    });
    const machine = await machineFor({ ...load, oneIn: 1e9 }, { answer: takes });
    machine.walk(machine.setup(), 0);

    expect(exchangesOf(machine, 0).map(({ 6: request }) => request?.[2])).not.toContain(null);
  });

  test('tells Assay before an order is sent which of its deliveries the receiver shall turn away', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['kci/refused-twice-comes-again'] });
    const [order] = load.journeys.of(0).steps.flatMap((step) => (step.kind === 'call' ? [step] : []));
    const machine = await machineFor(load);

    machine.walk(machine.setup(), 0);

    const [turning, ...others] = machine.told.filter(({ path }) => path === '/turn-away');
    expect(turning?.body).toEqual({ orderId: expect.stringMatching(/^\d+$/), how: order?.receiver });
    expect(others).toEqual([]);
  });

  test('VUs share the tokens that setup got, and renew those that have run out', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: LOOK });
    const [first, second, third] = [await machineFor(load), await machineFor(load), await machineFor(load)];
    const shared = first.setup() as { tokens: Record<string, object> };
    second.walk(shared, 0);
    const spent = Object.fromEntries(
      Object.entries(shared.tokens).map(([name, held]) => [name, { ...held, until: 0 }]),
    );
    third.walk({ ...shared, tokens: spent }, 0);

    const names = (machine: Machine) => machine.sent.map(({ params }) => params.tags.name);
    expect(names(first)).toEqual(load.target.tenants.map(() => 'token'));
    expect(names(second)).toEqual(['availability']);
    expect(names(third)).toEqual(['token', 'availability']);
    expect(third.told[0]).toEqual({
      path: '/learnt',
      body: { access_token: 't0ken', token_type: 'Bearer', expires_in: 3600 },
    });
  });

  test('each request says to k6 what it is and which statuses are right', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: LOOK });
    const machine = await machineFor(load);
    machine.walk(machine.setup(), 0);

    const { params } = machine.sent.at(-1) ?? {};
    expect(params?.tags).toEqual({
      to: 'gateway',
      name: 'availability',
      operation: 'availability',
      journey: 'availability/new-line',
    });
    expect(params?.responseCallback).toEqual([200]);
    expect(params?.timeout).toBe(load.target.deadlines.responseMs);
  });

  test('an exchange that broke is counted where a threshold asks', async () => {
    const thresholds = [threshold('broken', 'rate', '=', 0)];
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1, mix: LOOK, thresholds }), {
      answer: (url) =>
        url.includes('token')
          ? { status: 200, body: { access_token: 'a', expires_in: 60 } }
          : { status: 0, error: 'dial: connection refused' },
    });
    machine.walk(machine.setup(), 0);

    expect(
      machine.metrics
        .filter(({ name }) => name === 'broken')
        .map(({ value }) => value)
        .at(-1),
    ).toBe(1);
    expect(exchangesOf(machine, 0)[0]?.[7]?.[2]).toBe('dial: connection refused');
  });

  test('the customer thinks between steps, each time as long as index and step say', async () => {
    const think = { fromMs: 1000, toMs: 5000 };
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['appointments/slot-wanted-by-many'], think });
    const answer: MachineOptions['answer'] = (url) => ({
      status: 200,
      body: url.includes('token')
        ? { access_token: 'a', expires_in: 60 }
        : { availableTimeslots: [{ timeslotStartDateTime: 'a', timeslotEndDateTime: 'b' }] },
    });
    const machine = await machineFor(load, { answer });
    machine.walk(machine.setup(), 0);

    const thought = ['book', 'slots'].map((step) => thinkMs(think, 0, step) / 1000);
    expect(machine.slept.slice(0, 1)).toEqual(thought.slice(0, 1));
  });

  test('writes dates that an answer gave in other forms', async () => {
    const mix = ['appointments/slots-from-a-date'];
    const slots = [{ timeslotStartDateTime: '2026-12-01T08:00:00Z', timeslotEndDateTime: '2026-12-01T12:00:00Z' }];
    const answer = (url: string) => ({
      status: 200,
      body: url.includes('token') ? { access_token: 'a', expires_in: 60 } : { availableTimeslots: slots },
    });
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1, mix }), { answer });
    machine.walk(machine.setup(), 0);

    expect(machine.sent.at(-1)?.url).toMatch(/appointmentFromDate=2026-12-01$/);
  });

  test('waits as long for a moment as our own walker does', async () => {
    const span = { file: '', line: 1, col: 1, length: 0, excerpt: '' };
    const waited = async (until: unknown, short?: 'half' | 'nearly') => {
      const load = changed('availability/new-line#standard', ([look]) => [
        { ...look, as: 'look' },
        { kind: 'wait', name: 'wait', until: '$look.until', ...(short && { short }), span },
      ]);
      const body = { access_token: 'a', expires_in: 60, siteInformation: { newLine: true }, until };
      const answer = () => ({
        status: 200,
        body: { ...body, serviceSpecifications: [{}], unavailabilityReasons: [] },
      });
      const machine = await machineFor(load, { answer });
      machine.walk(machine.setup(), 0);
      const seconds = machine.slept.at(-1);
      // Since the answer came, time has passed.
      return seconds === undefined ? toldOf(machine, 0)?.stop : Math.round(seconds);
    };

    expect([await waited(300), await waited(300, 'nearly'), await waited(300, 'half')]).toEqual([360, 270, 150]);
    const hasNone = {
      ended: 'stopped',
      reason: 'value-missing',
      detail: 'step wait needs what no answer gave: $look.until',
    };
    expect(await waited('no moment')).toEqual(hasNone);
    expect(await waited(undefined)).toEqual(hasNone);
  });

  test('a moment counts from the answer that told it', () => {
    const span = { file: '', line: 1, col: 1, length: 0, excerpt: '' };
    const load = changed('availability/new-line#standard', ([look]) => [
      { ...look, as: 'look' },
      { kind: 'wait', name: 'wait', until: '$look.life', short: 'half', span },
    ]);
    const script = scriptFor(load);
    expect(script).toContain('const lookToldAt = journey.now();');
    expect(script).toContain("msUntil(look?.life, journey.now(), { short: 'half', toldAt: lookToldAt })");
  });

  test('of requests sent at once, what is needed of each is checked', () => {
    const span = { file: '', line: 1, col: 1, length: 0, excerpt: '' };
    const need = { answers: [{ status: '2xx' }], body: { siteInformation: '~present' } };
    const load = changed('availability/new-line#standard', ([look]) => [
      { kind: 'parallel', name: 'both', steps: [look, { ...look, name: 'again', need }] as CallStep[], span },
    ]);
    const [, after = ''] = scriptFor(load).split('journey.sendTogether(');
    expect(after).toContain("'again: 2xx': ");
    expect(after).toContain("'again: body needed': ");
    expect(after).not.toContain("'availability: 2xx'");
  });

  test('a wait for an event asks Assay', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['cancellations/cease'] });
    const machine = await machineFor(load, {
      awaited: 'expired',
      answer: (url) => ({ status: url.includes('token') ? 200 : 202, body: { access_token: 'a', expires_in: 60 } }),
    });
    machine.walk(machine.setup(), 0);

    const asked = machine.told.find(({ path }) => path === '/await');
    const { ids } = load.journeys.of(0).values as { ids: Record<string, number> };
    expect(asked?.body).toEqual({ index: 0, step: 'await', orderId: String(ids.placed) });
    expect(toldOf(machine, 0)?.did.at(-1)).toMatchObject({ wait: 'await', ended: 'expired' });
    expect(toldOf(machine, 0)?.stop).toEqual({ ended: 'stopped' });
  });

  test('what Assay cannot be told is tried again, then counted as lost, aloud', async () => {
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1, mix: LOOK }), { tellStatus: 503 });
    machine.walk(machine.setup(), 0);

    expect(machine.told.filter(({ body }) => (body as { index: number }).index === 0)).toHaveLength(4);
    expect(machine.metrics.filter(({ name, value }) => name === 'assay_lost' && value === 1)).toHaveLength(2);
    expect(machine.errors.at(-1)).toBe('what journey 0 observed is lost: Assay could not be told: 503 ');
  });

  test('a load without any token ends before it begins, and says why', async () => {
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1 }), {
      answer: () => ({ status: 0, error: 'dial: connection refused' }),
    });

    expect(() => machine.setup()).toThrow(new Aborted(`no tenant got a token from ${URL}: dial: connection refused`));
  });

  test('a load whose journeys are used up ends', async () => {
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1, mix: LOOK }));

    expect(() => machine.walk(machine.setup(), 1)).toThrow(
      new Aborted('there is no journey 1: only 1 were planned, each for one use'),
    );
  });

  test('k6 alone, without Assay, walks all the same', async () => {
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1, mix: LOOK }), { hasControl: false });
    machine.walk(machine.setup(), 0);
    machine.collect();

    expect(machine.told).toEqual([]);
    expect(machine.sent.at(-1)?.params.tags.name).toBe('availability');
  });
});

describe('the collector', () => {
  const load = loadAt(URL, { count: 1, seconds: 4 });
  const values = (machine: Machine, wanted: string) =>
    machine.metrics.filter(({ name }) => name === wanted).map(({ value, tags }) => (tags ? [value, tags] : value));

  test('makes metrics of what Assay hears, and ends once the load is over and nothing is pending', async () => {
    const news = [{ ...NO_NEWS, lags: [['ACK', 12] as const], received: 1, pending: 1, isDrained: false }];
    const machine = await machineFor(load, { feed: () => news.shift() ?? NO_NEWS });

    machine.collect();

    expect(values(machine, 'kci_lag')).toEqual([[12, { event: 'ACK' }]]);
    expect(values(machine, 'kci_received').reduce((sum: number, each) => sum + Number(each), 0)).toBe(1);
    expect(values(machine, 'kci_missing').every((each) => each === 0)).toBe(true);
    const seconds = machine.slept.reduce((sum, each) => sum + each, 0);
    expect(seconds).toBeGreaterThanOrEqual(4);
    expect(seconds).toBeLessThan(6);
  });

  test('counts as missing what is pending when the time to drain has run out', async () => {
    const machine = await machineFor(load, { feed: () => ({ ...NO_NEWS, pending: 3, isDrained: false }) });

    machine.collect();

    expect(values(machine, 'kci_missing').at(-1)).toBe(3);
  });

  test('waits for journeys under way, here and at other instances', async () => {
    const busy = await machineFor(load, { feed: () => NO_NEWS, vusActive: 2 });
    const others = await machineFor({ ...load, instances: 2 }, { feed: () => NO_NEWS });
    const done = await machineFor({ ...load, instances: 2 }, { feed: () => ({ ...NO_NEWS, ended: 1 }) });

    for (const machine of [busy, others, done]) machine.collect();

    const seconds = [busy, others, done].map(({ slept }) => Math.round(slept.reduce((sum, each) => sum + each, 0)));
    expect(seconds[0]).toBeGreaterThan(13);
    expect(seconds[1]).toBeGreaterThan(13);
    expect(seconds[2]).toBeLessThan(6);
  });

  test('ends the test where Assay does not answer any more', async () => {
    const machine = await machineFor(load);

    expect(() => machine.collect()).toThrow(new Aborted('Assay does not answer any more'));
    expect(values(machine, 'kci_feeds').every((each) => each === 0)).toBe(true);
  });
});
