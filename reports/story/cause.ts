import { meaningOf } from '../../harness/meanings.ts';
import { oncePer } from '../../harness/values/once.ts';
import { type CheckWords, wordsOfCheck } from '../../harness/verdict/check-words.ts';
import { count, either, thousands } from '../../harness/words/text.ts';
import { formatUtc } from '../../harness/words/times.ts';
import type { FindingGroup } from './groups.ts';
import type { RunStory } from './run-story.ts';
import type { CaseStory, Found } from './story.ts';
import { callsIn } from './story.ts';
import { JUDGED, SENT, type Trait, traitsOf } from './traits.ts';

/** The possible cause of a kind of failure: what the check says, and what the failing cases have in common. */
interface ToldCause {
  readonly meaning?: string;
  /** Sentences, each counted from the cases of the run. */
  readonly facts: readonly string[];
  /** The first fact that several of these cases and few others have in common. */
  readonly common?: string;
}

/** The cases of a run by their traits. */
interface Population {
  readonly traits: readonly Trait[];
  /** How many cases were judged. */
  readonly judged: number;
  /** By trait, then value: the cases that have it. */
  readonly having: ReadonlyMap<string, ReadonlyMap<string, readonly CaseStory[]>>;
}

/** Sorts the judged cases of a run by their traits. */
const populationOf = oncePer(({ stories, input }: RunStory): Population => {
  const traits = traitsOf(input.profile);
  const judged = stories.filter(({ verdict }) => verdict.outcome === 'passed' || verdict.outcome === 'failed');
  const having = new Map(
    traits.map(({ id, ofCase }) => {
      const values = judged.flatMap((story) => [...new Set(ofCase(story))].map((value) => ({ value, story })));
      const byValue = [...Map.groupBy(values, ({ value }) => value)];
      return [id, new Map(byValue.map(([value, those]) => [value, those.map(({ story }) => story)]))] as const;
    }),
  );
  return { traits, judged: judged.length, having };
});

/** How many cases of a run were judged. */
export const judgedIn = (run: RunStory): number => populationOf(run).judged;

const MAX_FACTS = 3;
/** A trait that more than this share of all cases has explains nothing. */
const MAX_SHARE = 0.8;
/**
 * The least share of the cases with a trait that fail, or it may be chance; higher for traits of which cases have many
 * values.
 */
const MIN_FAILING = { ofFew: 0.5, ofMany: 0.8 };

const isMostOf = ({ among, trait }: SharedTrait, affected: readonly CaseStory[]): boolean =>
  affected.length >= among.length * (trait.isOfMany ? MIN_FAILING.ofMany : MIN_FAILING.ofFew);

/** What is known of the cause of a kind of failure: from the check, and from which cases fail this way and which do not. */
export function causeOf(group: FindingGroup, run: RunStory): ToldCause {
  const { all } = group;
  const population = populationOf(run);
  const meaning = checkWordsOf(group)?.failing;
  const byCase = Map.groupBy(
    all.flatMap((one) => (one.story === undefined ? [] : [{ one, story: one.story }])),
    ({ story }) => story.verdict.id,
  );
  const affected = [...byCase.values()].flatMap(([first]) => first?.story ?? []);
  const foundIn = (story: CaseStory) => (byCase.get(story.verdict.id) ?? []).map(({ one }) => one);
  // A different status is the finding itself, not a cause.
  const isOfStatus = all.every(({ check }) => check.check === 'http.status');
  const leftOut = [...(isOfStatus ? ['status'] : []), meaning === REFUSED.failing ? SENT : JUDGED];
  const shared = population.traits
    .filter(({ id }) => !leftOut.includes(id))
    .flatMap((trait) => sharedIn(trait, affected, foundIn, population));
  // All cases of a single scenario share what only that scenario sends, whatever fails in them.
  const isOfSeveral = new Set(affected.map(({ verdict }) => verdict.scenario)).size > 1;
  const telling = shared
    .filter(
      (each) =>
        each.rivals > 1 &&
        each.among.length <= population.judged * MAX_SHARE &&
        (!each.trait.isOfMany || (isOfSeveral && isMostOf(each, affected))),
    )
    .toSorted((a, b) => a.among.length - b.among.length)
    .reduce(withoutImplied, []);
  const factOf = (each: SharedTrait): string => sharedFact(each, affected.length);
  const facts = telling.slice(0, MAX_FACTS).map(factOf);
  const [best] = telling;
  const common = telling.find((each) => each.trait.id === 'fault' || isMostOf(each, affected));
  return {
    ...(meaning === undefined ? {} : { meaning }),
    ...(common && affected.length > 1 ? { common: factOf(common) } : {}),
    facts: [
      ...facts,
      ...(best ? sinceFact(best.among, affected) : []),
      ...(facts.length === 0 ? spreadFact(all, population) : []),
      ...intermittentFact(affected),
    ],
  };
}

