import { expect, test } from 'vitest';
import { MATCHERS } from '../values/shape.ts';
import { shapeInWords } from './shape-words.ts';

test.each([
  ['~string', 'a text'],
  ['~in(A, B)', 'A or B'],
  ['~in(A, B, C)', 'A, B or C'],
  ['~not(A, B)', 'anything but A or B'],
  ['~some(classification = WEEKDAY_AM)', 'an element with classification = WEEKDAY_AM'],
  ['~every(lineId = ~string, name = X)', 'nothing but elements with lineId = a text, name = X'],
  ['~none(tenantActive = true)', 'no element with tenantActive = true'],
  ['~len(>= 1)', 'at least 1 of them'],
  ['~len(<= 3)', 'at most 3 of them'],
  ['~len(>2)', 'more than 2 of them'],
  ['~len(< 3)', 'fewer than 3 of them'],
  ['~len(0)', '0 of them'],
  ['~in(A\\, B, C)', 'A, B or C'],
  ['~some(a = ~Timeslot)', 'an element with a = a Timeslot'],
  ['~some(a = ~matches(a(b)c), b != x\\~y)', 'an element with a = a text that matches a(b)c, b != x~y'],
  ['~matches(^A, b$)', 'a text that matches ^A, b$'],
  ['~Timeslot', 'a Timeslot'],
  ['true', 'true'],
  ['{"newLine":true}', '{"newLine":true}'],
])('%s is said %s', (shape, words) => {
  expect(shapeInWords(shape)).toBe(words);
});

test('no matcher is left without words', () => {
  const unsaid = MATCHERS.filter((name) => [`~${name}`, `~${name}(x)`].every((shape) => shapeInWords(shape) === shape));
  expect(unsaid).toEqual([]);
});
