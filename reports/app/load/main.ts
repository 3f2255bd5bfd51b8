import 'uplot/dist/uPlot.min.css';
import type uPlot from 'uplot';
import type { LoadVerdict } from '../../../harness/model.ts';
import { graphsOf } from '../../load/graphs.ts';
import { type Range, rangeWithin, rangeWords, wholeWords } from '../../load/range.ts';
import { plot } from './plot.ts';

// The script of a load's page: its curves once more, with one cursor and one chosen part of time for all of them.

const load = JSON.parse(document.getElementById('load')?.textContent ?? '') as LoadVerdict;
const graphs = graphsOf(load);
const figures = [...document.querySelectorAll<HTMLElement>('.chart')];
const tools = one('.range');
const from = one<HTMLInputElement>('.range [name=from]');
const to = one<HTMLInputElement>('.range [name=to]');
const words = one('.range [role=status]');
const whole: Range = rangeWithin(load.intervals.length, 0, load.intervals.length);
let chosen = whole;
let plots: readonly uPlot[] = [];

function one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Draws all curves anew: at first, and when the page gets another width or other colours. */
function draw(): void {
  for (const each of plots) each.destroy();
  plots = figures.flatMap((figure, nth) => {
    const graph = graphs[nth];
    if (graph === undefined) return [];
    figure.classList.add('live');
    const { width } = one<HTMLElement>('.chart svg').parentElement?.getBoundingClientRect() ?? { width: 560 };
    const onSelect = (left: number, right: number) => choose(rangeWithin(load.intervals.length, left, right));
    return [plot({ graph, intervalMs: load.intervalMs, width: Math.floor(width) - 34, onSelect }, figure)];
  });
  show();
}

function choose(range: Range): void {
  chosen = range;
  show();
}

function show(): void {
  for (const each of plots) {
    each.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    each.setScale('x', { min: chosen.from, max: chosen.to });
  }
  from.value = String(chosen.from);
  to.value = String(chosen.to);
  const isWhole = chosen.from === whole.from && chosen.to === whole.to;
  words.textContent = isWhole
    ? wholeWords(load.intervals, load.intervalMs)
    : rangeWords(load.intervals, load.intervalMs, chosen).join(' · ');
  one<HTMLButtonElement>('.range button').disabled = isWhole;
}

for (const input of [from, to]) {
  input.max = String(load.intervals.length);
  input.addEventListener('input', () =>
    choose(rangeWithin(load.intervals.length, Number(from.value), Number(to.value))),
  );
}
one('.range button').addEventListener('click', () => choose(whole));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') choose(whole);
});

if (load.intervals.length > 0) {
  tools.hidden = false;
  draw();
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}
