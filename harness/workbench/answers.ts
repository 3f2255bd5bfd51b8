import type { Headers, WireResponse } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';

/** On every answer: nothing is kept, nothing is guessed, no other page gets at it. */
const ALWAYS: Headers = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** An answer with these headers and those of every answer. */
function answer(status: number, type: string, body: string | Uint8Array, more: Headers = []): WireResponse {
  const headers: Headers = [...ALWAYS, ['Content-Type', type], ...more];
  return { status, headers, body: typeof body === 'string' ? bytesOf(body) : body, tookMs: 0 };
}

/** What the page reads. */
export function json(status: number, value: unknown): WireResponse {
  return answer(status, 'application/json', JSON.stringify(value));
}

/** Says in a sentence why there is nothing else. */
export function refusal(status: number, why: string, more: Headers = []): WireResponse {
  return answer(status, 'text/plain; charset=utf-8', `${why}\n`, more);
}

/** A page under a policy. */
export function page(html: string | Uint8Array, policy: string): WireResponse {
  return answer(200, 'text/html; charset=utf-8', html, [['Content-Security-Policy', policy]]);
}

/** The headers of what is written as it comes. */
export const STREAMED: Headers = [...ALWAYS, ['Content-Type', 'text/event-stream']];

/** One server-sent event. */
export function eventText(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/**
 * The policy of a report, on top of its own: it is a file made of what a stranger's gateway sent, so it is a page of no
 * origin (`sandbox`), from which nothing here can be called.
 */
export const REPORT_POLICY = [
  'sandbox allow-scripts allow-downloads allow-modals allow-popups',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
