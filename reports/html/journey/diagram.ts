import type { Journey } from '../../../harness/model.ts';
import { formatDuration } from '../../../harness/values/duration.ts';
import { formatUtc, iso } from '../../../harness/words/times.ts';
import { type DiagramLine, diagramLines, unsentCalls } from '../../story/messages.ts';
import type { Moment } from '../../story/moments.ts';
import type { Found } from '../../story/story.ts';
import { arrowAnchor } from '../anchors.ts';
import { type View, view } from '../view.ts';
import {
  arrivalArrows,
  arrivalPanel,
  backArrow,
  type Company,
  exchangePanel,
  lastSegment,
  outArrow,
  waitWords,
} from './arrows.ts';
import type { Telling } from './telling.ts';

/** What a diagram shows: the moments of one walk, with related data. */
interface DiagramInput {
  /** The id of the case, part of the ids of its arrows; absent if the walk belongs to none. */
  readonly caseId?: string;
  readonly moments: readonly Moment[];
  /** The start of its time, ms since the epoch. */
  readonly from: number;
  readonly journey?: Journey;
  readonly found: readonly Found[];
  /** The command that repeats it; absent if there is none. */
  readonly replay?: string;
  /** Names of events that were required at the end and never came. */
  readonly missing?: readonly string[];
  /** The scenario's names of orders, by their ids. */
  readonly orderNames?: ReadonlyMap<string, string>;
  /** Findings shown at the end. */
  readonly atEnd?: readonly Found[];
}

/** A walk being drawn. */
interface Drawing extends Company {
  readonly walk: DiagramInput;
  readonly how: Telling;
  /** The time from which the times of lines are counted. */
  readonly from: number;
}

/** Longer times are not drawn to scale; the lifelines break. */
const BREAK_MS = 1_000;

/**
 * A walk as a sequence diagram between tenant, gateway and receiver that is also a list: every line can be opened. The
 * style sheet draws lifelines and arrows, so a screen reader gets plain text.
 */
export function diagram(walk: DiagramInput, how: Telling): View {
  const lines = diagramLines(walk.moments.filter(isWorthALine), walk.journey);
  const tenants = new Set(lines.flatMap((line) => ('exchange' in line ? [line.exchange.request.tenant] : [])));
  const orders = new Set(lines.flatMap((line) => (line.kind === 'arrival' ? [line.moment.event.orderId] : [])));
  const drawing: Drawing = {
    walk,
    how,
    clock: how.clock,
    from: Math.min(walk.from, lines[0]?.at ?? walk.from),
    isManyTenants: tenants.size > 1,
    isManyOrders: orders.size > 1,
    orderNames: walk.orderNames ?? new Map(),
  };
  return view`<div class="diagram">
    <p class="axis quiet"><span class=${`tag ${how.clock}`}>${how.clock === 'virtual' ? 'simulated' : 'real'} time</span> from ${formatUtc(drawing.from)}; a broken line stands for a wait</p>
    <ol class="lanes" aria-label="What happened, in order">
      <li class="names" aria-hidden="true"><div class="lane"><span>Tenant <i>${[...tenants].join(', ')}</i></span><span>Gateway</span><span>Receiver</span></div></li>
      ${rows(lines, drawing)}
      ${endRow(walk)}
      ${unsentRows(walk)}
    </ol>
  </div>`;
}

/** A wait for something already there is not shown. */
function isWorthALine(moment: Moment): boolean {
  return moment.kind !== 'wait' || moment.wait.ended !== 'met' || moment.wait.at > moment.wait.startedAt;
}

/** The lines in chronological order, with the time that passes between them. */
function rows(lines: readonly DiagramLine[], drawing: Drawing): View[] {
  let until = drawing.from;
  return lines.flatMap((line) => {
    const passed = line.at - until;
    until = Math.max(until, line.until);
    const gap = passed >= BREAK_MS ? [gapRow(passed, line.busy)] : [];
    return [...gap, row(line, passed > 0 && passed < BREAK_MS, drawing)].flat();
  });
}

function gapRow(ms: number, busy: readonly number[]): View {
  const size = ms < 60_000 ? 's' : ms < 3_600_000 ? 'm' : ms < 86_400_000 ? 'l' : 'xl';
  return view`<li class=${`row gap ${size}`}><span class="at"></span><div class="lane">${bars(busy)}<span class="passed">${formatDuration(ms)} later</span></div></li>`;
}

