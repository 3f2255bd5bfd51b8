import { setupServer } from 'msw/node';
import { afterEach, expect, test } from 'vitest';
import { SERVICE } from '../../fake/testing/journeys.ts';
import { virtualClock } from '../../io/virtual-clock.ts';
import { loadSpec } from '../inputs.ts';
import { createFake, deliverTo, type Fake, type FakeOptions, matchers } from './in-tests.ts';

const { operations } = loadSpec().contract;
const GATEWAY = 'http://gateway.test';
const done: (() => void)[] = [];
afterEach(() => {
  for (const end of done.splice(0)) end();
});

/** A client of ten lines against the fake, as its own tests would have it: what it was answered, and what it was told. */
async function ceased(
  options: FakeOptions,
  further: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly status: number; readonly told: readonly string[]; readonly conversation: Fake['conversation'] }> {
  for (const end of done.splice(0)) end();
  const told: string[] = [];
  const clock = virtualClock(Date.UTC(2026, 2, 16, 9));
  const webhook = async (event: Request): Promise<Response> => {
    told.push(`${event.method} ${event.headers.has('webhook-signature')} ${JSON.stringify(await event.json())}`);
    return new Response(null, { status: 204 });
  };
  const fake = createFake({ clock, webhook, ...options });
  const server = setupServer(...fake.handlers(GATEWAY));
  server.listen();
  done.push(() => server.close(), fake.stop);
  const [tenant] = fake.tenants;
  if (!tenant) throw new Error('the fake has no tenant');

  const ask = (path: string, headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(`${GATEWAY}${path}`, { method: 'POST', headers, body });
  const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
  const form = { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = (await (await ask(operations.token.path, form, 'grant_type=client_credentials')).json()) as {
    readonly access_token: string;
  };
  const order = { id: 7, orderType: 'CEASE', tenant: tenant.name, serviceId: SERVICE, ...further };
  const { status } = await ask(
    operations.order.path,
    {
      Authorization: `Bearer ${token.access_token}`,
      Tenant: tenant.name,
      'X-Request-ID': 'request',
      'X-Conversation-ID': 'conversation',
      'Content-Type': 'application/json',
    },
    JSON.stringify(order),
  );
  await clock.until(new Promise(() => {}), 3_600_000);
  return { status, told, conversation: fake.conversation };
}

test('a client meets the fake through msw, and its events come to a function, signed', async () => {
  const { status, told } = await ceased({});

  expect(status).toBe(202);
  expect(told.length).toBeGreaterThan(2);
  expect(told.every((each) => each.startsWith('POST true {'))).toBe(true);
  expect(told.at(-1)).toContain('COMPLETED');
});

test('a client that keeps its side is told so, and one that does not by the rows it breaks', async () => {
  const { toKeepItsSide } = matchers;
  expect.extend(matchers);
  const expectOf = expect as unknown as (of: Fake['conversation']) => { toKeepItsSide(): void };
  const DAY = '2099-01-15T09:00:00.000Z';
  const sound = await ceased({}, { requestedCompletionDate: DAY });
  expect(sound.conversation.findings()).toEqual([]);
  expectOf(sound.conversation).toKeepItsSide();

  const typed = await ceased({}, { id: '7', requestedCompletionDate: DAY });
  expect(typed.conversation.findings().flatMap(({ rows }) => rows)).toContain('ORD-10');
  expect(() => expectOf(typed.conversation).toKeepItsSide()).toThrow(/^ORD-10 /);

  const deaf = await ceased({ webhook: () => 500 }, { requestedCompletionDate: DAY });
  expect(deaf.conversation.findings().flatMap(({ rows }) => rows)).toContain('CLI-30');

  expect(toKeepItsSide(createFake().conversation).message()).toBe('the client asked for nothing');
});

test('a fault by its name is what the client then meets', async () => {
  const { told } = await ceased({ faults: ['kci-lost-completion'] });

  expect(told.length).toBeGreaterThan(1);
  expect(told.join()).not.toContain('COMPLETED');
});

test('what cannot be played is refused in words', () => {
  expect(() => createFake({ faults: ['no-such-fault'] })).toThrow('no-such-fault');
  expect(() => createFake({ profile: 'no-such-profile' })).toThrow('no-such-profile');
});

test('a webhook that returns nothing has taken its event', async () => {
  const heard: string[] = [];
  await ceased({ webhook: async (event) => void heard.push(await event.text()) });
  expect(heard.length).toBeGreaterThan(2);
  expect(new Set(heard).size).toBe(heard.length);
});

test('what a webhook returns is the answer, and an error of its own has its name', async () => {
  const answered = (webhook: NonNullable<FakeOptions['webhook']>) => {
    const request = { method: 'POST', url: 'http://webhook.test/kcis', headers: [], body: null };
    return deliverTo(webhook)(request, new AbortController().signal);
  };
  expect(await answered(() => {})).toMatchObject({ status: 204 });
  expect(await answered(async () => 503)).toMatchObject({ status: 503 });
  const response = new Response('', { status: 429, headers: { 'Retry-After': '1' } });
  expect(await answered(() => response)).toMatchObject({
    status: 429,
    headers: expect.arrayContaining([['retry-after', '1']]),
  });
  const thrown = answered(() => JSON.parse('{') as undefined);
  await expect(thrown).rejects.toThrow(/^the webhook given to createFake threw: Expected property name/);
  for (const [returned, told] of [
    [true, 'true'],
    [{ status: 200 }, '{"status":200}'],
    [99, '99'],
  ] as const)
    await expect(answered(() => returned as unknown as Response)).rejects.toThrow(
      `the webhook given to createFake returned ${told}, which is no answer: return a Response, a status from 200 to 599, or nothing`,
    );
});
