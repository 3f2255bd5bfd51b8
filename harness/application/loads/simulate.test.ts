import { beforeAll, describe, expect, test } from 'vitest';
import type { LoadVerdict, WireRequest } from '../../model.ts';
import { simulated, trafficOf } from '../../testing/load.ts';
import { type Aim, loadAim, loadSpec } from '../inputs.ts';

let aim: Aim;

beforeAll(() => {
  aim = loadAim({ target: 'fake' }, loadSpec());
});

const ORDERS = `
mix: { orders/cease: 50, availability/new-line: 50 }
arrivals: [{ for: 20s, rate: 2/s }]
drain: 10m
`;
const CHECKS = `
mix: { availability/new-line#standard: 100 }
arrivals: [{ for: 10s, rate: 1/s }]
drain: 10m
`;
const countsOf = ({ metrics }: LoadVerdict): LoadVerdict['metrics']['counts'] => metrics.counts;

describe('a load', () => {
  test('judges every journey, and the events of every accepted order', async () => {
    const verdict = await simulated(aim, trafficOf(aim, ORDERS));

    expect(verdict.cases).toEqual({ passed: 40, failed: 0, inconclusive: 0, 'not-applicable': 0 });
    expect(verdict.orders).toEqual({ accepted: 20, judged: 20 });
    expect(countsOf(verdict)).toMatchObject({ journeys: 40, orders: 20, 'kci.missing': 0, errors: 0 });
    expect(verdict.metrics.durations['kci.COMPLETED']?.count).toBe(20);
  });

  test('is the same for the same seed, however its journeys are put together to be judged', async () => {
    const inputs = trafficOf(aim, ORDERS);
    const [first, again, other] = [
      await simulated(aim, inputs),
      await simulated(aim, inputs, { batch: 7 }),
      await simulated(aim, inputs, { seed: 2 }),
    ];

    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(first));
  });

  test('starts its journeys when they should, however slow the gateway is; waiting for a token is the token endpoint\u2019s time', async () => {
    const begun: number[] = [];
    // Every check takes twenty seconds, and the token five.
    const verdict = await simulated(aim, trafficOf(aim, CHECKS), {
      through:
        ({ send, clock }) =>
        async (request: WireRequest, signal) => {
          const isToken = request.url.includes('token');
          if (!isToken) begun.push(clock.now());
          const tookMs = isToken ? 5_000 : 20_000;
          await new Promise<void>((resolve) => clock.schedule(tookMs, resolve));
          return { ...(await send(request, signal)), tookMs };
        },
    });

    expect(verdict.metrics.durations.availability?.count).toBe(10);
    const [first = 0] = begun;
    // Nobody waits for the twenty seconds of another; the first five wait for the token.
    expect(Math.max(...begun) - first).toBeLessThanOrEqual(5_000);
    const { availability, token } = verdict.metrics.durations;
    expect([availability?.min, availability?.max, token?.max].map((ms = 0) => Math.round(ms / 1_000))).toEqual([
      20, 20, 5,
    ]);
  });

  test('that is interrupted ends at once, also where its next journey is hours away', async () => {
    const inputs = trafficOf(aim, 'mix: { availability/new-line: 100 }\narrivals: [{ for: 7d, rate: 1/d }]\n');
    const stop = new AbortController();
    let stoppedAt = 0;
    const verdict = await simulated(aim, inputs, {
      signal: stop.signal,
      through:
        ({ send, clock }) =>
        async (request) => {
          const answer = await send(request);
          if (!request.url.includes('token')) {
            stoppedAt = clock.now();
            stop.abort();
          }
          return answer;
        },
    });

    expect([verdict.outcome, verdict.note, countsOf(verdict).journeys]).toEqual(['incomplete', 'interrupted', 1]);
    expect(verdict.endedAt).toBe(stoppedAt);
  });

  test('on a target that answers nothing misses every threshold on what it should have done', async () => {
    const thresholds = 'thresholds: { availability: p95 < 1s, orders: ">= 1", kci.ACKNOWLEDGED: p95 < 60s, broken: 0 }';
    const verdict = await simulated(aim, trafficOf(aim, `${ORDERS}${thresholds}\n`), {
      through: () => () => Promise.resolve({ fault: 'reset', detail: 'nobody is there', tookMs: 0 }),
    });

    expect(verdict.outcome).toBe('crossed');
    expect(verdict.thresholds.map(({ metric, outcome, actual }) => [metric, outcome, actual])).toEqual([
      // Nor could it be, on virtual time.
      ['availability', 'unmeasured', undefined],
      ['orders', 'failed', 0],
      ['kci.ACKNOWLEDGED', 'failed', undefined],
      ['broken', 'failed', 1],
    ]);
    expect(verdict.cases).toMatchObject({ passed: 0, failed: 0, inconclusive: 40 });
    expect(verdict.unjudged).toEqual({ 'token-unavailable': 40 });
  });
});
