import { expect, test } from 'vitest';
import type { KciProfile } from '../model.ts';
import { input, journeys, scenario } from './testing/sample.ts';

/** The supplier's profile as one that lacks some words of its base. */
const lacking = (unsent: Partial<NonNullable<KciProfile['unsent']>>): { profile: KciProfile } => ({
  profile: { ...input.profile, unsent: { events: [], outcomes: [], ...unsent } },
});

const placed = (rest: string): string =>
  `scenario: S\ngiven: { site: $world.newLine }\nsteps:\n  - order: { address: $site }\n    as: placed\n${rest}`;
const owing = (sequence: string): string => placed(`kci: { for: $placed, sequence: ${sequence}, within: 1d }`);

const excuseOf = (text: string, more: { profile: KciProfile }) => journeys([scenario('x', text)], more)[0]?.excused;

test.each([
  ['an event that is owed', owing('[ACKNOWLEDGED, DELAY, COMPLETED]')],
  ['an event that is waited for', placed('  - await: { for: $placed, event: DELAY, within: 1d }')],
])('%s and never sent makes the case not applicable', (_, text) => {
  expect(excuseOf(text, lacking({ events: ['DELAY'] }))).toEqual({
    outcome: 'not-applicable',
    reason: 'not-promised',
    detail: 'the KCI profile "supplier" has no event DELAY',
  });
});

test('an outcome that the gateway never has makes the case not applicable', () => {
  const text = placed('outcome: ORDER_DELAYED');
  expect(excuseOf(text, lacking({ outcomes: ['ORDER_DELAYED'] }))?.detail).toBe(
    'the KCI profile "supplier" has no outcome ORDER_DELAYED',
  );
});

test('an event that may come or not is not missed', () => {
  const text = owing('[ACKNOWLEDGED, DELAY?, one-of: [DELAY, COMPLETED]]');
  expect(excuseOf(text, lacking({ events: ['DELAY'] }))).toBeUndefined();
});
