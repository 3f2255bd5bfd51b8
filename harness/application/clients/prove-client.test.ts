import { expect, test } from 'vitest';
import { loadClientInputs } from './certify-client.ts';
import { proveWays, shippedWays } from './prove-client.ts';

const inputs = loadClientInputs({ target: 'fake' }, []);
const ways = shippedWays();
const isQuick = ({ cases }: (typeof ways)[number]): boolean => /^client\/(plain|conflict#once)/.test(cases ?? '');

test('mistakes in a client are found, each for the row that it breaks', { timeout: 120_000 }, async () => {
  const mistakes = ways.filter(({ breaks }) => breaks !== undefined);
  expect(mistakes.length).toBeGreaterThanOrEqual(60);

  // Every other of those that show at once; "assay prove-client" takes all.
  const sample = mistakes.filter(isQuick).filter((_, i) => i % 2 === 0);
  const proven = await proveWays(sample, inputs);
  expect(proven.filter(({ isProven }) => !isProven).map(({ way, breached }) => [way.way, breached])).toEqual([]);
});

test('right ways of being a client fail nothing', { timeout: 120_000 }, async () => {
  const right = ways.filter(({ breaks }) => breaks === undefined);
  expect(right.length).toBeGreaterThanOrEqual(15);

  const some = /plain#(new-with-appointment|cancel)$|events#(repeated|unsigned)$|conflict#once$/;
  const few = { ...inputs, journeys: inputs.journeys.filter(({ id }) => some.test(id)) };
  const proven = await proveWays(right, few);
  expect(proven.filter(({ isProven }) => !isProven).map(({ way, failed }) => [way.way, failed])).toEqual([]);
});
