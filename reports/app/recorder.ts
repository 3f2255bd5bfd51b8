import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { differences } from '../../harness/values/difference.ts';
import { clip, count, thousands } from '../../harness/words/text.ts';
import { bodyView } from '../html/journey/body.ts';
import type { ReadLanes } from '../html/lanes-packed.ts';
import { after, axis, laneView, legend, markWords, missingWords, type Scale, scaleTo } from '../html/recorder.ts';
import { type View, view } from '../html/view.ts';
import { type Lane, type LaneMark, troubleOf } from '../story/lane.ts';
import type { ArrivalMoment } from '../story/moments.ts';
import { readBody } from '../story/read-body.ts';
import { element } from './places.ts';
import { paintLanes, troubledFrom } from './recorder-paint.ts';

/** What a recorder shows, and where it finds the deliveries of events. */
interface RecorderProps {
  readonly lanes: ReadLanes;
  /** Absent if the page holds no deliveries. */
  readonly deliveryAt?: ((place: number, mark: LaneMark) => Promise<ArrivalMoment | undefined>) | undefined;
  /** The address of a case; absent if cases are not shown. */
  readonly hrefOf?: ((caseId: string) => string) | undefined;
}

/** Draws the recorder in place of its version without script. */
export function drawRecorder(props: RecorderProps): void {
  render(view`<${Recorder} ...${props} />` as never, element('recorder-live'));
  element('recorder-told').hidden = true;
}

/** In pixels: the height of a lane, and of the window on the lanes. */
const [ROW, WINDOW] = [52, 364];
/** The number of steps of the scrubber. */
const STEPS = 1_000;

/** An event chosen for comparison. */
interface ChosenEvent {
  readonly lane: Lane;
  readonly mark: LaneMark;
  readonly came?: ArrivalMoment | undefined;
}

