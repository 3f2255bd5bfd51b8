import { type View, view } from '../../../reports/html/view.ts';
import { count } from '../../../reports/words/text.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { RunDetail, TroubledCase } from '../protocol.ts';
import { get } from './api.ts';
import { again, resume } from './begin.ts';
import { type Act, useAct, useRemote } from './hooks.ts';
import { thresholdTable } from './load-now.ts';
import { OpenOrders } from './open-orders.ts';
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
  tag,
} from './parts.ts';
import { waiveBox, waiverList } from './waivers.ts';

/** A run, with what did not pass in it. */
export function Run({ name, isRunning }: { readonly name: string; readonly isRunning: boolean }): View {
  const detail = useRemote(() => get<RunDetail>('/api/run', { name }), [name]);
  const act = useAct();
  return view`<main class="page run">${remote(detail, (found) => told(found, act, isRunning))}</main>`;
}

function told(detail: RunDetail, act: Act, isRunning: boolean): View {
  const { entry, folder, command, troubled, untold, waivers, openOrders, load } = detail;
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
    ${openOrders > 0 && view`<${OpenOrders} run=${name} folder=${folder} orders=${openOrders} isHeld=${isHeld} />`}
    ${waiverList(waivers)}
    ${
      entry.kind === 'run' &&
      view`<h2>Did not pass</h2>
      ${troubled.length === 0 ? view`<p class="quiet">Every case passed.</p>` : view`<ol class="troubles">${troubled.map((one) => trouble(one, { reportAt, isHeld, replay: () => again(act, { run: name, cases: [one.id] }) }))}</ol>`}
      ${untold > 0 && view`<p class="quiet">and ${count(untold, 'more case')}, in the report</p>`}`
    }`;
}

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

function fact(name: string, value: View): View {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
