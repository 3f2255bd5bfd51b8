import type { KciProfile, RowVerdict } from '../../harness/model.ts';
import type { Derailment } from './course.ts';
import { headlineOf } from './describe.ts';
import type { Found } from './fold.ts';
import { lifecycleIn } from './lifecycle.ts';
import { trackOf } from './track.ts';

/** Findings that say the same of different cases: the first stands for all. */
export interface Group {
  readonly first: Found;
  readonly all: readonly Found[];
}

/** Numbers, UUIDs, times and quoted values differ from case to case without making another kind of failure. */
const VARYING = /"(?:[^"\\]|\\.)*"|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\d[\d.:TZ-]*/gi;

/**
 * Groups findings that fail for the same reason; the largest group first, else in the order they came. The reason is the
 * check, the promise, the place, and what was expected there; of a course of events, where it was left and how.
 */
export function alike(found: readonly Found[], profile: KciProfile): Group[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const { check, finding } = one;
    const key = JSON.stringify([check.check, promisesOf(check), masked(finding.pointer ?? ''), reasonOf(one, profile)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()]
    .flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]))
    .sort((a, b) => b.all.length - a.all.length);
}

const masked = (text: string): string => text.replace(VARYING, '#');

/** What events do is one reason, whatever the cases are about in which they do it. */
function promisesOf({ check, requirements }: Found['check']): readonly string[] {
  return check.startsWith('kci.') ? [] : requirements;
}

/** Of events what they did, for what is expected instead differs from case to case; else what is expected. */
function reasonOf(one: Found, profile: KciProfile): string {
  const { check, finding } = one;
  if (!check.check.startsWith('kci.')) return masked(finding.expected);
  const derailed = derailmentIn(one, profile);
  if (derailed === undefined) return masked(finding.summary);
  const { how, due, possible, came } = derailed;
  return [how, ...(due.length > 0 ? due : possible), 'not', came?.event.name ?? 'anything'].join(' ');
}

function derailmentIn(one: Found, profile: KciProfile): Derailment | undefined {
  switch (one.check.check) {
    case 'kci.sequence':
      return trackOf(one, profile)?.derailed;
    case 'kci.lifecycle':
      return lifecycleIn(one, profile)?.derailed;
    default:
      return undefined;
  }
}

/** The promises that a kind of finding breaks, those of the first finding first. */
export function rowsOf({ all }: Group): readonly RowVerdict[] {
  return [...new Map(all.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const))).values()];
}

/** The cases that a kind of finding was made in, each once; a finding of the run as a whole is in none. */
export function casesOf({ all }: Group): readonly string[] {
  return [...new Set(all.flatMap(({ story }) => story?.verdict.id ?? []))];
}

/** What a kind of failure is called: without the one order that its first finding names, where there are others. */
export function titleOf({ first, all }: Group): string {
  const headline = headlineOf(first);
  return all.length > 1 ? headline.replace(/^order \S+: /, '') : headline;
}

/** Sorts things under names, in the order in which the names first come. */
export function groupBy<T, N extends string>(things: readonly T[], name: (thing: T) => N): Map<N, T[]> {
  const groups = new Map<N, T[]>();
  for (const thing of things) {
    const group = groups.get(name(thing));
    if (group === undefined) groups.set(name(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}

/** Observations by the point on which the specification is silent, in the words for it. */
export function pointsOf<G extends Group>(observations: readonly G[]): readonly (readonly [string, readonly G[]])[] {
  return [...groupBy(observations, ({ first }) => headlineOf(first))];
}
