import { eventNames, type Fits, fitsByName } from '../../harness/kci/pattern.ts';
import { freedomOf, recognise } from '../../harness/kci/recognise.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { AwaitStep, Journey, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { type Course, type Derailment, isArrival, layCourse, type Told } from './course.ts';
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
  const seen = { journey, moments, profile };
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
  return tracksOf(story, attemptWith(check, story), profile).find((each) => each.found.includes(found));
}

function isAbout(owed: ScenarioKci, { check, span }: Found): boolean {
  return check.check.startsWith('kci.') && span?.file === owed.span.file && span.line === owed.span.line;
}

interface Seen {
  readonly journey: Journey;
  readonly moments: readonly Moment[];
  readonly profile: KciProfile;
  /** The step that waited, where it is about one. */
  readonly step?: AwaitStep;
}

function trackFor(owed: ScenarioKci, found: readonly Found[], { journey, moments, profile, step }: Seen): Track {
  const name = owed.for.replace(/^\$/, '');
  const placed = placedAs(owed.for, journey, moments);
  const wait = moments.find((each) => each.kind === 'wait' && each.wait.wait === step?.name);
  const since = wait?.kind === 'wait' ? wait.wait.startedAt : (placed?.response?.at ?? placed?.at);
  const ofOrder = placed === undefined ? [] : moments.filter(isArrival).filter((each) => isAboutOrder(placed, each));
  const arrivals = step === undefined ? ofOrder : ofOrder.filter((each) => isAwaited(step, each, wait?.at));
  const stream = streamOf(profile, arrivals);
  const cut = since === undefined ? undefined : firstLate(owed, stream, since, profile);
  const inTime = stream.slice(0, cut);
  const told = layCourse(owed.pattern, inTime, profile, fitsIn(inTime, since));
  const isCourseOwed = eventNames(owed.pattern).length > 0 || owed.noneWithinMs !== undefined;
  const derailed = isCourseOwed ? derailment(told, stream[told.at ?? cut ?? stream.length], found) : undefined;
  const orderId = orderIdOf(placed, arrivals, journey);
  const counted = (each: string): Counted => ({ name: each, came: stream.filter(({ event }) => event.name === each) });
  return {
    owed,
    name,
    ...(orderId === undefined ? {} : { orderId }),
    ...(since === undefined ? {} : { since }),
    withinMs: owed.withinMs,
    laid: told.laid,
    state: !isCourseOwed ? 'complete' : told.state === 'open' && cut !== undefined ? 'impossible' : told.state,
    ...(derailed === undefined ? {} : { derailed }),
    early: told.early,
    after: isCourseOwed ? stream.slice((told.at ?? cut ?? stream.length) + 1) : [],
    unasked: told.unasked,
    beside: arrivals.filter((each) => !stream.includes(each)),
    never: owed.never.map(counted),
    once: owed.exactlyOnce.map(counted),
    ...(step === undefined
      ? {}
      : { notAwaited: ofOrder.filter((each) => isBefore(each, wait?.at) && !arrivals.includes(each)) }),
    found,
  };
}

const isBefore = ({ at }: Arrival, until = Number.POSITIVE_INFINITY): boolean => at <= until;

/** A step that waits looks at the events that it names, as long as it waits. */
function isAwaited({ pattern }: AwaitStep, arrival: Arrival, until?: number): boolean {
  const { event } = arrival;
  return isBefore(arrival, until) && event.name !== undefined && eventNames(pattern).includes(event.name);
}

/** An item is taken by an event of its name and content that came within its own time. */
function fitsIn(arrivals: readonly Arrival[], since = 0): Fits {
  const cameAt = new Map(arrivals.map(({ event, at }) => [event, at]));
  return (item, event) =>
    fitsByName(item, event) && (cameAt.get(event) ?? since) <= since + (item.withinMs ?? Number.POSITIVE_INFINITY);
}

/** The first event that came when all should have come; undefined where all had. */
function firstLate(
  { pattern, withinMs }: ScenarioKci,
  stream: readonly Arrival[],
  since: number,
  profile: KciProfile,
): number | undefined {
  const late = stream.findIndex(({ at }) => at > since + withinMs);
  if (late < 0) return undefined;
  const before = stream.slice(0, late);
  const { state } = recognise(
    pattern,
    before.map(({ event }) => event),
    freedomOf(profile),
    fitsIn(before, since),
  );
  return state === 'open' ? late : undefined;
}

/** Where what came left what was owed: at an event, or, where the judge says so, because none came. */
function derailment(
  { state, next, due, possible }: Told,
  came: Arrival | undefined,
  found: readonly Found[],
): Derailment | undefined {
  if (came === undefined) {
    const isMissed = found.some(({ check, outcome }) => check.check === 'kci.sequence' && outcome === 'failed');
    return state === 'open' && isMissed ? { how: 'missing', due, possible } : undefined;
  }
  const isDue = came.event.name !== undefined && next.includes(came.event.name);
  if (!isDue) return { came, how: 'order', due, possible };
  const isOther = found.some(({ finding }) => finding.pointer !== undefined);
  return { came, how: isOther ? 'content' : 'late', due, possible };
}
