import type { Reason, Verdict } from '../../harness/model.ts';
import { RUN, type Waiving } from '../../harness/verdict/waiver.ts';
import { capital, clip, count, thousands } from '../../harness/words/text.ts';
import { formatUtc } from '../../harness/words/times.ts';
import type { CaseTrend } from '../input.ts';
import type { CaseStory, RunStory } from '../story/run-story.ts';
import { brokenWaivers, coverage, waiverWords } from '../story/waived.ts';
import { reasons, remedyFor } from '../words/words.ts';
import { caseAnchor } from './anchors.ts';
import { table, tag } from './parts.ts';
import { type Content, type View, view } from './view.ts';

/** The sections of a report on unjudged cases, waivers, and orders left open at the target. */

/** The most cases named for one reason; the list of cases has the others. */
const MAX_CASES = 100;

/** Cases that proved nothing, for the same reason. */
export interface Excused {
  readonly outcome: 'inconclusive' | 'not-applicable';
  readonly reason: Reason;
  readonly stories: readonly CaseStory[];
  readonly anchor: string;
}

/** The cases with this outcome, grouped by reason. */
export function excusedBy(run: RunStory, outcome: Excused['outcome']): Excused[] {
  const those = run.stories.filter((story) => story.verdict.outcome === outcome);
  return [...Map.groupBy(those, (story) => story.verdict.reason ?? 'no-check')].map(([reason, stories]) => {
    return { outcome, reason, stories, anchor: `${outcome}-${reason}` };
  });
}

/** The cases that proved nothing, by reason; few are shown at once, many after a click. */
export function untested(excused: readonly Excused[], hasFailed: boolean): View {
  if (excused.length === 0) return view`<p class="quiet">Every case could be judged.</p>`;
  return view`<div>${excused.map(
    ({ outcome, reason, stories, anchor }) => view`<details class="excused" id=${anchor} open=${stories.length <= 5}>
      <summary>${tag(outcome, count(stories.length, 'case'))} <span class="title">${capital(reasons[reason])}</span> <code>${reason}</code></summary>
      ${outcome === 'inconclusive' && view`<p class="quiet">What to do: ${remedyFor(reason, hasFailed)}.</p>`}
      <ul>${stories.slice(0, MAX_CASES).map(
        ({
          verdict,
        }) => view`<li><a href=${`#${caseAnchor(verdict.id)}`}>${verdict.title}</a> <code>${verdict.id}</code>
          ${verdict.detail !== undefined && view`<p class="quiet">${clip(verdict.detail, 300)}</p>`}</li>`,
      )}</ul>
      ${stories.length > MAX_CASES && view`<p><a href="#cases" data-filter=${`outcome=${outcome}&reason=${reason}`}>and ${thousands(stories.length - MAX_CASES)} more</a></p>`}
    </details>`,
  )}</div>`;
}

const MAX_WAIVED = 20;

/** What a waiver file covers, and which of its entries are expired or unused. */
export function waivers(waiving: Waiving): View {
  const broken = brokenWaivers(waiving);
  return view`<div>
    <p class="quiet">Failures that somebody answers for, as of ${waiving.on}. They are in the verdict, and not in the exit code.</p>
    ${broken.length > 0 && view`<ul>${broken.map((each) => view`<li><b class="bad">${each}</b></li>`)}</ul>`}
    <ul>${waiving.used.map(
      (use) => view`<li><code>${use.waiver.check}</code>, ${coverage(use)}, ${waiverWords(use.waiver)}
        <p class="quiet">${use.cases.slice(0, MAX_WAIVED).map((id) => (id === RUN ? view`<span>the run as a whole</span> ` : view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${id}</a> `))}${use.cases.length > MAX_WAIVED && `and ${use.cases.length - MAX_WAIVED} more`}</p></li>`,
    )}</ul>
    ${waiving.idle.length > 0 && view`<p class="quiet">Not looked at in this run: ${waiving.idle.map(({ check }) => check).join(', ')}.</p>`}
  </div>`;
}

const MAX_ORDERS = 200;

