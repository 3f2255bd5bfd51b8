import { useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import { thousands } from '../../../reports/words/text.ts';
import type { RunEntry } from '../protocol.ts';
import { begin, type Remote, useAct } from './api.ts';
import { aboutOf, casesStrip, failure, localTime, outcomeTag, remote, reportLink } from './parts.ts';
import { hrefOf } from './route.ts';

const MOST = 100;

/** The runs that lie in the folder, the latest first; two can be chosen to be compared. */
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
      <td><a href=${hrefOf({ to: 'run', name })}>${aboutOf(entry)}</a> <span class="quiet folder-name">${name}</span></td>
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
          <tbody>${all.slice(0, MOST).map(line)}</tbody>
        </table>${all.length > MOST && view`<p class="quiet">and ${thousands(all.length - MOST)} earlier, in <code>${folder}</code></p>`}`,
    )}
  </main>`;
}

function compareButton(picked: readonly string[], runs: readonly RunEntry[]): View {
  const [after, before] = runs.filter(({ name }) => picked.includes(name));
  if (before === undefined || after === undefined)
    return view`<span class="quiet">Tick two runs, or two loads, to compare them</span>`;
  if (before.kind !== after.kind) return view`<span class="quiet">A run and a load cannot be compared</span>`;
  return view`<a class="button main" href=${hrefOf({ to: 'compare', before: before.name, after: after.name })}>Compare the two</a>`;
}
