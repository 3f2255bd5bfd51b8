import { expect, test } from 'vitest';
import { recognise } from '../kci/recognise.ts';
import type { AwaitStep, KciEvent, KciRequestOutcome, Pattern } from '../model.ts';
import { input, journeys, scenario } from './testing/sample.ts';

/** A scenario that places an order. */
const PLACED = `scenario: S
given: { site: $world.newLine }
steps:
  - order: { orderType: NEW, address: $site, characteristics: {} }
    as: placed
`;

const course = (
  order: string,
  more = '',
  kci = '',
): { pattern: Pattern; never: readonly string[]; exactlyOnce: readonly string[] } => {
  const text = `${PLACED}${order}${more}kci: { for: $placed, ${kci}within: 1d }
`;
  const [owed] = journeys([scenario('x', text)])[0]?.kci ?? [];
  if (!owed) throw new Error('nothing is owed');
  return owed;
};

const state = (pattern: Pattern, names: string): string =>
  recognise(
    pattern,
    names.split(' ').map((name) => ({ name }) as KciEvent),
  ).state;

test('without an outcome, every legal course to the usual end is right', () => {
  const { pattern, never, exactlyOnce } = course('');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED COMPLETED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED DELAY COMMITTED DELAY RESUMED COMPLETED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED')).toBe('open');
  expect(state(pattern, 'REJECTED')).toBe('impossible');
  expect(never.toSorted()).toEqual(['CANCELLED', 'REJECTED', 'TERMINATED']);
  expect(exactlyOnce).toEqual(['COMPLETED']);
});

test('an order that is to fail may end in any way that is no success', () => {
  const { pattern, never } = course('    outcome: ORDER_REJECTED\n');
  for (const names of ['REJECTED', 'ACKNOWLEDGED CANCELLED', 'ACKNOWLEDGED COMMITTED TERMINATED'])
    expect(state(pattern, names)).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED COMPLETED')).toBe('impossible');
  expect(never).toEqual(['COMPLETED']);
});

test('an amendment that target and gateway agreed to be rejected is answered by no event that grants it', () => {
  const text = `${PLACED}    outcome: ORDER_IN_PROGRESS
  - amend: { order: $placed, appointment: { id: 7, supplierReference: OVER } }
    need: 2xx | 4xx
    covers: [SIL-59]
kci: { for: $placed, within: 1d }
`;
  const under = (readings: Readonly<Record<string, string>>, names: string): string => {
    const [owed] = journeys([scenario('x', text)], { target: { ...input.target, readings } })[0]?.kci ?? [];
    return owed ? state(owed.pattern, names) : 'nothing';
  };
  const answered = (readings: Readonly<Record<string, string>>) =>
    ['AMENDED', 'AMENDMENT_REJECTED'].map((name) => under(readings, `ACKNOWLEDGED COMMITTED ${name}`));
  expect(answered({})).toEqual(['complete', 'complete']);
  expect(answered({ 'SIL-59': 'rejected' })).toEqual(['impossible', 'complete']);
});

const REJECTED = `${PLACED}    outcome: ORDER_REJECTED
kci: { for: $placed, within: 1d }
`;

test('of courses that a profile lists, one that stays open is not the end of an order that is to end', () => {
  const lifecycles = input.profile.lifecycles.map(({ legal: _, ...listed }) => listed);
  const profile = { ...input.profile, lifecycles };
  const [owed] = journeys([scenario('x', REJECTED)], { profile })[0]?.kci ?? [];
  if (!owed) throw new Error('nothing is owed');
  expect(state(owed.pattern, 'ACKNOWLEDGED')).toBe('open');
  expect(state(owed.pattern, 'ACKNOWLEDGED REJECTED')).toBe('impossible');
  for (const names of ['REJECTED', 'ACKNOWLEDGED COMMITTED CANCELLED'])
    expect(state(owed.pattern, names)).toBe('complete');
});

test('an answer that hangs on how far the order has got may be another than was asked for', () => {
  const { requests } = input.profile;
  const { CANCELLATION_ACCEPTED: granted = { emits: null }, ...refused } = requests.cancellation;
  const under = (which: KciRequestOutcome, names: string): string | undefined => {
    const cancellation = { CANCELLATION_ACCEPTED: which, ...refused };
    const profile = { ...input.profile, requests: { ...requests, cancellation } };
    const cancel =
      '  - cancel: { order: $placed, reasonCode: OTHER }\n    outcome: CANCELLATION_ACCEPTED\nkci: { for: $placed, within: 1d }\n';
    const [owed] = journeys([scenario('x', PLACED + cancel)], { profile })[0]?.kci ?? [];
    return owed && state(owed.pattern, names);
  };
  const rejected = 'ACKNOWLEDGED COMMITTED CANCELLATION_REJECTED COMPLETED';
  expect(under(granted, rejected)).toBe('impossible');
  expect(under({ ...granted, in: ['ACKNOWLEDGED'] }, rejected)).toBe('complete');
  expect(under({ ...granted, in: ['ACKNOWLEDGED'] }, 'ACKNOWLEDGED CANCELLED')).toBe('complete');
});

test('an outcome is shown by an event that the usual course has not', () => {
  const { pattern } = course('    outcome: ORDER_DELAYED\n');
  expect(state(pattern, 'ACKNOWLEDGED DELAY COMMITTED COMPLETED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED COMPLETED')).toBe('impossible');
});

test('what crossed the request that ended an order is answered before its end, or after', () => {
  const { pattern } = course('', '  - cancel: { order: $placed, reasonCode: OTHER }\n'.repeat(2));
  expect(state(pattern, 'ACKNOWLEDGED CANCELLATION_REJECTED CANCELLED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED CANCELLED CANCELLATION_REJECTED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED CANCELLED CANCELLED')).toBe('impossible');
});

