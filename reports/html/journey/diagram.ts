import { formatAnswers } from '../../../harness/answer.ts';
import type { CallStep, Journey } from '../../../harness/model.ts';
import { defectWords } from '../../defect-words.ts';
import { type Line, linesOf, type Told, unsentOf } from '../../messages.ts';
import type { Arrival, Moment, Wait } from '../../moments.ts';
import { patternWords } from '../../pattern-words.ts';
import type { Found } from '../../story.ts';
import { count } from '../../text.ts';
import { nameOf } from '../../timeline.ts';
import { moment as dated, spell } from '../../times.ts';
import { type Content, type View, view } from '../view.ts';
import { arrivalPanel, exchangePanel } from './panel.ts';
import type { Telling } from './telling.ts';

/** What is drawn: the moments of one walk, with what is known of it. */
export interface Walk {
  readonly moments: readonly Moment[];
  /** When its time begins, ms since the epoch. */
  readonly from: number;
  readonly journey?: Journey;
  readonly found: readonly Found[];
  readonly replay: string;
  /** What was owed at the end and never came: names of events. */
  readonly missing?: readonly string[];
  /** Findings that are told at the end. */
  readonly atEnd?: readonly Found[];
}

/** From here on time is not drawn to scale any more, and the lines break. */
const BREAK_MS = 1_000;

/**
 * A walk as a sequence diagram between tenant, gateway and receiver that is also a list: every line opens what it carried.
 * Lifelines and arrows are drawn by the style sheet, so a screen reader meets plain text.
 */
export function diagram(walk: Walk, how: Telling): View {
  const lines = linesOf(walk.moments, walk.journey);
  const tenants = [...new Set(lines.flatMap((line) => ('exchange' in line ? [line.exchange.request.tenant] : [])))];
  const unsent = walk.journey === undefined || walk.moments.length === 0 ? [] : unsentOf(walk.moments, walk.journey);
  const rows: View[] = [];
  let until = walk.from;
  let waiting: number | undefined;
  for (const line of lines) {
    const passed = line.at - until;
    if (passed >= BREAK_MS) rows.push(gapRow(passed, line.busy));
    const isLater = passed > 0 && passed < BREAK_MS;
    waiting = line.kind === 'wait' ? undefined : waiting;
    rows.push(row(line, walk, how, { isLater, isManyTenants: tenants.length > 1 }));
    until = Math.max(until, line.until);
  }
  return view`<div class="diagram">
    <p class="axis quiet"><span class=${`tag ${how.clock}`}>${how.clock} time</span> from ${dated(walk.from)}; a broken line stands for a wait</p>
    <ol class="lanes" aria-label="What happened, in order">
      <li class="names" aria-hidden="true"><div class="lane"><span>Tenant <i>${tenants.join(', ')}</i></span><span>Gateway</span><span>Receiver</span></div></li>
      ${rows}
      ${endRow(walk)}
      ${unsent.map((step) => view`<li class="row ghost"><span class="at"></span><div class="lane"><span class="out"><b>${step.name}</b> ${step.request.method} ${lastOf(step.request.path)}: not sent</span></div></li>`)}
    </ol>
  </div>`;
}

interface Place {
  /** Some time passed since the line before, too little to break the lines. */
  readonly isLater: boolean;
  readonly isManyTenants: boolean;
}

function gapRow(ms: number, busy: readonly number[]): View {
  const size = ms < 60_000 ? 's' : ms < 3_600_000 ? 'm' : ms < 86_400_000 ? 'l' : 'xl';
  return view`<li class=${`row gap ${size}`}><span class="at"></span><div class="lane">${bars(busy)}<span class="passed">${spell(ms)} later</span></div></li>`;
}

function row(line: Line, walk: Walk, how: Telling, { isLater, isManyTenants }: Place): View {
  const found = foundOn(line, walk.found).filter((one) => !walk.atEnd?.includes(one));
  const worst = found.some((one) => one.outcome === 'failed') ? 'bad' : found.length > 0 ? 'odd' : '';
  const inGroup = 'group' in line && line.group !== undefined;
  const kinds = ['row', line.kind, worst, isLater ? 'later' : '', inGroup ? 'together' : ''].filter(Boolean).join(' ');
  const mine = 'lane' in line ? [line.lane] : [];
  return view`<li class=${kinds}>
    <span class="at">+${spell(Math.max(0, line.at - walk.from))}</span>
    <div class="lane">
      ${bars([...line.busy, ...mine], line.kind === 'sent' ? mine[0] : undefined, line.kind === 'answered' || line.kind === 'exchange' ? mine[0] : undefined)}
      ${content(line, found, walk, how, isManyTenants)}
      ${found.map((one) => view`<p class=${one.outcome === 'failed' ? 'bad' : 'odd'}>${one.finding.summary}</p>`)}
    </div>
  </li>`;
}

/** What was owed and never came, at the end of the time that it had. */
function endRow({ missing = [], atEnd = [] }: Walk): View | false {
  if (missing.length + atEnd.length === 0) return false;
  return view`<li class="row ghost arrival bad"><span class="at"></span><div class="lane">
    ${missing.map((names) => view`<span class="kci"><b>${names}</b> did not come</span>`)}
    ${atEnd.map(({ outcome, finding }) => view`<p class=${outcome === 'failed' ? 'bad' : 'odd'}>${finding.summary}</p>`)}
  </div></li>`;
}

