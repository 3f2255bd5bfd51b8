import { describe, expect, test } from 'vitest';
import { type CertifyOptions, certifyFake } from '../testing/certify.ts';

const NOW_AND_THEN: CertifyOptions = {
  faults: ['booking-fails-now-and-then'],
  only: ['orders/provide-new'],
  repeatEach: 4,
};

describe('a certification with --repeat-each', () => {
  test('tells of each case in how many attempts it failed', async () => {
    const { verdict } = await certifyFake(NOW_AND_THEN);
    const shares = verdict.cases.map(({ id, outcome, attempts = [] }) => {
      const failed = attempts.filter((each) => each.outcome === 'failed').length;
      return `${id} ${outcome} ${failed}/${attempts.length}`;
    });
    expect(shares).toEqual(['orders/provide-new#residential passed 0/4', 'orders/provide-new#business failed 1/4']);
    expect(verdict.counts.cases).toMatchObject({ passed: 1, failed: 1 });
    expect(verdict.requirements.flatMap(({ cases }) => cases).filter((id) => id.includes('@'))).toEqual([]);
  });

  test('gives the same bytes again', async () => {
    const [one, other] = [await certifyFake(NOW_AND_THEN), await certifyFake(NOW_AND_THEN)];
    expect(JSON.stringify(one.record)).toBe(JSON.stringify(other.record));
    expect(JSON.stringify(one.verdict)).toBe(JSON.stringify(other.verdict));
  });

  test('passes the fake without any fault', async () => {
    const { verdict } = await certifyFake({ repeatEach: 2, depth: 'quick' });
    expect(verdict.cases.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id)).toEqual([]);
    expect(verdict.outcome).toBe('passed');
    // Cases of every scenario.
    expect(verdict.cases.length).toBeGreaterThan(300);
    expect(verdict.cases.every(({ attempts }) => attempts?.length === 2)).toBe(true);
  });
});
