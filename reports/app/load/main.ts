import '../../html/style/load.css';
import type uPlot from 'uplot';
import { graphsOf, LOAD, type LoadData } from '../../load/graphs.ts';
import { type Range, rangeWithin, rangeWords, wholeWords } from '../../load/range.ts';
import { unzip } from '../archive.ts';
import { plot } from './plot.ts';

// The script of a load's page: its curves once more, with one cursor and one chosen part of time for all of them.

unzip<LoadData>(one(`#${LOAD}`).textContent ?? '').then((load) => {
  if (load.intervals.length > 0) enliven(load);
});

function enliven(load: LoadData): void {
  const { intervals, intervalMs } = load;
  const graphs = graphsOf(load);
  const figures = [...document.querySelectorAll<HTMLElement>('.chart')];
  const from = one<HTMLInputElement>('.range [name=from]');
  const to = one<HTMLInputElement>('.range [name=to]');
  const all = one<HTMLButtonElement>('.range button');
  const words = one('.range [role=status]');
  const whole = rangeWithin(intervals.length, 0, intervals.length);
  const within = (left: number, right: number): Range => rangeWithin(intervals.length, left, right);
  let chosen = whole;
  let plots: readonly uPlot[] = [];

  /** All curves anew: at first, and when the page gets another width or other colours. */
  function draw(): void {
    for (const each of plots) each.destroy();
    for (const figure of figures) figure.classList.add('live');
    plots = figures.flatMap((figure, nth) => {
      const graph = graphs[nth];
      const onSelect = (left: number, right: number) => choose(within(left, right));
      return graph === undefined ? [] : [plot({ graph, intervalMs, width: innerWidthOf(figure), onSelect }, figure)];
    });
    choose(chosen);
  }

  function choose(range: Range): void {
    chosen = range;
    for (const each of plots) {
      each.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      each.setScale('x', { min: range.from, max: range.to });
    }
    from.value = String(range.from);
    to.value = String(range.to);
    const isWhole = range.from === whole.from && range.to === whole.to;
    words.textContent = isWhole
      ? wholeWords(intervals, intervalMs)
      : rangeWords(intervals, intervalMs, range).join(' · ');
    all.disabled = isWhole;
  }

  for (const slider of [from, to]) {
    slider.addEventListener('input', () => choose(within(Number(from.value), Number(to.value))));
  }
  all.addEventListener('click', () => choose(whole));
  addEventListener('keydown', ({ key }) => key === 'Escape' && choose(whole));
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  one('.range').hidden = false;
  draw();
}

function innerWidthOf(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
}

function one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
