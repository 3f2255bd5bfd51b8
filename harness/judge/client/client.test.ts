import { expect, test } from 'vitest';
import { inHaste } from '../../application/clients/run.ts';
import { loadAim, loadSpec } from '../../application/inputs.ts';
import { observedFake } from '../../application/open/observe.ts';
import { loadClientContract } from '../../contract/client.ts';
import type { Fault } from '../../fake/fault.ts';
import { virtualClock } from '../../io/virtual-clock.ts';
import type { Check, ClientCase, Json, Observation, Plan, Send, WireResponse } from '../../model.ts';
import { createRecorder } from '../../run/record.ts';
import { bytesOf, decodeUtf8, parseJson } from '../../wire/wire.ts';
import { judgeWhole } from '../judge.ts';

const spec = loadSpec();
const contract = loadClientContract(spec.contract);
const aim = loadAim({ target: 'fake' }, spec);
const PLAN: Plan = { version: 1, side: 'client', watched: true, seed: 1, nonce: 'n', now: 0, journeys: [] };

const WEBHOOK = 'http://client.test/kcis';

type Ask = (
  verb: string,
  request?: { query?: Record<string, Json>; body?: Json; headers?: Record<string, string> },
) => Promise<Json>;

/** What is judged of a client that asks as `walk` does, and answers every delivery with a status. */
async function judged(
  walk: (ask: Ask, wait: (ms: number) => Promise<unknown>) => Promise<void>,
  gateway: Partial<ClientCase['gateway']> = {},
  answered: () => number = () => 204,
): Promise<readonly Check[]> {
  const clock = virtualClock(Date.UTC(2026, 2, 16, 9));
  const record: Observation[] = [];
  const deliver: Send = async () => ({ status: answered(), headers: [], body: new Uint8Array(), tookMs: 0 });
  const { faults = [], tokenLifeMs: tokenLife, forged } = gateway;
  const { answer, pendingDeliveries } = observedFake({
    aim: inHaste(aim),
    journey: '',
    made: { seed: 1, kciDelay: 20, tokenLife, webhook: WEBHOOK, faults: faults as unknown as readonly Fault[] },
    forged: forged && { how: forged, deliver },
    clock,
    recorder: createRecorder({ clock, write: null, secrets: [], see: (seen) => record.push(seen) }),
    exchangesBefore: 0,
    deliver,
  });
  const tenant = aim.target.tenants[0] as (typeof aim.target.tenants)[number];
  let token = '';
  let count = 0;
  const ask: Ask = async (verb, { query = {}, body, headers = {} } = {}) => {
    const operation = contract.operations[verb];
    if (!operation) throw new Error(verb);
    count += 1;
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const own: Record<string, string> =
      operation.auth === 'basic'
        ? { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' }
        : {
            Authorization: `Bearer ${token}`,
            [contract.headers.tenant]: tenant.name,
            [contract.headers.request]: `request-${count}`,
            [contract.headers.conversation]: 'one',
            'Content-Type': 'application/json',
          };
    const parts = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    );
    const sent = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== '');
    const text =
      operation.auth === 'basic' ? 'grant_type=client_credentials' : body === undefined ? null : JSON.stringify(body);
    const came = (await answer({
      method: operation.method,
      url: `${operation.path}${parts.length > 0 ? `?${parts.join('&')}` : ''}`,
      headers: sent,
      body: text === null ? null : bytesOf(text),
    })) as WireResponse;
    const json = parseJson(decodeUtf8(came.body) ?? '').json ?? null;
    if (verb === 'token') token = (json as { access_token: string }).access_token;
    return json;
  };
  const wait = (ms: number): Promise<unknown> => clock.until(new Promise(() => {}), ms);
  await walk(ask, wait);
  while (pendingDeliveries() > 0) await wait(50);
  return judgeWhole({
    plan: PLAN,
    contract,
    validators: spec.validators,
    profile: aim.profile,
    target: aim.target,
    record,
  }).checks;
}

const SITE = { id: '200000000001', type: 'UPRN' };
const cease = {
  id: 7,
  orderType: 'CEASE',
  tenant: 'northwind-broadband',
  serviceId: 'SVC1',
  requestedCompletionDate: '2099-01-15T09:00:00.000Z',
};
const failures = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ check, requirements, result }) =>
    result.outcome === 'failed' ? [`${check} ${requirements.join(' ')}`] : [],
  );

