import { expect, test } from 'vitest';
import { sampleProof } from '../testing/proof-sample.ts';
import { proofText } from './text.ts';
import { percent } from './words.ts';

test('what went wrong comes first, each with what failed instead, and the figures last', () => {
  const shortcomings = ['survived: order-in-doubt'];
  expect(proofText(sampleProof(), { shortcomings, reports: ['out/prove.json', 'out/prove.html'] })).toBe(
    `SURVIVED  order-in-doubt  What order-in-doubt does
  breaks ORD-04
  it never showed: no case meets it

WRONG CAUSE  order-loud  What order-loud does
  breaks ORD-04
  none of their checks failed, but others did: where they follow from the fault, its "breaks" should name them
  http.json on STD-08 (2 times), orders/cease: order answered <b>200</b>\\u001b[31m

FALSE ALARM  legal-odd  What legal-odd does
  http.status on ORD-04 (2 times), orders/cease: order answered <b>200</b>\\u001b[31m

INCONCLUSIVE  1 legal variant left cases that could not be judged
  legal-terse: 2 cases, orders/cease, orders/swap

IDLE  1 legal variant never showed
  legal-terse

NEVER FAILED  kci.never

NEVER RED  1 facet that no fault turned red
  ORD-01 CEASE

NOT PROVEN  fake, KCI profile supplier, world fake, 10 cases, seed 7
  killed        1 of 3, 33.4 % (95 % bounds 6.2 % to 79.2 %) of the faults
  right cause   1 of 2, 50.0 % (95 % bounds 9.5 % to 90.5 %) of those that turned anything red
  cause first   1 of 2, 50.0 % (95 % bounds 9.5 % to 90.5 %) of those, the median with 2 kinds of failure
  left to load  1 fault that certification is too little to show: busy-hour
  false alarms  1 of 3 legal variants (95 %: at most 79.2 %)
  checks        2 of 3 were seen to fail
  facets        1 of 2 were turned red, of 1 requirement
  wanting       survived: order-in-doubt
  reports       out/prove.json
                out/prove.html
`,
  );
});

test('a proof of some faults only says nothing of what they did not touch', () => {
  const text = proofText({ ...sampleProof(), isWhole: false, trials: [] }, { shortcomings: [] });
  expect(text).toMatch(/^PROVEN {2}fake/);
  expect(text).not.toMatch(/NEVER|checks/);
});

test('only all are 100 %, and only none are 0 %', () => {
  expect([1, 0.9999, 0.985, 0.0001, 0].map(percent)).toEqual(['100.0 %', '99.9 %', '98.5 %', '0.1 %', '0.0 %']);
});
