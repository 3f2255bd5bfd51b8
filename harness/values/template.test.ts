import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { bind, templateOf } from './bind.ts';

const scope = { site: { id: '0012', floors: [1, 2] }, n: 7, when: '2026-03-18T08:00:00Z' };
const text = fc.oneof(
  // What looks like a value and is no path, the check of scenarios and worlds turns away.
  fc.string().map((each) => each.replaceAll('$', 'S')),
  fc.constantFrom(
    '$site',
    '$site.id',
    '$site.gone',
    '$site.gone?',
    '$$site',
    'a ${n} b',
    '${gone}',
    '${when | date}',
    '$5',
  ),
);
const { value: templates } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ) as fc.Arbitrary<Json>,
}));

test('a template fills in what binding does, and names the same values as missing', () => {
  fc.assert(
    fc.property(templates, (template) => {
      const missing: string[] = [];
      const value = templateOf(template)({ scope, missing }) ?? null;
      expect({ value, missing }).toEqual(bind(template, scope));
    }),
  );
});
