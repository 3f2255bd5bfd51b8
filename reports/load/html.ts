import type { Check, KciProfile, LoadVerdict, Observation, Spread, ThresholdVerdict } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { clip, count, thousands } from '../../harness/words/text.ts';
import { formatUtc } from '../../harness/words/times.ts';
import { appOf } from '../html/app-bundle.ts';
import { diagram } from '../html/journey/diagram.ts';
import type { Telling } from '../html/journey/telling.ts';
import { LANES, packLanes } from '../html/lanes-packed.ts';
import { zip } from '../html/pack.ts';
import { page } from '../html/page.ts';
import { fact, scrolling, skipTo, table, tag } from '../html/parts.ts';
import { recorder } from '../html/recorder.ts';
import { type View, view } from '../html/view.ts';
import { type Lane, troubleOf } from '../story/lane.ts';
import { type Moments, moments } from '../story/moments.ts';
import { chart } from './chart.ts';
import { graphsOf, LOAD_DATA, type LoadData, type LoadLanes } from './graphs.ts';
import {
  culprits,
  durationRows,
  highestRate,
  howManyMet,
  loadOutcomes,
  measured,
  milliseconds,
  sums,
  thresholdName,
  thresholdOutcomes,
  wentWrong,
} from './words.ts';

/** The record of the journeys that failures quote, the profile to read their events, and orders with their outcome. */
export interface LoadEvidence {
  readonly lanes?: readonly Lane[];
  readonly record: readonly Observation[];
  readonly profile: KciProfile;
}

/** The result of a load as one file that loads nothing and is complete without script. */
export function loadHtml(verdict: LoadVerdict, evidence?: LoadEvidence): string {
  const look = verdict.outcome === 'held' && wentWrong(verdict) !== undefined ? LOOKS.crossed : LOOKS[verdict.outcome];
  const lanes = sorted(evidence?.lanes ?? []);
  const content = view`<div class="page">
    ${skipTo('thresholds', 'the thresholds')}
    <header class=${`verdict ${look}`}>
      <div>
        <p class="quiet">${verdict.title}</p>
        <h1>${loadOutcomes[verdict.outcome]}</h1>
        <p class="lead">${lead(verdict)}</p>
      </div>
      ${facts(verdict)}
    </header>
    <main>
      <section id="thresholds" tabindex="-1"><h2>Thresholds</h2>${thresholds(verdict)}</section>
      ${failures(verdict, evidence)}
      ${lanes.length > 0 && recorder(lanes, shareWords(verdict, lanes))}
      <section id="curves"><h2>Over time</h2>${range(verdict)}<div class="charts">${graphsOf(verdict).map((graph) => chart(graph, verdict))}</div></section>
      <section id="durations"><h2>How long it took</h2>${durations(verdict)}</section>
      ${errors(verdict)}
      <section id="slowest"><h2>The slowest journeys</h2>${slowest(verdict)}</section>
    </main>
  </div>`;
  const title = `${loadOutcomes[verdict.outcome]}: ${verdict.title}, ${verdict.target}`;
  // The data for the page's app.
  const { intervals, intervalMs, metrics, thresholds: all } = verdict;
  const data: LoadData = { intervals, intervalMs, metrics, thresholds: all };
  const orders: LoadLanes = { packed: packLanes(lanes, (_, nth) => nth), cases: lanes.map((lane) => lane.case) };
  return page(title, look, content, {
    ...appOf('load'),
    held: [[LOAD_DATA, zip(JSON.stringify(data))]],
    heldBehind: lanes.length > 0 ? [[LANES, zip(JSON.stringify(orders))]] : [],
  });
}

/** Orders that left their course first, the most frequent kinds before the rest. */
function sorted(lanes: readonly Lane[]): readonly Lane[] {
  const kinds = [...Map.groupBy(lanes, troubleOf)].toSorted(
    ([one, a], [other, b]) => Number(one === undefined) - Number(other === undefined) || b.length - a.length,
  );
  return kinds.flatMap(([, those]) => those);
}

