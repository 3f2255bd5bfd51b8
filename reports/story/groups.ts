import type { RowVerdict } from '../../harness/model.ts';
import { getAt } from '../../harness/values/pointer.ts';
import { anyElement, rootKindOf } from '../../harness/verdict/kind.ts';
import { alternatives } from '../../harness/words/text.ts';
import { headlineOf, promiseIds } from './describe.ts';
import { readBody } from './read-body.ts';
import type { Found } from './story.ts';
import { callsIn } from './story.ts';

/** Findings of the same kind in different cases; the first, of the simplest case, represents all. */
export interface FindingGroup {
  readonly first: Found;
  readonly all: readonly Found[];
}

/**
 * Groups findings of one kind with those that follow from them. Observed risks come first, then what explains most cases
 * (rows that the specification states before others, unless those explain ten times as many), then what was sent or came
 * first.
 */
export function alike(found: readonly Found[]): FindingGroup[] {
  const groups = Map.groupBy(found, (one) => {
    const kind = causeOf(one);
    // An observation is identified by the silent row.
    return one.outcome === 'observed' ? `${kind} ${one.check.requirements.join(' ')}` : kind;
  });
  return [...groups.values()]
    .map((all): FindingGroup => {
      const own = all.filter(isOwn);
      const first = (own.length > 0 ? own : all).reduce((one, other) =>
        compare(tellingOf(other), tellingOf(one)) < 0 ? other : one,
      );
      return { first, all: [first, ...all.filter((one) => one !== first)] };
    })
    .map((group) => ({ group, weight: weightOf(group) }))
    .sort((a, b) => compare(a.weight, b.weight))
    .map(({ group }) => group);
}

const causeOf = ({ check, finding }: Found): string => rootKindOf(check, finding);

/**
 * What makes a case harder to follow: failures with another cause, faults that it causes on purpose, other operations than
 * one, and its number of requests. The number of events is chance, so it does not count.
 */
function tellingOf(found: Found): readonly number[] {
  const { story } = found;
  if (story === undefined) return [Number.POSITIVE_INFINITY];
  const others = story.found.filter((one) => one.outcome === 'failed' && causeOf(one) !== causeOf(found));
  const asked = story.moments.filter(({ kind }) => kind === 'exchange');
  const calls = callsIn(story);
  const staged = calls.filter(({ steer, receiver }) => steer ?? receiver);
  const about = new Set(calls.map(({ request }) => request.verb));
  // Some facts tell more than others of their kind: whether what is wrong is only late, or where a wrong value is from.
  const { fact } = found.finding;
  const tellsMore = fact !== undefined && ('later' in fact || 'sentAs' in fact);
  return [others.length, tellsMore ? 0 : 1, staged.length, about.size, asked.length];
}

function weightOf(group: FindingGroup): readonly number[] {
  const { first, all } = group;
  const isStated = first.rows.some(({ level }) => level === 'stated');
  const cases = casesInGroup(group).length;
  return [
    isRisky(group) ? 0 : 1,
    // By the number of digits, so that similar counts are equal.
    -String(cases).length,
    isStated ? 0 : 1,
    -cases,
    all.reduce((least, { check: { seq = 0 } }) => Math.min(least, seq), Number.POSITIVE_INFINITY),
  ];
}

/** Whether something risky was accepted that no sentence forbids. */
export const isRisky = ({ all }: FindingGroup): boolean =>
  all.some(({ finding }) => finding.fact?.is === 'answer-risky');

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((each, i) => each - (other[i] ?? 0)).find((each) => each !== 0) ?? 0;
}

/** What most findings of a group name; those that only follow from others come last. */
function mostNamed<T>(
  { all }: FindingGroup,
  named: (one: Found) => readonly T[],
  idOf: (one: T) => string,
): readonly T[] {
  const [own, following] = [all.filter(isOwn), all.filter((one) => !isOwn(one))];
  const byCount = [own, following].flatMap((some) => {
    const together = [...Map.groupBy(some.flatMap(named), idOf).values()];
    const most = Math.max(...together.map(({ length }) => length));
    // Of about as many, in the order of the finding that is told.
    const rank = ({ length }: readonly T[]): number => Math.floor(Math.log2(most / length));
    return together.toSorted((one, other) => rank(one) - rank(other));
  });
  return [...new Map(byCount.flatMap(([one]) => (one === undefined ? [] : [[idOf(one), one] as const]))).values()];
}

const isOwn = ({ finding }: Found): boolean => finding.because === undefined;

/** The promises that a group breaches; those that most findings breach come first. */
export function breachedRows(group: FindingGroup): readonly RowVerdict[] {
  return mostNamed(
    group,
    ({ rows }) => rows,
    ({ id }) => id,
  );
}

/** The ids of the promises that a group breaches, or the check. */
export function idsIn(group: FindingGroup): string {
  return promiseIds(
    group.first,
    mostNamed(group, ({ check }) => check.requirements, String),
  );
}

/** The kinds of failure that follow from the first one, without duplicates, if they are called differently. */
export function followingIn({ first, all }: FindingGroup): readonly string[] {
  const called = ({ finding }: Found): string => alternatives(finding.kind ?? finding.summary);
  const following = all.filter(({ finding }) => finding.because !== undefined).map(called);
  return [...new Set(following)].filter((kind) => kind !== called(first));
}

/** The cases of a group, without duplicates; a finding of the run as a whole has none. */
export function casesInGroup({ all }: FindingGroup): readonly string[] {
  return [...new Set(all.flatMap(({ story }) => story?.verdict.id ?? []))];
}

/** The most breaches that the checks name for one body. */
const MAX_NAMED = 10;

/** The place in a body; in a list, with how many elements: `/availableTimeslots/*, 10 of 10`. */
export function placeInBody({ first, all }: FindingGroup): string | undefined {
  const { finding, moment } = first;
  const pointers = new Set(all.flatMap((one) => (one.moment === moment ? (one.finding.pointer ?? []) : [])));
  const [, list, element] = /^(.*?)\/(\d+)(?:\/|$)/.exec(finding.pointer ?? '') ?? [];
  if (pointers.size < 2 || list === undefined || element === undefined) return finding.pointer;
  const elements = new Set([...pointers].map((each) => each.slice(list.length + 1).split('/', 1)[0]));
  const body = moment?.kind === 'exchange' ? moment.response?.body : undefined;
  const whole = getAt(readBody(body).json ?? null, list);
  const of = Array.isArray(whole) && whole.length > 0 ? whole.length : elements.size;
  const least = elements.size >= MAX_NAMED && elements.size < of ? ' or more' : '';
  return `${anyElement(finding.pointer ?? '')}, ${elements.size}${least} of ${of}`;
}

/** The title of a kind of failure; without details of its first case if there are others. */
export function titleOf({ first, all }: FindingGroup): string {
  return all.length > 1 ? (first.finding.kind ?? headlineOf(first)) : headlineOf(first);
}

/** Groups observations by the point on which the specification is silent. */
export function pointsOf<G extends FindingGroup>(
  observations: readonly G[],
): readonly (readonly [string, readonly G[]])[] {
  return [...Map.groupBy(observations, ({ first }) => headlineOf(first))];
}
