import { describe, expect, test } from 'vitest';
import { rowNamed } from './planner.ts';
import { nthTenant } from './schedule.ts';
import { AGAINST } from './testing/traffic-sample.ts';

const scenarios = new Map(AGAINST.scenarios.map((scenario) => [scenario.id, scenario]));

describe('what a mix names', () => {
  test('is a row of a scenario, with its values put in', () => {
    const { id, row, scenario } = rowNamed(scenarios, 'orders/provide-new#business', 4);

    expect([id, row]).toEqual(['orders/provide-new#business', { id: 'business', user: 'BUSINESS' }]);
    expect(scenario.steps).toMatchObject([{ fields: { characteristics: { END_USER_TYPE: 'BUSINESS' } } }]);
  });

  test('is a scenario without rows as it is', () => {
    expect(rowNamed(scenarios, 'availability/new-line', 4)).toMatchObject({ id: 'availability/new-line', row: {} });
  });

  test('is no row that the scenario has not', () => {
    expect(() => rowNamed(scenarios, 'orders/provide-new#nobody', 1)).toThrow(
      'scenario orders/provide-new has no row nobody',
    );
    expect(() => rowNamed(scenarios, 'orders/nothing', 1)).toThrow('no scenario orders/nothing');
  });
});

test('every row meets every tenant, and each as often', () => {
  const met = new Map<string, number>();
  for (let index = 0; index < 4_000; index += 1) {
    const key = `${nthTenant(['one', 'two'], index)} ${rowNamed(scenarios, 'orders/provide-new', index).id}`;
    met.set(key, (met.get(key) ?? 0) + 1);
  }

  expect([...met.keys()].toSorted()).toEqual([
    'one orders/provide-new#business',
    'one orders/provide-new#residential',
    'two orders/provide-new#business',
    'two orders/provide-new#residential',
  ]);
  for (const times of met.values()) expect(Math.abs(times - 1_000)).toBeLessThan(20);
});