test('a client that keeps its side breaks nothing, and is shown to keep it', async () => {
  const checks = await judged(async (ask) => {
    await ask('token');
    await ask('availability', { query: { address: SITE } });
    await ask('order', { body: cease });
  });

  expect(failures(checks)).toEqual([]);
  const shown = new Set(
    checks.flatMap(({ result, requirements }) => (result.outcome === 'passed' ? requirements : [])),
  );
  expect([...shown]).toEqual(expect.arrayContaining(['HDR-03', 'AVL-02', 'AUT-04', 'AUT-09', 'ORD-55', 'CLI-30']));
});

test.each([
  [
    'a header that is missing',
    'availability',
    { query: { address: SITE }, headers: { 'X-Request-ID': '' } },
    'client.request HDR-03',
  ],
  ['JSON that is no JSON', 'availability', { query: { address: 'SITE' } }, 'client.request AVL-02'],
  ['a type that does not exist', 'order', { body: { ...cease, orderType: 'STOP' } }, 'client.request ORD-11'],
  [
    'a service that is not named',
    'order',
    { body: { ...cease, serviceId: undefined as never } },
    'client.request ORD-26',
  ],
  ['another tenant', 'order', { body: { ...cease, tenant: 'harbour-telecom' } }, 'client.tenant ORD-12'],
  [
    'a token of nobody',
    'order',
    { body: cease, headers: { Authorization: 'Basic abc' } },
    'client.bearer HDR-02 HDR-06 AUT-03 AUT-09',
  ],
] as const)('%s breaks its row', async (_, verb, request, row) => {
  const checks = await judged(async (ask) => {
    await ask('token');
    await ask(verb, request);
  });

  expect(failures(checks)).toContain(row);
});

test('what may have been taken is not asked for under another id, and may be under the same', async () => {
  const lost = {
    faults: [{ fault: 'lost', title: '', breaks: [], where: { verb: 'order', nth: 1 }, do: [{ break: 'timed-out' }] }],
  };
  const twice = (second: number) => async (ask: Ask) => {
    await ask('token');
    await ask('order', { body: cease }).catch(() => null);
    await ask('order', { body: { ...cease, id: second } }).catch(() => null);
  };

  expect(failures(await judged(twice(8), lost as never))).toContain('client.once CLI-14');
  expect(failures(await judged(twice(7), lost as never))).toEqual([]);
});

test('tries that follow each other at once are told from those after a pause, and from those after a time-out of the client', async () => {
  const failing = (...actions: Json[]): never =>
    ({ faults: [{ fault: 'failing', title: '', breaks: [], where: { verb: 'availability' }, do: actions }] }) as never;
  const error = { error: 'SUPPLIER_FAULT' };
  const tries = (pauseMs: number, isPatient: boolean) => async (ask: Ask, wait: (ms: number) => Promise<unknown>) => {
    await ask('token');
    for (let i = 0; i < 4; i += 1) {
      const answer = ask('availability', { query: { address: SITE } });
      if (isPatient) await answer;
      if (pauseMs > 0) await wait(pauseMs);
    }
    await wait(20_000);
  };

  expect(failures(await judged(tries(0, true), failing(error)))).toContain('client.back-off CLI-12');
  // Some timers wake a millisecond before their time.
  expect(failures(await judged(tries(99, true), failing(error)))).toEqual([]);
  // It gives up after 1 s what would be answered after 5.
  expect(failures(await judged(tries(1_000, false), failing({ delay: '5s' }, error)))).toEqual([]);
});

test('events are to be acknowledged, and those of strangers are not', async () => {
  const order = async (ask: Ask): Promise<void> => {
    await ask('token');
    await ask('order', { body: cease });
  };

  expect(failures(await judged(order, {}, () => 503))).toContain('client.acknowledge CLI-30');
  expect(failures(await judged(order, { forged: 'unsigned' }))).toEqual(['client.unsigned CLI-37']);
});

test('a delivery that is turned away once and then taken is taken', async () => {
  let count = 0;
  const order = async (ask: Ask): Promise<void> => {
    await ask('token');
    await ask('order', { body: cease });
  };

  const answered = (): number => {
    count += 1;
    return count === 1 ? 503 : 204;
  };
  expect(failures(await judged(order, {}, answered))).toEqual([]);
});

test('ids are those of a tenant, and an order without any belongs to nobody', async () => {
  const headers = { Tenant: 'harbour-telecom' };
  const checks = await judged(async (ask) => {
    await ask('token');
    await ask('order', { body: { ...cease, id: undefined as never } });
    await ask('order', { body: cease });
    await ask('order', { body: { ...cease, tenant: headers.Tenant }, headers });
    await ask('cancel', { body: { id: 9, orderId: cease.id, reasonCode: 'OTHER' }, headers });
  });

  expect(failures(checks).filter((each) => each.startsWith('client.own-orders'))).toEqual([]);
});
