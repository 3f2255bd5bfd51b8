import { callsOf } from '../journey/calls.ts';
import { lifecycleOf } from '../kci/course.ts';
import {
  beginningOf,
  choice,
  DONE,
  doesWithout,
  eventNames,
  having,
  isDead,
  nextNames,
  prune,
} from '../kci/pattern.ts';
import type {
  CallStep,
  KciLifecycle,
  KciProfile,
  KciRequestOutcome,
  LifeMoment,
  Pattern,
  ScenarioKci,
  Step,
} from '../model.ts';
import { sameJson } from '../values/equal.ts';
import { oncePer, remembered } from '../values/once.ts';
import { isObject } from '../values/pointer.ts';
import { maySucceed, mustSucceed } from '../wire/answer.ts';

/** What a KCI profile expects of an order if the scenario leaves that to it. */

/** The steps about one order: the one that places it, and later changes. */
interface ChangedOrder {
  readonly order: CallStep;
  readonly changes: readonly CallStep[];
}

/** The order captured under a name (`$placed`), among the steps so far. */
export function placedIn(steps: readonly Step[], reference: string): ChangedOrder | undefined {
  const calls = callsOf({ steps });
  const order = calls.find(({ as, request }) => request.verb === 'order' && `$${as}` === reference);
  const isAbout = ({ request: { verb, body } }: CallStep): boolean =>
    (verb === 'amend' || verb === 'cancel') && isObject(body) && Object.values(body).includes(`${reference}.id`);
  const changes = calls.filter(isAbout);
  // The same again is answered once, where the target agreed to accept it as the same.
  const isAgain = (change: CallStep, nth: number): boolean =>
    changeOf(change).isSure &&
    changes.slice(0, nth).some(({ request }) => sameJson(request.body ?? null, change.request.body ?? null));
  return order && { order, changes: changes.filter((each, nth) => !isAgain(each, nth)) };
}

type ExpectedCourse = Pick<ScenarioKci, 'pattern' | 'never' | 'exactlyOnce'>;

const MAX_TOLD = 1_000;

/** Cached by request, since many journeys ask for the same. */
const coursesTold = oncePer((profile: KciProfile) =>
  remembered(MAX_TOLD, (asked: string) => courseOf(profile, JSON.parse(asked) as CourseChoice)),
);

/**
 * Every legal course of an order with an outcome (by default the one it asks for, else the usual), with the answers to its
 * changes. An outcome that ends orders is shown by any end of its kind; one that leaves them open, by its last event; and
 * its events that are not in the usual course, by one of them.
 */
export function toldCourse(
  profile: KciProfile,
  { order, changes }: ChangedOrder,
  outcome = order.steer?.outcome,
): ExpectedCourse {
  const asked: CourseChoice = { orderType: orderTypeOf(order), outcome, changes: changes.map(changeOf) };
  return coursesTold(profile)(JSON.stringify(asked));
}

/** Everything that a course depends on, besides the profile. */
interface CourseChoice {
  readonly orderType?: string | undefined;
  readonly outcome?: string | undefined;
  readonly changes: readonly ToldChange[];
}

function courseOf(profile: KciProfile, { orderType, outcome, changes }: CourseChoice): ExpectedCourse {
  const courses = coursesOf(profile, orderType);
  if (!courses) return { pattern: DONE, never: [], exactlyOnce: [] };
  const { usual, legal } = courses;
  const asked = outcome === undefined ? usual : courses.outcomes[outcome];
  const names = eventNames(asked ?? usual);
  const ends = names.filter((name) => isEnd(profile, name));
  const isGood = (name: string): boolean => profile.events[name]?.fulfils === true || eventNames(usual).includes(name);
  const isRight = (name: string): boolean => isGood(name) === (ends.length === 0 || ends.some(isGood));
  const allEnds = eventNames(legal).filter((name) => isEnd(profile, name));
  const course = prune(legal, (name) => !isEnd(profile, name) || isRight(name)) ?? asked ?? usual;
  const waits = names.flatMap((name) => profile.events[name]?.waitsFor ?? []);
  const isOpen =
    asked === undefined || ends.length === 0 || !waits.every((kind) => changes.some((change) => change.kind === kind));
  const marks = asked === undefined ? [] : marksOf(profile, asked, usual, ends.length === 0);
  const begun = marked(beginningOf(course), marks);
  const answers = changes.map((change) => answersTo(profile, change));
  const endings = choice(answers.flatMap(({ ending }) => ending));
  // A request that the order waits for may be refused, or silently not granted; the order then goes on waiting.
  const refused = waits.length > 0 && !isOpen && answers.some((each) => each.refusing.length > 0 || !each.isOwed);
  const pattern = choice([
    withAnswers(isOpen ? begun : marked(endedOf(profile, course), marks), answers),
    ...(refused
      ? [
          withAnswers(
            begun,
            answers.map((each) => ({ ...each, going: each.refusing })),
          ),
        ]
      : []),
    ...(isDead(endings)
      ? []
      : // What else was asked may have crossed the one that ends it.
        [withAnswers({ kind: 'seq', of: [beginningOf(course), endings] }, answers.map(notOwed))]),
  ]);
  const right = allEnds.filter(isRight);
  const isOneEnd = !isOpen && !refused && isDead(endings) && right.length === 1;
  return {
    pattern,
    never: allEnds.filter((name) => !isRight(name) && !eventNames(endings).includes(name)),
    exactlyOnce: isOneEnd ? right : [],
  };
}

