import type { Clock, FaultKind, Headers, Send, WireRequest, WireResponse } from '../model.ts';
import { headerOf } from '../wire.ts';
import { captureBody } from './capture.ts';
import type { Delivery } from './inbox.ts';

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
  readonly misbehave?: readonly Misbehaviour[];
  readonly clock: Clock;
  /** Takes every call, whoever made it and wherever it went, before it is answered: what was acknowledged is on record. */
  readonly onDelivery: (delivery: Delivery) => void;
}

export interface Receiver {
  /** The receiver as a function, to be served or called in-process. */
  readonly answer: Send;
  /** Accounts for a call that was turned away before it got here: too long, or not HTTP. */
  turnedAway(call: Pick<WireRequest, 'method' | 'url' | 'headers'> & { readonly answered: number }): void;
}

/** A call with this header and the path's secret as its value is our own probe: acknowledged, and no delivery. */
export const probeHeader = 'Assay-Probe';

/**
 * The tenant's webhook endpoint. It reads nothing of what a delivery says: it acknowledges and hands on, and what was
 * delivered is judged later. `answered` is 0 where a misbehaviour left the call without an answer.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { pathSecret, acknowledge, misbehave = [], clock, onDelivery } = options;
  let expected = 0;

  const account = (request: WireRequest, answered: number): void => {
    const path = pathOf(request.url);
    onDelivery({
      method: request.method,
      path: path.replaceAll(pathSecret, '[secret:webhook-path]'),
      expectedPath: isBelow(path, pathSecret),
      headers: request.headers,
      body: captureBody(request.body ?? new Uint8Array()),
      answered,
    });
  };
  const answer = (request: WireRequest, status: number, headers: Headers = []): WireResponse => {
    account(request, status);
    return { status, headers, body: new Uint8Array(), tookMs: 0 };
  };

  return {
    async answer(request) {
      if (headerOf(request.headers, probeHeader) === pathSecret) {
        return { status: acknowledge, headers: [], body: new Uint8Array(), tookMs: 0 };
      }
      if (!isBelow(pathOf(request.url), pathSecret)) return answer(request, 404);
      if (request.method !== 'POST') return answer(request, 405, [['allow', 'POST']]);
      const misbehaviour = misbehave[expected++];
      if (misbehaviour === undefined) return answer(request, acknowledge);
      if ('answer' in misbehaviour) return answer(request, misbehaviour.answer);
      if ('acknowledgeAfterMs' in misbehaviour) {
        const acknowledged = answer(request, acknowledge);
        await new Promise<void>((resolve) => {
          clock.schedule(misbehaviour.acknowledgeAfterMs, resolve);
        });
        return acknowledged;
      }
      account(request, 0);
      return { fault: misbehaviour.fault, detail: 'the receiver misbehaved on purpose', tookMs: 0 };
    },
    turnedAway({ answered, ...call }) {
      account({ ...call, body: null }, answered);
    },
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