/** The times of requests that are under way, side by side on the gateway's line. */
function bars(busy: readonly number[], begins?: number, ends?: number): View[] {
  return busy.flatMap((lane) => {
    const part = lane === ends ? ' ends' : lane === begins ? ' begins' : '';
    return view`<i class=${`bar b${Math.min(lane, 7)}${part}`}></i>`;
  });
}

/** A finding on an exchange stands with its answer, where that has a line of its own. */
function foundOn(line: Line, found: readonly Found[]): readonly Found[] {
  if (line.kind === 'sent' && (line.exchange.response ?? line.exchange.broke) !== undefined) return [];
  const moment = 'exchange' in line ? line.exchange : line.moment;
  return found.filter((one) => one.moment === moment);
}

function content(line: Line, found: readonly Found[], walk: Walk, how: Telling, isManyTenants: boolean): View {
  const beside = { found, replay: walk.replay };
  switch (line.kind) {
    case 'exchange':
    case 'sent':
    case 'answered': {
      const told = { ...beside, ...(line.step === undefined ? {} : { step: line.step }) };
      return view`<details><summary>
        ${line.kind !== 'answered' && outArrow(line, isManyTenants)}
        ${line.kind !== 'sent' && backArrow(line)}
      </summary>${exchangePanel(line.exchange, told, how)}</details>`;
    }
    case 'arrival':
      return view`<details><summary>${arrivalArrows(line.moment, line.attempt)}</summary>${arrivalPanel(line.moment, beside, how)}</details>`;
    case 'wait':
      return view`<p class="note">${waitWords(line.moment, walk.journey)}</p>`;
    case 'leased': {
      const { name, role, site } = line.moment.lease;
      return view`<p class="note">${name}: ${site === null ? `no ${role} left in the world` : `${role} ${site.type} ${site.id}`}</p>`;
    }
  }
}

function outArrow({ exchange: { request }, step, group }: Told, isManyTenants: boolean): View {
  return view`<span class="out"><b>${request.step || request.verb}</b> ${request.method} ${lastOf(request.url)}${isManyTenants && view` <span class="who">as ${request.tenant}</span>`}${marksOf(step, group)}</span>`;
}

/** What is special about a request: one of several at once, wrong on purpose, its control, asked for another outcome. */
function marksOf(step: CallStep | undefined, group: Told['group']): Content {
  const defect = step?.request.defect;
  return [
    group && view`${' '}<span class="tag">one of ${count(group.steps.length, 'request')} at once</span>`,
    step?.role === 'negative' &&
      view`${' '}<span class="tag inconclusive">negative${defect ? `: ${defectWords(defect)}` : ''}</span>`,
    step?.role === 'control' && view`${' '}<span class="tag">control: the same, without the fault</span>`,
    step?.role === undefined &&
      defect &&
      view`${' '}<span class="tag inconclusive">on purpose: ${defectWords(defect)}</span>`,
    step?.steer?.outcome !== undefined && view`${' '}<span class="tag">asked to end as ${step.steer.outcome}</span>`,
  ];
}

function backArrow({ exchange: { response, broke }, step, exchange }: Told): View {
  const whose = exchange.request.step || exchange.request.verb;
  if (response === undefined) {
    return view`<span class="back broke">${broke === undefined ? 'the run ended here' : `${broke.fault} after ${spell(broke.tookMs)}`}</span>`;
  }
  const owed = step?.expect.answers ?? [];
  return view`<span class=${response.status < 400 ? 'back' : 'back error'}><span class="whose">${whose}: </span><b>${response.status}</b> ${spell(response.tookMs)}${owed.length > 0 && view`<span class="owed"> · owed ${formatAnswers(owed).replaceAll(' | ', ' or ')}</span>`}</span>`;
}

function arrivalArrows(arrival: Arrival, attempt: number): View {
  const { delivery, event } = arrival;
  const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
  const isTaken = delivery.answered >= 200 && delivery.answered < 300;
  return view`<span class="kci"><b>${nameOf(arrival)}</b>${number}${event.status !== undefined && view` <span class="who">${event.status}</span>`}${attempt > 1 && view`${' '}<span class="tag">again, attempt ${attempt}</span>`}${!delivery.expectedPath && view`${' '}<span class="tag inconclusive">to another path</span>`}</span>
    <span class=${isTaken ? 'ack' : 'ack error'}><span class="whose">answered </span>${delivery.answered === 0 ? 'connection broken off on purpose' : delivery.answered}${delivery.answered >= 500 && ', turned away on purpose'}</span>`;
}

const ENDS: Readonly<Record<Wait['wait']['ended'], string>> = {
  met: 'it came',
  impossible: 'given up, for it could not come any more',
  expired: 'given up, it did not come in time',
  interrupted: 'interrupted',
};

function waitWords({ wait: { wait, startedAt, at, ended } }: Wait, journey: Journey | undefined): string {
  const took = spell(at - startedAt);
  const step = journey?.steps.find(({ name }) => name === wait);
  if (step?.kind === 'wait') return `let ${took} pass${ended === 'interrupted' ? ', and was interrupted' : ''}`;
  const what = step?.kind === 'await' ? patternWords(step.pattern) : 'the KCIs that are owed';
  return `waited ${took} for ${what}: ${ENDS[ended]}`;
}

/** The last segment of a URL's path: the rest is the same for all, and the whole stands in the panel. */
function lastOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return `…/${path.slice(path.lastIndexOf('/') + 1)}`;
}
