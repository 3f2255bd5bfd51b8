import { expect, test } from 'vitest';
import { alteredAs } from './altered.ts';

test.each([
  ['0123456789-abc', '0123456', 'only the first 7 characters'],
  ["Zoë O'Neill", 'Zoë O&#039;Neill', 'escaped for HTML'],
  ['a & b', 'a &amp; b', 'escaped for HTML'],
  ['Ring twice', 'Ring%20twice', 'escaped for a URL'],
  ['Zoë', 'ZoÃ«', 'read in another encoding'],
  ['Zoë Łęcka', 'Zo? ??cka', 'with other signs for letters beyond ASCII'],
  ['Zoë', 'Zoe', 'without its accents'],
  ['Mill Barn', 'MILL BARN', 'in letters of another case'],
  [' Barn', 'Barn', 'with other blanks around it'],
  ['2026-12-28T13:30:00+01:00', '2026-12-28T13:30:00Z', 'by the same clock with another offset'],
  ['0024', 24, 'as a number'],
  [24, '24', 'as a text'],
])('%j that came as %j came %s', (right, came, words) => {
  expect(alteredAs(right, came)).toBe(words);
});

test.each([
  ['Mill Barn', 'Barn Mill'],
  ['Mill', 'Mill'],
  ['Mill', ''],
  ['24', '2'],
  ['2026-12-28', '2026-12-29'],
  ['2026-12-28T13:30:00Z', '2026-12-28T13:31:00Z'],
  [24, 25],
  [undefined, 'Mill'],
  ['Mill', { name: 'Mill' }],
])('%j is not seen in %j', (right, came) => {
  expect(alteredAs(right, came)).toBeUndefined();
});

test.each([
  ['\ud800 Barn', 'Barn'],
  ['Mill', '&#99999999999; &#xffffffff; &nothing;'],
])('what no text may hold does no harm: %j, %j', (right, came) => {
  expect(alteredAs(right, came)).toBeUndefined();
});
