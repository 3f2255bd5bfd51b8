import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { WebhookAuthentication, WireRequest } from '../model.ts';
import { bytesOf, headerOf } from '../wire.ts';

/** Why a delivery does not prove to be the target's, or null where it does. */
export type Authenticate = (request: WireRequest) => string | null;

/** The check that a target's file asks for. `now` is in ms. */
export function createAuthenticate(by: WebhookAuthentication, now: () => number): Authenticate {
  switch (by.by) {
    case 'bearer':
      return (request) => isHeader(request, 'authorization', `Bearer ${by.token}`);
    case 'basic':
      return (request) => isHeader(request, 'authorization', basic(by));
    case 'header':
      return (request) => isHeader(request, by.name, by.value);
    case 'mutual-tls':
      return ({ clientCertificate }) =>
        clientCertificate?.isTrusted ? null : (clientCertificate?.detail ?? 'the connection is not TLS');
    case 'standard-webhooks':
      return (request) => verifySignature(request, by, now());
  }
}

/** `Basic …` as RFC 7617 has it. */
export function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function isHeader({ headers }: WireRequest, name: string, wanted: string): string | null {
  const all = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  if (all.length === 0) return `there is no header ${name}`;
  // Of two, nobody knows which one a reader takes.
  if (all.length > 1) return `the header ${name} stands ${all.length} times`;
  return isSame(all[0]?.[1] ?? '', wanted) ? null : `the header ${name} has another value than agreed`;
}

/** Takes as long whatever the texts have in common, so that nobody can guess a secret letter by letter. */
function isSame(text: string, other: string): boolean {
  const digest = (each: string): Buffer => createHash('sha256').update(each).digest();
  return timingSafeEqual(digest(text), digest(other));
}

/** The signature that Standard Webhooks (version 1, symmetric) puts on a delivery. `timestamp` is in s. */
export function signatureOf(secret: string, id: string, timestamp: string, body: Uint8Array): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

const keys = new Map<string, KeyObject>();
const MOST_KEYS = 100;

/** Made once for each secret: to make the key takes several times as long as to sign with it. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret);
  if (!key) {
    key = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(secret, key);
  }
  return key;
}

type Signed = Extract<WebhookAuthentication, { readonly by: 'standard-webhooks' }>;

/** Standard Webhooks: the id, the time and the body are signed; a time too far off is a replay, or a wrong clock. */
function verifySignature({ headers, body }: WireRequest, { secret, toleranceMs }: Signed, now: number): string | null {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((each) =>
    headerOf(headers, `webhook-${each}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    return 'webhook-id, webhook-timestamp or webhook-signature is missing';
  }
  if (!/^\d{1,15}$/.test(timestamp)) return 'webhook-timestamp is no count of seconds';
  if (Math.abs(Number(timestamp) * 1000 - now) > toleranceMs) return 'webhook-timestamp is too old or too new';
  const wanted = signatureOf(secret, id, timestamp, body ?? bytesOf(''));
  // While a secret is renewed there are several, in any order, of any version.
  const given = signatures.split(' ').slice(0, MOST_SIGNATURES);
  return given.some((each) => isSame(each, wanted)) ? null : 'no signature fits the delivery';
}

const MOST_SIGNATURES = 16;
