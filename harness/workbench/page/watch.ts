import { strip } from '../../../reports/html/promises.ts';
import { type View, view } from '../../../reports/html/view.ts';
import {
  doingWords,
  type LiveFailure,
  type LiveSection,
  type LiveState,
  spellWhole,
  sumsOf,
} from '../../../reports/live-state.ts';
import { count, thousands } from '../../../reports/text.ts';
import { spell } from '../../../reports/times.ts';
import { outcomes, reasons } from '../../../reports/words.ts';
import type { CameKci, EndedCase } from '../protocol.ts';
import { post } from './api.ts';
import { type Act, useAct } from './hooks.ts';
import type { LiveRun } from './live-run.ts';
import { caseLink, commandBox, failure, reportLink, tag } from './parts.ts';
import { hrefOf } from './route.ts';
import type { Live } from './use-live.ts';

/** A run while it goes on, and how it ended. */
export function Watch({ live }: { readonly live: Live }): View {
  const act = useAct();
  const { run, lost } = live;
  return view`<main class="page watch">
    ${failure(lost)}
    ${run ? watched(run, act) : view`<h1>Nothing is under way</h1><p><a href="#choose">Choose what to run</a>, or look at <a href="#runs">earlier runs</a>.</p>`}
  </main>`;
}

function watched(run: LiveRun, act: Act): View {
  const { state, end, command } = run;
  return view`
    <p class="unseen" role="status">${end ? endWords(end.code) : 'A run is under way'}</p>
    <header class="head">
      <h1>${end ? endWords(end.code) : run.isStopping ? 'Stopping …' : 'Under way'}</h1>
      <div class="buttons">${end ? endButtons(run, act) : stopButton(run, act)}</div>
    </header>
    ${failure(act.failed)}
    ${commandBox(command)}
    ${state ? standing(state) : !end && view`<p class="quiet">Starting …</p>`}
    ${end && end.said !== '' && view`<details class="said" open=${end.reportAt === undefined}><summary>What it printed</summary><pre tabindex="0">${end.said}</pre></details>`}
    <div class="columns">
      <section class="what" aria-label="Cases that did not pass">
        <h2>Did not pass <span class="quiet">${thousands(run.troubled.size)}</span></h2>
        ${troubles([...run.troubled.values()], run, act)}
      </section>
      <section class="against" aria-label="What happens">
        ${!end && state && underWay(state)}
        <h2>KCIs</h2>${kcis(run.kcis)}
        <h2>Ended last</h2>${endedLast(run.ended)}
      </section>
    </div>`;
}

/** What an exit status means (assay --help, “Exit status”). */
function endWords(code: number | null): string {
  switch (code) {
    case 0:
      return 'Every case passed';
    case 1:
      return 'Not every case passed';
    case 2:
      return 'Not started: the input is wrong';
    case 3:
      return 'The environment failed';
    case 4:
      return 'Not all could be tested';
    case 130:
    case 143:
      return 'Stopped before its end';
    case null:
      return 'Ended at once';
    default:
      return `Ended with status ${code}`;
  }
}

function stopButton({ isStopping }: LiveRun, act: Act): View {
  return view`<button type="button" class="halt" disabled=${act.isUnderWay} onClick=${() => act.run(async () => void (await post('/api/stop')))}>${isStopping ? 'End at once, without reports' : 'Stop'}</button>`;
}

function endButtons({ run, end, troubled }: LiveRun, act: Act): View {
  const hasFailed = [...troubled.values()].some(({ outcome }) => outcome === 'failed');
  return view`
    ${end?.reportAt !== undefined && view`${reportLink(end.reportAt, 'button main')} <a class="button" href=${hrefOf({ to: 'run', name: run })}>See the run</a>`}
    ${hasFailed && view`<button type="button" disabled=${act.isUnderWay} onClick=${() => again(act, { run })}>Run the failed cases again</button>`}
    <a class="button" href="#choose">What to run</a>`;
}

/** Has cases of a run again, all that failed unless some are named. */
export function again(act: Act, body: { readonly run: string; readonly cases?: readonly string[] }): void {
  act.run(async () => {
    await post('/api/again', body);
    location.hash = '#watch';
  });
}

