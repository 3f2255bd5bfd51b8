import { nextNames } from '../../../harness/kci/pattern.ts';
import { formatDuration } from '../../../harness/values/duration.ts';
import { type Course, type Derailment, wrongWords } from '../../story/course.ts';
import { breakWords } from '../../story/course-words.ts';
import { type Laid, type Stretch, stretchesOf } from '../../story/laid.ts';
import type { Lifecycle } from '../../story/lifecycle.ts';
import type { Arrival } from '../../story/moments.ts';
import { patternWords, quantityWords } from '../../story/pattern-words.ts';
import { nameOf } from '../../story/timeline.ts';
import type { Counted, Track } from '../../story/track.ts';
import { capital, count, either } from '../../words/text.ts';
import { spell } from '../../words/times.ts';
import { arrowAnchor } from '../anchors.ts';
import { type Content, type View, view } from '../view.ts';

/** The events that a case owes of an order, drawn as a track, and what else is owed of them. */
export function trackView(track: Track, caseId: string): View {
  const { owed, name, orderId, since } = track;
  const drawn = { ...track, caseId };
  const course = rail(drawn);
  const isSilent = owed.noneWithinMs !== undefined && track.beside.length + track.after.length === 0 && !course;
  return view`<div role="group" class=${`track ${track.state}`} aria-label=${`KCIs owed to ${name}`}>
    <header><p class="name">KCIs of <code>${name}</code>${orderId !== undefined && view` <span class="quiet">order ${orderId}</span>`}</p> ${stateTag(track)}</header>
    <p class="quiet">${capital(terms(track))}</p>
    ${since === undefined ? view`<p class="quiet">The order was never sent.</p>` : ''}
    ${course}
    ${counted('Must not come', track.never, (came) => came.length > 0, drawn)}
    ${counted('Exactly once', track.once, (came) => came.length > 1, drawn)}
    ${besideRail(drawn)}
    ${others('Came, and was not waited for', track.notAwaited ?? [], drawn)}
    ${isSilent && view`<p class="quiet">Nothing came, as it should be.</p>`}
  </div>`;
}

