import type { Clock, DeliveryRefusal, Headers, IncomingDelivery, Send, WireRequest, WireResponse } from '../model.ts';
import { captureBody } from '../wire/capture.ts';
import { headerOf } from '../wire/wire.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { realClock } from './real-clock.ts';
import type { Authenticate } from './webhook-authentication.ts';

/** How a delivery is turned away: with a status, by a broken connection, or by a late acknowledgement. */
export type TurnedAwayWith = Pick<DeliveryRefusal, 'with' | 'afterMs'>;

/** How a receiver answers, and whom it tells. */
export interface ReceiverOptions {
  /** The first segment of the path that the target was given. */
  readonly pathSecret: string;
  /** The status that tells the target its delivery has arrived. */
  readonly acknowledge: number;
  /** By which it acknowledges late; by default the real one. */
  readonly clock?: Pick<Clock, 'schedule'> | undefined;
  /** Whether a delivery is the target's. Absent: every delivery to the right path is believed. */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Takes every call, from any sender and to any path, before it is answered: acknowledged calls are on record. A delivery
   * on the right path may be refused on purpose, to see whether it comes again: the returned status is then answered
   * instead, and the taker must record that.
   */
  readonly onDelivery: (delivery: IncomingDelivery) => TurnedAwayWith | undefined;
}

/** What all callers of a receiver may use together; honest ones are far below it. */
export const RECEIVER_LIMITS: ConnectionLimits = { connections: 1_024, bodyBytes: 64 * 1024 * 1024 };

/** A call with this header and the path's secret as its value is our own probe: acknowledged, and no delivery. */
export const PROBE_HEADER = 'Assay-Probe';

/**
 * The tenant's webhook endpoint, to be served or called in-process. It does not read deliveries: it hands them on and
 * acknowledges them; they are judged later.
 */
export function createReceiver(options: ReceiverOptions): Send {
  const { pathSecret, acknowledge, clock = realClock, onDelivery } = options;
  return async (request) => {
    const found = receptionOf(options, request);
    if (found.isProbe) return found.answer;
    const { status } = found.answer;
    const turned = onDelivery(deliveryOf(pathSecret, request, status, found.unproven));
    if (turned === undefined || status !== acknowledge) return found.answer;
    if (turned.with === 'late') {
      await new Promise<void>((resolve) => clock.schedule(turned.afterMs ?? 0, resolve));
      return found.answer;
    }
    if (turned.with !== 'reset') return answer(turned.with);
    return { fault: 'reset', detail: 'the receiver broke the connection on purpose', tookMs: 0 };
  };
}

/** What a call is to the receiver, and how it is answered. */
interface Reception {
  readonly isProbe?: boolean;
  /** Why it is not proven to come from the target. */
  readonly unproven?: string;
  readonly answer: WireResponse;
}

/** Classifies a call: only a POST below the path's secret, from the target, is a delivery. */
export function receptionOf(
  { pathSecret, acknowledge, authenticate }: Omit<ReceiverOptions, 'onDelivery'>,
  request: WireRequest,
): Reception {
  const { method, url, headers } = request;
  if (headerOf(headers, PROBE_HEADER) === pathSecret) return { isProbe: true, answer: answer(acknowledge) };
  if (!isBelow(pathOf(url), pathSecret)) return { answer: answer(404) };
  if (method !== 'POST') return { answer: answer(405, [['allow', 'POST']]) };
  const unproven = authenticate?.(request) ?? null;
  if (unproven === null) return { answer: answer(acknowledge) };
  return { unproven, answer: answer(401, [['www-authenticate', 'Webhook']]) };
}

function answer(status: number, headers: Headers = []): WireResponse {
  return { status, headers, body: new Uint8Array(), tookMs: 0 };
}

/** Replaces the secret in paths. */
export const HIDDEN_PATH = '[secret:webhook-path-1]';

/** What a receiver was sent. */
export interface ReceivedCall extends Pick<WireRequest, 'method' | 'url' | 'headers' | 'arrived'> {
  readonly body?: Uint8Array | null;
  /** The size of the body, if only its beginning is here. */
  readonly sizeBytes?: number | undefined;
}

/**
 * A call as a delivery, with the path's secret replaced; also for calls that a server refused before they reached the
 * receiver. `answered` is the status, or 0 if the call got no answer.
 */
export function deliveryOf(
  pathSecret: string,
  call: ReceivedCall,
  answered: number,
  unproven?: string,
): IncomingDelivery {
  const path = pathOf(call.url);
  const expectedPath = isBelow(path, pathSecret);
  // Anybody may call; only the beginning of an unauthenticated body is kept.
  const isUnauthenticated = !expectedPath || unproven !== undefined;
  const body = isUnauthenticated
    ? captureBody(call.body ?? NOTHING, UNAUTHENTICATED_BYTES)
    : captureBody(call.body ?? NOTHING);
  return {
    method: call.method,
    path: path.replaceAll(pathSecret, HIDDEN_PATH),
    expectedPath,
    headers: call.headers,
    body: call.sizeBytes === undefined ? body : { ...body, sizeBytes: call.sizeBytes },
    answered,
    ...(unproven === undefined ? {} : { unproven }),
    ...call.arrived,
  };
}

const NOTHING = new Uint8Array();
/** How much is kept of the body of an unauthenticated call. */
export const UNAUTHENTICATED_BYTES = 16 * 1024;

/** Path and query of a request. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === '' ? '/' : path;
}

function isBelow(path: string, segment: string): boolean {
  const start = `/${segment}`;
  return path.startsWith(start) && ['', '/', '?'].includes(path.charAt(start.length));
}

type Take = (delivery: IncomingDelivery) => TurnedAwayWith | undefined;

/** How many unauthenticated calls are reported before they are sampled. */
const MAX_REPORTED = 1_000;
/** From then on, one in this many is reported. */
const REPORTED_EACH = 100;

/**
 * Hands on every delivery of the target. Of unauthenticated calls (to another path, or without proof), of which there may
 * be millions, only the first thousand and then every hundredth, with the number left out since the last.
 */
export function sampleUnauthenticated(take: Take): Take {
  let unauthenticated = 0;
  let untold = 0;
  return (delivery) => {
    if (delivery.expectedPath && delivery.unproven === undefined) return take(delivery);
    unauthenticated += 1;
    if (unauthenticated <= MAX_REPORTED) return take(delivery);
    untold += 1;
    if (untold < REPORTED_EACH) return undefined;
    untold = 0;
    return take({ ...delivery, untold: REPORTED_EACH - 1 });
  };
}
