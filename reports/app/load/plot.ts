import uPlot from 'uplot';
import type { Graph } from '../../load/graphs.ts';
import { spellings } from '../../load/graphs.ts';
import { momentsTo } from '../../load/scale.ts';
import { spell } from '../../words/times.ts';

const HEIGHT = 190;
/** The least top of an axis, in its unit, so that nothing but zeros is no noise. */
const LEAST = 1;
/** Which of the page's colours a line has. */
const COLOURS = { first: '--seen', second: '--good', third: '--odd', bad: '--bad' };
/** Room for the names of values beside a curve, and for that of a moment below it, px. */
const VALUES = 68;
const MOMENT = 72;
/** Of what is counted there are no halves. */
const WHOLE = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((each) => each * 10 ** power)).flat();
/** All curves share one cursor and one selection. */
const SYNC = 'load';

/** A graph, and what is to happen when a stretch of it is chosen. */
export interface PlotOptions {
  readonly graph: Graph;
  readonly intervalMs: number;
  readonly width: number;
  /** Told which part was dragged over, in intervals, not whole ones. */
  readonly onSelect: (from: number, to: number) => void;
}

/** One graph that can be pointed at and dragged over, in the colours that the page has now. Values stand in the middle of their interval. */
export function plot({ graph, intervalMs, width, onSelect }: PlotOptions, into: HTMLElement): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const word = spellings[graph.unit];
  const length = Math.max(0, ...graph.lines.map(({ values }) => values.length));
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const options: uPlot.Options = {
    width,
    height: HEIGHT,
    scales: {
      x: { time: false, range: (_, min, max) => [min, max] },
      y: { range: (_, __, most) => [0, Math.max(most, graph.limit?.at ?? 0, LEAST) * 1.05] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        splits: (_, __, min, max) => splits(min, max, intervalMs, Math.floor((width - VALUES) / MOMENT)),
        values: (_, at) => at.map((n) => (n === 0 ? '0' : spell(n * intervalMs))),
      },
      { ...axis, ...(graph.unit === 'count' ? { incrs: WHOLE } : {}), size: VALUES, values: (_, at) => at.map(word) },
    ],
    series: [
      { label: 'from', value: (_, at) => (at === null ? '' : spell(Math.max(0, at - 0.5) * intervalMs)) },
      ...graph.lines.map(({ name, tone }) => ({
        label: name,
        stroke: colour(COLOURS[tone]),
        width: 2,
        spanGaps: false,
        points: { size: 5 },
        value: (_: uPlot, value: number | null) => (value === null ? '–' : word(value)),
      })),
    ],
    cursor: { sync: { key: SYNC, setSeries: false }, drag: { x: true, y: false, setScale: false }, y: false },
    hooks: {
      setSelect: [
        (self) => {
          if (self.select.width < 3) return;
          onSelect(self.posToVal(self.select.left, 'x'), self.posToVal(self.select.left + self.select.width, 'x'));
        },
      ],
      draw: [(self) => drawLimit(self, graph, colour('--bad'))],
    },
  };
  const xs = Array.from({ length }, (_, nth) => nth + 0.5);
  return new uPlot(options, [xs, ...graph.lines.map(({ values }) => xs.map((_, nth) => values[nth] ?? null))], into);
}

function splits(min: number, max: number, intervalMs: number, most: number): number[] {
  const from = min * intervalMs;
  const step = momentsTo((max - min) * intervalMs, Math.max(1, Math.min(6, most)))[1] ?? (max - min) * intervalMs;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((max * intervalMs - first) / step) + 1) },
    (_, i) => (first + i * step) / intervalMs,
  );
}

function drawLimit({ ctx, bbox, valToPos }: uPlot, { limit }: Graph, colour: string): void {
  if (limit === undefined) return;
  const y = valToPos(limit.at, 'y', true);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
