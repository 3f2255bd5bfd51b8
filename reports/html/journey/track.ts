import { formatDuration } from '../../../harness/values/duration.ts';
import type { Lifecycle } from '../../story/lifecycle.ts';
import type { Arrival } from '../../story/moments.ts';
import type { Counted, Track } from '../../story/track.ts';
import { capital } from '../../words/text.ts';
import { type Content, type View, view } from '../view.ts';
import { besideRail, type Drawn, others, rail, times } from './rail.ts';

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