function standing(state: LiveState): View {
  const { total, done, passed, failed, inconclusive } = sumsOf(state);
  const { awaited, deliveries, requests, elapsedMs, leftMs, settlesInMs } = state;
  const words = [
    spellWhole(elapsedMs),
    settlesInMs !== undefined && settlesInMs > 0 ? `late KCIs may come for ${spellWhole(settlesInMs)}` : '',
    leftMs === undefined || done === total ? '' : `about ${spellWhole(leftMs)} left`,
    count(requests, 'request'),
    count(deliveries, 'KCI delivery', 'KCI deliveries'),
    awaited.orders === 0 ? '' : `${count(awaited.orders, 'order awaits', 'orders await')} KCIs`,
  ];
  return view`<section class="standing" aria-label="Progress">
    <p class="sum"><b>${thousands(done)} of ${count(total, 'case')}</b> ${sumWords({ passed, failed, inconclusive })}</p>
    ${progress({ total, passed, failed, inconclusive })}
    <p class="quiet">${words.filter((each) => each !== '').join(' · ')}</p>
    <ul class="sections">${state.sections.map(
      (each) =>
        view`<li key=${each.name}><span>${each.name}</span>${progress(each)}<span class="quiet">${thousands(each.passed + each.failed + each.inconclusive)} of ${thousands(each.total)}${each.failed > 0 && view`, <b class="bad">${thousands(each.failed)} failed</b>`}</span></li>`,
    )}</ul>
  </section>`;
}

function sumWords({ passed, failed, inconclusive }: Pick<LiveSection, 'passed' | 'failed' | 'inconclusive'>): View {
  return view`<ul class="legend">
    <li class="passed">${thousands(passed)} passed</li><li class="failed">${thousands(failed)} failed</li>
    ${inconclusive > 0 && view`<li class="inconclusive">${thousands(inconclusive)} inconclusive</li>`}</ul>`;
}

function progress({ total, passed, failed, inconclusive }: Omit<LiveSection, 'name'>): View {
  return strip([
    ['failed', failed],
    ['inconclusive', inconclusive],
    ['passed', passed],
    ['rest', total - passed - failed - inconclusive],
  ]);
}

const MOST_TROUBLES = 100;

function troubles(cases: readonly EndedCase[], run: LiveRun, act: Act): View {
  if (cases.length === 0) return view`<p class="quiet">${run.end ? 'None.' : 'None so far.'}</p>`;
  const shown = cases.slice(-MOST_TROUBLES).toReversed();
  return view`<ol class="troubles">${shown.map(
    (one) => view`<li key=${one.id} class=${`finding ${one.outcome}`}>
      <header>${tag(one.outcome, outcomes[one.outcome])}<h3>${one.title} <code>${one.id}</code></h3></header>
      ${one.failure && whyOf(one.failure)}
      ${run.end && view`<p class="buttons">${caseLink(run.end.reportAt, one.id)}<button type="button" disabled=${act.isUnderWay} onClick=${() => again(act, { run: run.run, cases: [one.id] })}>Run this case again</button></p>`}
    </li>`,
  )}</ol>
  ${shown.length < cases.length && view`<p class="quiet">and ${thousands(cases.length - shown.length)} before these</p>`}`;
}

function whyOf(failure: LiveFailure): View {
  if (failure.outcome === 'inconclusive') {
    return view`<p><b>${reasons[failure.reason]}</b>${failure.detail === '' ? '' : `: ${failure.detail}`}</p>`;
  }
  const { requirements, summary, more } = failure;
  return view`<p>${summary}</p><p class="quiet">${[...requirements, ...(more > 0 ? [count(more, 'more finding')] : [])].join(' · ')}</p>`;
}

const MOST_UNDER_WAY = 10;

function underWay({ underWay: journeys }: LiveState): View {
  return view`<h2>Under way <span class="quiet">${thousands(journeys.length)}</span></h2>
    <ul class="feed">${journeys
      .slice(0, MOST_UNDER_WAY)
      .map(
        ({ id, doing, forMs }) =>
          view`<li key=${id}><code>${id}</code> <span class="quiet">${doingWords(doing)}${forMs >= 1_000 ? `, ${spellWhole(forMs)}` : ''}</span></li>`,
      )}</ul>`;
}

const MOST_LINES = 14;

function kcis(came: readonly CameKci[]): View {
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
