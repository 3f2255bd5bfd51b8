import { useEffect, useState } from 'preact/hooks';
import { table } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import { resultLine } from '../../../reports/story/counts.ts';
import { formatDuration } from '../../values/duration.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { count, thousands } from '../../words/text.ts';
import { formatUtc } from '../../words/times.ts';
import type { Past, PastCase, PastRun, Printed, RunEntry } from '../protocol.ts';
import { get, post, type Remote, useAct, useRemote } from './api.ts';
import { Select } from './fields.ts';
import { aboutOf, casesStrip, failure, localTime, outcomeTag, TAGS } from './parts.ts';
import { screenHref } from './route.ts';

/** How cases did over the remembered runs. */
export function History({
  targets,
  runs,
}: {
  readonly targets: readonly string[];
  readonly runs: readonly RunEntry[];
}): View {
  const [target, setTarget] = useState('');
  const past = useRemote(() => get<Past>('/api/history', { target: target || undefined }), [target]);
  const act = useAct();
  // Runs that are already known cost only a look.
  useEffect(
    () =>
      act.run(async () => {
        await post<Printed>('/api/history');
        past.again();
      }),
    [],
  );
  return view`<main class="page past">
    <header class="head"><h1>History</h1><p class="quiet" role="status">${act.isUnderWay ? 'Adding finished runs …' : ''}</p></header>
    ${failure(act.failed)}
    <${Select} label="Target" value=${target} options=${[['', 'all'], ...targets.map((name) => [name, name])]} onValue=${setTarget} />
    ${failure(past.failed)}
    ${shown(past)}
    ${loads(runs.filter(isLoad).filter((load) => target === '' || load.target === target))}
  </main>`;
}

function shown({ value, isReading }: Remote<Past>): View {
  if (value === undefined) return view`<p class="quiet" role="status">${isReading ? 'Reading …' : ''}</p>`;
  const { runs, cases, steady } = value;
  if (runs.length === 0)
    return view`<p>Nothing is remembered yet. Every run that comes to its end is: its cases, how they came out, and how long they took.</p>`;
  const real = runs.filter((run) => !isSimulated(run));
  return view`
    <div class="charts">
      <figure><figcaption>Cases that passed, of those judged <b>${percent(passShare(runs.at(-1)))}</b> <span class="quiet">in the last of ${count(runs.length, 'run')}; from 0 to 100 %</span></figcaption>
        ${bars(runs, 1, (run) => passShare(run) ?? 0, `Share of passed cases over ${count(runs.length, 'run')}: first ${percent(passShare(runs[0]))}, last ${percent(passShare(runs.at(-1)))}`)}</figure>
      ${durations('How long it took', real)}
      ${durations('How long it took, in simulated time', runs.filter(isSimulated))}
    </div>
    <h2>Cases that did not always pass <span class="quiet">${thousands(cases.length)}</span></h2>
    <p class="quiet">${steady === 0 ? '' : `${count(steady, 'case')} passed in every run.`}</p>
    ${cases.length > 0 && casesTable(cases)}`;
}

type LoadEntry = Extract<RunEntry, { kind: 'load' }>;
const isLoad = (entry: RunEntry): entry is LoadEntry => entry.kind === 'load';

/**
 * The loads in the folder, the latest first by when they were made (not by simulated dates), each compared with the one
 * before it with the same traffic and target.
 */
export function loads(all: readonly LoadEntry[]): View | false {
  const sorted = all.toSorted((a, b) => b.writtenAt - a.writtenAt).slice(0, MAX_LISTED);
  const rows = sorted.map((load, i) => {
    const { name, traffic, target, writtenAt } = load;
    const before = sorted.slice(i + 1).find((each) => each.traffic === traffic && each.target === target);
    return view`<tr key=${name}><td>${localTime(writtenAt)}</td><td><a href=${screenHref({ to: 'run', name })}>${aboutOf(load)}</a></td>
      <td>${outcomeTag(load)}</td><td>${casesStrip(load.cases)}</td>
      <td>${before && view`<a href=${screenHref({ to: 'compare', before: before.name, after: name })}>with the one before</a>`}</td></tr>`;
  });
  return (
    rows.length > 0 &&
    view`<h2>Loads</h2>${table(['Written', 'Load', 'Thresholds', 'Journeys', 'Compare'], rows.flat(), 'loads')}`
  );
}

const isSimulated = ({ baseUrl }: PastRun): boolean => isInProcess(baseUrl);

function durations(title: string, runs: readonly PastRun[]): View | false {
  if (runs.length === 0) return false;
  const longest = Math.max(...runs.map(tookMs));
  return view`<figure><figcaption>${title} <b>${formatDuration(tookMs(runs.at(-1)))}</b> <span class="quiet">in the last; from 0 to ${formatDuration(longest)}</span></figcaption>
    ${bars(runs, longest, tookMs, `${title}, over ${count(runs.length, 'run')}: longest ${formatDuration(longest)}, last ${formatDuration(tookMs(runs.at(-1)))}`)}</figure>`;
}

const MAX_LISTED = 100;

function casesTable(cases: readonly PastCase[]): View {
  return view`${table(
    ['Case', 'Passed', 'Flaky', 'Median', 'Runs, the last at the right'],
    cases.slice(0, MAX_LISTED).flatMap(
      (one) => view`<tr key=${one.case}><td><span class="title">${one.title} <code>${one.case}</code></span></td>
        <td data-label="passed">${percent(one.passRate)}</td><td data-label="flaky">${percent(one.flakeRate)}</td><td data-label="median">${formatDuration(one.medianMs)}</td>
        <td>${marks(one.outcomes, wordsOf(one))}</td></tr>`,
    ),
  )}
    ${cases.length > MAX_LISTED && view`<p class="quiet">and ${thousands(cases.length - MAX_LISTED)} more: “assay history” has all</p>`}`;
}

function wordsOf({ outcomes }: PastCase): string {
  const of = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('inconclusive')} inconclusive; the last ${outcomes.findLast((each) => each !== null) ?? 'not run'}`;
}

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Values over runs, as bars from 0 to the highest. Drawn in SVG, because the page's policy allows no inline styles; the
 * content is also given in words.
 */
function bars(runs: readonly PastRun[], highest: number, heightOf: (run: PastRun) => number, words: string): View {
  const width = WIDTH / Math.max(runs.length, 12);
  return view`<svg class="bars" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${words}>
    ${runs.map((run, i) => {
      const { outcome, scope, cases, madeAt, target, seed } = run;
      const height = Math.max(2, (HEIGHT * heightOf(run)) / (highest || 1));
      return view`<rect class=${TAGS[outcome]} x=${(i * width).toFixed(1)} y=${(HEIGHT - height).toFixed(1)} width=${(width * 0.8).toFixed(1)} height=${height.toFixed(1)}><title>${resultLine({ outcome, scope, cases })}: ${target}, seed ${seed}, ${formatUtc(madeAt)}: ${cases.passed} passed, ${cases.failed} failed, ${cases.inconclusive} inconclusive</title></rect>`;
    })}
  </svg>`;
}

/** The outcomes of a case in each run, as a row of marks. */
function marks(outcomes: PastCase['outcomes'], words: string): View {
  return view`<svg class="marks" viewBox=${`0 0 ${outcomes.length * 5} 10`} width=${outcomes.length * 5} height="10" role="img" aria-label=${words}>
    ${outcomes.map((outcome, i) => outcome !== null && view`<rect class=${outcome} x=${i * 5} y="0" width="4" height="10" />`)}
  </svg>`;
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
