import { captureBody } from '../capture.ts';
import type { DeliveryReceived, Headers, Send, TurningAway, WireRequest, WireResponse } from '../model.ts';
import { headerOf } from '../wire.ts';

/** One call to the webhook, before it is numbered; dated where it is told of later than it came. */
export type Delivery = Omit<DeliveryReceived, 'seq' | 'at' | 'type' | 'delivery'> & { readonly at?: number };

/** How a delivery is turned away: with a status, or by a broken connection. */
export type TurnedAway = Pick<TurningAway, 'with'>;

export interface ReceiverOptions {
  /** The first segment of the path that the target was given. */
  readonly pathSecret: string;
  /** The status that tells the target its delivery has arrived. */
  readonly acknowledge: number;
  /**
   * Takes every call, whoever made it and wherever it went, before it is answered: what was acknowledged is on record.
   * A delivery on the right path may be turned away on purpose, to see whether it comes again: what is returned is
   * answered instead, and it is for the taker to put that on record.
   */
  readonly onDelivery: (delivery: Delivery) => TurnedAway | undefined;
}

/** A call with this header and the path's secret as its value is our own probe: acknowledged, and no delivery. */
export const probeHeader = 'Assay-Probe';

/**
 * The tenant's webhook endpoint, to be served or called in-process. It reads nothing of what a delivery says: it hands on
 * and acknowledges, and what was delivered is judged later.
 */
export function createReceiver({ pathSecret, acknowledge, onDelivery }: ReceiverOptions): Send {
  return async (request) => {
    const found = placeOf({ pathSecret, acknowledge }, request);
    if (found.isProbe) return found.answer;
    const { status } = found.answer;
    const turned = onDelivery(deliveryOf(pathSecret, request, status));
    if (turned === undefined || status !== acknowledge) return found.answer;
    if (turned.with !== 'reset') return answer(turned.with);
    return { fault: 'reset', detail: 'the receiver broke the connection on purpose', tookMs: 0 };
  };
}

/** What a call is to the receiver, and how it is answered. */
export interface Place {
  readonly isProbe?: boolean;
  readonly answer: WireResponse;
}

/** Where a call went: only a POST below the secret of the path is a delivery in its place. */
export function placeOf(
  { pathSecret, acknowledge }: Pick<ReceiverOptions, 'pathSecret' | 'acknowledge'>,
  { method, url, headers }: WireRequest,
): Place {
  if (headerOf(headers, probeHeader) === pathSecret) return { isProbe: true, answer: answer(acknowledge) };
  if (!isBelow(pathOf(url), pathSecret)) return { answer: answer(404) };
  return { answer: method === 'POST' ? answer(acknowledge) : answer(405, [['allow', 'POST']]) };
}

function answer(status: number, headers: Headers = []): WireResponse {
  return { status, headers, body: new Uint8Array(), tookMs: 0 };
}

/**
 * A call as a delivery, with the path's secret replaced; also for calls that a server turned away before they reached the
 * receiver. `answered` is the status, or 0 where the call got no answer.
 */
export function deliveryOf(
  pathSecret: string,
  call: Pick<WireRequest, 'method' | 'url' | 'headers'> & { readonly body?: Uint8Array | null },
  answered: number,
): Delivery {
  const path = pathOf(call.url);
  return {
    method: call.method,
    path: path.replaceAll(pathSecret, '[secret:webhook-path-1]'),
    expectedPath: isBelow(path, pathSecret),
    headers: call.headers,
    body: captureBody(call.body ?? new Uint8Array()),
    answered,
  };
}

/** Path and query of a request. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === '' ? '/' : path;
}

function isBelow(path: string, segment: string): boolean {
  const start = `/${segment}`;
  return path.startsWith(start) && ['', '/', '?'].includes(path.charAt(start.length));
}
