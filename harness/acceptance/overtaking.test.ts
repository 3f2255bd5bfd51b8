import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { Target, Verdict } from '../model.ts';
import { certifyFake } from '../testing/certify.ts';
import { emptyFolder } from '../testing/command.ts';

const NEVER_OUT_OF_ORDER: readonly (readonly [from: string, to: string])[] = [
  ['profile: generic', 'profile: early'],
  ['  sequence: $.sequence\n', ''],
  ['  $.sequence: ~integer\n', ''],
  ['order-by: sequence', 'order-by: arrival'],
  ['sequence: gapless', 'sequence: none'],
  ['reorder-window: 60s', 'reorder-window: 0s'],
];
const COMPLETION_OVERTAKES = ['{ when: COMPLETED }', '{ when: COMPLETED, overtakes: true }'] as const;

/** The profile of a gateway that has nothing but arrival to tell the order of its events by. */
function profileWith(...changes: readonly (readonly [from: string, to: string])[]): string {
  const generic = readFileSync(shippedPath('fixtures/kci/generic.yaml'), 'utf8');
  const file = join(emptyFolder(), 'early.yaml');
  writeFileSync(
    file,
    [...NEVER_OUT_OF_ORDER, ...changes].reduce((text, [from, to]) => text.replace(from, to), generic),
  );
  return file;
}

const ONLY = ['orders/cease'];

const failedOf = ({ cases }: Verdict): string[] => [
  ...new Set(
    cases.flatMap(({ findings }) =>
      findings.filter(({ result }) => result.outcome === 'failed').map(({ check }) => check),
    ),
  ),
];

test('a completion that arrives before the commitment is right where the profile lets it overtake', async () => {
  const profile = profileWith(COMPLETION_OVERTAKES);
  const { verdict } = await certifyFake({ profile, only: ONLY, faults: ['legal-kci-completion-overtakes'] });
  expect(failedOf(verdict)).toEqual([]);
  expect(verdict.counts.cases).toMatchObject({ passed: 1, inconclusive: 0 });
});

test('and wrong where it does not', async () => {
  const profile = profileWith();
  const { verdict } = await certifyFake({ profile, only: ONLY, faults: ['legal-kci-completion-overtakes'] });
  expect(failedOf(verdict)).toEqual(['kci.sequence', 'kci.lifecycle', 'kci.terminal']);
});

test.each([
  ['overtook what never comes', 'orders/transfer', 'kci-not-committed', ['kci.sequence', 'kci.lifecycle']],
  ['comes twice', 'orders/cease', 'kci-completed-twice', ['kci.sequence', 'kci.once', 'kci.lifecycle', 'kci.terminal']],
])('one that may overtake is wrong all the same where it %s', async (_, only, fault, checks) => {
  const profile = profileWith(COMPLETION_OVERTAKES);
  const { verdict } = await certifyFake({ profile, only: [only], faults: [fault] });
  expect(failedOf(verdict)).toEqual(checks);
});

const LAST_NUMBER_LATER = `area: Numbers
faults:
  - fault: last-number-later
    title: The last number leaves one out
    breaks: [KCI-20]
    where: { event: COMPLETED }
    do: [shift: { at: /event/sequence, by: 1 }]
`;

test('a number that is missing when all else is over is waited for, and then missed', async () => {
  const fault = join(emptyFolder(), 'numbers.yaml');
  writeFileSync(fault, LAST_NUMBER_LATER);
  const aimed = (target: Target): Target => ({ ...target, deadlines: { ...target.deadlines, settleMs: 0 } });
  const { verdict } = await certifyFake({ profile: 'generic', only: ONLY, faults: [fault], aimed });
  expect(failedOf(verdict)).toEqual(['kci.sequence-number']);
});