/** How many of the orders are shown, and which. */
function shareWords({ orders }: LoadVerdict, lanes: readonly Lane[]): string {
  const astray = lanes.filter((lane) => troubleOf(lane) !== undefined).length;
  const left = `${thousands(astray)} with a broken sequence`;
  if (orders.accepted <= lanes.length) return `Of ${count(lanes.length, 'order')}, all are shown: ${left}.`;
  return `Of ${count(orders.accepted, 'order')}, these are shown: ${left}, and ${thousands(lanes.length - astray)} of the others.`;
}

const LOOKS: Readonly<Record<LoadVerdict['outcome'], string>> = {
  held: 'certified',
  crossed: 'not-certified',
  incomplete: 'incomplete',
};

/** The lead sentence: what went wrong comes first, however the load ended. */
function lead(verdict: LoadVerdict): string {
  const { outcome, note, thresholds: all } = verdict;
  const wrong = wentWrong(verdict);
  const crossed = all.filter((each) => each.outcome === 'failed').map(thresholdName);
  const met = howManyMet(verdict);
  const rate = highestRate(verdict);
  return [
    ...(wrong === undefined ? [] : [`${wrong}${crossed.length === 0 ? '' : `: ${crossed.join('; ')}`}.`]),
    ...(rate === undefined ? [] : [`It ${rate}.`]),
    ...(outcome === 'incomplete' ? [`The load is incomplete: ${note ?? 'it was broken off'}.`] : []),
    ...(met === undefined ? [] : [`Thresholds: ${met}.`]),
    ...((wrong ?? met ?? note) === undefined ? [`All thresholds are met: ${all.length}.`] : []),
  ].join(' ');
}

function facts(verdict: LoadVerdict): View {
  return view`<dl class="facts">
    ${fact('Gateway', `${verdict.target}, ${verdict.baseUrl}`)}
    ${fact('When', `${formatUtc(verdict.startedAt)}${verdict.engine === 'simulated' ? ', simulated' : ''}`)}
    ${sums(verdict).map(([name, value]) => fact(name, value))}
    ${fact('Sent by', `${verdict.engine === 'k6' ? 'k6' : "Assay's own runner"}, seed ${verdict.seed}`)}
    ${fact('Profile and test data', `KCI profile ${verdict.profile}, world ${verdict.world}`)}
    ${fact('Contract', view`<code>${verdict.contract.slice(0, 12)}</code>, Assay ${verdict.assay}`)}
  </dl>`;
}

function thresholds({ thresholds: all }: LoadVerdict): View {
  if (all.length === 0) return view`<p class="quiet">The traffic profile names no thresholds.</p>`;
  return scrolling(
    'thresholds',
    table(
      ['Threshold', 'Measured', 'Outcome'],
      all.flatMap(
        (each) =>
          view`<tr><td>${thresholdName(each)}</td><td>${each.note ?? measured(each)}</td><td>${tag(TAGS[each.outcome], thresholdOutcomes[each.outcome])}</td></tr>`,
      ),
      'numbers',
    ),
  );
}

const TAGS: Readonly<Record<ThresholdVerdict['outcome'], string>> = {
  passed: 'passed',
  failed: 'failed',
  unmeasured: 'inconclusive',
};

/** Controls to select a part of the time for all curves; enabled by the page's script. */
function range({ intervals }: LoadVerdict): View {
  const slider = (name: string, label: string, value: number): View =>
    view`<label>${label} <input type="range" name=${name} min="0" max=${intervals.length} value=${value} /></label>`;
  return view`<div class="range" hidden>
    ${slider('from', 'From', 0)} ${slider('to', 'to', intervals.length)}
    <button type="button">Show all</button>
    <p role="status"></p>
  </div>`;
}

