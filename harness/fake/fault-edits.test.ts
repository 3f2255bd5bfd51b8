import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json } from '../model.ts';
import type { Edit } from './fault.ts';
import { edited, marred } from './fault-edits.ts';

const BODY: Json = {
  id: 7,
  from: '2026-03-16T09:00:00.000Z',
  day: '2026-03-16',
  lines: [
    { id: 'a', ports: [{ status: 'ACTIVE' }, { status: 'STOPPED' }] },
    { id: 'b', ports: [{ status: 'ACTIVE' }] },
  ],
};
const changed = (edit: Edit): Json => edited(BODY, edit, { request: { query: { id: 'X' } }, body: BODY });

describe('an edit', () => {
  it.each<[string, Edit, object]>([
    ['sets a member', { set: { at: '/id', to: 8 } }, { id: 8 }],
    ['sets a value of the request', { set: { at: '/id', to: '$request.query.id' } }, { id: 'X' }],
    ['sets a number as text', { set: { at: '/id', to: '${body.id}' } }, { id: '7' }],
    ['leaves a member alone whose value leads nowhere', { set: { at: '/id', to: '$request.body.id' } }, { id: 7 }],
    ['makes a member that is not there', { set: { at: '/new/er', to: true } }, { new: { er: true } }],
    [
      'replaces in texts',
      { replace: { at: '/from', pattern: '\\.000Z$', with: 'Z' } },
      { from: '2026-03-16T09:00:00Z' },
    ],
    ['moves a date-time', { shift: { at: '/from', by: '-1h' } }, { from: '2026-03-16T08:00:00.000Z' }],
    ['moves a date', { shift: { at: '/day', by: '2d' } }, { day: '2026-03-18' }],
    ['adds to a number', { shift: { at: '/id', by: -3 } }, { id: 4 }],
    ['leaves alone what is no date', { shift: { at: '/lines', by: '1h' } }, { lines: [{ id: 'a' }, { id: 'b' }] }],
    ['turns a list round', { reverse: '/lines' }, { lines: [{ id: 'b' }, { id: 'a' }] }],
    [
      'repeats elements',
      { repeat: { at: '/lines', times: 2 } },
      { lines: [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'b' }] },
    ],
    ['empties a list', { repeat: { at: '/lines', times: 0 } }, { lines: [] }],
    ['keeps what fits', { keep: { at: '/lines', where: { id: 'b' } } }, { lines: [{ id: 'b' }] }],
    ['keeps the first few', { keep: { at: '/lines', first: 1 } }, { lines: [{ id: 'a' }] }],
    ['copies', { copy: { from: '/id', to: '/other' } }, { id: 7, other: 7 }],
  ])('%s', (_, edit, expected) => {
    expect(changed(edit)).toMatchObject(expected);
  });

  it('reaches every element with a star', () => {
    const edit: Edit = { set: { at: '/lines/*/ports/*/status', to: 'LIVE' } };
    expect(JSON.stringify(changed(edit))).not.toMatch(/ACTIVE|STOPPED/);
    expect(changed({ remove: '/lines/*' })).toMatchObject({ lines: [] });
    expect(changed({ remove: '/lines/*/id' })).toMatchObject({ lines: [{ ports: [{}, {}] }, { ports: [{}] }] });
  });

  it('moves a member', () => {
    expect(changed({ move: { from: '/id', to: '/number' } })).not.toHaveProperty('id');
    expect(changed({ move: { from: '/id', to: '/number' } })).toHaveProperty('number', 7);
    expect(changed({ move: { from: '/nothing', to: '/number' } })).toEqual(BODY);
  });

  it('turns the members of an object round', () => {
    expect(Object.keys(edited({ a: 1, b: { c: 2 } }, { reverse: '/b' }, {}) as object)).toEqual(['a', 'b']);
    expect(JSON.stringify(edited({ a: { x: 1, y: 2 } }, { reverse: '/a' }, {}))).toBe('{"a":{"y":2,"x":1}}');
  });

  it('never changes what it was given, and twice turned round is as before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const value = { body: json } as Json;
        const before = JSON.stringify(value);
        const twice = edited(edited(value, { reverse: '/body' }, {}), { reverse: '/body' }, {});
        edited(value, { set: { at: '/body/a', to: 1 } }, {});
        expect(JSON.stringify(value)).toBe(before);
        expect(twice).toEqual(value);
      }),
    );
  });
});

test('a value is spoilt in the way named, and stays as it was where the way does not fit', () => {
  expect(marred(' Zoë ', 'trimmed')).toBe('Zoë');
  expect(marred('Zoë', 'ascii')).toBe('Zo?');
  expect(marred(4_294_967_297, 'in-32-bits')).toBe(1);
  expect(marred('2026-03-16T09:00:00.000Z', 'hour-later')).toBe('2026-03-16T10:00:00.000Z');
  expect(marred('2026-03-16', 'day-earlier')).toBe('2026-03-15');
  expect(marred(7, 'upper')).toBe(7);
});

test('of several places only those are spoilt whose object is meant', () => {
  const body = {
    slots: [
      { of: 'AM', at: 'a' },
      { of: 'PM', at: 'a' },
    ],
  };
  expect(edited(body, { mar: { at: '/slots/*/at', as: 'upper', of: { of: 'PM' } } }, {})).toEqual({
    slots: [
      { of: 'AM', at: 'a' },
      { of: 'PM', at: 'A' },
    ],
  });
});