/** The lifecycle that the profile draws for an order, drawn as a track likewise. */
export function lifecycleView(lifecycle: Lifecycle, caseId: string): View {
  const { orderId, orderType, profile } = lifecycle;
  const drawn = { ...lifecycle, caseId };
  return view`<div role="group" class=${`track ${lifecycle.state}`} aria-label=${`Lifecycle of order ${orderId}`}>
    <header><p class="name">Lifecycle of <code>${orderType}</code> orders <span class="quiet">order ${orderId}</span></p> ${stateTag(lifecycle)}</header>
    <p class="quiet">As the KCI profile ${profile} draws it, whatever was asked for · times since the order’s answer</p>
    ${rail(drawn)}
    ${besideRail(drawn)}
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
/** A part in more words is told by what it begins with. */
const MOST_WORDS = 110;

/**
 * A course from top to bottom: each stop with how often it may come and what came there, the place where the course was
 * left, and what came instead. Every time leads to its arrow in the sequence diagram.
 */
function rail(drawn: Drawn): View | false {
  const stretches = stretchesOf(drawn.laid);
  const { derailed } = drawn;
  if (stretches.length === 0 && derailed === undefined) return false;
  const at = derailed === undefined ? undefined : placeOf(stretches, derailed);
  return view`<ol class="rail">
    ${stretches.map((stretch) => {
      if (derailed === undefined || stretch !== at) return stops(stretch, drawn);
      const broke = breakStop(derailed, drawn);
      if (isLack(derailed, stretch)) return broke;
      // What came of a group came before it broke off.
      return stretch.laid.took.length > 0 ? [...stops(stretch, drawn), broke] : [broke, ...stops(stretch, drawn)];
    })}
    ${derailed !== undefined && at === 'end' && breakStop(derailed, drawn)}
  </ol>`;
}

/** Whether what did not come is all that the stretch is, so that it need not be told twice. */
function isLack({ how, due }: Derailment, { laid: { pattern, quantity } }: Stretch): boolean {
  return how === 'missing' && pattern.kind === 'event' && quantityWords(quantity) === '' && due.join() === pattern.name;
}

/** What came beside the course, in words. */
function besideRail(drawn: Drawn): Content {
  return [
    others('Came before its place', drawn.early, drawn),
    others('Came after that', drawn.after, drawn),
    others('Came unasked, as the profile lets it', drawn.unasked, drawn),
    others('Delivered besides, no further event', drawn.beside, drawn),
  ];
}

/** Before which stretch the course was left: the last that was due. */
function placeOf(stretches: readonly Stretch[], { due, possible }: Derailment): Stretch | 'end' {
  if (due.length + possible.length === 0) return 'end';
  return stretches.findLast(({ laid, isAnyTime }) => laid.isDue && isAnyTime !== true) ?? 'end';
}

/** A stretch with the ways that were open where it begins: beside it where they are few words, else before it. */
function stops({ laid, others = [], isAnyTime = false }: Stretch, drawn: Drawn): readonly View[] {
  const ways = others.map(({ pattern }) => patternWords(pattern));
  const isBeside = laid.pattern.kind === 'event' && laid.took.length > 0 && isShort(ways);
  const note = [
    isAnyTime && 'at any time',
    quantityWords(laid.quantity),
    isBeside && ways.length > 0 && `or ${either(ways)}`,
  ];
  const itself = stop(laid, drawn, note.filter(Boolean).join(', '));
  return isBeside || ways.length === 0 ? [itself].flat() : [fork(others), itself].flat();
}

const isShort = (ways: readonly string[]): boolean => either(ways).length <= MOST_WORDS / 2;

/** Ways that were as right as the one that was taken. */
function fork(others: readonly Laid[]): View {
  const ways = others.map(({ pattern }) => patternWords(pattern));
  if (isShort(ways)) return view`<li class="fork">or ${either(ways)}</li>`;
  const beginnings = [...new Set(others.flatMap(({ pattern }) => nextNames(pattern)))];
  return view`<li class="fork"><details class="raw"><summary>or ${either(beginnings)} …</summary><ul>${ways.map((way) => view`<li>${way}</li>`)}</ul></details></li>`;
}

function stop(laid: Laid, drawn: Drawn, often = quantityWords(laid.quantity)): View {
  const isWrong = laid.took.some((arrival) => wrongWords(drawn, arrival) !== '');
  const state = isWrong && laid.pattern.kind === 'event' ? 'taken wrong' : stateOf(laid);
  if (laid.pattern.kind === 'event') {
    const { name, withinMs } = laid.pattern;
    return view`<li class=${`stop ${state}`}><span class="what"><b>${name}</b>${often !== '' && view` <span class="often">${often}</span>`}${withinMs !== undefined && view` <span class="often">within ${formatDuration(withinMs)}</span>`}</span>
      <span class="when">${laid.took.length > 0 ? times(laid.took, drawn) : absence(laid, drawn)}</span></li>`;
  }
  if (laid.took.length === 0) {
    return view`<li class=${`stop group ${state}`}><span class="what"><span class="often">${often}${often === '' ? '' : ' '}</span>${inShort(laid)}</span>
      <span class="when">${absence(laid, drawn)}</span></li>`;
  }
  const ways = laid.pattern.kind === 'one-of' ? laid.parts.filter((part) => part.took.length === 0) : [];
  return view`<li class=${`stop group ${state}`}><span class="what"><span class="often">${[often, GROUPS[laid.pattern.kind]].filter(Boolean).join(', ')}</span></span>
    <ol class=${laid.pattern.kind}>${laid.parts.filter((part) => !ways.includes(part)).map((part) => stop(part, drawn))}${ways.length > 0 && fork(ways)}</ol></li>`;
}

/** `could`: it could have come next. `due`: it had to. `open`: the order did not get so far. */
function stateOf({ took, isDue, quantity }: Laid): 'taken' | 'due' | 'could' | 'skipped' | 'open' {
  if (took.length > 0) return 'taken';
  if (isDue) return quantity.min === 0 ? 'could' : 'due';
  return quantity.min === 0 ? 'skipped' : 'open';
}

const GROUPS = { seq: 'in this order', 'any-order': 'in any order', 'one-of': 'one of', event: '' } as const;

/** A part of which nothing came, on one line. */
function inShort({ pattern }: Laid): string {
  const words = patternWords(pattern);
  return words.length <= MOST_WORDS ? words : `${either(nextNames(pattern))}, and what follows it`;
}

function absence(laid: Laid, { state, since }: Drawn): string {
  if (since === undefined) return '';
  const words = {
    taken: '',
    due: 'was due',
    could: 'could have come',
    skipped: 'did not come, need not',
    open: 'not reached',
  };
  return state === 'complete' ? words.skipped : words[stateOf(laid)];
}

function breakStop(derailed: Derailment, drawn: Drawn): View {
  const { came } = derailed;
  const { what, became, more } = breakWords(derailed);
  const when = came === undefined ? `within ${formatDuration(drawn.withinMs)}` : times([came], drawn);
  return view`<li class="stop broke"><span class="what"><b>${what}</b> ${became}${more !== '' && view` <span class="before">${more}</span>`}</span><span class="when">${when}</span></li>`;
}

/** When something came, each time a link to its arrow; beyond a few they are counted. */
function times(came: readonly Arrival[], drawn: Drawn): Content {
  const shown = came.slice(0, MOST_TIMES);
  const rest = came.length - shown.length;
  return view`${came.length > 1 && view`<b>${came.length} times</b> `}${listed(shown.map((arrival) => timeLink(arrival, drawn)))}${rest > 0 && `, and ${count(rest, 'more time')}`}`;
}

/** Events under a title, each with a link to its arrow. */
function others(title: string, all: readonly Arrival[], drawn: Drawn): Content {
  if (all.length === 0) return '';
  const shown = all.slice(0, MOST_TIMES * 2);
  const rest = all.length - shown.length;
  return view`<p class="quiet">${title}: ${listed(shown.map((arrival) => view`${nameOf(arrival)} ${timeLink(arrival, drawn)}`))}${rest > 0 && `, and ${rest} more`}</p>`;
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
