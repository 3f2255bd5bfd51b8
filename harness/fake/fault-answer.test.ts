import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verb } from '../model.ts';
import { bytesOf, decodeUtf8 } from '../wire/wire.ts';
import type { WireAction } from './fault.ts';
import { createMixUp, rewired, sentAs } from './fault-answer.ts';

const message = (text: string) => ({ headers: [['Content-Type', 'application/json']] as const, body: bytesOf(text) });
const bodyAfter = (text: string, action: WireAction): string | undefined =>
  decodeUtf8(rewired(message(text), action).body);

describe('a change of form', () => {
  it.each<[string, WireAction, string]>([
    ['indents', { layout: 'indented' }, '{\n  "a": "é",\n  "b": [\n    1\n  ]\n}\n'],
    ['escapes', { layout: 'ascii' }, '{"a":"\\u00e9","b":[1]}'],
    ['turns members round', { layout: 'keys-reversed' }, '{"b":[1],"a":"é"}'],
    ['cuts off', { truncate: 5 }, '{"a":'],
    ['replaces the whole', { text: '<html>' }, '<html>'],
    ['replaces a part', { 'replace-text': { pattern: '"b"', with: '"c"' } }, '{"a":"é","c":[1]}'],
  ])('%s', (_, action, expected) => {
    expect(bodyAfter('{"a":"é","b":[1]}', action)).toBe(expected);
  });

  it('changes the case of header names', () => {
    expect(rewired(message(''), { 'header-names': 'upper' }).headers).toEqual([['CONTENT-TYPE', 'application/json']]);
  });

  it('packs the body and says so, after which it unpacks to the same bytes', () => {
    const { headers, body } = rewired(message('{"a":"é"}'), { 'content-coding': 'gzip' });
    expect(headers).toEqual([
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ]);
    expect(decodeUtf8(gunzipSync(body))).toBe('{"a":"é"}');
    expect(rewired(message(''), { 'content-coding': 'gzip' })).toEqual(message(''));
  });

  it('packs last, whatever else is done', () => {
    const { body } = sentAs(message('{"a":1}'), [{ 'content-coding': 'gzip' }, { layout: 'indented' }]);
    expect(decodeUtf8(gunzipSync(body))).toBe('{\n  "a": 1\n}\n');
  });

  it('leaves an empty body empty', () => {
    expect(bodyAfter('', { layout: 'indented' })).toBe('');
  });

  it('in its layouts means the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('indented', 'ascii', 'keys-reversed'), (json, layout) => {
        const text = JSON.stringify(json);
        expect(JSON.parse(bodyAfter(text, { layout } as WireAction) ?? '')).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('an answer that is crossed is what the operation last answered another tenant', () => {
  const mixUp = createMixUp();
  const said = (tenant: string, text: string, verb: Verb = 'slots', status = 200) => {
    const answered = { status, headers: [], body: bytesOf(text) };
    return decodeUtf8(mixUp(answered, { verb, tenant }, [{ crossed: true }]).body);
  };

  expect(said('one', 'for one')).toBe('for one');
  expect(said('two', 'for two')).toBe('for one');
  expect(said('two', 'for two again')).toBe('for one');
  expect(said('one', 'for one again')).toBe('for two again');
  expect(said('one', 'a booking', 'book')).toBe('a booking');
  expect(said('two', 'a refusal', 'slots', 422)).toBe('a refusal');
});

it('without the action every answer stays what it is', () => {
  const mixUp = createMixUp();
  const answered = { status: 200, headers: [], body: bytesOf('mine') };
  mixUp({ ...answered, body: bytesOf('theirs') }, { verb: 'slots', tenant: 'other' }, []);

  expect(mixUp(answered, { verb: 'slots', tenant: 'one' }, [])).toBe(answered);
});
