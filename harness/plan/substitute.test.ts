import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../model.ts';
import { bind } from '../values/bind.ts';
import { select } from '../values/path.ts';
import { paste, substitute } from './substitute.ts';

const site = { id: '12', note: '$5 off', odd: 'a ${b} c', tags: ['x', '$y'] };
const known = (text: string): Json | undefined =>
  text.startsWith('site') ? select(`$.${text}`, { site })[0] : undefined;

test('a value that is known is put in, and one that is not stays as written', () => {
  expect(substitute({ a: '$site.id', b: '$offer.id', c: 'no $ value' }, known)).toEqual({
    a: '12',
    b: '$offer.id',
    c: 'no $ value',
  });
});

test('within a text, each value that is known is put in', () => {
  expect(substitute('${site.id} and ${$site.id} and ${offer.id}', known)).toBe('12 and 12 and ${offer.id}');
});

test('a text that begins with $$ is a literal and is left to binding', () => {
  expect(substitute('$$site.id', known)).toBe('$$site.id');
});

test('the pointer says where each value stands', () => {
  const places: string[] = [];
  substitute({ a: ['$x', { b: '$y' }] }, (text, pointer) => {
    places.push(`${text} at ${pointer}`);
    return undefined;
  });
  expect(places).toEqual(['x at /a/0', 'y at /a/1/b']);
});

test('what is put in early comes through binding as if it were bound late', () => {
  const text = fc.constantFrom(
    '$site',
    '$site.id',
    '$site.note',
    '$site.odd',
    '$site.tags',
    '$late',
    '${site.id}-${late}',
    'plain',
    '$$site',
    '${site.note}',
  );
  const template = fc.letrec((tie) => ({
    any: fc.oneof(
      text,
      fc.integer(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('any')),
    ),
  })).any as fc.Arbitrary<Json>;
  const scope: JsonObject = { site, late: '$ later ${x}' };
  fc.assert(
    fc.property(template, (value) => {
      expect(bind(substitute(value, known), scope)).toEqual(bind(value, scope));
    }),
  );
});

test('a pasted value is a value again, and what follows it goes on from there', () => {
  const names = { row: { who: '$fake.contact', n: 3 }, service: '$site.serviceId' };
  expect(
    paste(['$row.who', '$row.n', '$service', '$service.length', 'SVC ${service} ${row.n}', '$other'], names),
  ).toEqual(['$fake.contact', 3, '$site.serviceId', '$site.serviceId.length', 'SVC ${site.serviceId} 3', '$other']);
});

test('pasting can name a role: $world.${row.role}', () => {
  expect(paste('$world.${row.role}', { row: { role: 'newLine' } })).toBe('$world.newLine');
});

test('the text of the file in a span is not filled in', () => {
  const span = { file: 'a.yaml', line: 1, col: 1, length: 1, excerpt: '  user: $row.user' };
  expect(paste({ span, user: '$row.user' }, { row: { user: 'X' } })).toEqual({ span, user: 'X' });
});
