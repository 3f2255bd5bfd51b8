import { expect, test } from 'vitest';
import { assay } from '../testing/command.ts';

const LETTERS = 'fixtures/strangers/letters/kci.yaml';
const REFUSAL = `the fake cannot play the KCI profile "letters"
  the profile has no "emit", which says how an event is written; a real gateway needs none
  fix: add "emit" to the profile, or name the target of a gateway that sends such events
`;

test.each([
  ['a run', ['run', 'scenarios/orders/cease.yaml', '--profile', LETTERS]],
  ['the fake on a socket', ['fake', '--port', '0', '--profile', LETTERS]],
  ['a proof', ['prove', '--fault', 'token', '--profile', LETTERS]],
])('%s is refused where the fake would have to write events of a profile without "emit"', async (_, words) => {
  const { code, stderr } = await assay(words);
  expect([code, stderr]).toEqual([2, REFUSAL]);
});

test('what is only looked at needs no "emit"', async () => {
  const { code, stderr } = await assay(['check', '--profile', LETTERS]);
  expect([code, stderr]).toEqual([0, '']);
});
