import { blockId, INDEX, type PackedCase, type PackedRun } from '../html/packed.ts';

/** Where an app has its cases from: a page's own data here, a server elsewhere. */
export interface Archive {
  readonly run: PackedRun;
  /** The case at that place of the index, or null where its story is not kept. */
  caseAt(place: number): Promise<PackedCase | null>;
}

/** Blocks that were opened last are kept open, so that going to the next case and back costs nothing. */
const KEPT = 8;

/** Opens what this page holds; undefined where it holds nothing. */
export async function openArchive(): Promise<Archive | undefined> {
  const index = document.getElementById(INDEX);
  if (index === null) return undefined;
  const run = await unzip<PackedRun>(index.textContent);
  const open = new Map<number, Promise<readonly PackedCase[]>>();
  const blockAt = (nth: number): Promise<readonly PackedCase[]> => {
    const block = open.get(nth) ?? read(nth);
    open.delete(nth);
    open.set(nth, block);
    for (const oldest of [...open.keys()].slice(0, -KEPT)) open.delete(oldest);
    return block;
  };
  return {
    run,
    async caseAt(place) {
      if (place >= run.told) return null;
      const nth = blockOf(run.blocks, place);
      const cases = await blockAt(nth);
      return cases[place - (run.blocks[nth] ?? 0)] ?? null;
    },
  };
}

/** The block that holds the case at that place: the last that does not begin behind it. */
export function blockOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function read(nth: number): Promise<readonly PackedCase[]> {
  const block =
    document.getElementById(blockId(nth)) ?? (await parsed().then(() => document.getElementById(blockId(nth))));
  return block === null ? [] : unzip<readonly PackedCase[]>(block.textContent);
}

/** The blocks stand behind the app, which so need not wait until a large page is read to its end. */
function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((done) => document.addEventListener('DOMContentLoaded', () => done(), { once: true }));
}

/** From base64 of gzip of JSON. */
export async function unzip<T>(base64: string): Promise<T> {
  const packed = atob(base64);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as T;
}
