import { expect, it } from 'vitest';
import type { Verb } from '../model.ts';
import { bytesOf, textOf } from '../wire/wire.ts';
import { createMixUp } from './fault-answer.ts';

it('an answer that is crossed is what the operation last answered another tenant', () => {
  const mixUp = createMixUp();
  const said = (tenant: string, text: string, verb: Verb = 'slots', status = 200) => {
    const answered = { status, headers: [], body: bytesOf(text) };
    return textOf(mixUp.through(answered, { verb, tenant }, [{ crossed: true }]).body);
  };

  expect(said('one', 'for one')).toBe('for one');
  expect(said('two', 'for two')).toBe('for one');
  expect(said('two', 'for two again')).toBe('for one');
  expect(said('one', 'for one again')).toBe('for two again');
  expect(said('one', 'a booking', 'book')).toBe('a booking');
  expect(said('two', 'a refusal', 'slots', 422)).toBe('a refusal');
});

it('without the deed every answer stays what it is', () => {
  const mixUp = createMixUp();
  const answered = { status: 200, headers: [], body: bytesOf('mine') };
  mixUp.through({ ...answered, body: bytesOf('theirs') }, { verb: 'slots', tenant: 'other' }, []);

  expect(mixUp.through(answered, { verb: 'slots', tenant: 'one' }, [])).toBe(answered);
});
