import { captureBody } from '../capture.ts';
import type { Clock, DeliveryReceived, FaultKind, Headers, Send, WireRequest, WireResponse } from '../model.ts';
import { headerOf } from '../wire.ts';

/** One call to the webhook, before it is numbered and dated. */
export type Delivery = Omit<DeliveryReceived, 'seq' | 'at' | 'type' | 'delivery'>;

/** What to do to a delivery instead of acknowledging it, to see whether the target delivers again. */
export type Misbehaviour =
  | { readonly answer: number }
  | { readonly fault: Extract<FaultKind, 'reset' | 'timed-out'> }
  | { readonly acknowledgeAfterMs: number };

export interface ReceiverOptions {
  /** The first segment of the path that the target was given. */
  readonly pathSecret: string;
  /** The status that tells the target its delivery has arrived. */
  readonly acknowledge: number;
  /** Done to the first deliveries on the right path, one each, in order. */
  readonly misbehave?: { readonly deliveries: readonly Misbehaviour[]; readonly clock: Clock };
  /** Takes every call, whoever made it and wherever it went, before it is answered: what was acknowledged is on record. */
  readonly onDelivery: (delivery: Delivery) => void;
}

/** A call with this header and the path's secret as its value is our own probe: acknowledged, and no delivery. */
export const probeHeader = 'Assay-Probe';

/**
 * The tenant's webhook endpoint, to be served or called in-process. It reads nothing of what a delivery says: it hands on
 * and acknowledges, and what was delivered is judged later.
 */
export function createReceiver({ pathSecret, acknowledge, misbehave, onDelivery }: ReceiverOptions): Send {
  let expected = 0;
  const answer = (request: WireRequest, status: number, headers: Headers = []): WireResponse => {
    onDelivery(deliveryOf(pathSecret, request, status));
    return { status, headers, body: new Uint8Array(), tookMs: 0 };
  };

  return async (request) => {
    if (headerOf(request.headers, probeHeader) === pathSecret) {
      return { status: acknowledge, headers: [], body: new Uint8Array(), tookMs: 0 };
    }
    if (!isBelow(pathOf(request.url), pathSecret)) return answer(request, 404);
    if (request.method !== 'POST') return answer(request, 405, [['allow', 'POST']]);
    const misbehaviour = misbehave?.deliveries[expected++];
    if (misbehave === undefined || misbehaviour === undefined) return answer(request, acknowledge);
    if ('answer' in misbehaviour) return answer(request, misbehaviour.answer);
    if ('fault' in misbehaviour) {
      onDelivery(deliveryOf(pathSecret, request, 0));
      return { fault: misbehaviour.fault, detail: 'the receiver misbehaved on purpose', tookMs: 0 };
    }
    const acknowledged = answer(request, acknowledge);
    await misbehave.clock.until(new Promise(() => {}), misbehaviour.acknowledgeAfterMs);
    return acknowledged;
  };
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
