import { expect, test } from 'vitest';
import { loadSpec } from '../application/inputs.ts';
import type { CallStep, Journey, Target } from '../model.ts';
import { callsByName, callsOf, settleMsOf } from './calls.ts';

const span = { file: 'orders/cease.yaml', line: 1, col: 1, length: 1, excerpt: 'scenario: A line is ceased' };

const call = (name: string): CallStep => ({
  kind: 'call',
  name,
  request: { verb: 'order', method: 'POST', path: '/', headers: {}, query: {}, auth: 'bearer' },
  tenant: 'acme',
  expect: { answers: [] },
  span,
});

const journey: Pick<Journey, 'steps'> = {
  steps: [
    call('first'),
    { kind: 'wait', name: 'a while', forMs: 1, span },
    { kind: 'parallel', name: 'at once', steps: [call('left'), call('right')], span },
    call('last'),
  ],
};

test('the calls of a journey are those of its steps and of its groups, in their order', () => {
  expect(callsOf(journey).map(({ name }) => name)).toEqual(['first', 'left', 'right', 'last']);
});

test('a call is found by its name, in a group or not', () => {
  const calls = callsByName(journey);
  expect([...calls.keys()]).toEqual(['first', 'left', 'right', 'last']);
  expect(calls.get('right')?.name).toBe('right');
});

test('a run listens on where something was asked that events tell of, and not where nothing was', () => {
  const { contract } = loadSpec();
  const target = { deadlines: { settleMs: 7 } } as Target;
  const settled = (...verbs: CallStep['request']['verb'][]): number => {
    const steps = verbs.map((verb) => ({ ...call(verb), request: { ...call(verb).request, verb } }));
    return settleMsOf({ journeys: [{ steps } as Partial<Journey> as Journey] }, contract, target);
  };
  expect(settled('token', 'availability', 'slots', 'book')).toBe(0);
  for (const verb of ['order', 'amend', 'cancel', 'http'] as const) expect(settled('book', verb)).toBe(7);
});