/** What a kind of failure points to, and its consequence for customers. A refusal of something right weighs most. */
export function checkWordsOf({ all }: FindingGroup): CheckWords | undefined {
  const own = all.filter(({ finding }) => finding.because === undefined);
  const each = (own.length > 0 ? own : all).map(wordsOfOne);
  return each.find((words) => words?.consequence === REFUSED.consequence) ?? each[0];
}

/**
 * What a failure points to, and its consequence for customers. A success in place of a required refusal, or the reverse,
 * says more than a different status.
 */
function wordsOfOne({ check, finding, moment, story }: Found): CheckWords | undefined {
  const words = wordsOfCheck(check.check);
  const { how, left } = meaningOf(finding.fact);
  if (words && left && how && how !== 'changed') return { ...words, ...OF_COURSES[how] };
  if (words === undefined || check.check !== 'http.status' || moment?.kind !== 'exchange') return words;
  const status = moment.response?.status;
  if (status === undefined) return words;
  const step = callsIn(story).find(({ name }) => name === moment.request.step);
  const owed = [finding.expected, ...(step?.expect.answers ?? []).map((answer) => answer.status)];
  const isSuccessOwed = owed.some((each) => each.startsWith('2'));
  if (status >= 500 && !owed.some((each) => each.startsWith('5'))) return { ...words, ...BROKE_DOWN };
  if (!owed.some((each) => /^\d/.test(each))) return words;
  if (status < 300 && !isSuccessOwed) return { ...words, ...ACCEPTED };
  if (status >= 400 && isSuccessOwed) return { ...words, ...REFUSED };
  return status >= 400 ? { ...words, ...REFUSED_OTHERWISE } : words;
}

/** Where an order left its course: what happened to the event that the failure rests on. */
const OF_COURSES = {
  missing: {
    failing: 'An event that was owed did not come.',
    consequence: 'Orders move on and the retailer is never told: customers call and nobody knows.',
  },
  late: {
    failing: 'An event came when its time was over.',
    consequence: 'The retailer is told too late: customers call and nobody knows.',
  },
  early: {
    failing: 'An event came in place of another, or before it.',
    consequence: 'Retailers are told of one step without the one that leads to it, and lose track of the order.',
  },
  repeated: {
    failing: 'An event came once more than it should.',
    consequence: 'Retailers act twice on one thing, or do not know which of the two counts.',
  },
};
const BROKE_DOWN = {
  failing: 'The gateway broke down on the way: its log of this request tells where.',
  consequence: 'Retailers’ requests fail though nothing is wrong with them, or are done without their knowing.',
};
const ACCEPTED = {
  failing: 'The gateway accepted what it must refuse: it does not check this.',
  consequence: 'What must be refused counts as done, and fails later or does harm.',
};
const REFUSED = {
  failing: 'The gateway refused what it must accept.',
  consequence: 'Retailers cannot do what the specification lets them do.',
};
const REFUSED_OTHERWISE = {
  failing: 'The gateway refused rightly, with another status than the specification says.',
  consequence: 'Retailers’ systems treat the refusal as another, and tell customers the wrong reason.',
};

