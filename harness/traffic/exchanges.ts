import type { CapturedBody, DeliveryReceived, WireFault, WireResponse } from '../model.ts';
import { captureBody } from '../wire/capture.ts';
import { type Message, type MessageReader, readMessages } from '../wire/messages.ts';
import { isFault } from '../wire/wire.ts';
import type { SeenTraffic } from './seen.ts';

/** Takes what is read from a connection. */
export interface Hearer {
  see(seen: SeenTraffic): void;
  /** The number of the next exchange or delivery. */
  next(): number;
  /** Removes the content coding of an answer. */
  unpack(answer: WireResponse): WireResponse | WireFault;
  /** A connection carries no HTTP; its bytes are passed on unread. */
  onStrange(why: string): void;
  /** The URL before the path of a request; absent for deliveries to the client. */
  readonly origin?: string | undefined;
}

type PendingRequest = readonly [number: number, request: Message];

/** Reads along on one connection. Several requests may be under way; answers come in their order. */
export function readConversation(hearer: Hearer) {
  const { see, next, onStrange, origin } = hearer;
  const underWay: PendingRequest[] = [];
  const strange = (why: string): void => {
    underWay.length = 0;
    onStrange(why);
  };
  const requests: MessageReader = readMessages({
    isBare: () => false,
    isToEnd: false,
    onStrange: strange,
    onMessage: (request) => {
      const number = next();
      underWay.push([number, request]);
      if (origin === undefined) return;
      const { headers, at } = request;
      const body = request.sizeBytes === 0 ? null : captured(request);
      const url = `${origin}${targetOf(request)}`;
      see({ type: 'request-sent', exchange: number, at, method: methodOf(request), url, headers, body });
    },
  });
  const answers: MessageReader = readMessages({
    isBare: (start) => /^\S+ (?:1\d\d|204|304)\b/.test(start) || methodOf(underWay[0]?.[1]) === 'HEAD',
    isToEnd: true,
    onStrange: strange,
    onMessage: (answer) => {
      const status = statusOf(answer);
      if (status < 200) return;
      const asked = underWay.shift();
      if (asked) see(seenOf(asked, answer, status));
    },
  });

  const seenOf = ([number, request]: PendingRequest, answer: Message, status: number): SeenTraffic => {
    const { at, headers, body } = answer;
    const tookMs = Math.max(0, at - request.at);
    if (origin === undefined) return deliveryOf(request, number, { answered: status, tookMs });
    const ended = { exchange: number, at, tookMs };
    const isWhole = answer.sizeBytes === body.byteLength;
    const unpacked = isWhole ? hearer.unpack({ status, headers, body, tookMs }) : undefined;
    if (unpacked && isFault(unpacked))
      return { type: 'exchange-broke', ...ended, fault: unpacked.fault, detail: unpacked.detail };
    const kept = unpacked ? captureBody(unpacked.body) : captured(answer);
    return { type: 'response-received', ...ended, status, headers, body: kept };
  };

  return {
    asked: (bytes: Uint8Array, at: number): void => requests.read(bytes, at),
    answered: (bytes: Uint8Array, at: number): void => answers.read(bytes, at),
    /** Who ended the connection, and why if it broke. */
    ended: (by: 'asker' | 'answerer', at: number, why?: string): void => {
      const isCut = answers.end(at);
      for (const [number, request] of underWay.splice(0)) {
        const tookMs = Math.max(0, at - request.at);
        const fault = by === 'asker' ? 'aborted' : isCut ? 'truncated' : 'reset';
        const detail = why ?? (by === 'asker' ? 'the client hung up' : 'the connection ended before a whole answer');
        if (origin === undefined) see(deliveryOf(request, number, { answered: 0, tookMs, broke: fault }));
        else see({ type: 'exchange-broke', exchange: number, at, fault, detail, tookMs });
      }
    },
  };
}

function deliveryOf(
  request: Message,
  delivery: number,
  ended: Pick<DeliveryReceived, 'answered' | 'tookMs' | 'broke'>,
): SeenTraffic {
  const { headers, at } = request;
  const came = { method: methodOf(request), path: targetOf(request), headers, body: captured(request) };
  return { type: 'delivery-received', delivery, at, expectedPath: true, ...came, ...ended };
}

function captured({ body, sizeBytes }: Message): CapturedBody {
  return { ...captureBody(body), sizeBytes };
}

const methodOf = (request: Message | undefined): string => request?.start.split(' ', 1)[0] ?? '';
const statusOf = (answer: Message): number => Number(answer.start.split(' ', 2)[1]);

/** A request to a proxy may be in absolute form (RFC 9112, 3.2.2). */
const targetOf = ({ start }: Message): string => (start.split(' ')[1] ?? '').replace(/^https?:\/\/[^/]*/i, '') || '/';
