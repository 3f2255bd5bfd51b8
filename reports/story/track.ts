import { assign } from '../../harness/assign.ts';
import type { AwaitStep, Journey, Json, KciProfile, Pattern, ScenarioKci } from '../../harness/model.ts';
import { eventNames, type Fits, fitsByName } from '../../harness/pattern.ts';
import { getAt, isObject } from '../../harness/pointer.ts';
import { freedomOf } from '../../harness/recognise.ts';
import { streamOf } from '../../harness/stream.ts';
import { type Laid, lay } from './laid.ts';
import { attemptsOf } from './messages.ts';
import type { Arrival, Moment } from './moments.ts';
import { isAbout as isAboutOrder, orderIdOf, placedAs } from './placed.ts';
import type { CaseStory, Found } from './story.ts';

/** Where the events of an order left their course. */
export interface Derailment {
  /** What came instead; absent where nothing came. */
  readonly came?: Arrival;
  /** `late`: it was due, and came when its time was over. `content`: it was due with another content. */
  readonly how: 'missing' | 'late' | 'content' | 'order';
  /** Names of what had to come next, each once; none where nothing more had to. */
  readonly due: readonly string[];
  /** Names of what could have come before that. */
  readonly possible: readonly string[];
}

/** What a `kci` block of a case owes, laid beside what came. */
export interface Track {
  readonly owed: ScenarioKci;
  /** What the scenario calls the order, without its `$`. */
  readonly name: string;
  readonly orderId?: string;
  /** When the order was answered; absent where it was never sent. */
  readonly since?: number;
  readonly laid: Laid;
  readonly state: 'complete' | 'open' | 'impossible';
  readonly derailed?: Derailment;
  /** Came before their place, which has not come. */
  readonly early: readonly Arrival[];
  /** Came after the course was left. */
  readonly after: readonly Arrival[];
  /** Came unasked, as the profile lets them. */
  readonly unasked: readonly Arrival[];
  /** Deliveries that are no event of the stream: they repeat another, or say nothing that the profile knows. */
  readonly beside: readonly Arrival[];
  /** Names that must not come, and those that must come exactly once, with what came of them. */
  readonly never: readonly Counted[];
  readonly once: readonly Counted[];
  /** What the judge found about this block. */
  readonly found: readonly Found[];
}

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
  const moments = attemptsOf(story.moments, story.journey?.id ?? story.verdict.id).get(check.journey);
  return tracksOf(story, moments ?? story.moments, profile).find((each) => each.found.includes(found));
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
  const told = assign(owed.pattern, eventsOf(inTime), freedomOf(profile), fitsIn(inTime, since));
  const reached = told.at ?? inTime.length;
  const took = new Map<string, Arrival[]>();
  for (const [i, at] of told.items.entries()) {
    const arrival = inTime[i];
    if (at !== undefined && arrival !== undefined) took.set(at, [...(took.get(at) ?? []), arrival]);
  }
  const laid = lay(owed.pattern, { took, due: new Set(told.state === 'complete' ? [] : told.due) });
  const needed = new Set(told.needed.flatMap((at) => nameAt(owed.pattern, at)));
  const isCourseOwed = eventNames(owed.pattern).length > 0 || owed.noneWithinMs !== undefined;
  const derailed = !isCourseOwed
    ? undefined
    : derailment({ stream, at: told.at ?? cut, next: told.next, needed, state: told.state, found });
  const orderId = orderIdOf(placed, arrivals, journey);
  const counted = (each: string): Counted => ({ name: each, came: stream.filter(({ event }) => event.name === each) });
  return {
    owed,
    name,
    ...(orderId === undefined ? {} : { orderId }),
    ...(since === undefined ? {} : { since }),
    laid,
    state: !isCourseOwed ? 'complete' : told.state === 'open' && cut !== undefined ? 'impossible' : told.state,
    ...(derailed === undefined ? {} : { derailed }),
    early: (told.early ?? []).flatMap((i) => inTime[i] ?? []),
    after: isCourseOwed ? stream.slice((told.at ?? cut ?? stream.length) + 1) : [],
    unasked: inTime.slice(0, reached).filter((_, i) => told.items[i] === undefined),
    beside: arrivals.filter((each) => !stream.includes(each)),
    never: owed.never.map(counted),
    once: owed.exactlyOnce.map(counted),
    found,
  };
}

/** A step that waits looks at the events that it names, as long as it waits. */
function isAwaited({ pattern }: AwaitStep, { at, event }: Arrival, until = Number.POSITIVE_INFINITY): boolean {
  return at <= until && event.name !== undefined && eventNames(pattern).includes(event.name);
}

const eventsOf = (arrivals: readonly Arrival[]) => arrivals.map(({ event }) => event);

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
  const { state } = assign(pattern, eventsOf(before), freedomOf(profile), fitsIn(before, since));
  return state === 'open' ? late : undefined;
}

interface Reached {
  readonly stream: readonly Arrival[];
  readonly at: number | undefined;
  readonly next: readonly string[];
  readonly state: Track['state'];
  readonly found: readonly Found[];
  readonly needed: ReadonlySet<string>;
}

function derailment({ stream, at, next, state, found, needed }: Reached): Derailment | undefined {
  const came = at === undefined ? undefined : stream[at];
  const isFailed = found.some(({ check, outcome }) => check.check === 'kci.sequence' && outcome === 'failed');
  const due = next.filter((name) => needed.has(name));
  const wanted = { due, possible: next.filter((name) => !needed.has(name)) };
  if (came === undefined) return state === 'open' && isFailed ? { how: 'missing', ...wanted } : undefined;
  const isDue = came.event.name !== undefined && next.includes(came.event.name);
  if (!isDue) return { came, how: 'order', ...wanted };
  const isOther = found.some(({ finding }) => finding.pointer !== undefined);
  return { came, how: isOther ? 'content' : 'late', ...wanted };
}

/** The name of an item, by its pointer below the pattern. */
function nameAt(pattern: Pattern, at: string): string[] {
  const item = getAt(pattern as unknown as Json, at);
  return isObject(item) && typeof item.name === 'string' ? [item.name] : [];
}

const isArrival = (moment: Moment): moment is Arrival => moment.kind === 'arrival';