/** The orders that a run left open at its target, and the command that asks to cancel them; null if there are none. */
export function openOrdersSection({ openOrders: orders = [], cases }: Verdict): Content {
  if (orders.length === 0) return null;
  const known = new Set(cases.map(({ id }) => id));
  const more = orders.length - MAX_ORDERS;
  return view`<section id="open-orders"><h2>Orders left open at the target</h2>
    <p>${count(orders.length, 'order')} ${orders.length === 1 ? 'was' : 'were'} accepted, or never answered, and nothing that came ends ${orders.length === 1 ? 'it' : 'them'}. <code>npx assay cleanup</code> with the folder of this run asks the target to cancel ${orders.length === 1 ? 'it' : 'them'}; with <code>--dry-run</code> it shows first what it would ask.</p>
    <table><thead><tr><th scope="col">Order</th><th scope="col">Type</th><th scope="col">Tenant</th><th scope="col">Since</th><th scope="col">Last heard</th><th scope="col">Case</th></tr></thead>
    <tbody>${orders.slice(0, MAX_ORDERS).map(
      ({ id, orderType, tenant, since, lastEvent, isAccepted, journey }) => view`<tr>
        <td><code>${id}</code></td><td>${orderType}</td><td>${tenant}</td><td>${formatUtc(since)}</td>
        <td>${lastEvent ?? (isAccepted ? 'its acceptance' : 'no answer')}</td>
        <td>${known.has(journey) ? view`<a class="case-id" href=${`#${caseAnchor(journey)}`}>${journey}</a>` : journey}</td></tr>`,
    )}</tbody></table>
    ${more > 0 && view`<p class="quiet">and ${more} more, in verdict.json</p>`}
  </section>`;
}

/** The most cases shown; the page's list has all of them. */
const MAX_TRENDS = 12;

/** What a case has become compared with earlier runs. */
const TREND_WORDS: Readonly<Record<CaseTrend['is'], readonly [words: string, look: string]>> = {
  new: ['newly failing', 'failed'],
  failing: ['still failing', 'failed'],
  flaky: ['flaky', 'inconclusive'],
  fixed: ['fixed', 'passed'],
};
const ORDER = Object.keys(TREND_WORDS) as readonly CaseTrend['is'][];

/** Cases whose outcome changes between runs, with since when, and their outcome in each run, this one last. */
export function trend(cases: readonly CaseTrend[]): View {
  const sorted = cases.toSorted((a, b) => ORDER.indexOf(a.is) - ORDER.indexOf(b.is));
  const sums = ORDER.flatMap((is) => {
    const n = cases.filter((each) => each.is === is).length;
    return n === 0 ? [] : [`${thousands(n)} ${TREND_WORDS[is][0]}`];
  });
  return view`<section id="trend"><h2>Since earlier runs</h2>
    <p>${capital(sums.join(', ')) || 'Every case does as it did.'}.</p>
    ${sorted.length > 0 && table(['Case', 'Is', 'Since', 'Runs, this one last'], sorted.slice(0, MAX_TRENDS).flatMap(trendRow))}
    ${sorted.length > MAX_TRENDS && view`<p class="quiet">and ${count(sorted.length - MAX_TRENDS, 'more case')}</p>`}
  </section>`;
}

function trendRow({ case: id, title, is, since, outcomes }: CaseTrend): View {
  const passed = outcomes.filter((each) => each === 'passed').length;
  return view`<tr><td><a href=${`#${caseAnchor(id)}`}>${title}</a> <code>${id}</code></td><td>${tag(TREND_WORDS[is][1], TREND_WORDS[is][0])}</td>
    <td>${formatUtc(since)}</td><td><svg class="marks" width=${outcomes.length * 6} height="12" role="img" aria-label=${`passed ${passed} of ${count(outcomes.length, 'run')}`}>
    ${outcomes.map((outcome, i) => view`<rect class=${outcome} x=${i * 6} y=${outcome === 'passed' ? 6 : 0} width="4" height=${outcome === 'passed' ? 6 : 12} />`)}</svg></td></tr>`;
}
