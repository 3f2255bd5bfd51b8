import { callsOf, idIn } from '../../harness/journey/calls.ts';
import { followLifecycle, lifecycleOf } from '../../harness/kci/course.ts';
import { eventNames } from '../../harness/kci/pattern.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { AwaitStep, Journey, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { bind } from '../../harness/values/bind.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { type Course, isArrival, LIFECYCLE_CHECKS, layCourse } from './course.ts';
import { attemptWith } from './messages.ts';
import type { ArrivalMoment, Moment, ToldOrder } from './moments.ts';
import type { CaseStory, Found } from './story.ts';

/** What courses are made from: the moments of one attempt at a case, and what was found in it. */
interface CourseInput {
  readonly moments: readonly Moment[];
  readonly orders: readonly ToldOrder[];
  readonly profile: KciProfile;
  readonly all: readonly Found[];
}

/**
 * The courses of a case: of each step that waited in vain, of each `kci` block, and the lifecycle of each order that did
 * not follow it. `moments` are those of one attempt.
 */
export function coursesOf(
  { journey, orders, found: all }: Pick<CaseStory, 'journey' | 'orders' | 'found'>,
  moments: readonly Moment[],
  profile: KciProfile,
): readonly Course[] {
  const walk = { moments, orders, profile, all };
  const ofLifecycles = all.filter(({ check, outcome }) => outcome === 'failed' && isOfLifecycle(check.check));
  const lifecycles = [...Map.groupBy(ofLifecycles, ({ check }) => check.order ?? '')].flatMap(
    ([orderId, found]) => lifecycleFor(orderId, found, walk) ?? [],
  );
  if (journey === undefined) return lifecycles;
  const inVain = journey.steps.flatMap((step): Course[] => {
    if (step.kind !== 'await') return [];
    const owed = { ...step, never: [], exactlyOnce: [] };
    return all.some((one) => isOn(owed, one)) ? [owedFor(owed, journey, walk, step)] : [];
  });
  return [...inVain, ...journey.kci.map((owed) => owedFor(owed, journey, walk)), ...lifecycles];
}

/** The course that a finding is about: by its scenario, else by the lifecycle of its order. */
export function courseOf(found: Found, profile: KciProfile): Course | undefined {
  const { story, check } = found;
  if (story === undefined || !check.check.startsWith('kci.')) return undefined;
  return coursesOf(story, attemptWith(check, story), profile).find(
    (each) => each.found.includes(found) || (each.kind !== 'lifecycle' && each.wrong.includes(found)),
  );
}

const isOfLifecycle = (check: string): boolean => LIFECYCLE_CHECKS.includes(check);

/** Whether a finding is about this `kci` block of a scenario. */
function isOn(owed: ScenarioKci, { check, span }: Found): boolean {
  return check.check.startsWith('kci.') && span?.file === owed.span.file && span.line === owed.span.line;
}

function owedFor(owed: ScenarioKci, journey: Journey, input: CourseInput, step?: AwaitStep): Course {
  const { moments, profile, all } = input;
  const order = toldOrderOf(owed.for, journey, input);
  const wait = moments.find((each) => each.kind === 'wait' && each.wait.wait === step?.name);
  const ofOrder = order === undefined ? [] : arrivalsOf(order, moments);
  const arrivals = step === undefined ? ofOrder : ofOrder.filter((each) => isAwaited(step, each, wait?.at));
  return layCourse(
    {
      kind: step === undefined ? 'owed' : 'awaited',
      name: owed.for.replace(/^\$/, ''),
      orderId: order?.id,
      since: wait?.kind === 'wait' ? wait.wait.startedAt : order?.since,
      withinMs: owed.withinMs,
      pattern: owed.pattern,
      terms: termsOf(owed, step),
      isSilence: owed.noneWithinMs !== undefined,
      never: owed.never,
      once: owed.exactlyOnce,
    },
    {
      arrivals,
      notAwaited: step ? ofOrder.filter((each) => isBefore(each, wait?.at) && !arrivals.includes(each)) : [],
      found: all.filter((one) => isOn(owed, one)),
      all,
      profile,
    },
  );
}

/** Requirements beyond the order of events: by when, never, exactly once, silence. */
function termsOf({ noneWithinMs, pattern, withinMs, never, exactlyOnce }: ScenarioKci, step?: AwaitStep): string[] {
  const isAnyOwed = noneWithinMs === undefined || eventNames(pattern).length > 0;
  return [
    ...(noneWithinMs === undefined ? [] : [`nothing at all within ${formatDuration(noneWithinMs)}`]),
    ...(isAnyOwed ? [`all within ${formatDuration(withinMs)}${step ? '' : ' of the order'}`] : []),
    ...(never.length === 0 ? [] : [`never ${never.join(', ')}`]),
    ...(exactlyOnce.length === 0 ? [] : [`exactly once ${exactlyOnce.join(', ')}`]),
  ];
}

const isBefore = ({ at }: ArrivalMoment, until = Number.POSITIVE_INFINITY): boolean => at <= until;

/** Whether a waiting step looked at an event: one that it names, while it waited. */
function isAwaited({ pattern }: AwaitStep, arrival: ArrivalMoment, until?: number): boolean {
  const { name } = arrival.event;
  return isBefore(arrival, until) && name !== undefined && eventNames(pattern).includes(name);
}

/** The order of a reference such as `$placed` or `$id.first`: that of a step with this capture, or of a value. */
function toldOrderOf(reference: string, journey: Journey, { moments, orders }: CourseInput): ToldOrder | undefined {
  const step = callsOf(journey).findLast(({ as }) => as !== undefined && reference === `$${as}`);
  if (step === undefined) return orders.find(({ id }) => id === idIn(bind(reference, journey.values).value));
  const asked = moments.findLast((each) => each.kind === 'exchange' && each.request.step === step.name);
  return orders.find(({ key }) => asked?.kind === 'exchange' && key === asked.order);
}

/** Deliveries of an order that are proven to be the target's. */
function arrivalsOf({ key }: ToldOrder, moments: readonly Moment[]): readonly ArrivalMoment[] {
  return moments
    .filter(isArrival)
    .filter(({ order, delivery }) => order === key && delivery.expectedPath && delivery.unproven === undefined);
}

function lifecycleFor(orderId: string, found: readonly Found[], input: CourseInput): Course | undefined {
  const { moments, orders, profile, all } = input;
  const order = orders.find(({ id }) => id === orderId);
  if (order === undefined) return undefined;
  const { orderType = '', since, changes } = order;
  const lifecycle = lifecycleOf(profile, orderType);
  if (lifecycle === undefined) return undefined;
  const arrivals = arrivalsOf(order, moments);
  const events = streamOf(profile, arrivals).map(({ event }) => event);
  return layCourse(
    {
      kind: 'lifecycle',
      name: orderType,
      orderId,
      since,
      withinMs: profile.delivery.betweenWithinMs,
      pattern: followLifecycle(profile, lifecycle, { changes, events }).pattern,
      terms: [`as the KCI profile ${profile.profile} draws it, whatever was asked for`],
      isSilence: false,
      never: [],
      once: [],
    },
    { arrivals, found, all, profile },
  );
}
