import type { KciProfile } from '../../../harness/model.ts';
import { formatDuration } from '../../../harness/values/duration.ts';
import { type Course, wrongWords } from '../../story/course.ts';
import { breakWords } from '../../story/course-words.ts';
import type { Laid } from '../../story/laid.ts';
import { laneOf } from '../../story/lay-lane.ts';
import type { Lifecycle } from '../../story/lifecycle.ts';
import type { Arrival } from '../../story/moments.ts';
import { patternWords } from '../../story/pattern-words.ts';
import { nameOf } from '../../story/timeline.ts';
import type { Counted, Track } from '../../story/track.ts';
import { capital, count, either } from '../../words/text.ts';
import { spell } from '../../words/times.ts';
import { arrowAnchor } from '../anchors.ts';
import { longestOf } from '../lanes-packed.ts';
import { axis, laneView, scaleTo } from '../recorder.ts';
import { type Content, type View, view } from '../view.ts';

/** The events that a case owes of an order, drawn as a track, and what else is owed of them. */
export function trackView(track: Track, caseId: string, profile: KciProfile): View {
  const { owed, name, orderId, since } = track;
  const drawn = { ...track, caseId };
  const isSilent = owed.noneWithinMs !== undefined && cameOf(track).length === 0;
  return view`<div role="group" class=${`track ${track.state}`} aria-label=${`KCIs owed to ${name}`}>
    <header><p class="name">KCIs of <code>${name}</code>${orderId !== undefined && view` <span class="quiet">order ${orderId}</span>`}</p> ${stateTag(track)}</header>
    <p class="quiet">${capital(terms(track))}</p>
    ${since === undefined ? view`<p class="quiet">The order was never sent.</p>` : ''}
    ${courseView(drawn, profile, track)}
    ${counted('Must not come', track.never, (came) => came.length > 0, drawn)}
    ${counted('Exactly once', track.once, (came) => came.length > 1, drawn)}
    ${isSilent && view`<p class="quiet">Nothing came, as it should be.</p>`}
  </div>`;
}

/** The lifecycle that the profile draws for an order, drawn as a track likewise. */
export function lifecycleView(lifecycle: Lifecycle, caseId: string, kci: KciProfile): View {
  const { orderId, orderType, profile } = lifecycle;
  const drawn = { ...lifecycle, caseId };
  return view`<div role="group" class=${`track ${lifecycle.state}`} aria-label=${`Lifecycle of order ${orderId}`}>
    <header><p class="name">Lifecycle of <code>${orderType}</code> orders <span class="quiet">order ${orderId}</span></p> ${stateTag(lifecycle)}</header>
    <p class="quiet">As the KCI profile ${profile} draws it, whatever was asked for · times since the order’s answer</p>
    ${courseView(drawn, kci)}
  </div>`;
}

function stateTag({ state, derailed, since, found, wrong }: Track | Lifecycle): View | string {
  if (found.some((one) => one.outcome === 'failed')) return view`<span class="tag failed">left its course</span>`;
  // The journey ended before it was judged, or the target was asked for a course that it need not take.
  if (derailed !== undefined)
    return view`<span class="tag inconclusive">left its course, and was not judged by it</span>`;
  if (since === undefined) return view`<span class="tag">not sent</span>`;
  if (wrong.length > 0)
    return view`<span class="tag failed">${state === 'complete' ? 'complete' : 'not complete'}, not as owed</span>`;
  return state === 'complete'
    ? view`<span class="tag passed">complete</span>`
    : view`<span class="tag inconclusive">not complete</span>`;
}

/** What is owed besides the order of events: by when, never, exactly once, silence. */
function terms({ owed, since, notAwaited }: Track): string {
  return [
    owed.noneWithinMs === undefined ? '' : `nothing at all within ${formatDuration(owed.noneWithinMs)}`,
    owed.noneWithinMs === undefined || hasEvents(owed.pattern)
      ? `all within ${formatDuration(owed.withinMs)}${notAwaited === undefined ? ' of the order' : ''}`
      : '',
    owed.never.length === 0 ? '' : `never ${owed.never.join(', ')}`,
    owed.exactlyOnce.length === 0 ? '' : `exactly once ${owed.exactlyOnce.join(', ')}`,
    since === undefined ? '' : notAwaited === undefined ? 'times since its answer' : 'times since the waiting began',
  ]
    .filter((each) => each !== '')
    .join(' · ');
}

const hasEvents = (pattern: Track['owed']['pattern']): boolean =>
  pattern.kind === 'event' || pattern.kind === 'repeat' || pattern.of.length > 0;

function counted(
  title: string,
  all: readonly Counted[],
  isBroken: (came: readonly Arrival[]) => boolean,
  drawn: Drawn,
): Content {
  const broken = all.filter(({ came }) => isBroken(came));
  if (broken.length === 0) return '';
  return view`<p class="bad">${title}: ${broken.map(({ name, came }, i) => view`${i > 0 ? '; ' : ''}<b>${name}</b> came ${times(came, drawn)}`)}</p>`;
}

