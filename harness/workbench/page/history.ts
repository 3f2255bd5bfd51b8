import { useId, useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import { resultLine } from '../../../reports/story/counts.ts';
import { count, thousands } from '../../../reports/words/text.ts';
import { moment, spell } from '../../../reports/words/times.ts';
import type { Past, PastCase, PastRun, Said } from '../protocol.ts';
import { get, post } from './api.ts';
import { type Bar, bars, marks } from './chart.ts';
import { type Act, type Remote, useAct, useRemote } from './hooks.ts';
import { failure, TAGS } from './parts.ts';

/** How cases did over the runs that are remembered. */
export function History({ targets }: { readonly targets: readonly string[] }): View {
  const [target, setTarget] = useState('');
  const past = useRemote(() => get<Past>('/api/history', { target: target || undefined }), [target]);
  const act = useAct();
  return view`<main class="page past">
    <header class="head"><h1>History</h1><div class="buttons">${rememberButton(act, past)}</div></header>
    ${failure(act.failed)}
    <${TargetField} targets=${targets} target=${target} onTarget=${setTarget} />
    ${failure(past.failed)}
    ${shown(past)}
  </main>`;
}

function rememberButton(act: Act, past: Remote<Past>): View {
  const remember = () =>
    act.run(async () => {
      await post<Said>('/api/history');
      past.again();
    });
  return view`<button type="button" class="main" disabled=${act.isUnderWay} onClick=${remember}>${act.isUnderWay ? 'Adding …' : 'Add all finished runs'}</button>`;
}

function TargetField({
  targets,
  target,
  onTarget,
}: {
  readonly targets: readonly string[];
  readonly target: string;
  readonly onTarget: (name: string) => void;
}): View {
  const id = useId();
  return view`<div class="field"><label for=${id}>Target</label>
    <select id=${id} value=${target} onChange=${(event: Event) => onTarget((event.currentTarget as HTMLSelectElement).value)}>
      <option value="">all</option>${targets.map((name) => view`<option value=${name}>${name}</option>`)}
    </select></div>`;
}

function shown({ value, isReading }: Remote<Past>): View {
  if (value === undefined) return view`<p class="quiet" role="status">${isReading ? 'Reading …' : ''}</p>`;
  const { runs, cases, steady } = value;
  if (runs.length === 0)
    return view`<p>Nothing is remembered yet. A run is remembered when it is added: its cases, how they came out, and how long they took.</p>`;
  const longest = Math.max(...runs.map(({ startedAt, endedAt }) => endedAt - startedAt));
  return view`
    <div class="charts">
      <figure><figcaption>Cases that passed, of those judged <b>${percent(passShare(runs.at(-1)))}</b> <span class="quiet">in the last of ${count(runs.length, 'run')}; from 0 to 100 %</span></figcaption>
        ${bars(
          runs.map((run) => barOf(run, passShare(run) ?? 0)),
          {
            highest: 1,
            words: `Share of passed cases over ${count(runs.length, 'run')}: first ${percent(passShare(runs[0]))}, last ${percent(passShare(runs.at(-1)))}`,
          },
        )}</figure>
      <figure><figcaption>How long it took, on the run’s clock <b>${spell(tookMs(runs.at(-1)))}</b> <span class="quiet">in the last; from 0 to ${spell(longest)}</span></figcaption>
        ${bars(
          runs.map((run) => barOf(run, tookMs(run))),
          {
            highest: longest,
            words: `Durations over ${count(runs.length, 'run')}: longest ${spell(longest)}, last ${spell(tookMs(runs.at(-1)))}`,
          },
        )}</figure>
    </div>
    <h2>Cases that did not always pass <span class="quiet">${thousands(cases.length)}</span></h2>
    <p class="quiet">${steady === 0 ? '' : `${count(steady, 'case')} passed in every run.`}</p>
    ${cases.length > 0 && casesTable(cases)}`;
}

const MOST = 100;

function casesTable(cases: readonly PastCase[]): View {
  return view`<table>
    <thead><tr><th scope="col">Case</th><th scope="col">Passed</th><th scope="col">Flaky</th><th scope="col">Median</th><th scope="col">Runs, the last at the right</th></tr></thead>
    <tbody>${cases.slice(0, MOST).map(
      (one) => view`<tr key=${one.case}><td><span class="title">${one.title} <code>${one.case}</code></span></td>
        <td data-label="passed">${percent(one.passRate)}</td><td data-label="flaky">${percent(one.flakeRate)}</td><td data-label="median">${spell(one.medianMs)}</td>
        <td>${marks(one.outcomes, wordsOf(one))}</td></tr>`,
    )}</tbody></table>
    ${cases.length > MOST && view`<p class="quiet">and ${thousands(cases.length - MOST)} more: “assay history” has all</p>`}`;
}

function wordsOf({ outcomes }: PastCase): string {
  const of = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('inconclusive')} inconclusive; the last ${outcomes.findLast((each) => each !== null) ?? 'not run'}`;
}

function barOf(run: PastRun, value: number): Bar {
  const { outcome, scope, cases, startedAt, target, seed } = run;
  const title = `${resultLine({ outcome, scope, cases })}: ${target}, seed ${seed}, ${moment(startedAt)}: ${cases.passed} passed, ${cases.failed} failed, ${cases.inconclusive} inconclusive`;
  return { title, look: TAGS[outcome], value };
}

function passShare(run: PastRun | undefined): number | null {
  const { passed = 0, failed = 0 } = run?.cases ?? {};
  return passed + failed === 0 ? null : passed / (passed + failed);
}

function tookMs(run: PastRun | undefined): number {
  return run ? run.endedAt - run.startedAt : 0;
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${Number((100 * share).toFixed(1))} %`;
}
