import { callsOf } from '../../harness/journey/calls.ts';
import type { RowVerdict } from '../../harness/model.ts';
import { getAt } from '../../harness/values/pointer.ts';
import { anyElement, kindOf } from '../../harness/verdict/kind.ts';
import { alternatives } from '../../harness/words/text.ts';
import { headlineOf, idsOf } from './describe.ts';
import { readBody } from './read-body.ts';
import type { Found } from './story.ts';

/** Findings that say the same of different cases: the first, of the simplest case, stands for all. */
export interface Group {
  readonly first: Found;
  readonly all: readonly Found[];
}

/**
 * Groups findings of one kind, with those that follow from them; observed risks first, then what explains most cases, what
 * the specification states before what a profile assumes wherever that does not explain ten times as many, then what was
 * sent or came first.
 */
export function alike(found: readonly Found[]): Group[] {
  const groups = Map.groupBy(found, (one) => {
    const kind = causeOf(one);
    // What is observed is known by the silence of the specification.
    return one.outcome === 'observed' ? `${kind} ${one.check.requirements.join(' ')}` : kind;
  });
  return [...groups.values()]
    .map((all): Group => {
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

const causeOf = ({ check, finding }: Found): string => finding.because ?? kindOf(check, finding);

/**
 * What makes a case harder to follow: what failed in it for another cause, what it has the gateway or the receiver do on
 * purpose, what else it is about than one operation, and how much it asked. How many events came is chance.
 */
function tellingOf(found: Found): readonly number[] {
  const { story } = found;
  if (story === undefined) return [Number.POSITIVE_INFINITY];
  const others = story.found.filter((one) => one.outcome === 'failed' && causeOf(one) !== causeOf(found));
  const asked = story.moments.filter(({ kind }) => kind === 'exchange');
  const calls = callsOf({ steps: story.journey?.steps ?? [] });
  const staged = calls.filter(({ steer, receiver }) => steer ?? receiver);
  const about = new Set(calls.map(({ request }) => request.verb));
  return [others.length, staged.length, about.size, asked.length];
}

function weightOf(group: Group): readonly number[] {
  const { first, all } = group;
  const isStated = first.rows.some(({ level }) => level === 'stated');
  const cases = casesOf(group).length;
  return [
    isRisky(group) ? 0 : 1,
    // By its digits: about as many.
    -String(cases).length,
    isStated ? 0 : 1,
    -cases,
    all.reduce((least, { check: { seq = 0 } }) => Math.min(least, seq), Number.POSITIVE_INFINITY),
  ];
}

/** Whether something was accepted that puts something at risk, and that no sentence forbids. */
export const isRisky = ({ all }: Group): boolean => all.some(({ finding }) => finding.fact?.is === 'answer-risky');

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((each, i) => each - (other[i] ?? 0)).find((each) => each !== 0) ?? 0;
}

/** What most of a kind of finding name first, and then what only follows from it names. */
function mostNamed<T>({ all }: Group, named: (one: Found) => readonly T[], idOf: (one: T) => string): readonly T[] {
  const [own, following] = [all.filter(isOwn), all.filter((one) => !isOwn(one))];
  const byCount = [own, following].flatMap((some) =>
    [...Map.groupBy(some.flatMap(named), idOf).values()].toSorted((one, other) => other.length - one.length),
  );
  return [...new Map(byCount.flatMap(([one]) => (one === undefined ? [] : [[idOf(one), one] as const]))).values()];
}

const isOwn = ({ finding }: Found): boolean => finding.because === undefined;

/** The promises that a kind of finding breaks, those that most of them break first. */
export function rowsOf(group: Group): readonly RowVerdict[] {
  return mostNamed(
    group,
    ({ rows }) => rows,
    ({ id }) => id,
  );
}

/** The ids of those promises, or the check. */
export function idsIn(group: Group): string {
  return idsOf(
    group.first,
    mostNamed(group, ({ check }) => check.requirements, String),
  );
}

/** What follows from the failure that is told, each kind once, as far as it is called otherwise. */
export function followingIn({ first, all }: Group): readonly string[] {
  const called = ({ finding }: Found): string => alternatives(finding.kind ?? finding.summary);
  const following = all.filter(({ finding }) => finding.because !== undefined).map(called);
  return [...new Set(following)].filter((kind) => kind !== called(first));
}

/** The cases that a kind of finding was made in, each once; a finding of the run as a whole is in none. */
export function casesOf({ all }: Group): readonly string[] {
  return [...new Set(all.flatMap(({ story }) => story?.verdict.id ?? []))];
}

/** Of one body the checks name no more breaches than that. */
const MOST_NAMED = 10;

/** Where in a body it was found; of the elements of a list how many: `/availableTimeslots/*, 10 of 10`. */
export function placeIn({ first, all }: Group): string | undefined {
  const { finding, moment } = first;
  const pointers = new Set(all.flatMap((one) => (one.moment === moment ? (one.finding.pointer ?? []) : [])));
  const [, list, element] = /^(.*?)\/(\d+)(?:\/|$)/.exec(finding.pointer ?? '') ?? [];
  if (pointers.size < 2 || list === undefined || element === undefined) return finding.pointer;
  const elements = new Set([...pointers].map((each) => each.slice(list.length + 1).split('/', 1)[0]));
  const body = moment?.kind === 'exchange' ? moment.response?.body : undefined;
  const whole = getAt(readBody(body).json ?? null, list);
  const of = Array.isArray(whole) && whole.length > 0 ? whole.length : elements.size;
  const least = elements.size >= MOST_NAMED && elements.size < of ? ' or more' : '';
  return `${anyElement(finding.pointer ?? '')}, ${elements.size}${least} of ${of}`;
}

/** What a kind of failure is called: without what is of its first case alone, where there are others. */
export function titleOf({ first, all }: Group): string {
  return all.length > 1 ? (first.finding.kind ?? headlineOf(first)) : headlineOf(first);
}

/** Observations by the point on which the specification is silent, in the words for it. */
export function pointsOf<G extends Group>(observations: readonly G[]): readonly (readonly [string, readonly G[]])[] {
  return [...Map.groupBy(observations, ({ first }) => headlineOf(first))];
}
