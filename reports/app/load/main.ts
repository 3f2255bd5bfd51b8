import '../../html/style/load.css';
import { render } from 'preact';
import { LANES, readLanes } from '../../html/lanes-packed.ts';
import { chart } from '../../load/chart.ts';
import { graphsOf, LOAD_DATA, type LoadData, type LoadLanes } from '../../load/graphs.ts';
import { type IntervalRange, rangeWithin, rangeWords, wholeWords } from '../../load/range.ts';
import { heldAt, unzip } from '../archive.ts';
import { element, whenNear } from '../places.ts';
import { drawRecorder } from '../recorder.ts';

// The script of a load's page: its curves, with one cursor and one selected part of time for all of them, and its orders.

unzip<LoadData>(element(LOAD_DATA).textContent ?? '').then((load) => {
  if (load.intervals.length > 0) enliven(load);
});

heldAt<LoadLanes>(LANES).then((held) => {
  if (held === undefined) return;
  const { packed, cases } = held;
  whenNear('recorder', () => drawRecorder({ lanes: readLanes(packed, (place) => cases[place] ?? '') }));
});

function enliven(load: LoadData): void {
  const { intervals, intervalMs } = load;
  const graphs = graphsOf(load);
  const charts = one('.charts');
  const from = one<HTMLInputElement>('.range [name=from]');
  const to = one<HTMLInputElement>('.range [name=to]');
  const all = one<HTMLButtonElement>('.range button');
  const words = one('.range [role=status]');
  const whole = rangeWithin(intervals.length, 0, intervals.length);
  const within = (left: number, right: number): IntervalRange => rangeWithin(intervals.length, left, right);
  let range = whole;
  let at: number | undefined;
  let dragged: number | undefined;
  let waiting = 0;

  function draw(): void {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      const width = innerWidthOf(one('.chart'));
      render(graphs.map((graph) => chart(graph, { intervalMs, range, at, width })) as never, charts);
    });
  }

  function choose(chosen: IntervalRange): void {
    range = chosen;
    from.value = String(range.from);
    to.value = String(range.to);
    all.disabled = range.from === whole.from && range.to === whole.to;
    words.textContent = all.disabled
      ? wholeWords(intervals, intervalMs)
      : rangeWords(intervals, intervalMs, range).join(' · ');
    draw();
  }

  for (const slider of [from, to]) {
    slider.addEventListener('input', () => choose(within(Number(from.value), Number(to.value))));
  }
  all.addEventListener('click', () => choose(whole));
  addEventListener('keydown', ({ key }) => key === 'Escape' && choose(whole));
  addEventListener('resize', draw);
  charts.addEventListener('pointerover', ({ target }) => {
    at = intervalOf(target);
    draw();
  });
  charts.addEventListener('pointerleave', () => {
    at = undefined;
    draw();
  });
  charts.addEventListener('pointerdown', ({ target }) => {
    dragged = intervalOf(target);
  });
  addEventListener('pointerup', ({ target }) => {
    const end = intervalOf(target) ?? at;
    if (dragged !== undefined && end !== undefined && end !== dragged)
      choose(within(Math.min(dragged, end), Math.max(dragged, end) + 1));
    dragged = undefined;
  });
  one('.range').hidden = false;
  charts.classList.add('live');
  choose(whole);
}

/** The interval of a chart that an event's target belongs to; undefined if none. */
function intervalOf(target: EventTarget | null): number | undefined {
  const nth = target instanceof SVGElement ? target.dataset.nth : undefined;
  return nth === undefined ? undefined : Number(nth);
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
