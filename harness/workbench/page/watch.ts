import { useMemo, useState } from 'preact/hooks';
import { Recorder } from '../../../reports/app/recorder.ts';
import { packLanes, readLanes } from '../../../reports/html/lanes-packed.ts';
import { strip, tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import {
  doingWords,
  farWords,
  type LiveFailure,
  type LiveJourney,
  type LiveSection,
  type LiveState,
  liveKindOf,
  spellWhole,
  sumsOf,
} from '../../../reports/terminal/live-state.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import { formatDuration } from '../../values/duration.ts';
import { count, thousands } from '../../words/text.ts';
import type { CameKci, EndedCase, LoadStand, Printed } from '../protocol.ts';
import { type Act, again, get, post, useAct } from './api.ts';
import { endWords, type LatestRun, type ShownRun } from './live.ts';
import { curves, durationTable, loadStanding, thresholdTable } from './load-now.ts';
import { caseLink, commandBox, failure, reportLink } from './parts.ts';
import { screenHref } from './route.ts';

/** A run in progress, and how it ended. */
export function Watch({ live }: { readonly live: LatestRun }): View {
  const act = useAct();
  const { run, lost } = live;
  return view`<main class="page watch">
    ${failure(lost)}
    ${run ? watched(run, act) : view`<h1>Nothing is under way</h1><p><a href="#choose">Choose what to run</a>, or look at <a href="#runs">earlier runs</a>.</p>`}
  </main>`;
}

function watched(run: ShownRun, act: Act): View {
  const { work, state, load, end, command } = run;
  const ending = end && endWords(end.code, run);
  return view`
    <p class="unseen" role="status">${ending ?? `A ${work === 'load' ? 'load' : 'run'} is under way`}</p>
    <header class="head">
      <h1>${ending ?? (run.isStopping ? 'Stopping …' : 'Under way')}</h1>
      <div class="buttons">${end ? endButtons(run, act) : stopButton(run, act)}</div>
    </header>
    ${failure(act.failed)}
    ${typeof run.question === 'string' && !end && asked(run.question, act)}
    ${commandBox(command)}
    ${load ? loadStanding(load, end !== undefined) : state ? standing(state) : !end && view`<p class="quiet">Starting …</p>`}
    ${end && end.said !== '' && view`<details class="said" open=${end.reportAt === undefined}><summary>What it printed</summary><pre tabindex="0">${end.said}</pre></details>`}
    ${work === 'load' ? load && loadColumns(load, run) : runColumns(run, act)}
    ${run.lanes.size > 0 && view`<${Orders} lanes=${run.lanes} work=${work} />`}`;
}

/** The orders of a run as the report shows them, before they are judged; for a load, the judged ones. */
function Orders({ lanes, work }: Pick<ShownRun, 'lanes' | 'work'>): View {
  const read = useMemo(() => {
    const all = [...lanes.values()];
    return readLanes(
      packLanes(all, (_, nth) => nth),
      (place) => all[place]?.case ?? '',
    );
  }, [lanes]);
  return view`<section aria-label="Orders"><h2>Orders <span class="quiet">${work === 'load' ? 'whose journeys are over, as the report shows them' : 'as their KCIs come; the report judges them'}</span></h2>
    <${Recorder} lanes=${read} /></section>`;
}

/** What a person must do at the gateway before the run goes on. */
function asked(question: string, act: Act): View {
  const answer = (said: string) => () => act.run(async () => void (await post('/api/answer', { said })));
  return view`<section class="finding inconclusive" role="alert" aria-label="The operator is asked">
    <header><h3>Please ${question}</h3></header>
    <p class="buttons"><button type="button" class="main" disabled=${act.isUnderWay} onClick=${answer('done')}>Done, go on</button>
    <button type="button" disabled=${act.isUnderWay} onClick=${answer('no')}>It cannot be done</button></p>
  </section>`;
}

function loadColumns(load: LoadStand, { end, measured }: ShownRun): View {
  return view`<div class="columns">
      <section class="what" aria-label="Thresholds"><h2>What must hold</h2>${thresholdTable(load.thresholds, end !== undefined)}</section>
      <section class="against" aria-label="Durations"><h2>How long answers take</h2>${durationTable(load)}</section>
    </div>${curves(load, end ? [...measured, ...load.intervals] : measured)}`;
}

function runColumns(run: ShownRun, act: Act): View {
  return view`<div class="columns">
      <section class="what" aria-label="Cases that did not pass">
        <h2>Did not pass <span class="quiet">${thousands(run.troubled.size)}</span></h2>
        ${troubles([...run.troubled.values()], run, act)}
      </section>
      <section class="against" aria-label="What happens">
        ${happening(run)}
      </section>
    </div>`;
}

function stopButton({ isStopping }: ShownRun, act: Act): View {
  return view`<button type="button" class="halt" disabled=${act.isUnderWay} onClick=${() => act.run(async () => void (await post('/api/stop')))}>${isStopping ? 'End at once, without reports' : 'Stop'}</button>`;
}

function endButtons({ work, run, end, troubled }: ShownRun, act: Act): View {
  const hasFailed = [...troubled.values()].some(({ outcome }) => outcome === 'failed');
  return view`
    ${end?.reportAt !== undefined && view`${reportLink(end.reportAt, 'button main')} <a class="button" href=${screenHref({ to: 'run', name: run })}>See the run</a>`}
    ${hasFailed && view`<button type="button" disabled=${act.isUnderWay} onClick=${() => again(act, { run })}>Run the failed cases again</button>`}
    ${work === 'load' ? view`<a class="button" href="#load">Which load</a>` : view`<a class="button" href="#choose">What to run</a>`}`;
}

/** How many kinds of trouble are shown, the latest; the orders follow below, and the page of the run has all. */
const MAX_TROUBLES = 20;

function troubles(cases: readonly EndedCase[], run: ShownRun, act: Act): View {
  if (cases.length === 0) return view`<p class="quiet">${run.end ? 'None.' : 'None so far.'}</p>`;
  const kinds = [...Map.groupBy(cases, ({ id, failure }) => (failure ? liveKindOf(failure) : id)).values()];
  const shown = kinds.slice(-MAX_TROUBLES).toReversed();
  return view`<ol class="troubles">${shown.map(
    ([one, ...others]) =>
      one &&
      view`<li key=${one.id} class=${`finding ${one.outcome}`}>
      <header>${tag(one.outcome, outcomes[one.outcome])}<h3>${one.title} <code>${one.id}</code></h3></header>
      ${one.failure && whyOf(one.failure)}
      ${
        others.length > 0 &&
        view`<details><summary>and ${count(others.length, 'more case')} of this kind</summary>${feed(others, '', ({ id }) => view`<li key=${id}><code>${id}</code> ${caseLink(run.end?.reportAt, id)}</li>`)}
        ${others.length > MAX_LINES && view`<p class="quiet">and ${thousands(others.length - MAX_LINES)} more</p>`}</details>`
      }
      ${!run.end && view`<${SoFar} run=${run.run} id=${one.id} />`}
      ${run.end && view`<p class="buttons">${caseLink(run.end.reportAt, one.id)}<button type="button" disabled=${act.isUnderWay} onClick=${() => again(act, { run: run.run, cases: [one.id] })}>Run this case again</button></p>`}
    </li>`,
  )}</ol>
  ${shown.length < kinds.length && view`<p class="quiet">and ${count(kinds.length - shown.length, 'kind')} before these</p>`}`;
}

/** All that happened in a case so far, while its run has no report yet. */
function SoFar({ run, id }: { readonly run: string; readonly id: string }): View {
  const [told, setTold] = useState<string>();
  const act = useAct();
  const read = () =>
    act.run(async () => {
      setTold((await get<Printed>('/api/case', { run, id })).said);
    });
  return view`<p class="buttons"><button type="button" disabled=${act.isUnderWay} onClick=${read}>${told === undefined ? 'What happened in it' : 'Look again'}</button></p>
    ${failure(act.failed)}
    ${told !== undefined && view`<pre tabindex="0">${told}</pre>`}`;
}

function whyOf(failure: LiveFailure): View {
  if (failure.outcome === 'inconclusive') {
    return view`<p><b>${reasons[failure.reason]}</b>${failure.detail === '' ? '' : `: ${failure.detail}`}</p>`;
  }
  const { requirements, summary, more } = failure;
  return view`<p>${summary}</p><p class="quiet">${[...requirements, ...(more > 0 ? [count(more, 'more finding')] : [])].join(' · ')}</p>`;
}

/** The progress of a run, in total and by section. */
function standing(state: LiveState): View {
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

function sumWords(sums: Pick<LiveSection, 'passed' | 'failed' | 'inconclusive'>): View {
  const some = (['passed', 'failed', 'inconclusive'] as const).filter(
    (each) => each !== 'inconclusive' || sums[each] > 0,
  );
  return view`<ul class="sums">${some.map((outcome) => view`<li><span class=${`dot ${outcome}`}></span> ${thousands(sums[outcome])} ${outcome}</li> `)}</ul>`;
}

function progress({ total, passed, failed, inconclusive }: Omit<LiveSection, 'name'>): View {
  return strip([
    ['failed', failed],
    ['inconclusive', inconclusive],
    ['passed', passed],
    ['rest', total - passed - failed - inconclusive],
  ]);
}

/** What is going on in a run, and what came last. */
function happening({ state, end, kcis, ended }: ShownRun): View {
  return view`
    ${!end && state && underWay(state)}
    <h2>KCIs</h2>${feed(kcis, 'None came yet.', kciLine)}
    <h2>Ended last</h2>${feed(ended, 'None yet.', endedLine)}`;
}

const MAX_UNDER_WAY = 6;

/** Journeys that wait for KCIs, and all others under way. */
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
  const line = ({ id, doing, forMs }: LiveJourney): View =>
    view`<li key=${id}><code>${id}</code> <span class="quiet">${doingWords(doing)}${forMs >= 1_000 ? `, ${spellWhole(forMs)}` : ''}</span></li>`;
  return view`${feed(journeys, 'None.', line, MAX_UNDER_WAY)}
    ${journeys.length > MAX_UNDER_WAY && view`<p class="quiet">and ${thousands(journeys.length - MAX_UNDER_WAY)} more</p>`}`;
}

const MAX_LINES = 14;

/** The first entries, a line each. */
function feed<T>(all: readonly T[], none: string, line: (one: T) => View, most = MAX_LINES): View {
  if (all.length === 0) return view`<p class="quiet">${none}</p>`;
  return view`<ol class="feed">${all.slice(0, most).map(line)}</ol>`;
}

function kciLine({ atMs, name, orderId, strange }: CameKci): View {
  return view`<li><span class="when">${formatDuration(atMs)}</span> <b class=${strange === undefined ? '' : 'bad'}>${name ?? 'no event'}</b>${orderId !== undefined && view` <code>${orderId}</code>`}${strange !== undefined && view` <span class="quiet">${strange}</span>`}</li>`;
}

function endedLine({ id, outcome }: EndedCase): View {
  return view`<li key=${id}><span class=${`dot ${outcome}`}></span> <code>${id}</code>${outcome === 'passed' ? '' : view` <span class="quiet">${outcomes[outcome]}</span>`}</li>`;
}