function durations({ metrics }: LoadVerdict): View {
  const cells = ({ count: n, min, median, p90, p95, p99, max }: Spread): View =>
    view`<td>${thousands(n)}</td>${[min, median, p90, p95, p99, max].map((each) => view`<td>${milliseconds(each)}</td>`)}`;
  return view`<p class="quiet">Requests from when they were sent until their answer, and from when they were due where that differs: the difference is the generator’s. Events from the acceptance of their order until they came.</p>
  ${scrolling(
    'durations',
    table(
      ['Operation', 'Count', 'Least', 'Median', 'p90', 'p95', 'p99', 'Most'],
      durationRows(metrics).flatMap(([name, spread]) => view`<tr><th scope="row">${name}</th>${cells(spread)}</tr>`),
      'numbers',
    ),
  )}`;
}

/** The most journeys shown from beginning to end; the record in the load's folder has the others. */
const MAX_TOLD = 20;

function failures({ failures: all, engine }: LoadVerdict, evidence?: LoadEvidence): View | null {
  if (all.length === 0) return null;
  const timelines = evidence && moments(evidence.record, evidence.profile);
  const clock = engine === 'simulated' ? 'virtual' : 'real';
  return view`<section id="failures"><h2>What failed</h2>${all.map((failure, nth) => {
    const { check, summary, times, example } = failure;
    const { finding } = example.result as Extract<typeof example.result, { outcome: 'failed' }>;
    return view`<article class="finding">
      <header><h3>${summary}</h3> <span class="tag failed">${thousands(times)} ×</span> <span class="id">${check}</span></header>
      <p>For example in <code>${example.journey || 'the run'}</code>: ${clip(finding.summary, 400)}</p>
      <p>Expected ${clip(finding.expected, 400)}; ${clip(finding.actual, 400)}.</p>
      ${
        failure.more.length > 0 &&
        view`<ul>${culprits(failure)
          .slice(1)
          .map((each) => view`<li><code>${each.journey || 'no journey'}</code>: ${clip(each.summary, 400)}</li>`)}</ul>`
      }
      ${evidence && timelines && nth < MAX_TOLD && walk(example, timelines, { profile: evidence.profile, clock, depth: 'whole' })}
      ${example.requirements.length > 0 && view`<p class="quiet">${example.requirements.join(', ')}</p>`}
    </article>`;
  })}</section>`;
}

/** The quoted journey with every exchange and event, and the finding at its place. */
function walk(check: Check, { byJourney, bySeq }: Moments, how: Telling): View | false {
  const told = byJourney.get(check.journey) ?? [];
  const [first] = told;
  if (first === undefined || check.result.outcome !== 'failed') return false;
  const { finding } = check.result;
  const moment = check.seq === undefined ? undefined : bySeq.get(check.seq);
  const found = [{ check, finding, outcome: 'failed' as const, rows: [], replay: '', ...(moment && { moment }) }];
  const atEnd = moment === undefined ? found : [];
  return view`<details class="journey"><summary>What it sent, what it was answered, and which events came</summary>
    ${diagram({ moments: told, from: first.at, found, atEnd }, how)}</details>`;
}

function errors({ errors: all }: LoadVerdict): View | null {
  const kinds = Object.entries(all).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return null;
  return view`<section id="errors"><h2>Answers that were not expected</h2><table class="numbers"><tbody>${kinds.map(
    ([kind, times]) => view`<tr><td>${kind}</td><td>${thousands(times)}</td></tr>`,
  )}</tbody></table></section>`;
}

function slowest({ slowest: all }: LoadVerdict): View {
  if (all.length === 0) return view`<p class="quiet">No journey came to its end, or none took any time.</p>`;
  return view`${all.map(
    ({
      journey,
      tookMs,
      marks,
    }) => view`<details><summary><b>${formatDuration(tookMs)}</b> <code>${journey}</code></summary>
      <table class="numbers"><tbody>${marks.map(
        ({ atMs, what, tookMs: took }) =>
          view`<tr><td>+${formatDuration(Math.max(0, atMs))}</td><td class="wide">${what}</td><td>${took === undefined ? '' : milliseconds(took)}</td></tr>`,
      )}</tbody></table></details>`,
  )}`;
}
