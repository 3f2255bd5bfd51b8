import { joined, readBody, writeBody } from '../kci/body.ts';
import type { Clock, KciProfile, WireRequest } from '../model.ts';
import { bytesOf, textOf } from '../wire/wire.ts';
import type { Delivery, Webhooks } from './webhooks.ts';

/** A delivery holds no more events than that; those beyond it go in another. */
const MOST_EVENTS = 50;

/**
 * Gathers events for a while, as the profile says, and delivers those together that have the same headers and the same
 * beside their list. What a fault does to one delivery happens to it alone.
 */
export function gathering({ wire, emit }: KciProfile, clock: Pick<Clock, 'schedule'>, webhooks: Webhooks): Webhooks {
  const gatherMs = emit?.gatherMs;
  if (gatherMs === undefined || wire.batch === undefined) return webhooks;
  const groups = new Map<string, Delivery[]>();
  let waiting = 0;

  const together = (requests: readonly WireRequest[]): WireRequest | null => {
    const texts = requests.map(({ body }) => (body ? textOf(body) : undefined) ?? '');
    const [first] = requests;
    const body = joined(
      wire,
      texts.map((text) => readBody(wire, text).json ?? null),
    );
    return first && body !== undefined ? { ...first, body: bytesOf(writeBody(wire, body)) } : null;
  };
  const send = (key: string): void => {
    const group = groups.get(key) ?? [];
    groups.delete(key);
    waiting -= group.length;
    const request = (attempt: number): WireRequest | null =>
      together(group.flatMap((each) => each.request(attempt) ?? []));
    // What does not go together goes by itself, each as it would have.
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
      } else if (group.length >= MOST_EVENTS) send(key);
    },
  };
}
