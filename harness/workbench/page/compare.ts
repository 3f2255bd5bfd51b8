import { type Content, type View, view } from '../../../reports/html/view.ts';
import { inCases, type OfCase, spoken } from '../../../reports/story/fix.ts';
import { outcomes, reasons } from '../../../reports/words/words.ts';
import type { ChangedCase, ChangedCause, ChangedFailure, LoadDiff, LookedAt, RunDiff } from '../../evidence/diff.ts';
import { formatDuration } from '../../values/duration.ts';
import { capital, count, thousands } from '../../words/text.ts';
import type { RunEntry } from '../protocol.ts';
import { get, type Remote, useRemote } from './api.ts';
import { Select } from './fields.ts';
import { aboutOf, localTime, outcomeTag, remote } from './parts.ts';
import { screenHref } from './route.ts';

/** The differences between two runs, each judged again by this Assay, or between two loads. */
export function Compare(props: { readonly runs: Remote<readonly RunEntry[]> } & Partial<Pair>): View {
  const { runs, before, after } = props;
  const all = (runs.value ?? []).filter(({ kind }) => kind === 'run' || kind === 'load');
  const kind = all.find(({ name }) => name === before)?.kind;
  const alike = all.filter((each) => kind === undefined || each.kind === kind);
  const go = (change: Partial<Pair>) => {
    location.hash = screenHref({ to: 'compare', before: before ?? '', ...(after && { after }), ...change });
  };
  return view`<main class="page compare">
    <h1>Compare two runs or loads</h1>
    <div class="pair">
      ${runField('Before', all, before, (name) => go({ before: name }))}
      ${runField('After', alike, after, (name) => go({ after: name }))}
    </div>
    ${before && after ? view`<${Difference} before=${before} after=${after} />` : view`<p class="quiet">Choose an earlier and a later run, or two loads.</p>`}
  </main>`;
}

function runField(
  label: string,
  runs: readonly RunEntry[],
  value: string | undefined,
  onValue: (name: string) => void,
) {
  const chosen = runs.find(({ name }) => name === value);
  const options = [['', 'choose a run'], ...runs.map((entry) => [entry.name, `${calledOf(entry)}: ${aboutOf(entry)}`])];
  return view`<${Select} label=${label} value=${value ?? ''} options=${options} onValue=${onValue}>
    ${chosen && view`<p>${outcomeTag(chosen)} <span class="quiet">${localTime(chosen.writtenAt)}</span></p>`}<//>`;
}

/** The name of a run's folder; if Assay named it, only its time, because the rest is shown beside it. */
function calledOf({ name }: RunEntry): string {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/.exec(name)?.[0] ?? name;
}

/** The names of two runs. */
interface Pair {
  readonly before: string;
  readonly after: string;
}

function Difference({ before, after }: Pair): View {
  const diff = useRemote(() => get<RunDiff | LoadDiff>('/api/compare', { before, after }), [before, after]);
  if (diff.isReading) return view`<p class="quiet" role="status">Judging both again …</p>`;
  return remote(diff, (found) => {
    if ('beside' in found) return loads(found);
    const { causes, newFailures, fixed, lost, added, timings } = found;
    const open = newFailures.filter(({ isWaived }) => !isWaived);
    const isWorse = open.length + lost.cases.length + lost.checks.length > 0;
    const { cases, checks } = added;
    return view`${verdict('run', isWorse, newFailures, fixed, lost.cases, lost.checks, cases, checks, timings)}
      ${block('New causes', causes.new, changedCause)}
      ${block('Fixed causes', causes.fixed, changedCause)}
      ${block('New failures', inCases(newFailures), failure)}
      ${block('Fixed failures', inCases(fixed), failure)}
      ${block('Cases that are no longer judged', lost.cases, changedCase)}
      ${block('Checks that are no longer made', lost.checks, lookedAt)}
      ${block('New cases', cases, changedCase)}
      ${block('New checks', checks, lookedAt)}
      ${block('Timing', timings, ({ operation, beforeMs, afterMs, factor }) => view`<b>${operation}</b> median ${formatDuration(beforeMs)} → ${formatDuration(afterMs)} <span class="quiet">${factor} times</span>`)}`;
  });
}

function loads({ newFailures, fixed, timings, beside }: LoadDiff): View {
  return view`${verdict('load', newFailures.length > 0, newFailures, fixed, timings, beside)}
    ${block('New failures', newFailures, String)} ${block('Fixed', fixed, String)} ${block('Timing', timings, String)} ${block('Beside', beside, String)}`;
}

/** Whether the later one is worse, or nothing is different. */
function verdict(what: string, isWorse: boolean, ...changes: readonly (readonly unknown[])[]): View {
  const isSame = changes.every(({ length }) => length === 0);
  return view`<p class=${`lead ${isWorse ? 'bad' : ''}`} role="status">${isSame ? 'Nothing is different.' : `The later ${what} is ${isWorse ? '' : 'not '}worse.`}</p>`;
}

function changedCause({ kind, cases }: ChangedCause): View {
  return view`<b>${capital(spoken(kind))}</b> <span class="quiet">${cases === 0 ? 'the run as a whole' : count(cases, 'case')}</span>`;
}

const MAX_LISTED = 50;

function block<T>(title: string, all: readonly T[], show: (one: T) => Content): View | false {
  if (all.length === 0) return false;
  return view`<section class="block"><h2>${title} <span class="quiet">${thousands(all.length)}</span></h2>
    <ul class="lines">${all.slice(0, MAX_LISTED).map((one) => view`<li>${show(one)}</li>`)}</ul>
    ${all.length > MAX_LISTED && view`<p class="quiet">and ${thousands(all.length - MAX_LISTED)} more: “assay diff --json” has all</p>`}</section>`;
}

function failure({ more, ...first }: OfCase<ChangedFailure>): View {
  const { case: id, step, check, requirements, summary, other, isWaived } = first;
  return view`<code>${id}</code>${step !== undefined && ` step ${step}`}: ${summary}${more > 0 && ` and ${count(more, 'more finding')}`}
    <p class="quiet">${[check, ...requirements.slice(0, 5), isWaived ? 'waived' : '', other === 'not-run' ? 'the case is in one of the runs only' : ''].filter((each) => each !== '').join(' · ')}</p>`;
}

function changedCase({ case: id, other, reason }: ChangedCase): View {
  const was = other === 'not-run' ? 'not run' : outcomes[other];
  return view`<code>${id}</code> <span class="quiet">${was} in the other run${reason && reason in reasons ? `: ${reasons[reason as keyof typeof reasons]}` : ''}</span>`;
}

function lookedAt({ case: id, step, check }: LookedAt): View {
  return view`<code>${id}</code>${step !== undefined && ` step ${step}`}: ${check}`;
}
