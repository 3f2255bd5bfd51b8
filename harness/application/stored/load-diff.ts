import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { highestRate, loadOutcomes, measured, milliseconds, thresholdName } from '../../../reports/load/words.ts';
import type { LoadDiff } from '../../evidence/diff.ts';
import type { LoadVerdict, ThresholdVerdict } from '../../model.ts';
import { formatUtc } from '../../words/times.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { titledBlock } from './diff-text.ts';
import { readLoad } from './under-load.ts';

/** Whether a folder is one of a load. */
export function isLoad(folder: string): boolean {
  return existsSync(join(resolve(folder), LOAD_FILES.verdict));
}

/** Compares the verdicts of two loads. */
export function diffLoads(
  before: string,
  after: string,
  factor: number,
): { readonly found: LoadDiff; readonly text: string } {
  const [was, is] = [readLoad(before), readLoad(after)];
  const found = {
    newFailures: [...changed(was, is, 'passed', 'failed'), ...failuresOnly(is, was)],
    fixed: [...changed(was, is, 'failed', 'passed'), ...failuresOnly(was, is)],
    timings: [...rates(was, is), ...timings(was, is, factor)],
    beside: [
      ...changed(was, is, 'unmeasured', 'failed'),
      ...changed(was, is, undefined, 'failed'),
      ...changed(was, is, 'passed', 'unmeasured'),
      ...beside(was, is),
    ],
  };
  const blocks = [
    titledBlock('NEW FAILURE', found.newFailures),
    titledBlock('FIXED FAILURE', found.fixed),
    titledBlock('TIMING', found.timings),
    titledBlock('BESIDE', found.beside),
    `${found.newFailures.length > 0 ? 'WORSE' : 'NOT WORSE'}  ${told(was)} → ${told(is)}`,
  ];
  return { found, text: blocks.filter((each) => each !== '').join('\n\n') };
}

type ThresholdOutcome = ThresholdVerdict['outcome'];

function changed(
  was: LoadVerdict,
  is: LoadVerdict,
  from: ThresholdOutcome | undefined,
  to: ThresholdOutcome,
): string[] {
  const before = new Map(was.thresholds.map((each) => [thresholdName(each), each]));
  return is.thresholds.flatMap((each) => {
    const earlier = before.get(thresholdName(each));
    if (earlier?.outcome !== from || each.outcome !== to) return [];
    return [`${thresholdName(each)}: ${earlier ? measured(earlier) : 'not asked'} → ${measured(each)}`];
  });
}

/** Kinds of failures that only one load has. Those that thresholds count are left out, since they are reported there. */
function failuresOnly(one: LoadVerdict, other: LoadVerdict): string[] {
  const metrics = new Set(one.thresholds.map(({ metric }) => metric));
  const known = new Set(other.failures.map(({ check, summary }) => `${check}: ${summary}`));
  return one.failures
    .filter(({ check, summary }) => !metrics.has(check) && !known.has(`${check}: ${summary}`))
    .map(({ check, summary, times }) => `${times} × ${check}: ${summary}`);
}

function timings(was: LoadVerdict, is: LoadVerdict, factor: number): string[] {
  return Object.entries(is.metrics.durations).flatMap(([name, now]) =>
    (['median', 'p95'] as const).flatMap((of) => {
      const before = was.metrics.durations[name]?.[of] ?? 0;
      const times = Math.max(before, now[of]) / Math.min(before, now[of]);
      if (before === 0 || !(times >= factor)) return [];
      return [
        `${name}: ${of} ${milliseconds(before)} → ${milliseconds(now[of])} (${Math.round(times * 10) / 10} times)`,
      ];
    }),
  );
}

function rates(was: LoadVerdict, is: LoadVerdict): string[] {
  const [before, now] = [highestRate(was), highestRate(is)];
  return before === now ? [] : [`${before ?? 'nothing gave'} → ${now ?? 'nothing gave'}`];
}

function beside(was: LoadVerdict, is: LoadVerdict): string[] {
  const names = ['traffic', 'engine', 'seed', 'target', 'profile', 'world', 'contract', 'assay'] as const;
  return names.flatMap((name) => (was[name] === is[name] ? [] : [`${name}: ${was[name]} → ${is[name]}`]));
}

function told({ outcome, metrics, startedAt, engine }: LoadVerdict): string {
  const when = engine === 'simulated' ? 'simulated time' : formatUtc(startedAt);
  return `${loadOutcomes[outcome]}, ${metrics.counts.journeys ?? 0} journeys, on ${when}`;
}
