import { expect, test } from 'vitest';
import type { Target } from '../model.ts';
import { loadProfile } from './profile.ts';
import { deadlineWarnings } from './profile-fit.ts';
import { loadTarget } from './target.ts';

const { profile } = loadProfile('supplier');
const { target } = loadTarget('fake', {});
if (!profile || !target) throw new Error('the fixtures do not load');
const { kciDelaySeconds: _, ...unpaced } = target;

const warned = (kciMs: number | null, of: Target = unpaced): readonly string[] =>
  deadlineWarnings({ ...of, deadlines: { ...of.deadlines, kciMs } }, profile).map(({ message }) => message);

test('a deadline for events that ends before the profile is warned of, with both durations', () => {
  expect(warned(10_000)).toEqual([
    '"deadlines: kci" (10s) ends before the KCI profile "supplier" does, which allows 1m for the first event',
  ]);
  expect(warned(300_000)).toEqual([
    '"deadlines: kci" (5m) ends before the KCI profile "supplier" does, which allows 20d between events',
  ]);
});

test('and not one that does not, nor where the target is asked for its pace', () => {
  expect(warned(null)).toEqual([]);
  expect(warned(20 * 86_400_000)).toEqual([]);
  expect(warned(10_000, target)).toEqual([]);
});
