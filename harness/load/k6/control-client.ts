import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import type { AwaitStep, TurningAway } from '../../model.ts';
import type { Awaited, Timed } from '../port.ts';
import type { ControlFeed } from './control.ts';
import { ENV } from './settings.ts';

/** Assay, as the script reaches it. */
export interface Control {
  /** A token came, which must be seen nowhere. */
  learnt(kind: string, value: string): void;
  walked(index: number, observed: readonly Timed[], intendedAt?: number): void;
  /** Waits as the step says, but `leftMs` at most. */
  awaitEvents(index: number, step: AwaitStep, orderId: string, leftMs: number): Promise<Awaited>;
  /** Has the receiver turn deliveries away, before the order is sent. */
  turnAway(orderId: string, how: TurningAway): void;
  /** Undefined where it could not be asked. */
  feed(): ControlFeed | undefined;
  /** This instance of k6 is done. */
  ended(): void;
  /** How far Assay's clock is ahead of this machine's, ms. */
  clockOffset(): number;
}

const lost = new Counter('assay_lost');

const TAGS = { name: 'assay-control' };
const TRIES = 4;
const TRIES_EVERY_S = 0.25;
const ROUNDS = 5;
/** What the way to Assay and back may take, beside what is waited for. */
const SPARE_MS = 10_000;

/** The way to Assay, or null where k6 runs alone. */
export function openControl(): Control | null {
  const url = __ENV[ENV.control];
  if (url === undefined || url === '') return null;
  const tell = (path: string, body: unknown): string | undefined => {
    for (let tries = 1; ; tries += 1) {
      const response = http.post(`${url}${path}`, JSON.stringify(body), { tags: TAGS });
      if (response.status === 204) return undefined;
      if (tries === TRIES) return response.error || `${response.status} ${String(response.body)}`;
      sleep(TRIES_EVERY_S * tries);
    }
  };
  const ask = (path: string): string | undefined => {
    const { status, body } = http.get(`${url}${path}`, { tags: TAGS });
    return status === 200 && typeof body === 'string' ? body : undefined;
  };

  return {
    learnt: (kind, value) => {
      const problem = tell('/learnt', { kind, value });
      if (problem !== undefined) console.error(`Assay could not be told of a token: ${problem}`);
    },
    walked: (index, observed, intendedAt) => {
      const problem = tell('/walked', { index, observed, intendedAt });
      lost.add(problem === undefined ? 0 : 1);
      if (problem !== undefined)
        console.error(`what journey ${index} observed is lost: Assay could not be told: ${problem}`);
    },
    awaitEvents: async (index, { name, withinMs }, orderId, leftMs) => {
      const params = { tags: TAGS, timeout: Math.max(1, Math.min(withinMs + SPARE_MS, leftMs)) };
      const body = JSON.stringify({ index, step: name, orderId });
      const response = await http.asyncRequest('POST', `${url}/await`, body, params);
      if (response.status !== 200) return 'interrupted';
      return (JSON.parse(String(response.body)) as { ended: Awaited }).ended;
    },
    turnAway: (orderId, how) => {
      const problem = tell('/turn-away', { orderId, how });
      if (problem !== undefined) console.error(`deliveries of order ${orderId} are not turned away: ${problem}`);
    },
    feed: () => {
      const text = ask('/feed');
      return text === undefined ? undefined : (JSON.parse(text) as ControlFeed);
    },
    ended: () => void tell('/ended', {}),
    clockOffset: () => offsetOf(() => Number(ask('/now'))),
  };
}

/** The offset by the round that took least. One within its own error is none: both run on the same machine. */
function offsetOf(ask: () => number): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const sentAt = Date.now();
    const there = ask();
    const tookMs = Date.now() - sentAt;
    return { tookMs, offsetMs: there - (sentAt + tookMs / 2) };
  });
  const best = rounds.filter(({ offsetMs }) => !Number.isNaN(offsetMs)).sort((a, b) => a.tookMs - b.tookMs)[0];
  return best && Math.abs(best.offsetMs) > best.tookMs / 2 + 1 ? Math.round(best.offsetMs) : 0;
}
