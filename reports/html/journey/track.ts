import { formatDuration } from '../../../harness/values/duration.ts';
import { capital, count, either } from '../../../harness/words/text.ts';
import { type Course, wrongWords } from '../../story/course.ts';
import { breakWords, clockOf } from '../../story/course-words.ts';
import type { ArrivalMoment } from '../../story/moments.ts';
import { arrivalName } from '../../story/timeline.ts';
import { arrowAnchor } from '../anchors.ts';
import { laneExtent } from '../lanes-packed.ts';
import { axis, laneView, scaleTo } from '../recorder.ts';
import { type Content, type View, view } from '../view.ts';

/**
 * The events of an order beside its requirements: a lane on a time scale, with when each event was due; below it the events
 * in words, each with a link to its arrow in the case's diagram, where the course was left, and what was not reached.
 */
export function courseView(course: Course, caseId: string): View {
  const { kind, name, orderId, since, terms, isSilence, came, odd } = course;
  const clock = since === undefined ? [] : [`times since ${clockOf(course)}`];
  const title = kind === 'lifecycle' ? 'Lifecycle' : 'KCIs';
  return view`<div role="group" class=${`track ${course.state}`} aria-label=${`${title} of ${name}${orderId === undefined ? '' : `, order ${orderId}`}`}>
    <header><p class="name">${title} of <code>${name}</code>${kind === 'lifecycle' && ' orders'}${orderId !== undefined && view` <span class="quiet">order ${orderId}</span>`}</p> ${stateTag(course)}</header>
    <p class="quiet">${capital([...terms, ...clock].join(' · '))}</p>
    ${since === undefined ? view`<p class="quiet">The order was never sent.</p>` : ''}
    ${drawn(course, caseId)}
    ${odd.map((each) => view`<p class="bad">${each.words}: <b>${each.name}</b> came ${times(each.came, course, caseId)}</p>`)}
    ${isSilence && came.size === 0 && view`<p class="quiet">Nothing came, as it should be.</p>`}
  </div>`;
}

function stateTag({ state, derailed, since, found, wrong }: Course): View {
  if (found.some((one) => one.outcome === 'failed')) return view`<span class="tag failed">sequence broken</span>`;
  // The journey ended before the judgement, or the target was asked for a course that it need not take.
  if (derailed !== undefined) return view`<span class="tag inconclusive">sequence broken, and not judged by it</span>`;
  if (since === undefined) return view`<span class="tag">not sent</span>`;
  const words = state === 'complete' ? 'complete' : 'not complete';
  if (wrong.length > 0) return view`<span class="tag failed">${words}, not as expected</span>`;
  return view`<span class=${`tag ${state === 'complete' ? 'passed' : 'inconclusive'}`}>${words}</span>`;
}

/** More times of one item are only counted. */
const MAX_TIMES = 6;
/** More events of an order are only in the diagram. */
const MAX_EVENTS = 40;

function drawn(course: Course, caseId: string): View | false {
  const { derailed, since, came, open, withinMs } = course;
  if (since === undefined) return open.length > 0 && view`<p class="quiet">${either(open)} was to come.</p>`;
  const lane = { ...course.lane, case: caseId };
  const scale = scaleTo(laneExtent([lane]));
  const broke = derailed && breakWords(derailed);
  return view`<div>${came.size + open.length > 0 && [laneView(lane, scale), axis(scale)]}
    <ol class="came">${[...came].slice(0, MAX_EVENTS).map(([arrival, place]) => view`<li>${arrivalName(arrival)} ${timeLink(arrival, course, caseId)}${place !== '' && view` <span class="quiet">${place}</span>`}</li>`)}</ol>
    ${came.size > MAX_EVENTS && view`<p class="quiet">and ${count(came.size - MAX_EVENTS, 'more event')}</p>`}
    ${broke && view`<p class="bad"><b>${broke.what}</b> ${broke.became}${derailed.came === undefined ? ` within ${formatDuration(withinMs)}` : ''}${broke.more === '' ? '' : `; ${broke.more}`}</p>`}
    ${open.length > 0 && view`<p class="quiet">Not reached: ${open.join(', ')}</p>`}</div>`;
}

/** When something came, each time with a link to its arrow; beyond a few they are counted. */
function times(came: readonly ArrivalMoment[], course: Course, caseId: string): Content {
  const rest = came.length - MAX_TIMES;
  const links = came.slice(0, MAX_TIMES).map((arrival, i) => [i > 0 && ', ', timeLink(arrival, course, caseId)]);
  return view`${came.length > 1 && view`<b>${came.length} times</b> `}${links}${rest > 0 && `, and ${count(rest, 'more time')}`}`;
}

function timeLink(arrival: ArrivalMoment, course: Course, caseId: string): View {
  const { since = 0 } = course;
  const wrong = wrongWords(course, arrival);
  const { at, event, delivery } = arrival;
  const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
  const words = `${at < since ? '−' : '+'}${formatDuration(Math.abs(at - since))}${number}`;
  return view`<a class="to-arrow" href=${`#${arrowAnchor(caseId, delivery.seq)}`} aria-label=${`${arrivalName(arrival)} ${words}, in the diagram`}>${words}</a>${wrong !== '' && view` <span class="bad">${wrong}</span>`}`;
}
