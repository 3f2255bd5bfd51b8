import type { Headers, Send, WebhookAuthentication, WireRequest } from '../model.ts';
import { bytesOf, headerOf } from '../wire.ts';
import { basic, signatureOf } from './webhook-authentication.ts';

/**
 * A `Send` that proves who sends, as a target's file agrees with its webhook. What a request already says of its sender
 * stays, so that a fault can lie. For mutual TLS the certificate is the connection's affair. `now` is in ms.
 */
export function signingSend(by: WebhookAuthentication | undefined, send: Send, now: () => number): Send {
  if (by === undefined || by.by === 'mutual-tls') return send;
  return (request, signal) => send({ ...request, headers: withProof(request, proofOf(request, by, now())) }, signal);
}

function withProof({ headers }: WireRequest, proof: Headers): Headers {
  return [...headers, ...proof.filter(([name]) => headerOf(headers, name) === undefined)];
}

function proofOf(
  { headers, body }: WireRequest,
  by: Exclude<WebhookAuthentication, { readonly by: 'mutual-tls' }>,
  now: number,
): Headers {
  switch (by.by) {
    case 'bearer':
      return [['Authorization', `Bearer ${by.token}`]];
    case 'basic':
      return [['Authorization', basic(by)]];
    case 'header':
      return [[by.name, by.value]];
    case 'standard-webhooks': {
      const timestamp = String(Math.floor(now / 1000));
      const bytes = body ?? bytesOf('');
      const id =
        headerOf(headers, 'webhook-id') ??
        `msg_${signatureOf(by.secret, '', '', bytes).replace(/\W/g, '').slice(2, 26)}`;
      return [
        ['webhook-id', id],
        ['webhook-timestamp', timestamp],
        ['webhook-signature', signatureOf(by.secret, id, timestamp, bytes)],
      ];
    }
  }
}
