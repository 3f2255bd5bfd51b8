import { expect, test } from 'vitest';
import { readPattern } from './pattern.ts';

test('a pattern that is none says where and why', () => {
  expect(
    readPattern([
      'ACK',
      'B B',
      { C: { within: 'soon' } },
      { D: { when: 1 } },
      7,
      { 'one-of': 'A' },
      { A: null, B: null },
      'E{3,1}',
      { repeat: ['F'], 'at-least': 2, 'at-most': 1 },
    ]).problems,
  ).toEqual([
    { at: '/1', message: '"B B" is no event pattern', fix: 'write NAME, NAME?, NAME*, NAME+ or NAME{2}' },
    { at: '/2/C/within', message: '"soon" is no duration', fix: 'write 500ms, 5s, 2m, 3h or 15d' },
    { at: '/3/D/when', message: 'unknown key "when"', fix: 'an event may have within and match' },
    { at: '/4', message: '7 is no event pattern' },
    { at: '/5/one-of', message: '"one-of" needs a list' },
    { at: '/6/B', message: '"B" stands beside "A"', fix: 'start a new list item with "- "' },
    ...[
      { at: '/7', message: 'at least 3 times and at most 1 is never' },
      { at: '/8/repeat', message: 'at least 2 times and at most 1 is never' },
    ].map((each) => ({ ...each, fix: 'write the smaller number first' })),
  ]);
});
