import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapJsonTexts } from './json-texts.ts';

const same = { text: (value: string): string => value, number: (written: string): string => written };

test('where nothing changes, every character of a JSON text stays', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(3), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(mapJsonTexts(text, same)).toBe(text);
    }),
  );
});

test('each text is told as it reads, with the member that it is the value of', () => {
  const told: unknown[] = [];
  const text = (value: string, member?: string): string => {
    told.push([value, member]);
    return value.toUpperCase();
  };
  const number = (written: string, member: string): string => `${written}${member === 'n' ? '0' : ''}`;
  const json = '{"a" : "x\\n\\u0041", "n": 12, "m":1, "l":["y",{"k":"z"}]}';
  expect(mapJsonTexts(json, { text, number })).toBe('{"A" : "X\\nA", "N": 120, "M":1, "L":["Y",{"K":"Z"}]}');
  expect(told).toEqual([
    ['a', undefined],
    ['x\nA', 'a'],
    ['n', undefined],
    ['m', undefined],
    ['l', undefined],
    ['y', undefined],
    ['k', undefined],
    ['z', 'k'],
  ]);
});

test.each(['', 'word', '{"a":', '{"a":"b"} x'])('what is no JSON is told as such: %s', (text) => {
  expect(mapJsonTexts(text, same)).toBeUndefined();
});
