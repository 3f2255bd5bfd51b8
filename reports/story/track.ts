import { eventNames } from '../../harness/kci/pattern.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { AwaitStep, Journey, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { type Course, isArrival, layCourse, wrongIn } from './course.ts';
import { attemptWith } from './messages.ts';
import type { Arrival, Moment } from './moments.ts';
import { isAbout as isAboutOrder, orderIdOf, placedAs } from './placed.ts';
import type { CaseStory, Found } from './story.ts';

/** What a `kci` block of a case owes, laid beside what came. */
export interface Track extends Course {
  readonly owed: ScenarioKci;
  /** What the scenario calls the order, without its `$`. */
  readonly name: string;
  /** Names that must not come, and those that must come exactly once, with what came of them. */
  readonly never: readonly Counted[];
  readonly once: readonly Counted[];
  /** Of a step that waited in vain: what came of the order till then that it did not wait for. */
  readonly notAwaited?: readonly Arrival[];
}

/** An event by its name, with what came of it. */
export interface Counted {
  readonly name: string;
  readonly came: readonly Arrival[];
}

/** One track for each `kci` block of a case, and for each step that waited in vain. `moments` are those of one attempt. */
export function tracksOf(
  { journey, found }: Pick<CaseStory, 'journey' | 'found'>,
  moments: readonly Moment[],
  profile: KciProfile,
): Track[] {
  if (journey === undefined) return [];
  const seen = { journey, moments, profile, all: found };
  const inVain = journey.steps.flatMap((step): Track[] => {
    if (step.kind !== 'await') return [];
    const owed: ScenarioKci = { ...step, never: [], exactlyOnce: [] };
    const about = found.filter((one) => isAbout(owed, one));
    return about.length === 0 ? [] : [trackFor(owed, about, { ...seen, step })];
  });
  const atEnd = journey.kci.map((owed) => {
    const about = found.filter((one) => isAbout(owed, one));
    return trackFor(owed, about, seen);
  });
  return [...inVain, ...atEnd];
}

/** The track that a finding is about, where it is about the events that a case owes. */
export function trackOf(found: Found, profile: KciProfile): Track | undefined {
  const { story, check } = found;
  if (story === undefined || !check.check.startsWith('kci.')) return undefined;
  return tracksOf(story, attemptWith(check, story), profile).find(
    (each) => each.found.includes(found) || each.wrong.includes(found),
  );
}

function isAbout(owed: ScenarioKci, { check, span }: Found): boolean {
  return check.check.startsWith('kci.') && span?.file === owed.span.file && span.line === owed.span.line;
}

interface Seen {
  readonly journey: Journey;
  readonly moments: readonly Moment[];
  readonly profile: KciProfile;
  /** All that was found in the case. */
  readonly all: readonly Found[];
  /** The step that waited, where it is about one. */
  readonly step?: AwaitStep;
}

function trackFor(owed: ScenarioKci, found: readonly Found[], { journey, moments, profile, all, step }: Seen): Track {
  const name = owed.for.replace(/^\$/, '');
  const placed = placedAs(owed.for, journey, moments);
  const wait = moments.find((each) => each.kind === 'wait' && each.wait.wait === step?.name);
  const since = wait?.kind === 'wait' ? wait.wait.startedAt : (placed?.response?.at ?? placed?.at);
  const ofOrder = placed === undefined ? [] : moments.filter(isArrival).filter((each) => isAboutOrder(placed, each));
  const arrivals = step === undefined ? ofOrder : ofOrder.filter((each) => isAwaited(step, each, wait?.at));
  const stream = streamOf(profile, arrivals);
  const isCourseOwed = eventNames(owed.pattern).length > 0 || owed.noneWithinMs !== undefined;
  const course = isCourseOwed ? layCourse(owed.pattern, stream, profile, found) : layCourse(owed.pattern, [], profile);
  const orderId = orderIdOf(placed, arrivals, journey);
  const counted = (each: string): Counted => ({ name: each, came: stream.filter(({ event }) => event.name === each) });
  return {
    owed,
    name,
    ...(orderId === undefined ? {} : { orderId }),
    ...(since === undefined ? {} : { since }),
    withinMs: owed.withinMs,
    ...course,
    beside: arrivals.filter((each) => !stream.includes(each)),
    never: owed.never.map(counted),
    once: owed.exactlyOnce.map(counted),
    ...(step === undefined
      ? {}
      : { notAwaited: ofOrder.filter((each) => isBefore(each, wait?.at) && !arrivals.includes(each)) }),
    found,
    wrong: wrongIn(all, arrivals, found),
  };
}

const isBefore = ({ at }: Arrival, until = Number.POSITIVE_INFINITY): boolean => at <= until;

/** A step that waits looks at the events that it names, as long as it waits. */
function isAwaited({ pattern }: AwaitStep, arrival: Arrival, until?: number): boolean {
  const { event } = arrival;
  return isBefore(arrival, until) && event.name !== undefined && eventNames(pattern).includes(event.name);
}
