import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import type { Fault } from './fault.ts';
import { shippedFaults } from './faults.ts';
import { LONG, names, provide } from './testing/journeys.ts';
import { oddTour } from './testing/odd-tour.ts';
import { type Sight, tour } from './testing/tour.ts';
import { trial } from './testing/trial.ts';

const { faults } = shippedFaults();
const named = (name: string): Fault[] => faults.filter(({ fault }) => fault === name);

/** Whoever receives refuses the first delivery and acknowledges the fifth late, so that retries are seen too. */
async function seenWith(on: readonly Fault[]): Promise<Sight[]> {
  const t = trial({ faults: on });
  t.gateway.setWebhook('http://other.test/kcis', t.other);
  t.respond = (count) => (count === 1 ? 500 : 204);
  t.respondAfter = (count) => (count === 5 ? 3_000 : 0);
  return tour(t);
}

/** Here many deliveries are refused, so that the next events of their orders happen meanwhile. */
const oddlySeenWith = (on: readonly Fault[]): Promise<Sight[]> => {
  const t = trial({ faults: on });
  t.respond = (count) => (count <= 40 ? 503 : 204);
  return oddTour(t);
};

let untouched: readonly Sight[] = [];
let oddUntouched: readonly Sight[] = [];
beforeAll(async () => {
  untouched = await seenWith([]);
  oddUntouched = await oddlySeenWith([]);
});

describe('the tour of the gateway', () => {
  it('sees the same twice', async () => {
    expect(await seenWith([])).toEqual(untouched);
  });

  // What breaks something shows in `assay prove`, or survives it; a variant that nothing shows would pass unnoticed.
  const variants = faults.filter(({ legal }) => legal);
  it.each(variants.map((each) => [each.fault, each] as const))('%s can be seen', async (_, fault) => {
    const seen = await seenWith([fault]);
    expect(seen.length).toBeGreaterThan(40);
    if (JSON.stringify(seen) !== JSON.stringify(untouched)) return;
    expect(JSON.stringify(await oddlySeenWith([fault])) === JSON.stringify(oddUntouched)).toBe(false);
  });
});

/** What the tour saw of one thing, with one fault on. */
async function look(fault: string, what: string): Promise<JsonObject | undefined> {
  return (await seenWith(named(fault))).find((sight) => sight.what === what)?.seen;
}

describe('a fault does what its title says', () => {
  it.each([
    ['token-for-anybody', 'token, wrong secret', 200],
    ['token-not-needed', 'availability, no token', 200],
    ['token-unknown-accepted', 'availability, unknown token', 200],
    ['token-never-expires', 'availability, expired token', 200],
    ['tenancy-any-token', 'availability, foreign token', 200],
    ['availability-missing-address-accepted', 'availability of nothing', 200],
    ['slots-unknown-purpose-accepted', 'slots, unknown purpose', 200],
    ['booking-double', 'booking, taken', 200],
    ['booking-conflict-as-fault', 'booking, taken', 500],
    ['booking-never-expires', 'order, expired appointment', 202],
    ['order-type-unchecked', 'order, unknown type', 202],
    ['order-cease-without-service', 'order, cease of nothing', 202],
    ['order-broken-json-accepted', 'order, broken JSON', 202],
    ['order-conversation-not-needed', 'order, no conversation', 202],
    ['cancellation-reason-unchecked', 'cancellation, unknown reason', 202],
    ['tenancy-foreign-orders', 'amendment, of another tenant', 202],
    ['answer-cut-short', 'availability of 902200000001', 0],
  ])('%s: %s is answered %i', async (fault, what, status) => {
    expect((await look(fault, what))?.status).toBe(status);
    expect(untouched.find((sight) => sight.what === what)?.seen.status).not.toBe(status);
  });
});

describe('a fault of the events', () => {
  const course = async (fault: string, headers: Record<string, string> = { 'X-Scenario': 'ORDER_SUCCESSFUL' }) => {
    const t = trial({ faults: named(fault) });
    await t.ask('order', { headers, body: provide(t, 1) });
    await t.pass(LONG);
    return { t, course: names(t).filter((name) => name !== 'ADDITIONAL') };
  };

  it('can leave one out', async () => {
    expect((await course('kci-not-acknowledged')).course).toEqual(['UPDATE', 'COMMITTED', 'COMPLETED']);
  });

  it('can lose one on the way, which leaves a gap in the sequence', async () => {
    const { t } = await course('kci-lost-completion');
    expect(names(t)).not.toContain('COMPLETED');
  });

  it('can take another course', async () => {
    expect((await course('kci-completed-before-committed')).course).toEqual(['ACKNOWLEDGED', 'COMPLETED']);
  });

  it('can go on after the end', async () => {
    expect((await course('kci-after-the-end')).course.slice(-2)).toEqual(['COMPLETED', 'UPDATE']);
  });

  it('can repeat a delivery, which is no new event', async () => {
    const { t } = await course('legal-kci-repeated', { 'X-Scenario': 'ORDER_ACKNOWLEDGED' });
    expect(new Set(t.deliveries.map(({ event }) => event.deliveryId)).size).toBe(1);
    expect(t.deliveries).toHaveLength(3);
  });

  it('can swap two deliveries', async () => {
    const { t } = await course('legal-kci-swapped', { 'X-Scenario': 'ORDER_IN_PROGRESS' });
    expect(t.deliveries.map(({ event }) => [event.name, event.sequence])).toEqual([
      ['COMMITTED', 2],
      ['ACKNOWLEDGED', 1],
    ]);
  });

  it('can send them to another tenant', async () => {
    const astray: Fault = { fault: 'a', title: 'a', breaks: [], where: { event: '*' }, do: [{ misdeliver: true }] };
    const t = trial({ faults: [astray] });
    t.gateway.setWebhook('http://other.test/kcis', t.other);
    await t.ask('order', { headers: { 'X-Scenario': 'ORDER_REJECTED' }, body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries.map(({ request }) => request.url)).toEqual(['http://other.test/kcis']);
  });
});
