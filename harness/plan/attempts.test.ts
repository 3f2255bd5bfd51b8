import { expect, test } from 'vitest';
import type { Journey, JsonObject } from '../model.ts';
import { shuffled } from './selection.ts';
import { cease, journeys, plan, provide } from './testing/sample.ts';

const scenarios = [provide, cease];

function withoutAttempt({ attempt: _, ...journey }: Journey): JsonObject {
  return journey as unknown as JsonObject;
}

const idsOf = ({ values }: Journey): number[] => Object.values(values.ids as Record<string, number>);

test('the first attempt at a case is the case as it is without further ones, to the byte', () => {
  const once = journeys(scenarios);
  const firsts = journeys(scenarios, { repeatEach: 3 }).filter(({ attempt }) => attempt?.number === 1);
  expect(JSON.stringify(firsts.map(withoutAttempt))).toBe(JSON.stringify(once));
});

test('each attempt has an id, and ids for the gateway, of its own', () => {
  const all = journeys(scenarios, { repeatEach: 3 });
  expect(all.length).toBe(journeys(scenarios).length * 3);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const chosen = all.flatMap(idsOf);
  expect(chosen.length).toBeGreaterThan(10);
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(all.filter(({ attempt }) => attempt?.of === 'orders/cease').map(({ id }) => id)).toEqual([
    'orders/cease',
    'orders/cease@2',
    'orders/cease@3',
  ]);
});

test('one more attempt changes nothing of those before', () => {
  const three = journeys(scenarios, { repeatEach: 3 });
  const two = journeys(scenarios, { repeatEach: 2 });
  expect(JSON.stringify(three.slice(0, two.length))).toBe(JSON.stringify(two));
});

test('a case named by its id is all its attempts, an attempt named by its own is that one', () => {
  const named = (only: string): string[] => journeys(scenarios, { repeatEach: 2, only: [only] }).map(({ id }) => id);
  expect(named('orders/cease')).toEqual(['orders/cease', 'orders/cease@2']);
  expect(named('orders/cease@2')).toEqual(['orders/cease@2']);
});

test('shuffling changes the order of the journeys and nothing in them', () => {
  const { plan: made } = plan(scenarios);
  const mixed = shuffled(made);
  const sorted = (all: readonly Journey[]): Journey[] => all.toSorted((a, b) => a.id.localeCompare(b.id));
  expect(mixed.journeys.map(({ id }) => id)).not.toEqual(made.journeys.map(({ id }) => id));
  expect(JSON.stringify(sorted(mixed.journeys))).toBe(JSON.stringify(sorted(made.journeys)));
  expect({ ...mixed, journeys: [] }).toEqual({ ...made, journeys: [] });
});

test('the same seed shuffles alike, another differently', () => {
  const { plan: made } = plan(scenarios);
  expect(shuffled(made)).toEqual(shuffled(made));
  const order = (seed: number): string[] => shuffled({ ...made, seed }).journeys.map(({ id }) => id);
  expect(order(1)).not.toEqual(order(2));
});
