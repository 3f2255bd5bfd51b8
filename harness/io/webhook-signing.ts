import { hash } from 'node:crypto';
import type { Headers, Send, WebhookAuthentication, WireRequest } from '../model.ts';
import { basicOf } from '../wire/basic.ts';
import { bytesOf, headerOf } from '../wire/wire.ts';
import { createSignDelivery } from './webhook-authentication.ts';

/**
 * A `Send` that adds the proof of the sender that a target file agrees on. A proof that the request already has stays, so
 * that a fault can lie. With mutual TLS the connection has the certificate. `now` is in ms.
 */
export function signingSend(by: WebhookAuthentication | undefined, send: Send, now: () => number): Send {
  if (by === undefined || by.by === 'mutual-tls') return send;
  const proofOf = createProof(by, now);
  return (request, signal) => send({ ...request, headers: withProof(request, proofOf(request)) }, signal);
}

function withProof({ headers }: WireRequest, proof: Headers): Headers {
  return [...headers, ...proof.filter(([name]) => headerOf(headers, name) === undefined)];
}

function createProof(
  by: Exclude<WebhookAuthentication, { readonly by: 'mutual-tls' }>,
  now: () => number,
): (request: WireRequest) => Headers {
  switch (by.by) {
    case 'bearer':
      return () => [['Authorization', `Bearer ${by.token}`]];
    case 'basic':
      return () => [['Authorization', basicOf(by.username, by.password)]];
    case 'header':
      return () => [[by.name, by.value]];
    case 'standard-webhooks': {
      const sign = createSignDelivery(by.secret);
      return ({ headers, body }) => {
        const timestamp = Math.floor(now() / 1000);
        const bytes = body ?? bytesOf('');
        const id = headerOf(headers, 'webhook-id') ?? idOf(bytes);
        return [
          ['webhook-id', id],
          ['webhook-timestamp', String(timestamp)],
          ['webhook-signature', sign(id, timestamp, bytes)],
        ];
      };
    }
  }
}

/** The message id, the same when a delivery is sent again. */
function idOf(body: Uint8Array): string {
  return `msg_${hash('sha256', body, 'base64url').slice(0, 24)}`;
}
