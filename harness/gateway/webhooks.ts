import type { Clock, KciProfile, Send, WireFault, WireRequest, WireResponse } from '../model.ts';
import { isFault } from '../wire.ts';

/** One delivery of an event: the request for each attempt (from 1), or null where there is nowhere to send it. */
export interface Delivery {
  readonly request: (attempt: number) => WireRequest | null;
  /** Waits so long before the first attempt. */
  readonly delayMs?: number;
  /** Not tried again when refused. */
  readonly givesUp?: boolean;
  /** Deliveries of one order wait for each other. */
  readonly order: string;
}

/** Sends deliveries: those of one order in order and one at a time, each retried as the profile says. */
export interface Webhooks {
  send(delivery: Delivery): void;
  /** Deliveries not yet acknowledged or given up. */
  pending(): number;
}

/** Deliveries that go out through `deliver`, spaced on the clock. */
export function createWebhooks(options: {
  readonly clock: Clock;
  readonly deliver: Send;
  readonly retry: KciProfile['delivery']['retry'];
}): Webhooks {
  const { clock, deliver, retry } = options;
  const lanes = new Map<string, Delivery[]>();
  let pending = 0;

  const attempt = (delivery: Delivery, count: number): void => {
    const request = delivery.request(count);
    if (!request) {
      done(delivery);
      return;
    }
    void deliver(request).then((answer) => {
      const most = delivery.givesUp || !retry ? 1 : retry.attempts;
      const spacing = retry?.spacingMs[count - 1] ?? retry?.spacingMs.at(-1) ?? 0;
      if (isAcknowledged(answer) || count >= most) done(delivery);
      else clock.schedule(spacing, () => attempt(delivery, count + 1));
    });
  };
  const start = (delivery: Delivery): void => {
    if (delivery.delayMs === undefined) attempt(delivery, 1);
    else clock.schedule(delivery.delayMs, () => attempt(delivery, 1));
  };
  const done = (delivery: Delivery): void => {
    pending -= 1;
    const lane = lanes.get(delivery.order);
    lane?.shift();
    const [next] = lane ?? [];
    if (next) start(next);
    else lanes.delete(delivery.order);
  };

  return {
    pending: () => pending,
    send(delivery) {
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

function isAcknowledged(answer: WireResponse | WireFault): boolean {
  return !isFault(answer) && answer.status >= 200 && answer.status < 300;
}
