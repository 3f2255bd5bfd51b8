import { formatDuration } from '../../../harness/duration.ts';
import type { Laid } from '../../story/laid.ts';
import type { Arrival } from '../../story/moments.ts';
import { patternWords, quantityWords } from '../../story/pattern-words.ts';
import { nameOf } from '../../story/timeline.ts';
import type { Counted, Derailment, Track } from '../../story/track.ts';
import { count, either } from '../../words/text.ts';
import { spell } from '../../words/times.ts';
import { type Content, type View, view } from '../view.ts';

/** Times of one item beyond these are counted. */
const MOST_TIMES = 6;

/**
 * The events that a case owes of an order, drawn as a track from top to bottom: each stop with how often it may come and
 * what came there, the place where the course was left, and what came instead.
 */
export function trackView(track: Track): View {
  const { owed, name, orderId, derailed, since } = track;
  const isEmpty = track.laid.parts.length === 0 && track.laid.pattern.kind !== 'event';
  const at = derailed === undefined ? undefined : placeOf(track.laid, derailed);
  return view`<div role="group" class=${`track ${track.state}`} aria-label=${`KCIs owed to ${name}`}>
    <header><p class="name">KCIs of <code>${name}</code>${orderId !== undefined && view` <span class="quiet">order ${orderId}</span>`}</p> ${stateTag(track)}</header>
    <p class="quiet">${terms(track)}</p>
    ${since === undefined ? view`<p class="quiet">The order was never sent.</p>` : ''}
    ${
      !isEmpty &&
      view`<ol class="rail">
      ${stops(topOf(track.laid), track, at)}
      ${at === 'end' && derailed && breakStop(derailed, track)}
    </ol>`
    }
    ${beside('Must not come', track.never, (came) => came.length > 0, track)}
    ${beside('Exactly once', track.once, (came) => came.length > 1, track)}
    ${others('Came before its place', track.early, track)}
    ${others('Came after that', track.after, track)}
    ${others('Came unasked, as the profile lets it', track.unasked, track)}
    ${others('Delivered besides, no further event', track.beside, track)}
    ${owed.noneWithinMs !== undefined && track.beside.length + track.after.length === 0 && isEmpty && view`<p class="quiet">Nothing came, as it should be.</p>`}
  </div>`;
}

function stateTag({ state, derailed, since, found }: Track): View | string {
  if (found.some((one) => one.outcome === 'failed')) return view`<span class="tag failed">left its course</span>`;
  // The journey ended before it was judged, or the target was asked for a course that it need not take.
  if (derailed !== undefined)
    return view`<span class="tag inconclusive">left its course, and was not judged by it</span>`;
  if (since === undefined) return view`<span class="tag">not sent</span>`;
  return state === 'complete'
    ? view`<span class="tag passed">complete</span>`
    : view`<span class="tag inconclusive">not complete</span>`;
}

/** What is owed besides the order of events: by when, never, exactly once, silence. */
function terms({ owed, since }: Track): string {
  return [
    owed.noneWithinMs === undefined ? '' : `nothing at all within ${formatDuration(owed.noneWithinMs)}`,
    owed.noneWithinMs === undefined || hasEvents(owed.pattern)
      ? `all within ${formatDuration(owed.withinMs)} of the order`
      : '',
    owed.never.length === 0 ? '' : `never ${owed.never.join(', ')}`,
    owed.exactlyOnce.length === 0 ? '' : `exactly once ${owed.exactlyOnce.join(', ')}`,
    since === undefined ? '' : 'times since its answer',
  ]
    .filter((each) => each !== '')
    .join(' · ');
}

const hasEvents = (pattern: Track['owed']['pattern']): boolean =>
  pattern.kind === 'event' || pattern.kind === 'repeat' || pattern.of.length > 0;

/** The parts of a row that stands for the whole; anything else is the only part. */
function topOf(laid: Laid): readonly Laid[] {
  return laid.pattern.kind === 'seq' && laid.quantity.min === 1 && laid.quantity.max === 1 ? laid.parts : [laid];
}

/** Before which part the course was left: the last that was due. */
function placeOf(laid: Laid, { due, possible }: Derailment): Laid | 'end' {
  if (due.length + possible.length === 0) return 'end';
  return topOf(laid).findLast((part) => part.isDue) ?? 'end';
}

function stops(parts: readonly Laid[], track: Track, at: Laid | 'end' | undefined): Content {
  return parts.map((part) => [
    part === at && track.derailed ? breakStop(track.derailed, track) : '',
    stop(part, track),
  ]);
}