/** All orders stacked, a window on their lanes, a scrubber over both, and the events of the selected order. */
export function Recorder({ lanes, deliveryAt, hrefOf }: RecorderProps): View {
  const { packed } = lanes;
  const scale = useMemo(() => scaleTo(packed.span), [packed]);
  const kinds = useMemo(() => kindsOf(lanes), [lanes]);
  const [kind, setKind] = useState('');
  const shown = useMemo(() => kinds.get(kind) ?? kinds.get('') ?? [], [kind, kinds]);
  const [at, setAt] = useState(0);
  const [mark, setMark] = useState(0);
  const [scrub, setScrub] = useState(STEPS);
  const [top, setTop] = useState(0);
  const [chosen, setChosen] = useState<readonly ChosenEvent[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const lane = lanes.at(shown[at] ?? 0);

  const go = (nth: number, to = 0) => {
    const next = Math.max(0, Math.min(shown.length - 1, nth));
    setAt(next);
    setMark(to);
    const box = list.current;
    if (box && (next * ROW < box.scrollTop || (next + 1) * ROW > box.scrollTop + box.clientHeight))
      box.scrollTop = next * ROW - box.clientHeight / 2;
  };
  const onKey = (event: KeyboardEvent) => {
    const { marks } = lane;
    const page = Math.floor(WINDOW / ROW);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(shown.length - 1),
      ArrowRight: () => setMark(Math.min(marks.length - 1, mark + 1)),
      ArrowLeft: () => setMark(Math.max(0, mark - 1)),
      Enter: () => deliveryAt && void choose(lane, marks[mark]),
    };
    const move = event.ctrlKey || event.altKey || event.metaKey ? undefined : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  const choose = async (of: Lane & { readonly place?: number }, one: LaneMark | undefined) => {
    if (one === undefined) return;
    const came = await deliveryAt?.(of.place ?? -1, one);
    setChosen((before) =>
      [...before.filter(({ mark: { seq } }) => seq !== one.seq), { lane: of, mark: one, came }].slice(-2),
    );
  };
  const first = Math.max(0, Math.floor(top / ROW) - 2);
  const rows = shown.slice(first, first + Math.ceil(WINDOW / ROW) + 5);
  const until = scale.atOf((100 * scrub) / STEPS);
  return view`<div class="recorder">
    <div class="recorder-tools">
      <label>Orders <select value=${kind} onChange=${(event: Event) => {
        setKind((event.currentTarget as HTMLSelectElement).value);
        list.current?.scrollTo(0, 0);
        setAt(0);
        setMark(0);
      }}>${[...kinds].map(([why, those]) => view`<option value=${why}>${why === '' ? 'all' : clip(why, 90)}: ${thousands(those.length)}</option>`)}</select></label>
      <label class="scrub">Time <input type="range" min="0" max=${STEPS} value=${scrub} aria-valuetext=${scrub === STEPS ? 'the whole time' : after(until)}
        onInput=${(event: Event) => setScrub(Number((event.currentTarget as HTMLInputElement).value))} /></label>
      <p class="quiet" role="status">${standing(lanes, shown, scrub === STEPS ? Number.POSITIVE_INFINITY : until)}</p>
    </div>
    ${legend()}
    <div class="stack"><${Stack} lanes=${lanes} shown=${shown} scale=${scale} onRow=${(nth: number) => go(nth)} />${cursor(scrub)}
      <span class="seen" style=${{ top: `${(100 * top) / Math.max(1, shown.length * ROW)}%`, height: `${Math.min(100, (100 * WINDOW) / Math.max(1, shown.length * ROW))}%` }}></span></div>
    <div class="lane-box" ref=${list} tabindex="0" role="group" aria-label="Lanes of orders: arrow keys go from order to order and from event to event, Enter chooses an event to compare"
      style=${{ height: `${Math.min(WINDOW, shown.length * ROW)}px` }} onScroll=${(event: Event) => setTop((event.currentTarget as HTMLElement).scrollTop)} onKeyDown=${onKey}>
      <div style=${{ height: `${shown.length * ROW}px` }}>${rows.map((nth, i) => {
        const one = lanes.at(nth);
        const here = first + i;
        return view`<div key=${nth} class=${`lane-row${here === at ? ' here' : ''}`} style=${{ transform: `translateY(${here * ROW}px)` }} onClick=${(event: MouseEvent) => go(here, nearest(one, scale, event))}>
          <span class="lane-name">${one.order}</span>${laneView(one, scale, here === at ? mark : undefined)}</div>`;
      })}<div class="lane-times over">${cursor(scrub)}</div></div></div>
    <div class="lane-times">${axis(scale)}${cursor(scrub)}</div>
    ${shown.length > 0 && laneDetail(lane, mark, chosen, (one) => (deliveryAt ? void choose(lane, one) : setMark(lane.marks.indexOf(one))), { deliveryAt, hrefOf })}
    ${chosen.length === 2 && difference(chosen)}
  </div>`;
}

/** The line at the time of the scrubber; later events are shaded. */
function cursor(scrub: number): View | false {
  return scrub < STEPS && view`<span class="cursor" style=${{ left: `${(100 * scrub) / STEPS}%` }}></span>`;
}

/** All orders, and the orders by kind of trouble. */
function kindsOf(lanes: ReadLanes): ReadonlyMap<string, readonly number[]> {
  const { troubles } = troubledFrom(lanes);
  const kinds = Map.groupBy(troubles.keys(), (lane) => troubles.get(lane) ?? '');
  return new Map([['', [...lanes.packed.sizes.keys()]], ...kinds]);
}

/** How many orders had got how far by a time, in words. */
function standing(lanes: ReadLanes, shown: readonly number[], untilMs: number): string {
  const { lastMs, leftMs } = troubledFrom(lanes);
  let [done, left] = [0, 0];
  for (const lane of shown) {
    if ((leftMs[lane] ?? 0) <= untilMs && leftMs[lane] !== Number.POSITIVE_INFINITY) left += 1;
    else if ((lastMs[lane] ?? 0) <= untilMs) done += 1;
  }
  const when = untilMs === Number.POSITIVE_INFINITY ? 'At the end' : `At ${after(untilMs)}`;
  return `${when}: of ${count(shown.length, 'order')} ${thousands(left)} had a broken sequence, ${thousands(done)} had received their last event, ${thousands(shown.length - left - done)} were under way`;
}

/** A picture of all lanes, with a row of dots for each. */
function Stack({
  lanes,
  shown,
  scale,
  onRow,
}: {
  readonly lanes: ReadLanes;
  readonly shown: readonly number[];
  readonly scale: Scale;
  readonly onRow: (nth: number) => void;
}): View {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [look, setLook] = useState(0);
  useEffect(() => {
    const again = () => setLook((n) => n + 1);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', again);
    addEventListener('resize', again);
    return () => {
      scheme.removeEventListener('change', again);
      removeEventListener('resize', again);
    };
  }, []);
  useLayoutEffect(() => {
    if (canvas.current) paintLanes(canvas.current, lanes, shown, scale);
  }, [lanes, shown, scale, look]);
  const onClick = ({ offsetY }: MouseEvent) =>
    onRow(Math.floor((shown.length * offsetY) / Math.max(1, canvas.current?.clientHeight ?? 1)));
  return view`<canvas ref=${canvas} role="img" aria-label=${`${count(shown.length, 'order')}, stacked`} onClick=${onClick}></canvas>`;
}

/** The event of a lane that is nearest to the pointer. */
function nearest({ marks }: Lane, { xOf }: Scale, event: MouseEvent): number {
  const box = (event.currentTarget as HTMLElement).querySelector('.lane-view')?.getBoundingClientRect();
  const x = box ? (100 * (event.clientX - box.left)) / box.width : 0;
  const ways = marks.map(({ atMs }) => Math.abs(xOf(atMs) - x));
  return Math.max(0, ways.indexOf(Math.min(...ways)));
}

/** The selected order with its events in words; each can be chosen for comparison. */
function laneDetail(
  lane: Lane,
  mark: number,
  chosen: readonly ChosenEvent[],
  onChoose: (mark: LaneMark) => void,
  { deliveryAt, hrefOf }: Omit<RecorderProps, 'lanes'>,
): View {
  const trouble = troubleOf(lane);
  const isChosen = ({ seq }: LaneMark) => chosen.some((each) => each.mark.seq === seq);
  return view`<div class="lane-detail">
    <p role="status"><b>Order ${lane.order}</b>${hrefOf ? view` <a class="case-id" href=${hrefOf(lane.case)}>${lane.case}</a>` : view` <code>${lane.case}</code>`}${trouble !== undefined && view` <span class="tag failed">${trouble}</span>`} <span class="quiet">${lane.marks[mark] ? markWords(lane.marks[mark]) : 'nothing came'}</span></p>
    <ol>${lane.marks.map((one, i) => view`<li class=${i === mark ? 'here' : ''}><button type="button" aria-pressed=${String(isChosen(one))} onClick=${() => onChoose(one)}>${markWords(one)}</button></li>`)}
      ${lane.missing && view`<li class="bad">${missingWords(lane.missing)}</li>`}</ol>
    ${deliveryAt && chosen.length < 2 && view`<p class="quiet">Choose any two events, of one order or of two, to see in what their deliveries differ.</p>`}
  </div>`;
}

/** Two deliveries side by side, with all differences marked. */
function difference([one, other]: readonly ChosenEvent[]): View {
  const bodies = [one, other].map((each) => each?.came?.delivery.body ?? null);
  const [a, b] = bodies.map((body) => readBody(body).json);
  const marks = differences(a, b).map((pointer) => ({ pointer }));
  const isThere = a !== undefined && b !== undefined;
  const words = !isThere
    ? 'Their bodies are no JSON, or not in this page: the record has them.'
    : marks.length === 0
      ? 'Both bodies say the same.'
      : `They differ in ${count(marks.length, 'place')}.`;
  return view`<section class="lane-difference" aria-label="Difference of two deliveries"><h3>Two deliveries</h3><p role="status">${words}</p>
    <div class="sides">${[one, other].map((each, i) => each && view`<div><p class="line">${markWords(each.mark)} <span class="quiet">order ${each.lane.order}</span></p>${isThere && bodyView(bodies[i] ?? null, marks)}</div>`)}</div></section>`;
}
