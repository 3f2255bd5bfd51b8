import { type AskedChange, followLifecycle, lifecycleOf } from '../../harness/kci/course.ts';
import { eventNames } from '../../harness/kci/pattern.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { AwaitStep, Journey, KciProfile, ScenarioKci } from '../../harness/model.ts';
import { spell } from '../words/times.ts';
import { type Course, isArrival, LIFECYCLE_CHECKS, layCourse } from './course.ts';
import { attemptWith } from './messages.ts';
import type { ArrivalMoment, Exchange, Moment } from './moments.ts';
import { isAbout, orderIdOf, placedAs, scalarsOf } from './placed.ts';
import type { CaseStory, Found } from './story.ts';

/** What courses are laid of: the moments of one attempt at a case, and what was found in it. */
interface CourseInput {
  readonly moments: readonly Moment[];
  readonly profile: KciProfile;
  readonly all: readonly Found[];
}

/**
 * The courses of a case: of each step that waited in vain, of each `kci` block, and the lifecycle of each order that did not
 * follow it. `moments` are those of one attempt.
 */
export function coursesOf(
  { journey, found: all }: Pick<CaseStory, 'journey' | 'found'>,
  moments: readonly Moment[],
  profile: KciProfile,
): readonly Course[] {
  const walk = { moments, profile, all };
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

/** The course that a finding is about: of what its scenario owes, else the lifecycle of its order. */
export function courseOf(found: Found, profile: KciProfile): Course | undefined {
  const { story, check } = found;
  if (story === undefined || !check.check.startsWith('kci.')) return undefined;
  return coursesOf(story, attemptWith(check, story), profile).find(
    (each) => each.found.includes(found) || (each.kind !== 'lifecycle' && each.wrong.includes(found)),
  );
}

const isOfLifecycle = (check: string): boolean => LIFECYCLE_CHECKS.includes(check);

/** Whether a finding is about what that place of a scenario owes. */
function isOn(owed: ScenarioKci, { check, span }: Found): boolean {
  return check.check.startsWith('kci.') && span?.file === owed.span.file && span.line === owed.span.line;
}

function owedFor(
  owed: ScenarioKci,
  journey: Journey,
  { moments, profile, all }: CourseInput,
  step?: AwaitStep,
): Course {
  const placed = placedAs(owed.for, journey, moments);
  const wait = moments.find((each) => each.kind === 'wait' && each.wait.wait === step?.name);
  const ofOrder = placed === undefined ? [] : moments.filter(isArrival).filter((each) => isAbout(placed, each));
  const arrivals = step === undefined ? ofOrder : ofOrder.filter((each) => isAwaited(step, each, wait?.at));
  return layCourse(
    {
      kind: step === undefined ? 'owed' : 'awaited',
      name: owed.for.replace(/^\$/, ''),
      orderId: orderIdOf(placed, arrivals, journey),
      since: wait?.kind === 'wait' ? wait.wait.startedAt : (placed?.response?.at ?? placed?.at),
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

/** What is owed besides the order of events: by when, never, exactly once, silence. */
function termsOf({ noneWithinMs, pattern, withinMs, never, exactlyOnce }: ScenarioKci, step?: AwaitStep): string[] {
  const isAnyOwed = noneWithinMs === undefined || eventNames(pattern).length > 0;
  return [
    ...(noneWithinMs === undefined ? [] : [`nothing at all within ${spell(noneWithinMs)}`]),
    ...(isAnyOwed ? [`all within ${spell(withinMs)}${step ? '' : ' of the order'}`] : []),
    ...(never.length === 0 ? [] : [`never ${never.join(', ')}`]),
    ...(exactlyOnce.length === 0 ? [] : [`exactly once ${exactlyOnce.join(', ')}`]),
  ];
}

const isBefore = ({ at }: ArrivalMoment, until = Number.POSITIVE_INFINITY): boolean => at <= until;

/** A step that waits looks at the events that it names, as long as it waits. */
function isAwaited({ pattern }: AwaitStep, arrival: ArrivalMoment, until?: number): boolean {
  const { name } = arrival.event;
  return isBefore(arrival, until) && name !== undefined && eventNames(pattern).includes(name);
}

function lifecycleFor(
  orderId: string,
  found: readonly Found[],
  { moments, profile, all }: CourseInput,
): Course | undefined {
  const placed = placedIn(moments, orderId, profile);
  if (placed === undefined) return undefined;
  const { exchange, orderType, lifecycle } = placed;
  const arrivals = moments.filter(isArrival).filter((each) => isAbout(exchange, each));
  const changes = moments.flatMap((each) => changeOf(each, orderId));
  const events = streamOf(profile, arrivals).map(({ event }) => event);
  return layCourse(
    {
      kind: 'lifecycle',
      name: orderType,
      orderId,
      since: exchange.response?.at ?? exchange.at,
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

/** The request that placed an order, known by its id and by a value that is an order type of the profile; of several tries the accepted one. */
function placedIn(moments: readonly Moment[], orderId: string, profile: KciProfile) {
  const tries = moments.flatMap((exchange) => {
    if (exchange.kind !== 'exchange' || kindOf(exchange) !== undefined) return [];
    const values = scalarsOf(exchange);
    const orderType = values.find((each) => lifecycleOf(profile, each) !== undefined);
    const lifecycle = orderType === undefined ? undefined : lifecycleOf(profile, orderType);
    if (orderType === undefined || lifecycle === undefined || !values.includes(orderId)) return [];
    return [{ exchange, orderType, lifecycle }];
  });
  return tries.find(({ exchange }) => isAccepted(exchange)) ?? tries.at(-1);
}

function changeOf(moment: Moment, orderId: string): AskedChange[] {
  const kind = moment.kind === 'exchange' ? kindOf(moment) : undefined;
  if (moment.kind !== 'exchange' || kind === undefined || !scalarsOf(moment).includes(orderId)) return [];
  const status = moment.response?.status ?? 0;
  return [{ kind, isAccepted: isAccepted(moment), isRefused: status >= 400 && status < 500 }];
}

function kindOf({ request }: Exchange): AskedChange['kind'] | undefined {
  return request.verb === 'amend' ? 'amendment' : request.verb === 'cancel' ? 'cancellation' : undefined;
}

const isAccepted = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;
