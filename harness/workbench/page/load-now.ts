import { strip, table, tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import { chart } from '../../../reports/load/chart.ts';
import { graphsOf } from '../../../reports/load/graphs.ts';
import { liveDurations, measured, milliseconds, thresholdName, wayWords } from '../../../reports/load/words.ts';
import { spellWhole } from '../../../reports/terminal/live-state.ts';
import type { ThresholdVerdict } from '../../model.ts';
import { capital, count, thousands } from '../../words/text.ts';
import type { LoadStand } from '../protocol.ts';

/** The progress of a load: what was sent, what is under way, what is awaited. */
export function loadStanding(load: LoadStand, isOver: boolean): View {
  const { elapsedMs, journeys, cases, requests, perSecond, orders, events } = load;
  return view`<section class="standing" aria-label="Progress">
    <p class="sum"><b>${thousands(journeys.begun)} of ${count(journeys.of, 'journey')} begun</b></p>
    ${strip([
      ['passed', journeys.begun],
      ['rest', Math.max(0, journeys.of - journeys.begun)],
    ])}
    <p class="quiet">${isOver ? `It took ${spellWhole(elapsedMs)}` : capital(wayWords(load))}</p>
    <dl class="figures">
      ${figure('Requests a second', thousands(Math.round(perSecond)))}
      ${figure('In flight', count(journeys.underWay, 'journey'))}
      ${figure('Errors', `${thousands(requests.wrong)} of ${count(requests.sent, 'request')}`, requests.wrong > 0)}
      ${figure('Pending KCIs', `${thousands(orders.pending)} of ${count(orders.accepted, 'order')}`)}
      ${figure('KCIs', thousands(events))}
      ${figure('Failed journeys', thousands(cases.failed), cases.failed > 0)}
      ${cases.inconclusive > 0 && figure('Inconclusive', thousands(cases.inconclusive))}
      ${journeys.dropped > 0 && figure('Not begun in time', thousands(journeys.dropped), true)}
    </dl>
  </section>`;
}

function figure(name: string, value: string, isBad = false): View {
  return view`<div><dt>${name}</dt><dd class=${isBad ? 'bad' : ''}>${value}</dd></div>`;
}

/** The thresholds and their measurements; so far, while the load goes on. */
export function thresholdTable(thresholds: readonly ThresholdVerdict[], isOver: boolean): View {
  if (thresholds.length === 0) return view`<p class="quiet">The traffic profile says nothing that must hold.</p>`;
  return table(
    ['Threshold', `Measured${isOver ? '' : ' so far'}`, 'Outcome'],
    thresholds.flatMap((each) => {
      const name = thresholdName(each);
      const stand = standOf(each, isOver);
      return view`<tr key=${name}><td><code>${name}</code></td><td>${each.note ?? measured(each)}</td><td>${tag(LOOKS[stand], stand)}</td></tr>`;
    }),
    'thresholds',
  );
}

/**
 * The state of a threshold. Before the end, no measurement is no failure, and too low a count may still rise; too high a
 * one stays too high.
 */
export function standOf({ outcome, actual, is }: Pick<ThresholdVerdict, 'outcome' | 'actual' | 'is'>, isOver: boolean) {
  if (outcome === 'passed') return 'met';
  if (outcome === 'unmeasured') return 'not measured';
  return !isOver && (actual === undefined || is.startsWith('>')) ? 'not yet' : 'crossed';
}

const LOOKS = { met: 'passed', 'not yet': '', 'not measured': 'inconclusive', crossed: 'failed' } as const;

/** The curves of the report so far; the current interval is only partly measured. */
export function curves(load: LoadStand, intervals: LoadStand['intervals']): View {
  const { durations, events, thresholds, intervalMs } = load;
  const metrics = { durations, counts: { 'kci.received': events } };
  return view`<section aria-label="Curves"><h2>Over its time</h2><div class="charts">${graphsOf({ intervals, intervalMs, metrics, thresholds }).map((graph) => chart(graph, { intervalMs }))}</div></section>`;
}

/** Median and p95 of each duration so far. */
export function durationTable({ durations }: Pick<LoadStand, 'durations'>): View {
  const shown = liveDurations(durations);
  if (shown.length === 0) return view`<p class="quiet">None yet.</p>`;
  return table(
    ['Operation', 'Median', 'p95'],
    shown.flatMap(
      ([name, { median, p95 }]) =>
        view`<tr key=${name}><td>${name}</td><td data-label="median">${milliseconds(median)}</td><td data-label="p95">${milliseconds(p95)}</td></tr>`,
    ),
    'durations',
  );
}