interface SharedTrait {
  readonly trait: Trait;
  readonly value: string;
  /** The judged cases that have it, failing or not. */
  readonly among: readonly CaseStory[];
  /** How many values the trait has in this run. */
  readonly rivals: number;
}

/** The values that all findings of a group have. */
function sharedIn(
  trait: Trait,
  affected: readonly CaseStory[],
  foundIn: (story: CaseStory) => readonly Found[],
  { having }: Population,
): SharedTrait[] {
  const [first, ...rest] = affected;
  if (first === undefined) return [];
  const valuesOf = (story: CaseStory): ReadonlySet<string> => {
    const own = foundIn(story).map((one) => trait.ofFound?.(one));
    const isOwn = own.some((each) => each !== undefined);
    return new Set(isOwn ? own.flatMap((each) => each ?? []) : trait.ofCase(story));
  };
  const common = rest.reduce<ReadonlySet<string>>(
    (values, story) => (values.size === 0 ? values : values.intersection(valuesOf(story))),
    valuesOf(first),
  );
  const byValue = having.get(trait.id);
  return [...common].map((value) => ({
    trait,
    value,
    among: [...new Set([...(byValue?.get(value) ?? []), ...affected])],
    rivals: byValue?.size ?? 0,
  }));
}

/** Leaves out what follows from a narrower trait: all cases of that one have this one, too. */
function withoutImplied(told: readonly SharedTrait[], next: SharedTrait): readonly SharedTrait[] {
  const among = new Set(next.among);
  return told.some((each) => each.among.every((story) => among.has(story))) ? told : [...told, next];
}

function sharedFact({ trait, value, among }: SharedTrait, n: number): string {
  const which = trait.words(value, among.length !== n);
  if (among.length === n) {
    return n === 1
      ? `It is the only case ${which}.`
      : `Every case ${which} fails so: ${thousands(n)} of ${thousands(n)}.`;
  }
  return `${n === 1 ? 'It is' : `All ${thousands(n)} are`} among the ${count(among.length, 'case')} ${which}.`;
}

const FEW = 3;

/** Whether it began at some time: of similar cases, all before passed and all from then on failed. */
function sinceFact(among: readonly CaseStory[], affected: readonly CaseStory[]): string[] {
  const failed = new Set(affected);
  const sorted = among.toSorted((a, b) => a.verdict.startedAt - b.verdict.startedAt);
  const from = sorted.findIndex((story) => failed.has(story));
  const isSince = sorted.slice(from).every((story) => failed.has(story));
  const start = sorted[from]?.verdict.startedAt;
  if (from < FEW || !isSince || affected.length < FEW || start === undefined) return [];
  return start === sorted[from - 1]?.verdict.startedAt
    ? []
    : [`It began at ${formatUtc(start)}: ${count(from, 'such case')} passed before, none after.`];
}

const MAX_SPREAD = 3;

/** A sentence for failures that share nothing. */
function spreadFact(all: readonly Found[], { traits }: Population): string[] {
  const operation = traits.find(({ id }) => id === 'operation');
  const values = all.flatMap((one) => operation?.ofFound?.(one) ?? []);
  const sorted = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  if (sorted.length < 2) return [];
  const told = sorted.slice(0, MAX_SPREAD).map(([value, those]) => `${value} (${thousands(those.length)})`);
  const rest = sorted.length - told.length;
  return [
    `It is spread over ${rest > 0 ? `${told.join(', ')} and ${rest} more` : either(told, 'and')}, so that no single operation is at fault.`,
  ];
}

function intermittentFact(affected: readonly CaseStory[]): string[] {
  const now = affected.filter(({ verdict: { attempts = [] } }) => attempts.some(({ outcome }) => outcome === 'passed'));
  return now.length === 0
    ? []
    : [`${count(now.length, 'case')} of them failed now and then: the same requests passed in other attempts.`];
}
