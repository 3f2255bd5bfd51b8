import { expect, test } from 'vitest';
import { formatProblems } from '../../reports/words/problem.ts';
import type { Requirement } from '../model.ts';
import { readWaivers } from './read-waivers.ts';

const register = [{ id: 'KCI-03' }, { id: 'ORD-04' }] as unknown as readonly Requirement[];
const said = (text: string): string => formatProblems(readWaivers(text, 'waivers.yaml', { register }).problems);

const GOOD = `waivers:
  - check: kci.sequence
    case: orders/provide-new*
    reason: The supplier completes early until March.
    owner: gateway team
    expires: 2026-12-31
`;

test('a waiver file is read with the place of each entry', () => {
  const { waivers, problems } = readWaivers(GOOD, 'waivers.yaml', { register });
  expect(problems).toEqual([]);
  expect(waivers).toMatchObject([
    { check: 'kci.sequence', case: 'orders/provide-new*', expires: '2026-12-31', span: { line: 2, col: 12 } },
  ]);
});

test('an unknown check and an unknown row are told with what was meant', () => {
  const text = GOOD.replace('kci.sequence', 'kci.sequense').replace('case: orders/provide-new*', 'requirement: KCI-04');
  const told = said(text);
  expect(told).toContain('waivers.yaml:2:12  there is no check "kci.sequense"\n');
  expect(told).toContain('  fix: did you mean "kci.sequence"?\n');
  expect(told).toContain('waivers.yaml:3:18  there is no row "KCI-04"\n');
});

test.for(['reason', 'owner', 'expires', 'case'])('an entry without %s is refused', (key) => {
  expect(said(GOOD.replace(new RegExp(`    ${key}: .*\n`), ''))).toContain(key);
});

test('blanks are no reason, and nobody', () => {
  const blank = GOOD.replace(/reason: .*/, `reason: "${' '.repeat(20)}"`).replace(/owner: .*/, 'owner: " "');
  expect(said(blank)).toContain('waivers.yaml:4:13  the text is blank\n');
  expect(said(blank)).toContain('waivers.yaml:5:12  the text is blank\n');
});

test('a day that does not exist is refused', () => {
  expect(said(GOOD.replace('2026-12-31', '2026-02-30'))).toContain('2026-02-30');
});
