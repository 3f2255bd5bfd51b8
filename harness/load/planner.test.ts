import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Journey, Json, World } from '../model.ts';
import { createLoadPlanner, type LoadPlanner } from './planner.ts';
import { contract, world as fakeWorld, profile, target } from './testing/shipped.ts';
import { AGAINST } from './testing/traffic-sample.ts';

const plannerWith = (nonce = 'n', world: World = fakeWorld): LoadPlanner =>
  createLoadPlanner(AGAINST.scenarios, { contract, target, world, profile, seed: 1, nonce });
const ARRIVAL = { scenario: 'orders/provide-new', tenant: 'harbour-telecom', at: Date.UTC(2026, 2, 16, 9) };
const planned = (index: number, planner = plannerWith()): Journey => planner({ ...ARRIVAL, index });
const idsOf = ({ values }: Journey): Json[] => Object.values(values.ids as Record<string, Json>);
const siteOf = ({ values }: Journey): Json => (values.site as Record<string, Json>).id as Json;

describe('the journey of an arrival', () => {
  test('depends on its index, and not on those planned before it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }), (indexes) => {
        const planner = plannerWith();
        const last = indexes.at(-1) ?? 0;
        const together = indexes.map((index) => planned(index, planner)).at(-1);
        expect(together).toEqual(planned(last));
      }),
      { numRuns: 20 },
    );
  });

  test('is named after its place in the load, and acts for the tenant whose turn it is', () => {
    const journey = planned(41);

    expect(journey.id).toMatch(/^orders\/provide-new#(business|residential)@42$/);
    expect(journey.tenant).toBe('harbour-telecom');
  });

  test('shares neither ids nor addresses with any other', () => {
    const planner = plannerWith();
    const journeys = Array.from({ length: 3_000 }, (_, index) => planned(index, planner));

    const ids = journeys.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(journeys.map(siteOf)).size).toBe(journeys.length);
  });

  test('has other ids in another load', () => {
    expect(idsOf(planned(7, plannerWith('another')))).not.toEqual(idsOf(planned(7)));
  });
});

test('sites of a list are lent in turn, and nobody queues for them', () => {
  const site = (id: string) => ({ id, type: 'UPRN' });
  const listed: World = {
    ...fakeWorld,
    roles: { newLine: { use: 'exclusive', sites: [site('100'), site('200')] } },
  };
  const planner = plannerWith('n', listed);
  const journeys = [0, 1, 2].map((index) => planned(index, planner));

  expect(journeys.map(siteOf)).toEqual(['100', '200', '100']);
  expect(journeys.flatMap(({ leases }) => leases)).toEqual([]);
});
