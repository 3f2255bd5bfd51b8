import { strip } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import {
  doingWords,
  farWords,
  type LiveJourney,
  type LiveSection,
  type LiveState,
  spellWhole,
  sumsOf,
} from '../../../reports/terminal/live-state.ts';
import { count, thousands } from '../../../reports/words/text.ts';
import { spell } from '../../../reports/words/times.ts';
import { outcomes } from '../../../reports/words/words.ts';
import type { CameKci, EndedCase } from '../protocol.ts';
import type { LiveRun } from './live.ts';

/** How far a run is, in all and by section. */
export function standing(state: LiveState): View {
  const { total, done, passed, failed, inconclusive } = sumsOf(state);
  const { deliveries, requests, elapsedMs, leftMs, settlesInMs } = state;
  const words = [
    spellWhole(elapsedMs),
    settlesInMs !== undefined && settlesInMs > 0 ? `late KCIs may come for ${spellWhole(settlesInMs)}` : '',
    leftMs === undefined || done === total ? '' : `about ${spellWhole(leftMs)} left`,
    count(requests, 'request'),
    count(deliveries, 'KCI delivery', 'KCI deliveries'),
  ];
  return view`<section class="standing" aria-label="Progress">
    <p class="sum"><b>${farWords(state, { done, total })}</b> ${sumWords({ passed, failed, inconclusive })}</p>
    ${progress({ total, passed, failed, inconclusive })}
    <p class="quiet">${words.filter((each) => each !== '').join(' · ')}</p>
    <ul class="sections">${state.sections.map(
      (each) =>
        view`<li key=${each.name}><span>${each.name}</span>${progress(each)}<span class="quiet">${thousands(each.passed + each.failed + each.inconclusive)} of ${thousands(each.total)}${each.failed > 0 && view`, <b class="bad">${thousands(each.failed)} failed</b>`}</span></li>`,
    )}</ul>
  </section>`;
}

function sumWords({ passed, failed, inconclusive }: Pick<LiveSection, 'passed' | 'failed' | 'inconclusive'>): View {
  const some = [
    ['passed', passed],
    ['failed', failed],
    ...(inconclusive > 0 ? ([['inconclusive', inconclusive]] as const) : []),
  ] as const;
  return view`<ul class="sums">${some.map(([outcome, n]) => view`<li><span class=${`dot ${outcome}`}></span> ${thousands(n)} ${outcome}</li> `)}</ul>`;
}

function progress({ total, passed, failed, inconclusive }: Omit<LiveSection, 'name'>): View {
  return strip([
    ['failed', failed],
    ['inconclusive', inconclusive],
    ['passed', passed],
    ['rest', total - passed - failed - inconclusive],
  ]);
}

/** What goes on in a run, and what came last. */
export function happening({ state, end, kcis, ended }: LiveRun): View {
  return view`
    ${!end && state && underWay(state)}
    <h2>KCIs</h2>${kciList(kcis)}
    <h2>Ended last</h2>${endedLast(ended)}`;
}

const MOST_UNDER_WAY = 6;

/** Journeys that wait for KCIs, and those that do something else. */
function underWay({ underWay: journeys, awaited }: LiveState): View {
  const isWaiting = ({ doing }: LiveJourney): boolean => doing.kind.startsWith('awaits');
  const waiting = journeys.filter(isWaiting);
  const others = journeys.filter((each) => !isWaiting(each));
  const oldest = awaited.oldestMs >= 1_000 ? `, the oldest for ${spellWhole(awaited.oldestMs)}` : '';
  return view`
    <h2>Waiting for KCIs <span class="quiet">${thousands(waiting.length)}</span></h2>
    ${awaited.orders > 0 && view`<p class="quiet">${count(awaited.orders, 'order awaits', 'orders await')} their last KCI${oldest}.</p>`}
    ${journeyList(waiting)}
    <h2>Otherwise under way <span class="quiet">${thousands(others.length)}</span></h2>
    ${journeyList(others)}`;
}

function journeyList(journeys: readonly LiveJourney[]): View {
  if (journeys.length === 0) return view`<p class="quiet">None.</p>`;
  return view`<ul class="feed">${journeys
    .slice(0, MOST_UNDER_WAY)
    .map(
      ({ id, doing, forMs }) =>
        view`<li key=${id}><code>${id}</code> <span class="quiet">${doingWords(doing)}${forMs >= 1_000 ? `, ${spellWhole(forMs)}` : ''}</span></li>`,
    )}</ul>
    ${journeys.length > MOST_UNDER_WAY && view`<p class="quiet">and ${thousands(journeys.length - MOST_UNDER_WAY)} more</p>`}`;
}

const MOST_LINES = 14;

function kciList(came: readonly CameKci[]): View {
  if (came.length === 0) return view`<p class="quiet">None came yet.</p>`;
  return view`<ol class="feed">${came
    .slice(0, MOST_LINES)
    .map(
      ({ atMs, name, orderId, strange }) =>
        view`<li><span class="when">${spell(atMs)}</span> <b class=${strange === undefined ? '' : 'bad'}>${name ?? 'no event'}</b>${orderId !== undefined && view` <code>${orderId}</code>`}${strange !== undefined && view` <span class="quiet">${strange}</span>`}</li>`,
    )}</ol>`;
}

function endedLast(ended: readonly EndedCase[]): View {
  if (ended.length === 0) return view`<p class="quiet">None yet.</p>`;
  return view`<ol class="feed">${ended
    .slice(0, MOST_LINES)
    .map(
      ({ id, outcome }) =>
        view`<li key=${id}><span class=${`dot ${outcome}`}></span> <code>${id}</code>${outcome === 'passed' ? '' : view` <span class="quiet">${outcomes[outcome]}</span>`}</li>`,
    )}</ol>`;
}
