import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { schemasAsCode } from '../../contract/schemas-as-code.ts';
import { compileContract } from '../../contract/validators.ts';
import { trial } from '../../fake/testing/trial.ts';
import { realClock } from '../../io/real-clock.ts';
import type { Journey, Send, Unrecorded } from '../../model.ts';
import { createExchange } from '../../run/exchange.ts';
import { createGate } from '../../run/gate.ts';
import { walkJourney } from '../../run/journey.ts';
import type { Ports } from '../../run/ports.ts';
import { createTokens } from '../../run/tokens.ts';
import { BEFORE_ALL, type Timed } from '../port.ts';
import { thinkMs } from '../think.ts';
import { bundleScript } from './bundle.ts';
import { type K6Load, writeK6Files } from './files.ts';
import { FILES, secretsOf } from './settings.ts';
import { loadAt } from './testing/load.ts';
import { Aborted, createMachine, type Machine, type MachineOptions, observedOf } from './testing/machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const URL = 'http://gateway.invalid';
const silence = async () => ({ status: 204, headers: [], body: new Uint8Array(), tookMs: 0 });
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

async function filesOf(load: K6Load): Promise<Record<string, string>> {
  await writeK6Files(load, folder);
  const names = [FILES.settings, FILES.templates, FILES.rows];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** A VU that runs the load against a fake of its own. */
async function machineFor(load: K6Load, more: Partial<MachineOptions> = {}): Promise<Machine> {
  const { gateway } = trial({ clock: realClock, deliver: silence, kciGapMs: 5 });
  return createMachine({
    send: gateway.answer,
    files: await filesOf(load),
    secrets: secretsOf(load.target),
    ...more,
  });
}

/** The load's journeys walked by the runner of a certification, against a fake of its own. */
async function observedNatively(load: K6Load): Promise<Unrecorded[]> {
  const { gateway } = trial({ clock: realClock, deliver: silence, kciGapMs: 5 });
  const { contract, target, profile } = load;
  const observed: Unrecorded[] = [];
  const record = (each: Unrecorded): void => void observed.push(each);
  const signal = new AbortController().signal;
  const exchange = createExchange({ send: gateway.answer, clock: realClock, record, addSecret: () => {}, signal });
  const tokens = createTokens({ target, contract, clock: realClock }, exchange);
  for (const { name } of target.tenants) await tokens.bearerOf(name);
  const ports = {
    ...{ contract, target, profile, clock: realClock, signal, record, exchange, tokens },
    gate: createGate(1),
    pace: () => Promise.resolve(),
    leases: { take: async () => [], give: () => {} },
    inbox: { forget: () => {}, isTurnedAway: () => false },
    isSchema: compileContract(contract).schema,
    awaitElsewhere: async () => 'met',
  } as unknown as Ports;
  for (let i = 0; i < load.journeys.count; i++) await walkJourney({ ...load.journeys.of(i), kci: [] }, ports);
  return observed;
}

/** What does not hang on chance or on the time of day. */
function told(observed: readonly (Unrecorded | Timed)[]): unknown[] {
  return observed.map((each) => {
    switch (each.type) {
      case 'request-sent': {
        const { journey, step, verb, tenant, method, url, body } = each;
        const headers = each.headers.map(([name, value]) => [name, name === 'Authorization' ? '' : value]);
        return { type: each.type, journey, step, verb, tenant, method, url, headers, size: body?.sizeBytes };
      }
      case 'response-received':
        return { type: each.type, status: each.status, empty: each.body.sizeBytes === 0 };
      case 'wait-ended':
        return { type: each.type, wait: each.wait, ended: each.ended };
      default:
        return each.type === 'journey-ended' ? { ...each, at: 0 } : each.type;
    }
  });
}

describe('the k6 script', () => {
  test('observes what the native runner observes, on a machine that has nothing of Node', async () => {
    const load = loadAt(URL, { count: 10, seconds: 2 });
    const now = Date.now();
    const journeys = Array.from({ length: 10 }, (_, i) => load.journeys.of(i));
    const same: K6Load = { ...load, journeys: { count: 10, of: (i) => journeys[i] as (typeof journeys)[number] } };
    const machine = await machineFor(same);

    const shared = await machine.setup();
    for (let i = 0; i < 10; i++) await machine.walk(shared, i);

    const indexes = [BEFORE_ALL, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const byK6 = indexes.flatMap((index) => observedOf(machine, index));
    expect(told(byK6)).toEqual(told(await observedNatively(same)));
    expect(byK6.filter((each) => each.type === 'journey-ended')).toHaveLength(10);
    expect(byK6.every(({ at }) => at >= now)).toBe(true);
    expect(machine.errors).toEqual([]);
  });

  test('holds answers against schemas of the contract, where a step names one', async () => {
    const load = loadAt(URL, { count: 2, seconds: 1, mix: ['appointments/book#provide'] });
    const needing = (schema: string): Journey => {
      const journey = load.journeys.of(0);
      const steps = journey.steps.map((step) =>
        step.kind === 'call' && step.name === 'slots' ? { ...step, need: { answers: [], body: schema } } : step,
      );
      return { ...journey, id: schema, steps };
    };
    const journeys = ['~TimeslotQueryResult', '~Appointment'].map(needing);
    const same: K6Load = { ...load, journeys: { count: 2, of: (i) => journeys[i] as Journey } };
    const schemas = schemasAsCode(load.contract, ['Appointment', 'TimeslotQueryResult']);
    const machine = await machineFor(same, { script: await bundleScript({ format: 'cjs', schemas }) });

    const shared = await machine.setup();
    for (let i = 0; i < 2; i++) await machine.walk(shared, i);

    const byK6 = [0, 1].flatMap((index) => observedOf(machine, index));
    expect(told([...observedOf(machine, BEFORE_ALL), ...byK6])).toEqual(told(await observedNatively(same)));
    const ends = byK6.flatMap((each) => (each.type === 'journey-ended' ? [each.ended] : []));
    expect(ends).toEqual(['finished', 'stopped']);
    const written = readFileSync(join(folder, FILES.script), 'utf8');
    expect(['isAppointment', 'isTimeslotQueryResult', 'isOrder'].map((name) => written.includes(name))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('tells Assay before an order is sent which of its deliveries the receiver shall turn away', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['kci/refused-delivery-comes-again'] });
    const [order] = load.journeys.of(0).steps.flatMap((step) => (step.kind === 'call' ? [step] : []));
    const machine = await machineFor(load);

    await machine.walk(await machine.setup(), 0);

    const [turning, ...others] = machine.told.filter(({ path }) => path === '/turn-away');
    expect(turning?.body).toEqual({ orderId: expect.stringMatching(/^\d+$/), how: order?.receiver });
    expect(others).toEqual([]);
    expect(observedOf(machine, 0).at(-1)).toMatchObject({ type: 'journey-ended', ended: 'finished' });
  });

  test('VUs share the tokens that setup got', async () => {
    const load = loadAt(URL, { count: 8, seconds: 1, mix: ['availability/new-line#standard'] });
    const { gateway } = trial({ clock: realClock, deliver: silence });
    const options = { send: gateway.answer, files: await filesOf(load), secrets: secretsOf(load.target) };
    const [first, ...vus] = await Promise.all(Array.from({ length: 9 }, () => createMachine(options)));

    const shared = await first?.setup();
    for (const [i, vu] of vus.entries()) await vu.walk(shared, i);

    const tokens = (machine: Machine | undefined) => machine?.sent.filter(({ params }) => params.tags.name === 'token');
    expect(tokens(first)).toHaveLength(load.target.tenants.length);
    expect(vus.map((vu) => tokens(vu)?.length)).toEqual(Array(8).fill(0));
    expect(vus.map((vu) => vu.sent.length)).toEqual(Array(8).fill(1));
  });

  test('a VU renews a token that has run out', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['availability/new-line#standard'] });
    const machine = await machineFor(load);
    const { tokens } = (await machine.setup()) as { tokens: [string, { token: string }][] };
    const spent = tokens.map(([tenant, held]) => [tenant, { ...held, until: 0 }]);

    await machine.walk({ offsetMs: 0, tokens: spent }, 0);

    expect(machine.sent.map(({ params }) => params.tags.name)).toEqual([
      ...load.target.tenants.map(() => 'token'),
      'token',
      'availability',
    ]);
    const [token, ...rest] = observedOf(machine, 0).filter((each) => each.type === 'request-sent');
    expect([token?.journey, rest.length]).toEqual(['', 1]);
  });

  test('each request says to k6 what it is and which statuses are right', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['availability/new-line#standard'] });
    const machine = await machineFor(load);

    await machine.walk(await machine.setup(), 0);

    const { params } = machine.sent.at(-1) ?? {};
    expect(params?.tags).toEqual({
      name: 'availability',
      operation: 'availability',
      journey: 'availability/new-line',
    });
    expect(params?.responseCallback).toEqual([{ min: 200, max: 200 }]);
    expect(params?.timeout).toBe(load.target.deadlines.responseMs);
    const counted = machine.metrics.filter(({ name }) => name === 'unexpected_status');
    expect(counted.map(({ value }) => value)).toEqual([...load.target.tenants.map(() => 0), 0]);
  });

  test('a status that no step expects is counted, and so is an exchange that broke', async () => {
    const load = loadAt(URL, { count: 2, seconds: 1, mix: ['availability/new-line#standard'] });
    const { gateway } = trial({ clock: realClock, deliver: silence });
    const tokens = load.target.tenants.length;
    let sent = 0;
    const send: Send = async (request) => {
      sent += 1;
      if (sent === tokens + 1) return { status: 500, headers: [], body: new Uint8Array(), tookMs: 1 };
      if (sent === tokens + 2) return { fault: 'refused', detail: 'dial: connection refused', tookMs: 1 };
      return gateway.answer(request);
    };
    const machine = await machineFor(load, { send });

    const shared = await machine.setup();
    for (const index of [0, 1]) await machine.walk(shared, index);

    const values = (wanted: string) => machine.metrics.filter(({ name }) => name === wanted).map(({ value }) => value);
    expect(values('unexpected_status')).toEqual([...Array(tokens).fill(0), 1, 1]);
    expect(values('broken')).toEqual([...Array(tokens).fill(0), 0, 1]);
    expect(observedOf(machine, 1).find((each) => each.type === 'exchange-broke')).toMatchObject({
      fault: 'refused',
      detail: 'dial: connection refused',
    });
  });

  test('the customer thinks between steps, each time as long as index and step say', async () => {
    const think = { fromMs: 1000, toMs: 5000 };
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['orders/provide-new#residential'], think });
    const machine = await machineFor(load);

    await machine.walk(await machine.setup(), 0);

    const thought = ['slots', 'booking', 'placed'].map((step) => thinkMs(think, 0, step) / 1000);
    expect(machine.slept).toEqual(thought);
    expect(new Set(thought).size).toBe(3);
  });

  test('a wait for an event asks Assay', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['cancellations/cease'] });
    const machine = await machineFor(load, { awaited: 'expired' });

    await machine.walk(await machine.setup(), 0);

    const asked = machine.told.find(({ path }) => path === '/await');
    const { ids } = load.journeys.of(0).values as { ids: Record<string, number> };
    expect(asked?.body).toEqual({ index: 0, step: 'await', orderId: String(ids.placed) });
    const ends = observedOf(machine, 0).filter((each) => each.type === 'wait-ended' || each.type === 'journey-ended');
    expect(ends.map(({ ended }) => ended)).toEqual(['expired', 'stopped']);
  });

  test('what Assay cannot be told is tried again, then counted as lost, aloud', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['availability/new-line#standard'] });
    const machine = await machineFor(load, { tellStatus: 503 });

    await machine.walk(await machine.setup(), 0);

    const beacons = machine.told.filter(({ body }) => (body as { index: number }).index === 0);
    expect(beacons).toHaveLength(4);
    expect(machine.metrics.filter(({ name, value }) => name === 'assay_lost' && value === 1)).toHaveLength(2);
    expect(machine.errors.at(-1)).toBe('what journey 0 observed is lost: Assay could not be told: 503 ');
  });

  test('a load without any token ends before it begins, and says why', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1 });
    const machine = await machineFor(load, {
      send: async () => ({ fault: 'refused', detail: 'dial: connection refused', tookMs: 0 }),
    });

    await expect(machine.setup()).rejects.toThrow(
      new Aborted(`no tenant got a token from ${URL}: dial: connection refused`),
    );
  });

  test('an arrival without a journey is an error', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['availability/new-line#standard'] });
    const machine = await machineFor(load);

    await expect(machine.walk(await machine.setup(), 1)).rejects.toThrow('there is no journey 1: only 1 were planned');
  });

  test('k6 alone, without Assay, walks all the same', async () => {
    const load = loadAt(URL, { count: 1, seconds: 1, mix: ['availability/new-line#standard'] });
    const machine = await machineFor(load, { hasControl: false });

    await machine.walk(await machine.setup(), 0);
    machine.collect();

    expect(machine.told).toEqual([]);
    expect(machine.sent.at(-1)?.params.tags.name).toBe('availability');
  });

  test('the summary has no tokens in it', async () => {
    const machine = await machineFor(loadAt(URL, { count: 1, seconds: 1 }));
    const metric = { type: 'rate', contains: 'default', values: { rate: 0.5 }, thresholds: { 'rate<1': { ok: true } } };

    const written = machine.handleSummary({
      state: { testRunDurationMs: 1 },
      metrics: { broken: metric },
      setup_data: { tokens: ['secret'] },
    });

    expect(Object.keys(written)).toEqual(['k6-summary.json', 'stdout']);
    expect(JSON.parse(written['k6-summary.json'] ?? '')).toEqual({
      state: { testRunDurationMs: 1 },
      metrics: { broken: metric },
    });
    expect(written.stdout).toBe('broken: rate=0.5\n    held  rate<1\n');
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

test('tells Assay when k6 should have begun each journey, by the arrivals that k6 makes of its stages', async () => {
  const load = loadAt(URL, { count: 10, seconds: 2, mix: ['availability/new-line#standard'] });
  const machine = await machineFor(load);
  const shared = await machine.setup();
  for (const index of [0, 1, 9, 12]) await machine.walk(shared, index).catch(() => {});

  const bodies = machine.told.filter(({ path }) => path === '/walked').map(({ body }) => body);
  const due = bodies.flatMap((body) => {
    const { index, intendedAt = 0 } = body as { index: number; intendedAt?: number };
    return index === BEFORE_ALL ? [] : [intendedAt];
  });
  // Five a second: the first after a fifth of a second.
  expect(due.map((at) => Math.round(at - (due[0] ?? 0)))).toEqual([0, 200, 1_800]);
});
