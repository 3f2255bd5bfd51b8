import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covering } from './names.ts';
import { parseScenario } from './parse.ts';

test('every two values of two factors meet in some row', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 2, maxLength: 6 }), (sizes) => {
      const rows = covering(sizes);
      for (const [i, a] of sizes.entries())
        for (const [j, b] of sizes.entries())
          if (i !== j)
            expect(new Set(rows.map((row) => `${row[i]} ${row[j]}`)).size, `${i} with ${j} of ${sizes}`).toBe(a * b);
      const [most = 0, next = 0] = sizes.toSorted((x, y) => y - x);
      expect(rows.length).toBeLessThanOrEqual(most * next * 2);
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('the rows are named after their values; null is none', () => {
  const read = (together: string) =>
    parseScenario(`scenario: S\ntogether: ${together}\nsteps:\n  - token:\n`, 'x.yaml', 'x');
  const { scenario } = read('{ type: { new: { orderType: NEW }, cease: { orderType: CEASE } }, note: [null, Ring] }');
  expect(scenario?.rows).toContainEqual({
    id: 'cease.no-note',
    values: { id: 'cease.no-note', type: { orderType: 'CEASE' }, note: null },
    covers: [],
    requires: [],
  });
  const [first] =
    read('{ sent: { a: { requires: [LINE_PROFILE], covers: [CHR-01], x: 1 }, b: { x: 2 } }, note: [c, d] }').scenario
      ?.rows ?? [];
  expect(first).toEqual({
    id: 'a.c',
    values: { id: 'a.c', sent: { x: 1 }, note: 'c' },
    covers: ['CHR-01'],
    requires: ['LINE_PROFILE'],
  });
  expect(scenario?.rows).toHaveLength(4);
  expect(read('{ type: [NEW], note: [a, b] }').problems.map(({ message }) => message)).toEqual([
    '"type" is nothing to be combined',
  ]);
});
