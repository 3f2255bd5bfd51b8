import { describe, expect, test } from 'vitest';
import { BOOKED, book, ERROR } from '../../testing/answered.ts';
import { findingsOf, outcomesOf, rowsWith, SPAN, type Story, tell } from '../../testing/record-builder.ts';

describe('a group sent at once', () => {
  const one = { ...book, name: 'one' };
  const two = { ...book, name: 'two' };
  const group = {
    kind: 'parallel',
    name: 'both',
    steps: [one, two],
    tally: { '2xx': 1, '409': 1 },
    span: SPAN,
  } as const;
  const race = (first: number, second: number): Story =>
    tell()
      .journey('r', [group], { covers: ['APT-04'] })
      .start('r')
      .ask('r', 'one', first, { body: first < 300 ? BOOKED : ERROR })
      .ask('r', 'two', second, { body: second < 300 ? { ...BOOKED, supplierReference: 'APT-2' } : ERROR })
      .end('r')
      .finish();

  test('passes when as many were answered so as the scenario counts', () => {
    const verdict = race(409, 201).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(rowsWith(verdict, 'met')).toContain('APT-04');
  });

  test('fails when more than one won', () => {
    expect(findingsOf(race(200, 201).judge())).toEqual([
      'tally failed: 2 requests sent at once were answered 200, 201 where 1 × 409 is expected',
      'tally failed: 2 requests sent at once were answered 200, 201 where 1 × 2xx is expected',
    ]);
  });

  test.each([
    ['reset', 'no-answer'],
    ['aborted', 'interrupted'],
  ] as const)('is inconclusive when an answer is missing: %s', (fault, reason) => {
    const story = tell().journey('r', [group]).start('r').ask('r', 'one', 200, { body: BOOKED });
    expect(outcomesOf(story.breaks('r', 'two', fault).end('r').finish().judge())).toEqual([`inconclusive ${reason}`]);
  });

  test('fails whatever a missing answer was, where the others are too many', () => {
    const most = { ...group, steps: [one, two, { ...book, name: 'three' }], tally: { '2xx': 1 } };
    const story = tell().journey('r', [most]).start('r').ask('r', 'one', 200, { body: BOOKED });
    const other = { ...BOOKED, supplierReference: 'APT-2' };
    const verdict = story.ask('r', 'two', 200, { body: other }).breaks('r', 'three', 'reset').end('r').finish().judge();
    expect(findingsOf(verdict)).toEqual([
      'tally failed: 3 requests sent at once were answered 200, 200 where 1 × 2xx is expected',
    ]);
  });
});
