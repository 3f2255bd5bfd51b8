import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import type { Headers, WebhookAuthentication, WireRequest } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { createAuthenticate, createSignDelivery } from './webhook-authentication.ts';
import { signingSend } from './webhook-signing.ts';

const NOW = Date.UTC(2026, 2, 16, 9);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const delivery = (headers: Headers = [], body = '{"a":1}'): WireRequest => ({
  method: 'POST',
  url: 'http://127.0.0.1/s3cr3t',
  headers,
  body: bytesOf(body),
});

/** What a sender that follows the target's file makes of a delivery. */
async function signed(by: WebhookAuthentication, request = delivery(), now = NOW): Promise<WireRequest> {
  const sent: WireRequest[] = [];
  const send = signingSend(
    by,
    async (each) => {
      sent.push(each);
      return { status: 204, headers: [], body: new Uint8Array(), tookMs: 0 };
    },
    () => now,
  );
  await send(request);
  return sent[0] as WireRequest;
}

const WAYS: readonly WebhookAuthentication[] = [
  { by: 'bearer', token: 't0ken' },
  { by: 'basic', username: 'gateway', password: 'pass:word é' },
  { by: 'header', name: 'X-Api-Key', value: 'k3y' },
  { by: 'standard-webhooks', secret: SECRET, toleranceMs: 300_000 },
];

describe.each(WAYS)('authentication by $by', (by) => {
  const authenticate = createAuthenticate(by, () => NOW);

  test('believes what its own sender sends', async () => {
    expect(authenticate(await signed(by))).toBeNull();
  });

  test('does not believe a delivery without any proof, with an empty one, or with that of another', async () => {
    const proven = await signed(by);
    const empty = proven.headers.map(([name]) => [name, ''] as const);
    const others = proven.headers.map(([name, value]) => [name, `${value.slice(0, -1)}!`] as const);
    const told = [delivery(), delivery(empty), delivery(others)].map(authenticate);
    expect(told).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
    expect(told.join()).not.toMatch(/t0ken|k3y|pass|whsec/);
  });

  test('does not believe a proof beside another', async () => {
    const { headers } = await signed(by);
    const doubled = delivery([...headers.map(([name]) => [name, 'forged'] as const), ...headers]);
    expect(authenticate(doubled)).not.toBeNull();
  });
});

describe('Standard Webhooks', () => {
  const by = { by: 'standard-webhooks', secret: SECRET, toleranceMs: 300_000 } as const;
  const authenticate = createAuthenticate(by, () => NOW);

  test('signs as its specification shows it', () => {
    // The example of the specification, version 1.
    const sign = createSignDelivery(SECRET);
    expect(sign('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, bytesOf('{"test": 2432232314}'))).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test.each(['', '{"a":1}', '\uFEFF{"name":"Zoë 😀"}'])('signs %j as the package of Standard Webhooks does', (text) => {
    const body = bytesOf(text);
    const signature = createSignDelivery(SECRET)('msg_1', 1_614_265_330, body);
    expect(signature).toBe(new Webhook(SECRET).sign('msg_1', new Date(1_614_265_330_000), Buffer.from(body)));
  });

  test('of a body that is not UTF-8 it says so: no signature of it can be checked', async () => {
    const broken = { ...delivery(), body: Uint8Array.of(0x7b, 0xff, 0x7d) };
    expect(authenticate(await signed(by, broken))).toBe(
      'the body is not UTF-8, so that no signature of it can be checked',
    );
  });

  test('forgives a clock that is known to be wrong, and no replay', async () => {
    const behind = createAuthenticate(
      by,
      () => NOW,
      () => 600_000,
    );
    const sentAt = async (at: number) => signed(by, delivery(), at);
    expect(authenticate(await sentAt(NOW - 600_000))).toBe('webhook-timestamp is too old or too new');
    expect(behind(await sentAt(NOW - 600_000))).toBeNull();
    expect(behind(await sentAt(NOW - 1_200_000))).toBe('webhook-timestamp is too old or too new');
  });

  test('forgives what a busy receiver was late to read, and no older delivery', async () => {
    const read = async (uncertaintyMs: number) => ({
      ...(await signed(by, delivery(), NOW - 360_000)),
      arrived: { at: NOW, uncertaintyMs },
    });
    expect(authenticate(await read(60_000))).toBeNull();
    expect(authenticate(await read(59_000))).toBe('webhook-timestamp is too old or too new');
  });

  test('refuses another body, another id and another time than were signed', async () => {
    const { headers } = await signed(by);
    const changed = (name: string, to: string): Headers =>
      headers.map((each) => (each[0] === name ? [name, to] : each));
    expect([
      authenticate(delivery(headers, '{"a":2}')),
      authenticate(delivery(changed('webhook-id', 'msg_2'))),
      authenticate(delivery(changed('webhook-timestamp', String(NOW / 1000 + 1)))),
    ]).toEqual(['no signature fits the delivery', 'no signature fits the delivery', 'no signature fits the delivery']);
  });

  test.each([
    [299_999, null],
    [-299_999, null],
    [301_000, 'webhook-timestamp is too old or too new'],
    [-301_000, 'webhook-timestamp is too old or too new'],
  ])('a delivery signed %i ms ago: %s', async (ago, told) => {
    expect(authenticate(await signed(by, delivery(), NOW - ago))).toBe(told);
  });

  test('one of several signatures is enough, but they are not looked through without end', async () => {
    const { headers } = await signed(by);
    const with_ = (before: number): Headers =>
      headers.map(([name, value]) => [
        name,
        name === 'webhook-signature' ? `${'v1,x '.repeat(before)}${value}` : value,
      ]);
    expect([authenticate(delivery(with_(3))), authenticate(delivery(with_(10_000)))]).toEqual([
      null,
      'no signature fits the delivery',
    ]);
  });
});

test('mutual TLS believes a connection whose certificate was verified, and no other', async () => {
  const authenticate = createAuthenticate({ by: 'mutual-tls', ca: 'ca.pem' }, () => NOW);
  const verified = { isTrusted: true, detail: 'verified' };
  const strange = { isTrusted: false, detail: 'the caller showed no certificate' };
  expect([
    authenticate({ ...delivery(), clientCertificate: verified }),
    authenticate({ ...delivery(), clientCertificate: strange }),
    authenticate(delivery()),
  ]).toEqual([null, 'the caller showed no certificate', 'the connection is not TLS']);
});