/** A course on its way into a view. */
interface Drawn extends Course {
  /** The case whose diagram shows its arrows. */
  readonly caseId: string;
}

/** Times of one item beyond these are counted. */
const MOST_TIMES = 6;
/** Events of an order beyond these are in the diagram alone. */
const MOST_EVENTS = 40;

/** All that came of a course, in the order in which it came. */
function cameOf(
  { laid, early, after, unasked, beside, derailed }: Course,
  others: readonly Arrival[] = [],
): readonly Arrival[] {
  const all = [
    ...laid.took,
    ...early,
    ...after,
    ...unasked,
    ...beside,
    ...others,
    ...(derailed?.came ? [derailed.came] : []),
  ];
  return [...new Set(all)].toSorted((a, b) => a.delivery.seq - b.delivery.seq);
}

/**
 * A course as a lane on a scale of time, with when each event was due; below it the events in words, each a link to its
 * arrow in the sequence diagram, where the course was left, and what it did not come to.
 */
function courseView(drawn: Drawn, profile: KciProfile, track?: Track): View | false {
  const { derailed, orderId = '', since, found, wrong, laid, state, withinMs } = drawn;
  const came = cameOf(drawn, track?.notAwaited);
  const order = {
    id: orderId,
    ...(since !== undefined && { acceptedAt: since }),
    arrivals: came.map((each) => ({ ...each, seen: each.delivery })),
  };
  const journey = track && { kci: [track.owed] };
  const about = [...found, ...wrong].flatMap(({ check, outcome }) => (outcome === 'failed' ? [check] : []));
  const lane = { case: drawn.caseId, ...laneOf(order, { journey, profile, about }) };
  const scale = scaleTo(longestOf([lane]));
  const told = derailed?.how === 'missing' ? derailed.due : [];
  const open = state === 'complete' ? [] : unreached(laid).filter((name) => !told.includes(name));
  if (since === undefined) return open.length > 0 && view`<p class="quiet">${either(open)} was to come.</p>`;
  const broke = derailed && breakWords(derailed);
  return view`<div>${came.length + open.length > 0 && [laneView(lane, scale), axis(scale)]}
    <ol class="came">${came.slice(0, MOST_EVENTS).map((arrival) => view`<li>${nameOf(arrival)} ${timeLink(arrival, drawn)}${placeWords(arrival, drawn, track)}</li>`)}</ol>
    ${came.length > MOST_EVENTS && view`<p class="quiet">and ${count(came.length - MOST_EVENTS, 'more event')}</p>`}
    ${broke && view`<p class="bad"><b>${broke.what}</b> ${broke.became}${derailed.came === undefined ? ` within ${formatDuration(withinMs)}` : ''}${broke.more === '' ? '' : `; ${broke.more}`}</p>`}
    ${open.length > 0 && view`<p class="quiet">Not reached: ${open.join(', ')}</p>`}</div>`;
}

/** What is special about the place of an event that left no course. */
function placeWords(arrival: Arrival, { early, after, unasked, beside }: Course, track?: Track): Content {
  const places: readonly (readonly [readonly Arrival[] | undefined, string])[] = [
    [early, 'before its place'],
    [after, 'after that'],
    [unasked, 'unasked, as the profile lets it'],
    [beside, 'no further event'],
    [track?.notAwaited, 'not waited for'],
  ];
  const words = places.find(([those]) => those?.includes(arrival))?.[1];
  return words !== undefined && view` <span class="quiet">${words}</span>`;
}

/** Events that had to come and did not. */
function unreached({ pattern, parts, took, quantity }: Laid): readonly string[] {
  if (quantity.min === 0 || (pattern.kind === 'one-of' && took.length > 0))
    return parts.filter((part) => part.took.length > 0).flatMap(unreached);
  if (pattern.kind === 'event') return took.length === 0 ? [pattern.name] : [];
  return pattern.kind === 'one-of' ? [patternWords(pattern)] : parts.flatMap(unreached);
}

/** When something came, each time a link to its arrow; beyond a few they are counted. */
function times(came: readonly Arrival[], drawn: Drawn): Content {
  const shown = came.slice(0, MOST_TIMES);
  const rest = came.length - shown.length;
  return view`${came.length > 1 && view`<b>${came.length} times</b> `}${listed(shown.map((arrival) => timeLink(arrival, drawn)))}${rest > 0 && `, and ${count(rest, 'more time')}`}`;
}

const listed = (views: readonly View[]): Content => views.map((each, i) => [i > 0 && ', ', each]);

function timeLink(arrival: Arrival, drawn: Drawn): View {
  const { since = 0, caseId } = drawn;
  const wrong = wrongWords(drawn, arrival);
  const { at, event, delivery } = arrival;
  const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
  const words = `${at < since ? '−' : '+'}${spell(Math.abs(at - since))}${number}`;
  return view`<a class="to-arrow" href=${`#${arrowAnchor(caseId, delivery.seq)}`} aria-label=${`${nameOf(arrival)} ${words}, in the diagram`}>${words}</a>${wrong !== '' && view` <span class="bad">${wrong}</span>`}`;
}
