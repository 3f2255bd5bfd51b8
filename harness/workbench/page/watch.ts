import { tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import type { LiveFailure } from '../../../reports/terminal/live-state.ts';
import { count, thousands } from '../../../reports/words/text.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { EndedCase, LoadStand } from '../protocol.ts';
import { type Act, again, post, useAct } from './api.ts';
import { endWords, type Live, type LiveRun } from './live.ts';
import { durationTable, loadStanding, thresholdTable } from './load-now.ts';
import { happening, standing } from './now.ts';
import { caseLink, commandBox, failure, reportLink } from './parts.ts';
import { hrefOf } from './route.ts';

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
    ${work === 'load' ? load && loadColumns(load, run) : runColumns(run, act)}`;
}

/** What a person is to do at the gateway before the run goes on. */
function asked(question: string, act: Act): View {
  const answer = (said: string) => () => act.run(async () => void (await post('/api/answer', { said })));
  return view`<section class="finding inconclusive" role="alert" aria-label="The operator is asked">
    <header><h3>Please ${question}</h3></header>
    <p class="buttons"><button type="button" class="main" disabled=${act.isUnderWay} onClick=${answer('done')}>Done, go on</button>
    <button type="button" disabled=${act.isUnderWay} onClick=${answer('no')}>It cannot be done</button></p>
  </section>`;
}

function loadColumns(load: LoadStand, { end }: LiveRun): View {
  return view`<div class="columns">
      <section class="what" aria-label="Thresholds"><h2>What must hold</h2>${thresholdTable(load.thresholds, end !== undefined)}</section>
      <section class="against" aria-label="Durations"><h2>How long answers take</h2>${durationTable(load)}</section>
    </div>`;
}

function runColumns(run: LiveRun, act: Act): View {
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

function stopButton({ isStopping }: LiveRun, act: Act): View {
  return view`<button type="button" class="halt" disabled=${act.isUnderWay} onClick=${() => act.run(async () => void (await post('/api/stop')))}>${isStopping ? 'End at once, without reports' : 'Stop'}</button>`;
}

function endButtons({ work, run, end, troubled }: LiveRun, act: Act): View {
  const hasFailed = [...troubled.values()].some(({ outcome }) => outcome === 'failed');
  return view`
    ${end?.reportAt !== undefined && view`${reportLink(end.reportAt, 'button main')} <a class="button" href=${hrefOf({ to: 'run', name: run })}>See the run</a>`}
    ${hasFailed && view`<button type="button" disabled=${act.isUnderWay} onClick=${() => again(act, { run })}>Run the failed cases again</button>`}
    ${work === 'load' ? view`<a class="button" href="#load">Which load</a>` : view`<a class="button" href="#choose">What to run</a>`}`;
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