function row(line: DiagramLine, isLater: boolean, drawing: Drawing): View {
  const { walk, from } = drawing;
  const found = foundOn(line, walk.found).filter((one) => !walk.atEnd?.includes(one));
  const worst = found.some((one) => one.outcome === 'failed') ? 'bad' : found.length > 0 ? 'odd' : '';
  const inGroup = 'group' in line && line.group !== undefined;
  const kinds = ['row', line.kind, worst, isLater ? 'later' : '', inGroup ? 'together' : ''].filter(Boolean).join(' ');
  return view`<li class=${kinds}>
    <time class="at" datetime=${iso(line.at)} title=${iso(line.at)}>+${formatDuration(Math.max(0, line.at - from))}</time>
    <div class="lane">
      ${bars(line.busy)} ${'lane' in line && ownBar(line.lane, line.kind)}
      ${content(line, found, drawing)} ${found.map(words)}
    </div>
  </li>`;
}

/** The bars of requests under way, side by side on the gateway's lifeline. */
function bars(busy: readonly number[]): View[] {
  return busy.flatMap((lane) => view`<i class=${barClass(lane)}></i>`);
}

function ownBar(lane: number, kind: DiagramLine['kind']): View {
  return view`<i class=${`${barClass(lane)} ${kind === 'sent' ? 'begins' : 'ends'}`}></i>`;
}

const barClass = (lane: number): string => `busy b${Math.min(lane, 7)}`;

/** The findings of a line; those on an exchange belong to its answer, if that has a line of its own. */
function foundOn(line: DiagramLine, found: readonly Found[]): readonly Found[] {
  if (line.kind === 'sent' && (line.exchange.response ?? line.exchange.broke) !== undefined) return [];
  const moment = 'exchange' in line ? line.exchange : line.moment;
  return found.filter((one) => one.moment === moment);
}

function content(line: DiagramLine, found: readonly Found[], drawing: Drawing): View {
  const { walk, how } = drawing;
  const beside = { found, ...(walk.replay === undefined ? {} : { replay: walk.replay }) };
  switch (line.kind) {
    case 'exchange':
    case 'sent':
    case 'answered': {
      const told = { ...beside, ...(line.step === undefined ? {} : { step: line.step }) };
      return view`<details><summary id=${line.kind === 'answered' ? undefined : idOf(line, walk)}>
        ${line.kind !== 'answered' && outArrow(line, drawing)}
        ${line.kind !== 'sent' && backArrow(line, drawing)}
      </summary>${exchangePanel(line.exchange, told, how)}</details>`;
    }
    case 'arrival':
      return view`<details><summary id=${idOf(line, walk)}>${arrivalArrows(line.moment, line.attempt, drawing)}</summary>${arrivalPanel(line.moment, beside, how)}</details>`;
    case 'wait':
      return view`<p class="note">${waitWords(line.moment, walk.journey)}</p>`;
    case 'leased': {
      const { name, role, site } = line.moment.lease;
      return view`<p class="note">${name}: ${site === null ? `no ${role} left in the world` : `${role} ${site.type} ${site.id}`}</p>`;
    }
  }
}

/** The id of an arrow, at the element that can be opened. */
function idOf({ seq }: DiagramLine, { caseId }: DiagramInput): string | undefined {
  return caseId === undefined ? undefined : arrowAnchor(caseId, seq);
}

function words({ outcome, finding }: Found): View {
  return view`<p class=${outcome === 'failed' ? 'bad' : 'odd'}>${finding.summary}</p>`;
}

/** What was required and had not come when its time was over. */
function endRow({ missing = [], atEnd = [] }: DiagramInput): View | false {
  if (missing.length + atEnd.length === 0) return false;
  const lacks = missing.map((names) => `${names} did not come`);
  const besides = atEnd.filter(({ finding }) => !lacks.some((lack) => finding.summary.endsWith(lack)));
  return view`<li class="row ghost arrival bad"><span class="at"></span><div class="lane">
    ${missing.map((names) => view`<span class="kci"><b>${names}</b> did not come</span>`)}
    ${besides.map(words)}
  </div></li>`;
}

/** The calls that the journey did not reach. */
function unsentRows({ moments, journey }: DiagramInput): View[] {
  if (moments.length === 0) return [];
  return unsentCalls(moments, journey).flatMap(
    ({ name, request: { method, path } }) =>
      view`<li class="row ghost"><span class="at"></span><div class="lane"><span class="out"><b>${name}</b> ${method} ${lastSegment(path)}: not sent</span></div></li>`,
  );
}
