import { describe, expect, test } from 'vitest';
import { REAL } from '../testing/record-builder.ts';
import { eachEvent, joinBodies, parseXml, withEvent, writeXml } from './body.ts';
import { readEvents } from './read.ts';

const wire = { contentType: 'application/json', path: '', format: 'json', batch: '$.a.list' } as const;

describe('a delivery of several events', () => {
  test('is read as one delivery for each', () => {
    expect(eachEvent(wire, { by: 1, a: { c: 2, list: ['x', 'y'] } })).toEqual([
      { by: 1, a: { c: 2, list: ['x'] } },
      { by: 1, a: { c: 2, list: ['y'] } },
    ]);
  });

  test('may be a list itself, or empty', () => {
    expect(eachEvent({ ...wire, batch: '$' }, ['x', 'y'])).toEqual([['x'], ['y']]);
    expect(eachEvent(wire, { a: { list: [] } })).toEqual([]);
  });

  test('without a list is none, but in XML, where one is no list and none is nothing', () => {
    expect(eachEvent(wire, { a: { list: 'x' } })).toBeUndefined();
    expect(eachEvent({ ...wire, format: 'xml' }, { a: { list: 'x' } })).toEqual([{ a: { list: ['x'] } }]);
    expect(eachEvent({ ...wire, format: 'xml' }, { a: '' })).toEqual([]);
  });

  test('is put together from those with the same beside the list', () => {
    const [x, y] = ['x', 'y'].map((event) => withEvent(wire, { by: 1 }, event));
    expect(joinBodies(wire, [x ?? null, y ?? null])).toEqual({ by: 1, a: { list: ['x', 'y'] } });
    expect(joinBodies(wire, [x ?? null, withEvent(wire, { by: 2 }, 'z')])).toBeUndefined();
    expect(joinBodies(wire, [x ?? null, null])).toBeUndefined();
  });

  test('that has no list, or is no XML, is one event that says so', () => {
    const said = (over: object, text: string): readonly (string | undefined)[] =>
      readEvents({ ...REAL.profile, wire: { ...wire, ...over } }, [], text).map(({ event }) => event.unreadable);
    expect(said({}, '{"a":{"list":{}}}')).toEqual(['$.a.list is no list of events']);
    expect(said({ format: 'xml' }, '<a>')).toEqual([expect.stringMatching(/^the body is not XML: ./)]);
    expect(said({}, '')).toEqual(['there is no body']);
    expect(said({ batch: '$' }, '[1]')).toEqual([undefined]);
  });
});

test('an element whose place a locator counts is a list even where it stands once', () => {
  const lists = ['A.B', 'A.B.C'];
  expect(parseXml('<A><B><C>x</C></B><D/></A>', lists)).toEqual({ json: { A: { B: [{ C: ['x'] }], D: '' } } });
  expect(parseXml('<A><B>1</B><B>2</B></A>', lists)).toEqual({ json: { A: { B: ['1', '2'] } } });
});

test.each([
  ['attributes and texts', '<?xml version="1.0"?>\n<A v="1">\n <B>x</B>\n</A>', { A: { '@v': '1', B: 'x' } }],
  ['what stands several times', '<A><B>1</B><B>2</B></A>', { A: { B: ['1', '2'] } }],
  ['blanks of a text', '<A> x </A>', { A: ' x ' }],
  ['what is empty', '<A><B/><C></C></A>', { A: { B: '', C: '' } }],
  ['numbers as they are written', '<A>007</A>', { A: '007' }],
  ['a text beside attributes', '<A b="1">x</A>', { A: { '@b': '1', '#text': 'x' } }],
  ['names without the prefix of their namespace', '<n:A xmlns:n="urn:x" n:v="1"/>', { A: { '@v': '1' } }],
  [
    'references and sections of characters',
    '<A b="&quot;">&lt;&#x41;&#66;<![CDATA[&amp;]]></A>',
    { A: { '@b': '"', '#text': '<AB&amp;' } },
  ],
])('reads %s', (_, text, json) => {
  expect(parseXml(text)).toEqual({ json });
});

test.each([
  ['', 'Start tag expected. (line 1)'],
  ['{"a":1}', "char '{' is not expected. (line 1)"],
  ['<A>\n<B></A>', "Expected closing tag 'B' (opened in line 2, col 1) instead of closing tag 'A'. (line 2)"],
  ['<A/><A/>', 'it has 2 roots'],
])('says why %j is none', (text, problem) => {
  expect(parseXml(text)).toEqual({ problem });
});

test.each([
  ['a document type, whose entities nobody expands', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['more levels than are read', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`],
])('does not read %s', (_, text) => {
  expect(parseXml(text).isTooMuch).toBe(true);
});

test('reads what it wrote', () => {
  const body = { A: { '@v': 'q"<&', B: [{ C: '1' }, { C: ' <&> ' }], D: 'line\nbreak\r\n' } };
  expect(parseXml(writeXml(body))).toEqual({ json: body });
});
