import { expect, test } from 'vitest';
import type { Journey } from '../model.ts';
import { call, findingsOf, rowsWith, SITE, tell } from '../testing/record-builder.ts';

const AVAILABLE = {
  address: { identifier: SITE },
  serviceSpecifications: [{ id: 'fttp', name: 'FTTP', serviceCharacteristics: [] }],
  unavailabilityReasons: [],
};
const many = call('availability', {
  query: { address: SITE },
  expect: { answers: [{ status: '200' }], body: { serviceSpecifications: '~len(>= 99)' } },
});

/** What is breached where the answer is right by the contract and has too few services for the scenario. */
function judged(more: Partial<Journey>) {
  const story = tell()
    .journey('a', [many], { covers: ['AVL-20'], ...more })
    .start('a');
  const verdict = story.ask('a', 'availability', 200, { body: AVAILABLE }).end('a').finish().judge();
  return { verdict, breached: rowsWith(verdict, 'breached'), check: verdict.cases[0]?.findings[0] };
}

test('what the author of an own scenario asks beyond the contract is the author’s, and breaches no requirement', () => {
  const { verdict, breached, check } = judged({ isOwn: true });
  expect(findingsOf(verdict)).toEqual([
    'http.body failed: availability answered 200 with another body than expected at /serviceSpecifications',
  ]);
  expect([verdict.cases[0]?.outcome, breached, check?.requirements, check?.isAuthors]).toEqual([
    'failed',
    [],
    [],
    true,
  ]);
});

test('a scenario that comes with Assay speaks for the specification', () => {
  expect(judged({}).breached).toEqual(['AVL-20']);
});

test('an own scenario shows what the contract owes, and nothing that it claims to cover', () => {
  const { verdict } = judged({ isOwn: true, covers: ['SLT-01'] });
  expect(rowsWith(verdict, 'met')).toEqual(expect.arrayContaining(['AVL-01', 'AVL-11']));
  expect(rowsWith(verdict, 'not-shown')).toContain('SLT-01');
});
