import { useState } from 'preact/hooks';
import { fact, tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import { mendedWords, spoken } from '../../../reports/story/mending.ts';
import { capital, count } from '../../../reports/words/text.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { Cause } from '../../model.ts';
import type { RunDetail, Said, TroubledCase, WaiverFate } from '../protocol.ts';
import { waiverLines } from '../waiver-lines.ts';
import { commandLine } from '../words.ts';
import { type Act, again, get, post, resume, useAct, useRemote } from './api.ts';
import { thresholdTable } from './load-now.ts';
import {
  aboutOf,
  caseLink,
  casesStrip,
  commandBox,
  failure,
  localTime,
  outcomeTag,
  remote,
  reportLink,
} from './parts.ts';

/** A run, with what did not pass in it. */
export function Run({ name, isRunning }: { readonly name: string; readonly isRunning: boolean }): View {
  const detail = useRemote(() => get<RunDetail>('/api/run', { name }), [name]);
  const act = useAct();
  return view`<main class="page run">${remote(detail, (found) => told(found, act, isRunning))}</main>`;
}

function told(detail: RunDetail, act: Act, isRunning: boolean): View {
  const { entry, folder, command, causes = [], troubled, untold, waivers, openOrders, load } = detail;
  const { name, reportAt, writtenAt } = entry;
  const hasFailed = troubled.some(({ outcome }) => outcome === 'failed');
  const isHeld = act.isUnderWay || isRunning;
  return view`
    <header class="head">
      <h1>${aboutOf(entry)} ${outcomeTag(entry)}</h1>
      <div class="buttons">
        ${reportAt !== undefined && reportLink(reportAt, 'button main')}
        ${entry.isResumable && view`<button type="button" class="main" disabled=${isHeld} onClick=${() => resume(act, name)}>Go on with it</button>`}
        ${hasFailed && view`<button type="button" disabled=${isHeld} onClick=${() => again(act, { run: name })}>Run the failed cases again</button>`}
      </div>
    </header>
    ${failure(act.failed)}
    <dl class="facts">
      ${'cases' in entry && fact('Cases', casesStrip(entry.cases))}
      ${'baseUrl' in entry && fact('Gateway', view`${entry.baseUrl} <span class="quiet">KCI profile ${entry.profile}, world ${entry.world}</span>`)}
      ${fact('Written', localTime(writtenAt))}
      ${fact('Folder', view`<code>${folder}</code>`)}
    </dl>
    ${entry.kind === 'unreadable' && view`<p class="bad">${entry.why}</p>`}
    ${entry.kind === 'unfinished' && view`<p>It has no verdict: ${entry.isResumable ? 'it was broken off. What it had finished stays; the rest can be walked.' : 'it is under way, or it was broken off and cannot be gone on with.'}</p>`}
    ${command !== '' && commandBox(command)}
    ${load && loadTold(load)}
    ${openOrders > 0 && view`<${OpenOrders} detail=${detail} isHeld=${isHeld} />`}
    ${waiverList(waivers)}
    ${
      entry.kind === 'run' &&
      view`${causeList(causes, isHeld, (cases) => again(act, { run: name, cases }))}<h2>Did not pass</h2>
      ${troubled.length === 0 ? view`<p class="quiet">Every case passed.</p>` : view`<ol class="troubles">${troubled.map((one) => trouble(one, { reportAt, isHeld, replay: () => again(act, { run: name, cases: [one.id] }) }))}</ol>`}
      ${untold > 0 && view`<p class="quiet">and ${count(untold, 'more case')}, in the report</p>`}`
    }`;
}

/** Each mistake once, with what mending it mends and the cases by which that is seen. */
function causeList(
  causes: readonly Cause[],
  isHeld: boolean,
  verify: (cases: readonly string[]) => void,
): View | false {
  if (causes.length === 0) return false;
  return view`<section aria-label="Causes"><h2>${count(causes.length, 'cause')}</h2><ul class="lines">${causes.map(
    (cause) => {
      const { kind, rows, cases, mends } = cause;
      return view`<li><b>${capital(spoken(kind))}</b> <span class="quiet">${rows.slice(0, MOST_ROWS).join(' ')}</span>
      <p>${mendedWords(cause)}${mends.cases.length < cases.length && view` <span class="quiet">The others fail for another cause, too.</span>`}</p>
      ${cases.length > 0 && view`<button type="button" disabled=${isHeld} onClick=${() => verify(cases)}>Verify the fix: run ${count(cases.length, 'case')}</button>`}</li>`;
    },
  )}</ul></section>`;
}

const MOST_ROWS = 3;

interface Doing {
  readonly reportAt: string | undefined;
  readonly isHeld: boolean;
  readonly replay: () => void;
}

function trouble(one: TroubledCase, { reportAt, isHeld, replay }: Doing): View {
  const { id, title, outcome, reason, detail, summary, expected, actual, requirements, more } = one;
  return view`<li key=${id} class=${`finding ${outcome}`}>
    <header>${tag(outcome, outcomes[outcome])}${one.isWaived && tag('waived', 'waived')}<h3>${title} <code>${id}</code></h3>${caseLink(reportAt, id)}<button type="button" disabled=${isHeld} onClick=${replay}>Run this case again</button></header>
    ${reason && view`<p><b>${reasons[reason]}</b>${detail === undefined ? '' : `: ${detail}`}</p>`}
    ${
      summary !== undefined &&
      view`<p>${summary}</p><dl class="versus"><div><dt>expected</dt><dd>${expected}</dd></div><div><dt>actual</dt><dd>${actual}</dd></div></dl>
      <p class="quiet">${[...requirements, ...(more > 0 ? [count(more, 'more finding')] : [])].join(' · ')}</p>
      ${waiveBox(one)}`
    }
  </li>`;
}

function loadTold({ note, thresholds, failures }: NonNullable<RunDetail['load']>): View {
  return view`${note !== undefined && view`<p class="bad">${note}</p>`}
    <h2>What had to hold</h2>${thresholdTable(thresholds, true)}
    <h2>Failed checks</h2>${
      failures.length === 0
        ? view`<p class="quiet">None.</p>`
        : view`<ul class="lines">${failures.map(({ check, summary, times }) => view`<li><b>${check}</b> ${summary} <span class="quiet">${count(times, 'time')}</span></li>`)}</ul>`
    }`;
}

/** Orders that a run left open at its target: what would be asked there is shown first, and asked only after that. */
function OpenOrders({ detail, isHeld }: { readonly detail: RunDetail; readonly isHeld: boolean }): View {
  const { openOrders: orders, folder, entry } = detail;
  const act = useAct();
  const [shown, setShown] = useState<{ readonly said: string; readonly isAgreed: boolean }>();
  const ask = (isAgreed: boolean) =>
    act.run(async () => setShown({ ...(await post<Said>('/api/cleanup', { run: entry.name, isAgreed })), isAgreed }));
  // The first line says where; what would be asked follows.
  const isToBeAsked = shown !== undefined && !shown.isAgreed && shown.said.trimEnd().includes('\n');
  return view`<section class="open" aria-label="Open orders"><h2>Open orders <span class="quiet">${orders}</span></h2>
    <p>${count(orders, 'order')} of this run ${orders === 1 ? 'was' : 'were'} left open at its target.</p>
    ${shown && view`<pre role="status" tabindex="0">${shown.said.trimEnd()}</pre>`}
    ${isToBeAsked && commandBox(commandLine(['cleanup', folder, '--yes']))}
    <div class="buttons">
      ${shown === undefined && view`<button type="button" disabled=${isHeld || act.isUnderWay} onClick=${() => ask(false)}>Show what would cancel them</button>`}
      ${isToBeAsked && view`<button type="button" class="halt" disabled=${isHeld || act.isUnderWay} onClick=${() => ask(true)}>Yes, ask the target for this</button> <button type="button" onClick=${() => setShown(undefined)}>No</button>`}
      ${act.isUnderWay && view`<span class="quiet" role="status">Asking …</span>`}
    </div>
    ${failure(act.failed)}
  </section>`;
}

const FATES: Readonly<Record<WaiverFate['fate'], readonly [look: string, words: string]>> = {
  used: ['waived', 'covers a failure'],
  stale: ['failed', 'stale: nothing fails there any more'],
  expired: ['failed', 'expired'],
  idle: ['', 'not looked at in this run'],
};

/** What became of the waivers of a run; those that fail it come first. */
function waiverList(waivers: readonly WaiverFate[]): View | false {
  if (waivers.length === 0) return false;
  return view`<section aria-label="Waivers"><h2>Waivers</h2><ul class="lines">${waivers.map(
    ({ fate, check, case: id, requirement, reason, owner, expires, cases }) => {
      const [look, words] = FATES[fate];
      const of = [id, requirement].filter((each) => each !== undefined).join(', ');
      return view`<li>${tag(look, words)} <b>${check}</b> of <code>${of}</code>${cases.length > 1 && `, in ${count(cases.length, 'case')}`}
        <p>${reason}</p><p class="quiet">${owner}, until ${expires}</p></li>`;
    },
  )}</ul></section>`;
}

/** The lines that waive a case, to be pasted into a waiver file. Nothing is written here: a waiver is somebody's word. */
function waiveBox({ id, checks, isWaived }: TroubledCase): View | false {
  if (checks.length === 0 || isWaived) return false;
  return view`<details class="waive"><summary>Waive …</summary>
    <p class="quiet">For the waiver file of your runs. Fill in reason, owner and last day; the file is refused until then.</p>
    <pre tabindex="0">${waiverLines({ id, checks })}</pre></details>`;
}
