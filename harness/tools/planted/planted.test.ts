import { expect, test } from 'vitest';
import { readFaults, shippedFaults } from '../../fake/faults.ts';
import { sampleStage } from '../../prove/testing/stage.ts';
import { unknownBreaks } from '../../prove/trial.ts';
import { MISTAKES } from './classes.ts';
import { ODDITIES } from './oddities.ts';
import { planted } from './plant.ts';

const { stage } = sampleStage(['orders/provide-new']);
const subject = { ...stage, shipped: shippedFaults().faults };

test('the same seed plants the same, and another seed something else', () => {
  const [once, again, other] = [7, 7, 8].map((seed) => JSON.stringify(planted(MISTAKES, subject, { count: 50, seed })));
  expect(again).toBe(once);
  expect(other).not.toBe(once);
});

test('more of the same seed begin with the same', () => {
  const few = planted(MISTAKES, subject, { count: 20, seed: 7 });
  expect(planted(MISTAKES, subject, { count: 60, seed: 7 }).slice(0, 20)).toEqual(few);
});

test('every fault breaks what there is, in words that files of faults have too', () => {
  const faults = planted(MISTAKES, subject, { count: 700, seed: 1 });
  expect(faults).toHaveLength(700);
  expect(unknownBreaks(faults, stage.contract.register)).toEqual([]);
  expect(readFaults(JSON.stringify({ area: 'Planted', faults }), 'planted.yaml').problems).toEqual([]);
});

test('every oddity is legal, in words that files of faults have too', () => {
  const faults = planted(ODDITIES, subject, { count: 300, seed: 1, isLegal: true });
  expect(faults.every(({ legal, breaks }) => legal && breaks.length === 0)).toBe(true);
  const written = faults.map(({ breaks: _, ...fault }) => fault);
  expect(readFaults(JSON.stringify({ area: 'Oddities', faults: written }), 'oddities.yaml').problems).toEqual([]);
});
