import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeen } from './seen.ts';

test('a text is known by the number under which it came first', () => {
  const seen = createSeen();

  expect([seen.note('a', 7), seen.note('b', 0), seen.note('a', 8), seen.note('b', 9)]).toEqual([
    undefined,
    undefined,
    7,
    0,
  ]);
  expect([seen.has('a'), seen.has('c')]).toEqual([true, false]);
});

test('what a map would say of any texts, it says, too', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 }), (texts) => {
      const seen = createSeen();
      const map = new Map<string, number>();
      for (const [nth, text] of texts.entries()) {
        const known = map.get(text);
        if (known === undefined) map.set(text, nth);
        expect(seen.note(text, nth)).toBe(known);
      }
    }),
  );
});

test('of fifty thousand texts each is found again, and no other', () => {
  const seen = createSeen();
  for (let i = 0; i < 50_000; i++) seen.note(`text ${i}`, i);

  const lost = Array.from({ length: 50_000 }, (_, i) => i).filter((i) => seen.note(`text ${i}`, 0) !== i);

  expect(lost).toEqual([]);
  expect(Array.from({ length: 50_000 }, (_, i) => seen.has(`other ${i}`)).includes(true)).toBe(false);
});
