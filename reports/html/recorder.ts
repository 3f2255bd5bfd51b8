import { formatDuration } from '../../harness/values/duration.ts';
import { either, thousands } from '../../harness/words/text.ts';
import { type How, type Lane, type LaneMark, troubleOf } from '../story/lane.ts';
import { caseAnchor } from './anchors.ts';
import { laneExtent } from './lanes-packed.ts';
import { table } from './parts.ts';
import { type View, view } from './view.ts';

/** The most lanes drawn without script. */
const MAX_LANES = 24;
/** The most kinds of trouble shown; the list of failures has the others. */
const MAX_KINDS = 12;

const DOT = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0';
/** The words and the shape for each state of an event, so that it can be told without colour. */
const HOW: Readonly<Record<How | 'missing', readonly [words: string, shape: string]>> = {
  right: ['as expected', DOT],
  again: ['delivered again, as the profile lets it', DOT],
  late: ['late', 'M-4 -5L5 0L-4 5Z'],
  early: ['early', 'M4 -5L-5 0L4 5Z'],
  repeated: ['repeated', 'M-5 -4H5V-1H-5ZM-5 1H5V4H-5Z'],
  changed: ['changed', 'M0 -6L6 0L0 6L-6 0Z'],
  wrong: ['wrong', 'M-4 -4H4V4H-4Z'],
  missing: ['missing', 'M-5 -3L-3 -5L0 -2L3 -5L5 -3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0Z'],
};

/**
 * Orders on one time scale, for readers without script and for paper: kinds of trouble, and the first lanes. `among`, only
 * for a load: how many of its orders these are; its page shows no cases elsewhere.
 */
export function recorder(lanes: readonly Lane[], among?: string): View {
  const left = lanes.filter((lane) => troubleOf(lane) !== undefined);
  const kinds = [...Map.groupBy(left, (lane) => troubleOf(lane) ?? '')];
  const shown = (left.length > 0 ? left : lanes).slice(0, MAX_LANES);
  const scale = scaleTo(laneExtent(shown));
  const linked = (id: string, words = id): View =>
    among === undefined
      ? view`<a class="case-id" href=${`#${caseAnchor(id)}`}>${words}</a>`
      : view`<code class="case-id">${words}</code>`;
  return view`<section id="recorder"><h2>KCI recorder</h2>
    <p class="quiet">Every order from its answer on: when its events came, and until when each was due. ${among ?? (left.length === 0 ? 'Every sequence is as expected.' : `The sequence of ${thousands(left.length)} of ${thousands(lanes.length)} is broken.`)}${lanes.some(({ ghost }) => ghost) ? ' The strokes above a lane are the same order in the last good run.' : ''}</p>
    ${
      kinds.length > 0 &&
      table(
        ['Sequence broken', 'Orders', 'For example'],
        kinds
          .slice(0, MAX_KINDS)
          .flatMap(
            ([why, those]) =>
              view`<tr><td>${why}</td><td data-label="orders">${thousands(those.length)}</td><td>${linked(those[0]?.case ?? '')}</td></tr>`,
          ),
      )
    }
    <div id="recorder-live"></div>
    <div id="recorder-told">${legend()}
      <ol class="told-lanes">${shown.map((lane) => view`<li>${linked(lane.case, `order ${lane.order}`)} ${laneView(lane, scale)}<p class="quiet">${laneWords(lane)}</p></li>`)}</ol>
      ${axis(scale)}
    </div>
  </section>`;
}

/** Converts a time to percent of the width; short times get as much room as long ones. */
export type Scale = ReturnType<typeof scaleTo>;

/** The margin at both ends, in percent. */
const EDGE = 1.5;

/** A scale on which the longest time just fits, and the shortest is visibly apart from the beginning. */
export function scaleTo({ longestMs, shortestMs }: ReturnType<typeof laneExtent>) {
  const whole = Math.log1p(longestMs / shortestMs);
  const room = 100 - 2 * EDGE;
  return {
    longestMs,
    xOf: (atMs: number): number => EDGE + (room * Math.log1p(Math.max(0, atMs) / shortestMs)) / whole,
    atOf: (x: number): number => shortestMs * Math.expm1((Math.max(0, x - EDGE) / room) * whole),
  };
}

const TICKS = [0, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 432_000_000, 1_728_000_000];

/** The least distance between labels, in percent. */
const APART = 7;

