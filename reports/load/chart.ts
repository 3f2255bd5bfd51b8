import { type View, view } from '../html/view.ts';
import { spell } from '../words/times.ts';
import { type Graph, type Line, spellings } from './graphs.ts';
import { momentsTo, ticksTo } from './scale.ts';

const WIDTH = 560;
const HEIGHT = 170;
const LEFT = 74;
const BOTTOM = 24;
const TOP = 8;

/**
 * A chart over the time of the load, drawn once: it needs no script. Each line says its largest value in words, for those
 * who do not see it, and every interval has a tip.
 */
export function chart({ title, unit, lines, limit }: Graph, intervalMs: number): View {
  const word = spellings[unit];
  const length = Math.max(1, ...lines.map(({ values }) => values.length));
  const highest = Math.max(0, limit?.at ?? 0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // Of what is counted there are no halves.
  const ticks = ticksTo(highest).filter((tick) => unit !== 'count' || Number.isInteger(tick));
  const top = ticks.at(-1) ?? 1;
  const x = (nth: number): number => LEFT + ((WIDTH - LEFT - 8) * nth) / length;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const most = lines.map(
    ({ name, values }) => `${name} at most ${word(Math.max(0, ...values.map((each) => each ?? 0)))}`,
  );
  return view`<figure class="chart">
    <figcaption><b>${title}</b> ${lines.map(({ name, tone }) => view`<span class=${`key ${tone}`}>${name}</span>`)}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}: ${most.join(', ')}`}>
      ${ticks.map((tick) => view`<line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${round(y(tick))} y2=${round(y(tick))} /><text x=${LEFT - 6} y=${round(y(tick) + 4)} text-anchor="end">${word(tick)}</text>`)}
      ${momentsTo(length * intervalMs).map((at) => view`<text x=${round(x(at / intervalMs))} y=${HEIGHT - 6} text-anchor="middle">${at === 0 ? '0' : spell(at)}</text>`)}
      ${limit && view`<line class="limit" x1=${LEFT} x2=${WIDTH - 8} y1=${round(y(limit.at))} y2=${round(y(limit.at))}><title>${limit.name}</title></line>`}
      ${lines.map(({ tone, values }) => view`<path class=${tone} d=${pathOf(values, x, y)} />`)}
      ${Array.from({ length }, (_, nth) => view`<rect class="tip" x=${round(x(nth))} y=${TOP} width=${round(x(1) - x(0))} height=${HEIGHT - TOP - BOTTOM}><title>${tip(nth, intervalMs, lines, word)}</title></rect>`)}
    </svg>
  </figure>`;
}

function tip(nth: number, intervalMs: number, lines: readonly Line[], word: (value: number) => string): string {
  const values = lines.flatMap(({ name, values: all }) =>
    all[nth] === undefined ? [] : [`${name} ${word(all[nth])}`],
  );
  return [`from ${spell(nth * intervalMs)}`, ...values].join('\n');
}

/** Each value stands in the middle of its interval; a lone one is a dot. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (nth: number) => number,
  y: (value: number) => number,
): string {
  return values
    .flatMap((value, nth) => {
      if (value === undefined) return [];
      const at = `${round(x(nth + 0.5))} ${round(y(value))}`;
      const isFirst = values[nth - 1] === undefined;
      return [`${isFirst ? 'M' : 'L'}${at}${isFirst && values[nth + 1] === undefined ? 'h.1' : ''}`];
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
