import { formatDuration } from '../../harness/values/duration.ts';
import { type View, view } from '../html/view.ts';
import { type Graph, type GraphLine, spellings } from './graphs.ts';
import type { IntervalRange } from './range.ts';

const WIDTH = 560;
const HEIGHT = 170;
const LEFT = 74;
const RIGHT = 8;
const BOTTOM = 24;
const TOP = 8;
/** The room for a time label, in pixels. */
const MOMENT = 72;

/** How to draw a chart; the whole load unless a range is chosen. */
interface ChartOptions {
  readonly intervalMs: number;
  readonly range?: IntervalRange;
  /** The interval under the pointer, counted over the whole load. */
  readonly at?: number | undefined;
  readonly width?: number;
}

/**
 * A chart over the time of a load. It needs no script: each line states its largest value in words, for those who cannot
 * see it, and every interval has a tooltip. The page's script draws the same chart for the selection and the pointer.
 */
export function chart({ title, unit, lines: whole, limit }: Graph, options: ChartOptions): View {
  const { intervalMs, at, width = WIDTH } = options;
  const all = Math.max(1, ...whole.map(({ values }) => values.length));
  const { from, to } = options.range ?? { from: 0, to: all };
  const length = to - from;
  const lines = whole.map((line) => ({ ...line, values: line.values.slice(from, to) }));
  const word = spellings[unit];
  const highest = Math.max(0, limit?.at ?? 0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // Counts have no fractions.
  const ticks = ticksTo(highest).filter((tick) => unit !== 'count' || Number.isInteger(tick));
  const top = ticks.at(-1) ?? 1;
  const right = width - RIGHT;
  const x = (nth: number): number => round(LEFT + ((right - LEFT) * nth) / length);
  const y = (value: number): number => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top));
  const most = lines.map(
    ({ name, values }) => `${name} at most ${word(Math.max(0, ...values.map((each) => each ?? 0)))}`,
  );
  const moments = momentsIn(from * intervalMs, to * intervalMs, Math.min(6, Math.floor((width - LEFT) / MOMENT)));
  return view`<figure class="chart">
    <figcaption><b>${title}</b> ${lines.map(({ name, tone, values }) => view`<span class=${`key ${tone}`}>${name}${at !== undefined && view` <b>${valueAt(values, at - from, word)}</b>`}</span>`)}${at !== undefined && view`<span class="at-moment">at ${formatDuration(at * intervalMs)}</span>`}</figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${`${title}: ${most.join(', ')}`}>
      ${ticks.map((tick) => view`<line class="grid" x1=${LEFT} x2=${right} y1=${y(tick)} y2=${y(tick)} /><text x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${word(tick)}</text>`)}
      ${moments.map((moment) => view`<text class="moment" x=${x(moment / intervalMs - from)} y=${HEIGHT - 6} text-anchor="middle">${moment === 0 ? '0' : formatDuration(moment)}</text>`)}
      ${limit && view`<line class="limit" x1=${LEFT} x2=${right} y1=${y(limit.at)} y2=${y(limit.at)}><title>${limit.name}</title></line>`}
      ${lines.map(({ tone, values }) => view`<path class=${tone} d=${pathOf(values, x, y)} />`)}
      ${Array.from({ length }, (_, nth) => view`<rect class=${at === from + nth ? 'tip here' : 'tip'} data-nth=${from + nth} x=${x(nth)} y=${TOP} width=${round(x(1) - x(0))} height=${HEIGHT - TOP - BOTTOM}><title>${tip(nth, (from + nth) * intervalMs, lines, word)}</title></rect>`)}
    </svg>
  </figure>`;
}

function valueAt(values: GraphLine['values'], nth: number, word: (value: number) => string): string {
  const value = values[nth];
  return value === undefined ? '–' : word(value);
}

function tip(nth: number, fromMs: number, lines: readonly GraphLine[], word: (value: number) => string): string {
  const values = lines.flatMap(({ name, values: all }) =>
    all[nth] === undefined ? [] : [`${name} ${word(all[nth])}`],
  );
  return [`from ${formatDuration(fromMs)}`, ...values].join('\n');
}

/** Each value is in the middle of its interval; a lone one is a dot. */
function pathOf(values: GraphLine['values'], x: (nth: number) => number, y: (value: number) => number): string {
  return values
    .flatMap((value, nth) => {
      if (value === undefined) return [];
      const at = `${x(nth + 0.5)} ${y(value)}`;
      const isFirst = values[nth - 1] === undefined;
      return [`${isFirst ? 'M' : 'L'}${at}${isFirst && values[nth + 1] === undefined ? 'h.1' : ''}`];
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Round numbers from 0 to at least `max`, about `about` of them. */
export function ticksTo(max: number, about = 4): readonly number[] {
  if (max <= 0) return [0, 1];
  const rough = max / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  // Adding up steps would accumulate rounding errors.
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** Time steps that are easy to read, ms. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
);

/** Round times in a range for the labels of an axis, about `about` of them. */
export function momentsIn(fromMs: number, toMs: number, about = 6): readonly number[] {
  const spanMs = toMs - fromMs;
  const step = STEPS.find((each) => spanMs / each <= about) ?? Math.ceil(spanMs / about / 86_400_000) * 86_400_000;
  const first = Math.ceil(fromMs / step);
  return Array.from({ length: Math.floor(toMs / step) - first + 1 }, (_, i) => (first + i) * step);
}