/** The changes that a gateway may accept or refuse. */
export function openChanges({ changes }: ChangedOrder): readonly CallStep[] {
  return changes.filter((each) => !changeOf(each).isSure && mayBeAccepted(each));
}

function mayBeAccepted({ expect, need = expect }: CallStep): boolean {
  const { answers } = expect.answers.length > 0 ? expect : need;
  return answers.length === 0 || maySucceed(answers);
}

/** The events that tell a moment of an order; undefined if the profile has none. `accepted`: changes that count as such. */
export function toldMoment(
  profile: KciProfile,
  { order, changes }: ChangedOrder,
  moment: LifeMoment,
  accepted: readonly CallStep[] = [],
): Pattern | undefined {
  if (moment !== 'answered') {
    const names = momentNames(profile, order, moment);
    return names.length === 0 ? undefined : choice(names.map((name) => ({ kind: 'event', name })));
  }
  const known = (change: CallStep): ToldChange => {
    const told = changeOf(change);
    return accepted.includes(change) ? { ...told, isSure: true } : told;
  };
  const owed = changes.map((change) => answersTo(profile, known(change))).filter(({ isOwed }) => isOwed);
  const answers = owed.map(({ going, ending }) => choice([...going, ...ending]));
  if (answers.length === 0) return undefined;
  // An ended order owes no further answers.
  return choice([{ kind: 'any-order', of: answers }, ...owed.flatMap(({ ending }) => ending)]);
}

/**
 * The events of a moment: those that begin an order, come last before its completion, make it wait (in the course it asks
 * for, before others), complete it, or after which nothing comes by itself.
 */
export function momentNames(
  profile: KciProfile,
  order: CallStep,
  moment: Exclude<LifeMoment, 'answered'>,
): readonly string[] {
  const courses = coursesOf(profile, orderTypeOf(order));
  if (!courses) return [];
  const { usual, legal, outcomes } = courses;
  if (moment === 'begun') return nextNames(legal);
  if (moment === 'completed') return eventNames(usual).filter((name) => isEnd(profile, name));
  if (moment === 'under-way') {
    const isOwed = (name: string): boolean => !doesWithout(usual, (event) => event === name);
    const owed = eventNames(usual).filter((name) => !isEnd(profile, name) && isOwed(name));
    return owed.slice(1).slice(-1);
  }
  if (moment === 'settled')
    return eventNames(legal).filter((name) => isEnd(profile, name) || profile.events[name]?.waitsFor !== undefined);
  const asked = outcomes[order.steer?.outcome ?? ''];
  if (moment === 'delayed') return asked ? marksOf(profile, asked, usual, false).slice(0, 1) : [];
  const waiting = [asked ?? usual, legal].map((each) =>
    eventNames(each).filter((name) => profile.events[name]?.waitsFor !== undefined),
  );
  return waiting.find((names) => names.length > 0) ?? [];
}

interface Courses {
  readonly usual: Pattern;
  readonly legal: Pattern;
  readonly outcomes: KciLifecycle['outcomes'];
}