test('the answers to what was asked of the order come on top, before or after its end', () => {
  const { pattern } = course('', '  - amend: { order: $placed, notes: x }\n', 'outcome: ORDER_IN_PROGRESS, ');
  expect(state(pattern, 'ACKNOWLEDGED AMENDED COMMITTED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED COMPLETED AMENDMENT_REJECTED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED COMMITTED COMPLETED')).toBe('open');
  expect(state(pattern, 'ACKNOWLEDGED AMENDED AMENDED')).toBe('impossible');
});

test('a cancellation may end the order at any time, and is then no forbidden end', () => {
  const { pattern, never } = course('', '  - cancel: { order: $placed, reasonCode: OTHER }\n');
  for (const names of ['CANCELLED', 'ACKNOWLEDGED CANCELLED', 'ACKNOWLEDGED CANCELLATION_REJECTED COMMITTED COMPLETED'])
    expect(state(pattern, names)).toBe('complete');
  expect(never).not.toContain('CANCELLED');
});

test('what an order waits for may be refused, and then it stays open', () => {
  const { pattern } = course('    outcome: ORDER_PENDING\n', '  - amend: { order: $placed, notes: x }\n');
  expect(state(pattern, 'ACKNOWLEDGED INFORMATION_REQUIRED AMENDED COMMITTED COMPLETED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED INFORMATION_REQUIRED AMENDMENT_REJECTED')).toBe('complete');
  expect(state(pattern, 'ACKNOWLEDGED INFORMATION_REQUIRED AMENDED')).toBe('open');
});

test.each([
  ['begun', ['REJECTED', 'ACKNOWLEDGED']],
  ['under-way', ['COMMITTED']],
  ['completed', ['COMPLETED']],
  ['waiting', ['REAPPOINT', 'INFORMATION_REQUIRED']],
  ['settled', ['REJECTED', 'REAPPOINT', 'INFORMATION_REQUIRED', 'CANCELLED', 'TERMINATED', 'COMPLETED']],
])('the profile tells by which events an order has %s', (moment, names) => {
  const text = `${PLACED}  - await: { for: $placed, until: ${moment}, within: 1d }
`;
  const step = journeys([scenario('x', text)])[0]?.steps[1];
  const { pattern } = step as { pattern: Pattern };
  const all = pattern.kind === 'one-of' ? pattern.of : [pattern];
  expect(all.map((each) => (each.kind === 'event' ? each.name : each.kind))).toEqual(names);
});

test('all that was asked of an order is answered, or what ended it is', () => {
  const text = `${PLACED}  - amend: { order: $placed, notes: x }
  - cancel: { order: $placed, reasonCode: OTHER }
  - await: { for: $placed, until: answered, within: 1d }
`;
  const step = journeys([scenario('x', text)])[0]?.steps[3];
  const { pattern } = step as { pattern: Pattern };
  for (const names of ['AMENDED CANCELLED', 'CANCELLATION_REJECTED AMENDMENT_REJECTED', 'CANCELLED'])
    expect(state(pattern, names)).toBe('complete');
  for (const names of ['AMENDED', 'CANCELLATION_REJECTED']) expect(state(pattern, names)).toBe('open');
});

test('the answer to a change that may be refused is waited for only if it was accepted', () => {
  const text = `${PLACED}  - amend: { order: $placed, notes: x }
    as: changed
    expect: 2xx | 4xx
  - await: { for: $placed, until: answered, within: 1d }
`;
  const step = journeys([scenario('x', text)])[0]?.steps[2];
  expect(step).toMatchObject({ kind: 'await', ifAccepted: ['changed'] });
  const { pattern } = step as { pattern: Pattern };
  for (const name of ['AMENDED', 'AMENDMENT_REJECTED']) expect(state(pattern, name)).toBe('complete');
  expect(step).not.toHaveProperty('otherwise');
});

test('where one of several changes was refused, or had to be, the answers to the others are waited for', () => {
  const awaiting = (expect: string) => {
    const text = `${PLACED}  - cancel: { order: $placed, reasonCode: OTHER }
  - amend: { order: $placed, notes: x }
    expect: ${expect}
  - await: { for: $placed, until: answered, within: 1d }
`;
    return journeys([scenario('x', text)])[0]?.steps[3] as AwaitStep;
  };
  const { ifAccepted, otherwise } = awaiting('2xx | 4xx');
  expect(ifAccepted).toEqual(['amend']);
  expect(state(otherwise as Pattern, 'CANCELLATION_REJECTED')).toBe('complete');
  const refused = awaiting('422');
  expect(refused).not.toHaveProperty('ifAccepted');
  expect(state(refused.pattern, 'CANCELLATION_REJECTED')).toBe('complete');
});

test('a case that waits for an answer that the profile has no event for is not applicable', () => {
  const profile = {
    ...input.profile,
    requests: { ...input.profile.requests, amendment: { AMENDMENT_ACCEPTED: { emits: null } } },
  };
  const text = `${PLACED}  - amend: { order: $placed, notes: x }
  - await: { for: $placed, until: answered, within: 1d }
`;
  expect(journeys([scenario('x', text)], { profile })[0]?.excused).toEqual({
    outcome: 'not-applicable',
    reason: 'not-promised',
    detail: 'the KCI profile "supplier" has no event for what await waits for',
  });
});

test('a course is worked out once for all orders that ask for the same', () => {
  const amended = '  - amend: { order: $placed, notes: x }\n';
  expect(course('').pattern).toBe(course('').pattern);
  expect(course('', amended).pattern).toBe(course('', amended).pattern);
  expect(course('', amended).pattern).not.toEqual(course('').pattern);
  expect(course('    outcome: ORDER_REJECTED\n').pattern).not.toEqual(course('').pattern);
});
