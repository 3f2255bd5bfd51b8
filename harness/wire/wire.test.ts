import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUnit } from '../testing/any-unit.ts';
import { captureBody } from './capture.ts';
import { bodyJson, bytesOf, MAX_LEVELS, parseJson, whereBroken } from './wire.ts';

const TOO_DEEP = { problem: `the JSON is nested more than ${MAX_LEVELS} levels deep`, isTooMuch: true };
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('JSON is read as deep as anybody nests it, and no deeper', () => {
  expect(parseJson(nested(MAX_LEVELS)).problem).toBeUndefined();
  expect(parseJson(nested(MAX_LEVELS + 1))).toEqual(TOO_DEEP);
  expect(parseJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toEqual(TOO_DEEP);
});

test('brackets side by side, or within texts, are not deep', () => {
  expect(parseJson(`[${'[],'.repeat(1_000)}{}]`).problem).toBeUndefined();
  expect(parseJson(JSON.stringify({ text: '[{"\\'.repeat(1_000), more: ['\\', '"', '[[['] })).problem).toBeUndefined();
});

test('whatever is not too deep is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual({ json: JSON.parse(text) });
    }),
  );
});

test('a body of which only the first part was kept may be JSON, and is not said to be none', () => {
  expect(bodyJson(captureBody(new TextEncoder().encode('{"a":1}'), 3))).toEqual({
    problem: 'the body is longer than what was kept',
    isTooMuch: true,
  });
});

test('texts are encoded one by one, however many share a buffer', () => {
  const text = fc.oneof(fc.string({ unit: anyUnit }), fc.constant('ä'.repeat(3_000)), fc.constant('x'.repeat(10_000)));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
      const encoded = texts.map(bytesOf);
      expect(encoded.map((bytes) => [...bytes])).toEqual(texts.map((each) => [...new TextEncoder().encode(each)]));
    }),
    { numRuns: 30 },
  );
});

test('of a long text that breaks off it is shown where', () => {
  const shownOf = (text: string) => whereBroken(text, parseJson(text).problem ?? '');
  const long = `{"first":"${'x'.repeat(300)}","notes":"Ñandú`;
  expect(shownOf(long)).toMatch(/^…x+","notes":"Ñandú$/);
  expect(shownOf(`${long}"}}`)).toMatch(/Ñandú"}}$/);
  expect(shownOf('{"a":')).toBe('{"a":');
  expect(shownOf(`{"a":1}${'x'.repeat(300)}`)).toMatch(/^{"a":1}x+$/);
});