function orderTypeOf({ request: { body } }: CallStep): string | undefined {
  const orderType = isObject(body) ? body.orderType : undefined;
  return typeof orderType === 'string' ? orderType : undefined;
}

function coursesOf(profile: KciProfile, orderType: string | undefined): Courses | undefined {
  const lifecycle = orderType === undefined ? undefined : lifecycleOf(profile, orderType);
  const { outcomes = {}, legal } = lifecycle ?? {};
  const [usual] = Object.values(outcomes);
  return usual && { usual, legal: legal ?? choice(Object.values(outcomes)), outcomes };
}

const isEnd = ({ events }: KciProfile, name: string): boolean => events[name]?.terminal === true;

/** A change to an order after it was placed. */
interface ToldChange {
  readonly kind: keyof KciProfile['requests'];
  readonly outcome?: string | undefined;
  /** Whether it must be accepted. If the step leaves that open, so is its answer. */
  readonly isSure: boolean;
  /** Whether an event must reject it. */
  readonly isToBeRejected: boolean;
}

function changeOf({ request, steer, expect, need = expect, isToBeRejected }: CallStep): ToldChange {
  const { answers } = expect.answers.length > 0 ? expect : need;
  return {
    kind: request.verb === 'cancel' ? 'cancellation' : 'amendment',
    outcome: steer?.outcome,
    isSure: mustSucceed(answers),
    isToBeRejected: isToBeRejected === true,
  };
}

/** The listed courses that come to an end; a list may have others, which leave the order open. */
function endedOf(profile: KciProfile, course: Pattern): Pattern {
  if (course.kind !== 'one-of') return course;
  return choice(course.of.filter((each) => eventNames(each).some((name) => isEnd(profile, name))));
}

type ChangeAnswers = ReturnType<typeof answersTo>;

/** The possible answers to a change: the outcome asked for, if it has any, else those in the profile. */
function answersTo(profile: KciProfile, change: ToldChange) {
  const outcomes = profile.requests[change.kind];
  const [usual] = Object.values(outcomes);
  const asked = outcomes[change.outcome ?? ''];
  const refusals = Object.values(outcomes).filter((each) => each !== usual);
  // An outcome limited to some statuses may no longer be possible by then.
  const isSure = asked !== undefined && asked.in === undefined;
  // What is left open may be turned down once something else has ended the order.
  const isRefused = isSure ? asked.emits === null : change.isToBeRejected;
  const possible = isRefused ? refusals : isSure ? [asked] : Object.values(outcomes);
  const emitted = (which: (outcome: KciRequestOutcome) => boolean): Pattern[] =>
    possible.filter(which).flatMap(({ emits }) => emits ?? []);
  return {
    /** `going`: answers that leave the order on its way; `ending`: those that end it. */
    going: emitted(({ ends }) => ends !== true),
    ending: emitted(({ ends }) => ends === true),
    /** Those of `going` that do not grant the change. */
    refusing: emitted((outcome) => outcome.ends !== true && outcome !== usual),
    /** Whether an answer must come. */
    isOwed: change.isSure && (asked ?? usual)?.emits != null,
  };
}

const notOwed = (answers: ChangeAnswers): ChangeAnswers => ({ ...answers, isOwed: false });

/** A course with the `going` answers, each at any time. */
function withAnswers(course: Pattern, answers: readonly ChangeAnswers[]): Pattern {
  const beside = answers.flatMap(({ going, isOwed }): Pattern[] =>
    going.length === 0 ? [] : [{ kind: 'repeat', of: choice(going), min: isOwed ? 1 : 0, max: 1 }],
  );
  return beside.length === 0 ? course : { kind: 'any-order', of: [course, ...beside] };
}

/**
 * Events of which one shows the outcome: the last one if it leaves orders open, else those that the usual course has not.
 */
function marksOf({ events }: KciProfile, asked: Pattern, usual: Pattern, staysOpen: boolean): readonly string[] {
  const steps = eventNames(asked).filter((name) => !events[name]?.interleaves && !events[name]?.terminal);
  return staysOpen ? steps.slice(-1) : steps.filter((name) => !eventNames(usual).includes(name));
}

/** The part of a course with one of these events; the whole course if it can have none. */
function marked(course: Pattern, marks: readonly string[]): Pattern {
  const shown = choice(marks.map((name) => having(course, name)));
  return isDead(shown) ? course : shown;
}
