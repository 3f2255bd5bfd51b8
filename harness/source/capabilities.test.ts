import { expect, test } from 'vitest';
import type { Target, World } from '../model.ts';
import { CAPABILITIES, capabilityShownAt, unknownLacks } from './capabilities.ts';

const problemsOf = (...lacks: readonly string[]) =>
  unknownLacks({ target: 't', lacks } as unknown as Target, { roles: { farm: {} } } as unknown as World);

test('a target lacks capabilities, roles of worlds and what its own scenarios require', () => {
  expect(problemsOf(...CAPABILITIES, 'wayleaveRequired', 'farm', 'x-swaps')).toEqual([]);
});

test('another word is refused, with the one that is meant', () => {
  expect(problemsOf('reservation-expiri')).toEqual([
    {
      severity: 'error',
      message: 'target "t", lacks: "reservation-expiri" is no capability, and no role of its world',
      why: expect.stringMatching(
        /^capabilities are repair-appointments, .*; a role is, for example, newLine; one of your own begins with "x-"$/,
      ),
      fix: 'did you mean "reservation-expiry"?',
    },
  ]);
});

test('what an answer never has is named, if the gateway may lack it', () => {
  expect(capabilityShownAt('book', '/expiryDateTime')).toBe('reservation-expiry');
  expect(capabilityShownAt('book', '/id')).toBeUndefined();
  expect(capabilityShownAt('slots', '/expiryDateTime')).toBeUndefined();
});