/** The time labels below lanes. */
export function axis({ longestMs, xOf }: Scale): View {
  const told: number[] = [];
  for (const at of TICKS) {
    const before = told.at(-1);
    if (at <= longestMs && (before === undefined || xOf(at) - xOf(before) >= APART)) told.push(at);
  }
  return view`<svg class="lane-axis" width="100%" height="18" aria-hidden="true">${told.map((at) => {
    const x = xOf(at);
    const anchor = at === 0 ? 'start' : x > 100 - APART ? 'end' : 'middle';
    return view`<text x=${pct(x)} y="13" text-anchor=${anchor}>${at === 0 ? '0' : formatDuration(at)}</text>`;
  })}</svg>`;
}

/** What the marks of lanes mean. */
export function legend(): View {
  const kinds = Object.keys(HOW) as (How | 'missing')[];
  return view`<ul class="legend lane-legend">${kinds.map((how) => view`<li><svg width="18" height="18" aria-hidden="true">${sign(how, '50%', 9)}</svg> ${HOW[how][0]}</li>`)}</ul>`;
}

const pct = (x: number): string => `${x.toFixed(2)}%`;
/** The height of the middle of a lane, and of events that left the course. */
const [ON, OFF] = [12, 24];

/**
 * A lane: the corridor, in which each event opens the time until the next is due; the events on it, and below it those that
 * left the course. Above are those of the last good run. `chosen` is the selected event.
 */
export function laneView({ marks, missing, ghost = [], order }: Lane, { xOf }: Scale, chosen?: number): View {
  const last = marks.findLast(({ how }) => how !== 'again')?.atMs ?? 0;
  let before = 0;
  const stretches = marks.flatMap(({ atMs, dueMs, how }) => {
    if (how === 'again') return [];
    const stretch = { from: before, to: Math.min(atMs, dueMs ?? atMs), over: atMs, dueMs };
    before = atMs;
    return [stretch];
  });
  return view`<svg class="lane-view" width="100%" height="34" role="img" aria-label=${`Order ${order}`}>
    ${ghost.map(({ name, atMs }) => view`<line class="past" x1=${pct(xOf(atMs))} x2=${pct(xOf(atMs))} y1="0" y2="5"><title>last good run: ${name} ${after(atMs)}</title></line>`)}
    ${stretches.flatMap(({ from, to, over, dueMs }) => [
      dueMs !== undefined && band('window', xOf(from), xOf(dueMs)),
      band('corridor', xOf(from), xOf(to)),
      over > to && band('over', xOf(to), xOf(over)),
      dueMs !== undefined &&
        view`<line class="due" x1=${pct(xOf(dueMs))} x2=${pct(xOf(dueMs))} y1=${ON - 6} y2=${ON + 6} />`,
    ])}
    ${missing && band('lack', xOf(last), xOf(missing.dueMs ?? last))}
    ${marks.map((mark, i) => view`<g class=${i === chosen ? 'chosen' : ''}>${sign(mark.how, pct(xOf(mark.atMs)), isOn(mark) ? ON : OFF)}<title>${markWords(mark)}</title></g>`)}
    ${missing && view`<g>${sign('missing', pct(xOf(missing.dueMs ?? last)), OFF)}<title>${missingWords(missing)}</title></g>`}
  </svg>`;
}

const isOn = ({ how }: LaneMark): boolean => how === 'right' || how === 'again';

function band(look: string, from: number, to: number): View {
  return view`<rect class=${look} x=${pct(from)} y=${ON - 4} width=${pct(Math.max(0, to - from))} height="8" />`;
}

function sign(how: How | 'missing', x: string, y: number): View {
  return view`<svg class=${`sign ${how}`} x=${x} y=${y} overflow="visible"><path d=${HOW[how][1]} /></svg>`;
}

/** An event in words: its name, when it came, and its state. */
export function markWords({ name, atMs, dueMs, how, why }: LaneMark): string {
  const due = dueMs === undefined || how === 'again' ? '' : `, due ${after(dueMs)}`;
  return `${name} ${after(atMs)}${how === 'right' ? '' : `, ${HOW[how][0]}`}${due}${why === undefined ? '' : `: ${why}`}`;
}

/** What did not come of an order, in words. */
export function missingWords({ names, dueMs, why }: NonNullable<Lane['missing']>): string {
  const what = names.length === 0 ? why : `${either(names)} did not come`;
  return `${what}${dueMs === undefined ? '' : `, due ${after(dueMs)}`}`;
}

function laneWords({ marks, missing }: Lane): string {
  return [...marks.map(markWords), ...(missing ? [missingWords(missing)] : [])].join(' · ');
}

/** A time after the answer to an order. */
export function after(atMs: number): string {
  return `${atMs < 0 ? '−' : '+'}${formatDuration(Math.abs(atMs))}`;
}
