import { isUtf8 } from 'node:buffer';
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { WebhookAuthentication, WireRequest } from '../model.ts';
import { basicOf } from '../wire/basic.ts';
import { bytesOf, headerOf } from '../wire/wire.ts';

/** Why a delivery is not proven to be the target's; null if it is. */
export type Authenticate = (request: WireRequest) => string | null;

/** The check that a target file asks for. `now` and `apartMs` (how far the target's clock may be off) are in ms. */
export function createAuthenticate(
  by: WebhookAuthentication,
  now: () => number,
  apartMs = (): number => 0,
): Authenticate {
  switch (by.by) {
    case 'bearer':
      return (request) => isHeader(request, 'authorization', `Bearer ${by.token}`);
    case 'basic':
      return (request) => isHeader(request, 'authorization', basicOf(by.username, by.password));
    case 'header':
      return (request) => isHeader(request, by.name, by.value);
    case 'mutual-tls':
      return ({ clientCertificate }) =>
        clientCertificate?.isTrusted ? null : (clientCertificate?.detail ?? 'the connection is not TLS');
    case 'standard-webhooks': {
      const sign = createSignDelivery(by.secret);
      return (request) => verifySignature(request, sign, by.toleranceMs + apartMs(), now());
    }
  }
}

function isHeader({ headers }: WireRequest, name: string, wanted: string): string | null {
  const all = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  if (all.length === 0) return `there is no header ${name}`;
  // If there are two, it is unknown which one a reader uses.
  if (all.length > 1) return `the header ${name} stands ${all.length} times`;
  return equalsInConstantTime(all[0]?.[1] ?? '', wanted) ? null : `the header ${name} has another value than agreed`;
}

/** Compares in a time that depends only on the lengths, so that a secret cannot be guessed letter by letter. */
export function equalsInConstantTime(text: string, other: string): boolean {
  const [one, two] = [Buffer.from(text), Buffer.from(other)];
  return one.byteLength === two.byteLength && timingSafeEqual(one, two);
}

/** Standard Webhooks: id, time and body are signed; a time too far off means a replay or a wrong clock. */
function verifySignature(
  { headers, body, arrived }: WireRequest,
  sign: SignDelivery,
  toleranceMs: number,
  now: number,
): string | null {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    return 'webhook-id, webhook-timestamp or webhook-signature is missing';
  }
  if (!/^\d{1,15}$/.test(timestamp)) return 'webhook-timestamp is no count of seconds';
  const ageMs = now - Number(timestamp) * 1000;
  // A delivery read late by a busy receiver was not late itself.
  const waitedMs = arrived?.uncertaintyMs ?? 0;
  if (ageMs > toleranceMs + waitedMs || -ageMs > toleranceMs) return 'webhook-timestamp is too old or too new';
  const signed = body ?? bytesOf('');
  if (!isUtf8(signed)) return 'the body is not UTF-8, so that no signature of it can be checked';
  const wanted = sign(id, Number(timestamp), signed);
  // While a secret is renewed there are several signatures, in any order and of any version.
  const given = signatures.split(' ').slice(0, MAX_SIGNATURES);
  return given.some((each) => equalsInConstantTime(each, wanted)) ? null : 'no signature fits the delivery';
}

const MAX_SIGNATURES = 16;

/** Signs the id, the time (s since the epoch) and the body of a delivery. */
type SignDelivery = (id: string, timestamp: number, body: Uint8Array) => string;

/**
 * The signature of Standard Webhooks, version 1, symmetric. Made with Node, because the package's JavaScript costs a
 * receiver several times as much. Tests compare it with the package.
 */
export function createSignDelivery(secret: string): SignDelivery {
  const key = createSecretKey(secret.replace(/^whsec_/, ''), 'base64');
  return (id, timestamp, body) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}
