import { expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createReceiver } from '../io/receiver.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import type { LoadVerdict, Send, Traffic } from '../model.ts';
import { createInbox } from '../run/inbox.ts';
import { runNative } from './native.ts';
import { SPAN } from './sample.ts';
import { contract, profile, target, world } from './testing/shipped.ts';
import { AGAINST } from './traffic-sample.ts';

const validators = compileContract(contract);

const TRAFFIC: Traffic = {
  id: 'mixed',
  file: 'mixed.yaml',
  title: 'Orders and questions',
  span: SPAN,
  mix: [
    { scenario: 'orders/provide-new', percent: 60, span: SPAN },
    { scenario: 'availability/new-line', percent: 40, span: SPAN },
  ],
  stages: [{ forMs: 60_000, fromPerSecond: 5, toPerSecond: 5 }],
  tenants: [],
  think: { fromMs: 0, toMs: 20_000 },
  drainMs: 86_400_000,
  receiverDown: [],
  thresholds: [],
};

/** What a test may want otherwise. */
interface Otherwise {
  readonly traffic?: Partial<Traffic>;
  /** Interrupted by the user, so long after the start. */
  readonly interruptedMs?: number;
  /** Events of the fake get nowhere. */
  readonly isDeaf?: boolean;
}

/** The traffic against the fake on virtual time, all on this thread or judged and planned on another. */
async function simulated(isApart: boolean, otherwise: Otherwise = {}): Promise<LoadVerdict> {
  const { traffic, interruptedMs, isDeaf = false } = otherwise;
  const interrupt = new AbortController();
  const clock = virtualClock(Date.UTC(2026, 2, 16, 9));
  let receive: Send = () => Promise.resolve({ fault: 'refused', detail: 'nobody listens', tookMs: 0 });
  const gateway = createGateway({
    contract,
    validators,
    profile,
    world,
    tenants: target.tenants,
    seed: 1,
    clock,
    deliver: (request) => receive(request),
    webhookUrl: 'http://hook.invalid/secret',
  });
  if (interruptedMs !== undefined) clock.schedule(interruptedMs, () => interrupt.abort());
  return runNative({
    traffic: { ...TRAFFIC, ...traffic },
    scenarios: AGAINST.scenarios,
    judged: { contract, validators, profile, target },
    target,
    world,
    engine: 'simulated',
    seed: 1,
    nonce: 'n',
    assay: '0.0.0',
    clock,
    secrets: [],
    heap: 20,
    send: gateway.answer,
    signal: interrupt.signal,
    ...(isApart ? { apart: { hold: clock.hold } } : {}),
    inboxFor: (load) => {
      const inbox = createInbox(profile, load.record);
      const { acknowledge } = profile.delivery;
      if (!isDeaf) receive = createReceiver({ pathSecret: 'secret', acknowledge, onDelivery: inbox.receive });
      return inbox;
    },
  });
}

test('a simulation comes to the same whether one thread does all or two share it', async () => {
  const here = await simulated(false);
  const apart = await simulated(true);

  // The sample wants fewer events of an order than the fake tells, so that there is something to find.
  expect(here.cases).toMatchObject({ passed: 120, failed: 180 });
  expect(here.orders).toEqual({ accepted: 180, judged: 180 });
  expect(JSON.stringify(apart)).toBe(JSON.stringify(here));
});

test('a load that is interrupted starts no further journey, and is judged as far as it came', async () => {
  const { outcome, note, startedAt, endedAt, metrics } = await simulated(false, { interruptedMs: 10_100 });

  expect([outcome, note, endedAt - startedAt]).toEqual(['incomplete', 'interrupted', 10_100]);
  expect(metrics.counts).toMatchObject({ journeys: 50, requests: expect.any(Number) });
});

test('events are awaited until the drain is over, and no longer: each order that lacks some then is counted', async () => {
  const { startedAt, endedAt, metrics, orders } = await simulated(false, {
    isDeaf: true,
    traffic: { drainMs: 30_000, think: { fromMs: 0, toMs: 0 } },
  });

  expect(endedAt - startedAt).toBe(90_000);
  expect([orders, metrics.counts['kci.missing'], metrics.counts['kci.received']]).toEqual([
    { accepted: 180, judged: 180 },
    180,
    0,
  ]);
});