function stop(laid: Laid, track: Track): View {
  const often = quantityWords(laid.quantity);
  const state = laid.took.length > 0 ? 'taken' : laid.isDue ? 'due' : laid.quantity.min === 0 ? 'skipped' : 'open';
  if (laid.pattern.kind === 'event') {
    const { name, withinMs } = laid.pattern;
    return view`<li class=${`stop ${state}`}><span class="what"><b>${name}</b>${often !== '' && view` <span class="often">${often}</span>`}${withinMs !== undefined && view` <span class="often">within ${formatDuration(withinMs)}</span>`}</span>
      <span class="when">${laid.took.length > 0 ? times(laid.took, track) : absence(laid, track)}</span></li>`;
  }
  if (laid.took.length === 0) {
    return view`<li class=${`stop group ${state}`}><span class="what"><span class="often">${often}${often === '' ? '' : ' '}</span>${patternWords(laid.pattern)}</span>
      <span class="when">${absence(laid, track)}</span></li>`;
  }
  return view`<li class=${`stop group ${state}`}><span class="what"><span class="often">${[often, GROUPS[laid.pattern.kind]].filter(Boolean).join(', ')}</span></span>
    <ol class=${laid.pattern.kind}>${laid.parts.filter((part) => part.took.length > 0 || laid.pattern.kind !== 'one-of').map((part) => stop(part, track))}</ol>
    ${laid.pattern.kind === 'one-of' && otherWays(laid)}</li>`;
}

/** The ways that were not taken, of several that are as right. */
function otherWays({ parts }: Laid): View | '' {
  const others = parts.filter((part) => part.took.length === 0);
  if (others.length === 0) return '';
  return view`<details class="raw"><summary>or ${count(others.length, 'other way')}</summary><ul>${others.map((part) => view`<li>${patternWords(part.pattern)}</li>`)}</ul></details>`;
}

const GROUPS = { seq: 'in this order', 'any-order': 'in any order', 'one-of': 'one of', event: '' } as const;

function absence(laid: Laid, { state, since }: Track): string {
  if (since === undefined) return '';
  if (laid.isDue) return laid.quantity.min === 0 ? 'could have come' : 'was due';
  return laid.quantity.min === 0 || state === 'complete' ? 'did not come, need not' : 'not reached';
}

function breakStop({ came, how, due, possible }: Derailment, track: Track): View {
  const wanted = due.length === 0 ? (possible.length === 0 ? 'nothing more' : 'nothing') : either(due);
  const more =
    possible.length === 0
      ? ''
      : view` <span class="often">${either(possible)} could have come${due.length === 0 ? '' : ' before'}</span>`;
  if (came === undefined) {
    return view`<li class="stop broke"><span class="what"><b>${wanted}</b> did not come${more}</span><span class="when">within ${formatDuration(track.owed.withinMs)}</span></li>`;
  }
  const words = {
    order: view`<b>${nameOf(came)}</b> came where ${wanted} was due${more}`,
    late: view`<b>${nameOf(came)}</b> came too late`,
    content: view`<b>${nameOf(came)}</b> came with another content`,
    missing: view`<b>${wanted}</b> did not come`,
  };
  return view`<li class="stop broke"><span class="what">${words[how]}</span><span class="when">${times([came], track)}</span></li>`;
}

function times(came: readonly Arrival[], { since = 0 }: Track): Content {
  const shown = came.slice(0, MOST_TIMES).map((arrival) => timeOf(arrival, since));
  const rest = came.length - shown.length;
  return view`${came.length > 1 && view`<b>${came.length} times</b> `}${shown.join(', ')}${rest > 0 && `, and ${count(rest, 'more time')}`}`;
}

function timeOf({ at, event }: Arrival, since: number): string {
  const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
  return `${at < since ? '−' : '+'}${spell(Math.abs(at - since))}${number}`;
}

function beside(
  title: string,
  all: readonly Counted[],
  isBroken: (came: readonly Arrival[]) => boolean,
  track: Track,
): Content {
  const broken = all.filter(({ came }) => isBroken(came));
  if (broken.length === 0) return '';
  return view`<p class="bad">${title}: ${broken.map(({ name, came }, i) => view`${i > 0 ? '; ' : ''}<b>${name}</b> came ${times(came, track)}`)}</p>`;
}

function others(title: string, all: readonly Arrival[], { since = 0 }: Track): Content {
  if (all.length === 0) return '';
  const told = all.slice(0, MOST_TIMES * 2).map((arrival) => `${nameOf(arrival)} ${timeOf(arrival, since)}`);
  const rest = all.length - told.length;
  return view`<p class="quiet">${title}: ${told.join(', ')}${rest > 0 && `, and ${rest} more`}</p>`;
}
