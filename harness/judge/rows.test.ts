import { describe, expect, test } from 'vitest';
import type { Check, Requirement } from '../model.ts';
import { REAL } from '../testing/record-builder.ts';
import { CHECKS } from './checks/table.ts';
import { NAMING, rowsOf } from './rows.ts';

const row = (id: string, rest: Partial<Requirement> = {}): Requirement => ({
  id,
  level: 'stated',
  place: 'Somewhere',
  sentence: `${id} is so.`,
  facets: [],
  ...rest,
});
const register = [
  row('A-01', { checks: ['slots.order', 'http.headers'] }),
  row('A-02'),
  row('A-03', { checks: ['http.status', 'slots.order'] }),
  row('S-01', { level: 'silent', checks: ['slots.future'] }),
];
const rows = rowsOf({ ...REAL.contract, register });
const check = (id: string, outcome: 'passed' | 'failed', requirements: readonly string[] = []): Check => ({
  check: id,
  journey: 'j',
  requirements,
  result: outcome === 'passed' ? { outcome } : { outcome, finding: { summary: '', expected: '', actual: '' } },
});

describe('a check', () => {
  test('speaks of the rows that name it, beside its own', () => {
    expect(rows.attach(check('slots.order', 'failed', ['A-02'])).requirements).toEqual(['A-02', 'A-01', 'A-03']);
  });

  test('that names the row it breaks says nothing of the rows it tests as a whole', () => {
    expect(rows.attach(check('http.headers', 'failed', ['A-02'])).requirements).toEqual(['A-02']);
    expect(rows.attach(check('http.headers', 'passed', ['A-02'])).requirements).toEqual(['A-02', 'A-01']);
    expect(rows.attach(check('http.headers', 'failed')).requirements).toEqual(['A-01']);
  });

  test('that breaks silent rows alone is observed', () => {
    expect(rows.attach(check('slots.future', 'failed')).result.outcome).toBe('observed');
    expect(rows.attach(check('slots.future', 'failed', ['A-02'])).result.outcome).toBe('failed');
  });
});

describe('what a scenario covers', () => {
  test('counts for a check unless the register leaves the row to others, and for what it expects where that is named', () => {
    expect(rows.covered(['A-01', 'A-02'], 'http.body')).toEqual(['A-02']);
    expect(rows.covered(['A-03'], 'http.status')).toEqual(['A-03']);
    expect(rows.attach(check('http.status', 'passed', ['A-02'])).requirements).toEqual(['A-02']);
    expect(rows.covered(['A-01', 'A-02'], 'slots.order')).toEqual(['A-01', 'A-02']);
  });

  test('counts for answers of the operations that the contract gives it to', () => {
    const real = rowsOf(REAL.contract);
    const { operations } = REAL.contract;
    const exchange = (verb: 'order' | 'slots') =>
      ({ operation: operations[verb] }) as Parameters<typeof real.covered>[2];
    const owned = operations.order.requirements[0] ?? '';
    expect(real.covered([owned], 'http.status', exchange('order'))).toEqual([owned]);
    expect(real.covered([owned], 'http.status', exchange('slots'))).toEqual([]);
    expect(real.covered([owned], 'kci.sequence')).toEqual([]);
  });

  test('counts, where the contract names a row only of errors, for answers where an error is expected', () => {
    const real = rowsOf(REAL.contract);
    const operation = REAL.contract.operations.order;
    const refused = operation.refusals[0]?.requirement ?? '';
    const owing = (status: string) =>
      ({ operation, step: { expect: { answers: [{ status }] } } }) as unknown as Parameters<typeof real.covered>[2];
    expect(real.covered([refused], 'http.status', owing('422'))).toEqual([refused]);
    expect(real.covered([refused], 'http.status', owing('202'))).toEqual([]);
  });
});

test('every check that the register names exists', () => {
  const named = new Set(REAL.contract.register.flatMap(({ checks = [] }) => checks));
  expect([...named].filter((each) => !Object.hasOwn(CHECKS, each))).toEqual([]);
});

test('every check that can fail a gateway has a row that says why', () => {
  // These name their rows themselves, from the contract or the scenario, or never fail.
  const withoutRow = new Set([...NAMING, 'step.need', 'step.value']);
  const named = new Set(REAL.contract.register.flatMap(({ checks = [] }) => checks));
  expect(Object.keys(CHECKS).filter((each) => !named.has(each) && !withoutRow.has(each))).toEqual([]);
});
