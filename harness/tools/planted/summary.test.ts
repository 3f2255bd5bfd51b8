import { expect, test } from 'vitest';
import { rateOf } from '../../prove/conclude.ts';
import { plantedShortcomings } from './plant.ts';

const rates = (caught: number, first: number, alarms: number) => {
  const none = rateOf(0, 0);
  const [kill, causeFirst, falseAlarm] = [rateOf(caught, 100), rateOf(first, caught), rateOf(alarms, 50)];
  return { rates: { kill, causeFirst, falseAlarm, rightCause: none, observed: none } };
};

test('97 of 100 caught, 95 of them by their cause first and no false alarm are enough', () => {
  expect(plantedShortcomings(rates(97, 93, 0))).toEqual([]);
  expect(plantedShortcomings(rates(96, 96, 0))).toEqual(['fewer than 97 % of the planted faults caught']);
  expect(plantedShortcomings(rates(100, 90, 1))).toEqual(['fewer than 95 % told by their cause first', 'false alarms']);
});
