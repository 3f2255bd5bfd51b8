import { describe, expect, test } from 'vitest';
import { certificationScopeOf, isWhole } from './whole.ts';

const plan = (...ids: readonly string[]) =>
  ({
    journeys: ids.map((id) => ({ id })),
    whole: certificationScopeOf(['a', 'b', 'c'].map((id) => ({ id }))),
  }) as never;
const walks = (id: string, times: number) =>
  Array.from({ length: times }, (_, i) => ({
    id: i === 0 ? id : `${id}@${i + 1}`,
    attempt: { of: id, number: i + 1 },
  }));

describe('a plan is whole', () => {
  test('where every case is in it, in whatever order', () => {
    expect(isWhole(plan('a', 'b', 'c'))).toBe(true);
    expect(isWhole(plan('c', 'a', 'b'))).toBe(true);
  });

  test('and not where one is missing, or stands in for another', () => {
    expect(isWhole(plan('a', 'b'))).toBe(false);
    expect(isWhole(plan('a', 'b', 'd'))).toBe(false);
  });

  test('and not where nobody knows what a certification has', () => {
    expect(isWhole({ journeys: [] })).toBe(false);
  });
});

test('several walks of a case are one case', () => {
  expect(certificationScopeOf([...walks('a', 3), ...walks('b', 1)])).toEqual(
    certificationScopeOf([...walks('b', 2), ...walks('a', 1)]),
  );
});

test('a case of one’s own is a further one, also where it is called like one that comes with Assay', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  expect(certificationScopeOf([a], [a]).cases).toBe(2);
  expect(certificationScopeOf([a], [a])).not.toEqual(certificationScopeOf([a, b]));
  expect(isWhole({ journeys: [a as never], whole: certificationScopeOf([a], [a]) })).toBe(false);
});
