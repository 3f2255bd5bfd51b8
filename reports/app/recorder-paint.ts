import { oncePer } from '../../harness/values/once.ts';
import type { ReadLanes } from '../html/lanes-packed.ts';
import type { Scale } from '../html/recorder.ts';

/** In pixels: the height of the picture of all lanes, and the most for a row. */
const [HEIGHT, MAX_ROW] = [200, 12];
/** The meaning of a dot as its colour; if lanes share a dot, the greater meaning is shown. */
const LOOKS = ['', '--line', '--good', '--bad'];

/** When each order left its course (∞: never), and when its last event came. */
interface Troubled {
  readonly leftMs: Float64Array;
  readonly lastMs: Float64Array;
  /** By event, whether it is not as required. */
  readonly isWrong: Uint8Array;
  /** By lane, the first thing wrong with it. */
  readonly troubles: ReadonlyMap<number, string>;
}

/** What is wrong with the lanes. Computed once per input. */
export const troubledFrom = oncePer(({ packed, from, atMs }: ReadLanes): Troubled => {
  const isWrong = new Uint8Array(atMs.length);
  const leftMs = new Float64Array(packed.sizes.length).fill(Number.POSITIVE_INFINITY);
  const lastMs = new Float64Array(packed.sizes.length);
  const troubles = new Map<number, string>();
  const left = (lane: number, ms: number, why: string): void => {
    leftMs[lane] = Math.min(leftMs[lane] ?? 0, ms);
    if (!troubles.has(lane)) troubles.set(lane, why);
  };
  for (let lane = 0; lane < leftMs.length; lane += 1) {
    for (let i = from[lane] ?? 0; i < (from[lane + 1] ?? 0); i += 1) {
      lastMs[lane] = Math.max(lastMs[lane] ?? 0, atMs[i] ?? 0);
      const why = packed.marks[i]?.why;
      if (why === undefined) continue;
      isWrong[i] = 1;
      left(lane, atMs[i] ?? 0, why);
    }
    const lack = packed.missing[lane];
    if (lack) left(lane, lack.dueMs ?? lastMs[lane] ?? 0, lack.why);
  }
  return { isWrong, leftMs, lastMs, troubles };
});

/** Paints all lanes as rows of dots, one below the other, so that common patterns become visible. */
export function paintLanes(
  canvas: HTMLCanvasElement,
  lanes: ReadLanes,
  shown: readonly number[],
  { xOf }: Scale,
): void {
  const width = Math.max(1, canvas.clientWidth);
  const height = Math.max(1, Math.min(HEIGHT, shown.length * MAX_ROW));
  canvas.width = width;
  canvas.height = height;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { isWrong, leftMs, lastMs } = troubledFrom(lanes);
  const dots = new Uint8Array(width * height);
  const row = Math.max(1, Math.floor(height / Math.max(1, shown.length)) - 1);
  const columnOf = (at: number): number => Math.min(width - 1, Math.round((xOf(at) / 100) * width));
  const put = (x: number, y: number, look: number): void => {
    for (let down = 0; down < row; down += 1) {
      const i = Math.min(height - 1, y + down) * width + x;
      if ((dots[i] ?? 0) < look) dots[i] = look;
    }
  };
  shown.forEach((lane, nth) => {
    const y = Math.floor((nth * height) / shown.length);
    const left = leftMs[lane] ?? Number.POSITIVE_INFINITY;
    for (let x = columnOf(0), end = columnOf(lastMs[lane] ?? 0); x < end; x += 1) put(x, y, 1);
    for (let i = lanes.from[lane] ?? 0; i < (lanes.from[lane + 1] ?? 0); i += 1)
      put(columnOf(lanes.atMs[i] ?? 0), y, isWrong[i] === 1 ? 3 : 2);
    if (left !== Number.POSITIVE_INFINITY)
      for (const by of [-1, 0, 1]) put(Math.max(0, Math.min(width - 1, columnOf(left) + by)), y, 3);
  });
  const style = getComputedStyle(canvas);
  const colours = LOOKS.map((name) => (name === '' ? undefined : style.getPropertyValue(name).trim()));
  const picture = context.createImageData(width, height);
  const whole = new Uint32Array(picture.data.buffer);
  const inks = colours.map((colour) => (colour === undefined ? 0 : inkOf(colour)));
  dots.forEach((look, i) => {
    whole[i] = inks[look] ?? 0;
  });
  context.putImageData(picture, 0, 0);
}

/** A colour `#rgb` or `#rrggbb` as a pixel value. */
function inkOf(colour: string): number {
  const hex = colour.slice(1);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}
