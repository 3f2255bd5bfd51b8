import { useState } from 'preact/hooks';
import { fact, tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import { ifFixedWords, spoken } from '../../../reports/story/fix.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { Cause } from '../../model.ts';
import { capital, count, thousands } from '../../words/text.ts';
import type { RunDetail, RunEntry, TroubledCase } from '../protocol.ts';
import { formatCommand } from '../words.ts';
import { type Act, again, begin, get, type Remote, useAct, useRemote } from './api.ts';
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
import { screenHref } from './route.ts';

const MAX_LISTED = 100;

/** The runs in the folder, the latest first; two can be chosen for comparison. */
export function RunList({
  runs,
  folder,
  isRunning,
}: {
  readonly runs: Remote<readonly RunEntry[]>;
  readonly folder: string;
  readonly isRunning: boolean;
}): View {
  const act = useAct();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (name: string) =>
    setPicked(picked.includes(name) ? picked.filter((each) => each !== name) : [...picked, name].slice(-2));
  const line = (entry: RunEntry): View => {
    const { name, writtenAt, reportAt, isResumable } = entry;
    const isWhole = entry.kind === 'run' || entry.kind === 'load';
    return view`<tr key=${name}>
      <td>${isWhole && view`<input type="checkbox" checked=${picked.includes(name)} onChange=${() => pick(name)} aria-label=${`Compare ${name}`} />`}</td>
      <td>${outcomeTag(entry)}</td>
      <td><a href=${screenHref({ to: 'run', name })}>${aboutOf(entry)}</a> <span class="quiet folder-name">${name}</span></td>
      <td>${isWhole && casesStrip(entry.cases)}</td>
      <td>${localTime(writtenAt)}</td>
      <td>${reportAt !== undefined && reportLink(reportAt)} ${isResumable && view`<button type="button" disabled=${act.isUnderWay || isRunning} onClick=${() => begin(act, '/api/resume', { run: name })} aria-label=${`Go on with ${name}`}>Go on</button>`}</td>
    </tr>`;
  };
  return view`<main class="page runs">
    <header class="head"><h1>Runs</h1>
      <div class="buttons">${compareButton(picked, runs.value ?? [])}<button type="button" onClick=${runs.again}>Look again</button></div></header>
    ${failure(act.failed)}
    ${remote(runs, (all) =>
      all.length === 0
        ? view`<p>No run lies in <code>${folder}</code> yet. <a href="#choose">Choose what to run</a>.</p>`
        : view`<table>
          <thead><tr><th scope="col"><span class="unseen">Compare</span></th><th scope="col">Outcome</th><th scope="col">Target</th><th scope="col">Cases</th><th scope="col">Written</th><th scope="col">Report</th></tr></thead>
          <tbody>${all.slice(0, MAX_LISTED).map(line)}</tbody>
        </table>${all.length > MAX_LISTED && view`<p class="quiet">and ${thousands(all.length - MAX_LISTED)} earlier, in <code>${folder}</code></p>`}`,
    )}
  </main>`;
}

function compareButton(picked: readonly string[], runs: readonly RunEntry[]): View {
  const [after, before] = runs.filter(({ name }) => picked.includes(name));
  if (before === undefined || after === undefined)
    return view`<span class="quiet">Tick two runs, or two loads, to compare them</span>`;
  if (before.kind !== after.kind) return view`<span class="quiet">A run and a load cannot be compared</span>`;
  return view`<a class="button main" href=${screenHref({ to: 'compare', before: before.name, after: after.name })}>Compare the two</a>`;
}

/** A run, and what did not pass in it. */
export function Run({ name, isRunning }: { readonly name: string; readonly isRunning: boolean }): View {
  const detail = useRemote(() => get<RunDetail>('/api/run', { name }), [name]);
  const act = useAct();
  return view`<main class="page run">${remote(detail, (found) => told(found, act, isRunning))}</main>`;
}

function told(detail: RunDetail, act: Act, isRunning: boolean): View {
  const { entry, folder, command, causes = [], troubled, untold, openOrders } = detail;
  const { name, reportAt, writtenAt } = entry;
  const hasFailed = troubled.some(({ outcome }) => outcome === 'failed');
  const isHeld = act.isUnderWay || isRunning;
  const againButton = (id: string): View =>
    view`<button type="button" disabled=${isHeld} onClick=${() => again(act, { run: name, cases: [id] })}>Run this case again</button>`;
  return view`
    <header class="head">
      <h1>${aboutOf(entry)} ${outcomeTag(entry)}</h1>
      <div class="buttons">
        ${reportAt !== undefined && reportLink(reportAt, 'button main')}
        ${entry.isResumable && view`<button type="button" class="main" disabled=${isHeld} onClick=${() => begin(act, '/api/resume', { run: name })}>Go on with it</button>`}
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
    ${
      openOrders > 0 &&
      view`<section aria-label="Open orders"><h2>Open orders <span class="quiet">${openOrders}</span></h2>
      <p>They were left open at the target. This asks it to cancel them:</p>${commandBox(formatCommand(['cleanup', folder, '--yes']))}</section>`
    }
    ${
      entry.kind === 'run' &&
      view`${causeList(causes, isHeld, (cases) => again(act, { run: name, cases }))}<h2>Did not pass</h2>
      ${troubled.length === 0 ? view`<p class="quiet">Every case passed.</p>` : view`<ol class="troubles">${troubled.map((one) => trouble(one, reportAt, againButton(one.id)))}</ol>`}
      ${untold > 0 && view`<p class="quiet">and ${count(untold, 'more case')}, in the report</p>`}`
    }`;
}

/** Each mistake once, with what a fix would turn green and the cases that verify the fix. */
function causeList(
  causes: readonly Cause[],
  isHeld: boolean,
  verify: (cases: readonly string[]) => void,
): View | false {
  if (causes.length === 0) return false;
  return view`<section aria-label="Causes"><h2>${count(causes.length, 'cause')}</h2><ul class="lines">${causes.map(
    (cause) => {
      const { kind, rows, cases, ifFixed } = cause;
      return view`<li><b>${capital(spoken(kind))}</b> <span class="quiet">${rows.slice(0, MAX_ROWS).join(' ')}</span>
      <p>Once fixed, ${ifFixedWords(cause)}${ifFixed.cases.length + (ifFixed.unwalked ?? 0) < cases.length && view` <span class="quiet">The others fail for another cause, too.</span>`}</p>
      ${cases.length > 0 && view`<button type="button" disabled=${isHeld} onClick=${() => verify(cases)}>Verify the fix: run ${count(cases.length, 'case')}</button>`}</li>`;
    },
  )}</ul></section>`;
}

const MAX_ROWS = 3;

function trouble(
  { id, title, outcome, reason, detail }: TroubledCase,
  reportAt: string | undefined,
  button: View,
): View {
  return view`<li key=${id} class=${`finding ${outcome}`}>
    <header>${tag(outcome, outcomes[outcome])}<h3>${title} <code>${id}</code></h3>${caseLink(reportAt, id)}${button}</header>
    ${reason && view`<p><b>${reasons[reason]}</b>${detail === undefined ? '' : `: ${detail}`}</p>`}
  </li>`;
}
