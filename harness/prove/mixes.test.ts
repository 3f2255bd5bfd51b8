import { expect, test } from 'vitest';
import type { Fault } from '../fake/fault.ts';
import { shippedFaults } from '../fake/faults.ts';
import { mixesOf } from './mixes.ts';

const variant = (fault: string, more: Partial<Fault>): Fault => ({
  fault: `legal-${fault}`,
  title: fault,
  breaks: [],
  legal: true,
  do: [],
  ...more,
});
const together = (variants: readonly Fault[]) => mixesOf(variants, 1, 1).map(({ title }) => title);

test('variants that change other places come together, as one', () => {
  const created = variant('created', { where: { verb: 'book' }, do: [{ set: { at: '/status', to: 201 } }] });
  const late = variant('late', { do: [{ delay: '1s' }], also: [{ where: { event: '*' }, do: [{ delay: '2s' }] }] });
  const [mix] = mixesOf([created, late], 1, 1);
  expect(mix?.title).toMatch(/^Together: (created, late|late, created)$/);
  expect([mix?.where, ...(mix?.also ?? []).map(({ where }) => where)]).toEqual(
    expect.arrayContaining([{ verb: 'book' }, undefined, { event: '*' }]),
  );
});

test.each<[why: string, one: Partial<Fault>, other: Partial<Fault>]>([
  ['change one place', { do: [{ remove: '/body/id' }] }, { do: [{ set: { at: '/body/id', to: 1 } }] }],
  ['change a part of it', { do: [{ remove: '/body/address' }] }, { do: [{ remove: '/body/address/city' }] }],
  ['lay the message out', { do: [{ layout: 'indented' }] }, { do: [{ layout: 'ascii' }] }],
  ['reach far', { do: [{ gap: '50s' }] }, { do: [{ delay: '50s' }] }],
])('two that %s do not', (_, one, other) => {
  expect(together([variant('one', one), variant('other', other)])).toEqual([]);
});

test('a further variant changes few of the mixes', () => {
  const { faults } = shippedFaults();
  const further = variant('further', { do: [{ set: { at: '/headers/further', to: 'yes' } }] });
  const before = mixesOf(faults, 1);
  const after = mixesOf([...faults, further], 1);
  const unchanged = before.filter(({ title }, i) => title === after[i]?.title);
  expect(before).toHaveLength(10);
  expect(before.every(({ also = [] }) => also.length >= 4)).toBe(true);
  expect(unchanged.length).toBeGreaterThanOrEqual(5);
});
