import { type View, view } from '../../../reports/html/view.ts';
import type { LiveFailure } from '../../../reports/terminal/live-state.ts';
import { count, thousands } from '../../../reports/words/text.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { EndedCase } from '../protocol.ts';
import { post } from './api.ts';
import { type Act, useAct } from './hooks.ts';
import type { LiveRun } from './live-run.ts';
import { happening, standing } from './now.ts';
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
    <p class="unseen" role="status">${end ? endWords(end.code, run.isStopping) : 'A run is under way'}</p>
    <header class="head">
      <h1>${end ? endWords(end.code, run.isStopping) : run.isStopping ? 'Stopping …' : 'Under way'}</h1>
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
        ${happening(run)}
      </section>
    </div>`;
}

/** What an exit status means (assay --help, “Exit status”). */
function endWords(code: number | null, isStopped: boolean): string {
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
      return isStopped ? 'Stopped at once, without reports' : 'Ended by the system';
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
