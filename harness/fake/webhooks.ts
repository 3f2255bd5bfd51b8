import { joinBodies, parseBody, writeBody } from '../kci/body.ts';
import { retrySpacing } from '../kci/webhook.ts';
import type { Clock, KciProfile, Send, WireFault, WireRequest, WireResponse } from '../model.ts';
import { isStatus, isSuccess } from '../wire/answer.ts';
import { bytesOf, decodeUtf8, isFault } from '../wire/wire.ts';
import type { RetryAction } from './fault.ts';

/** One delivery of an event: the request for each attempt (from 1), or null if there is nowhere to send it. */
interface Outgoing {
  readonly request: (attempt: number) => WireRequest | null;
  /** The wait before the first attempt. */
  readonly delayMs?: number;
  /** Not retried if refused. */
  readonly givesUp?: boolean;
  /** Retried in another way than the profile says. */
  readonly retried?: Omit<RetryAction, 'do' | 'id'>;
  /** Deliveries of one order wait for each other. */
  readonly order: string;
}

/** Sends the deliveries of each order in order and one at a time; retries as the profile says. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Creates webhooks that send through `deliver`, with waits on the clock. */
export function createWebhooks(options: {
  readonly clock: Clock;
  readonly deliver: Send;
  readonly retry: KciProfile['delivery']['retry'];
}) {
  const { clock, deliver, retry } = options;
  const lanes = new Map<string, Outgoing[]>();
  let pending = 0;

  const attempt = (delivery: Outgoing, count: number): void => {
    const request = delivery.request(count);
    if (!request) {
      done(delivery);
      return;
    }
    const sentAt = clock.now();
    void deliver(request).then((answer) => {
      const { retried = {} } = delivery;
      const most = delivery.givesUp ? 1 : (retried.attempts ?? retry?.attempts ?? 1);
      const usual = retrySpacing(retry?.spacingMs ?? [], count);
      const spacing = usual * (retried.pace ?? 1);
      const isDeaf = retried.deaf === true || (retried.deaf === 'late' && clock.now() > sentAt + PATIENCE_MS);
      const isHeard = isAcknowledged(answer) && !isDeaf;
      if (retried.others === 'lose' && count > 1) loseOthers(delivery);
      const last = retried['not-after'] ?? [];
      const isOver = !isFault(answer) && last.some((status) => isStatus(status, answer.status));
      if (isHeard || isOver || count >= most) done(delivery);
      else {
        if (retried.others === 'pass' && count === 1) leaveLane(delivery);
        clock.schedule(spacing, () => attempt(delivery, count + 1));
      }
    });
  };
  const start = (delivery: Outgoing): void => {
    if (delivery.delayMs === undefined) attempt(delivery, 1);
    else clock.schedule(delivery.delayMs, () => attempt(delivery, 1));
  };
  const done = (delivery: Outgoing): void => {
    pending -= 1;
    leaveLane(delivery);
  };
  /** Starts the next delivery of the order if this one is at the head of its queue. */
  const leaveLane = (delivery: Outgoing): void => {
    const lane = lanes.get(delivery.order);
    if (lane?.[0] !== delivery) return;
    lane.shift();
    const [next] = lane;
    if (next) start(next);
    else lanes.delete(delivery.order);
  };
  const loseOthers = (delivery: Outgoing): void => {
    const waiting = lanes.get(delivery.order)?.splice(1) ?? [];
    pending -= waiting.length;
  };

  return {
    /** Deliveries not yet acknowledged or given up. */
    pending: (): number => pending,
    send(delivery: Outgoing): void {
      pending += 1;
      const lane = lanes.get(delivery.order);
      if (lane) lane.push(delivery);
      else {
        lanes.set(delivery.order, [delivery]);
        start(delivery);
      }
    },
  };
}

/** How long a gateway waits for an acknowledgement that takes late ones for none. */
const PATIENCE_MS = 1_000;

function isAcknowledged(answer: WireResponse | WireFault): boolean {
  return !isFault(answer) && isSuccess(answer.status);
}

/** The most events in a delivery; further ones go in another. */
const MAX_EVENTS = 50;

/**
 * Gathers events for as long as the profile says, and sends those together that have the same headers and the same content
 * beside their list. What a fault does to one delivery affects only that one.
 */
export function batchDeliveries(
  { wire, emit }: KciProfile,
  clock: Pick<Clock, 'schedule'>,
  webhooks: Webhooks,
): Webhooks {
  const gatherMs = emit?.gatherMs;
  if (gatherMs === undefined || wire.batch === undefined) return webhooks;
  const groups = new Map<string, Outgoing[]>();
  let waiting = 0;

  const together = (requests: readonly WireRequest[]): WireRequest | null => {
    const texts = requests.map(({ body }) => (body ? decodeUtf8(body) : undefined) ?? '');
    const [first] = requests;
    const body = joinBodies(
      wire,
      texts.map((text) => parseBody(wire, text).json ?? null),
    );
    return first && body !== undefined ? { ...first, body: bytesOf(writeBody(wire, body)) } : null;
  };
  const send = (key: string): void => {
    const group = groups.get(key) ?? [];
    groups.delete(key);
    waiting -= group.length;
    const request = (attempt: number): WireRequest | null =>
      together(group.flatMap((each) => each.request(attempt) ?? []));
    // Deliveries that do not fit together are sent one by one.
    if (request(1) === null) for (const each of group) webhooks.send(each);
    else webhooks.send({ order: group.map(({ order }) => order).join(), request });
  };

  return {
    pending: () => webhooks.pending() + waiting,
    send: (delivery) => {
      const { delayMs, givesUp, retried } = delivery;
      const first = delivery.request(1);
      if (!first || delayMs !== undefined || givesUp === true || retried !== undefined) {
        webhooks.send(delivery);
        return;
      }
      const key = JSON.stringify([first.url, first.headers]);
      const group = groups.get(key) ?? [];
      group.push(delivery);
      waiting += 1;
      if (group.length === 1) {
        groups.set(key, group);
        clock.schedule(gatherMs, () => {
          if (groups.get(key) === group) send(key);
        });
      } else if (group.length >= MAX_EVENTS) send(key);
    },
  };
}
