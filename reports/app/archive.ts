import { blockId, blockOf, INDEX, type PackedCase, type PackedRun } from '../html/packed.ts';
import { timePointsOf } from '../story/messages.ts';
import { type CaseStory, factsOf, storyOf } from '../story/story.ts';

/** The data that a page holds. */
export interface Archive {
  readonly run: PackedRun;
  /** The case at a place of the index, joined with the moments that its findings rest on; null if only its line is kept. */
  caseAt(place: number): Promise<CaseStory | null>;
  /** The places of the cases whose stories contain all the words: ids of orders, requests, conversations. */
  placesOf(words: readonly string[]): Promise<ReadonlySet<number>>;
}

/** How many recently opened blocks are kept, so that going to the next case and back costs nothing. */
const KEPT = 8;

/** Opens the data of this page; undefined if it has none. */
export async function openArchive(): Promise<Archive | undefined> {
  const index = document.getElementById(INDEX);
  if (index === null) return undefined;
  const run = await unzip<PackedRun>(index.textContent);
  const facts = factsOf(run);
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
      const where = blockOf(run.blocks, place);
      const packed = where && (await blockAt(where.nth))[where.at];
      if (packed === undefined) return null;
      const all = [...packed.moments, ...packed.beside];
      const bySeq = new Map(all.flatMap((moment) => timePointsOf(moment).map(({ seq }) => [seq, moment] as const)));
      return storyOf(packed, (seq) => bySeq.get(seq), facts);
    },
    async placesOf(words) {
      const found = new Set<number>();
      let block: readonly PackedCase[] = [];
      for (const place of run.cases.ids.keys()) {
        const where = blockOf(run.blocks, place);
        if (where === undefined) break;
        if (where.at === 0) block = await read(where.nth);
        const text = JSON.stringify(block[where.at] ?? null).toLowerCase();
        if (words.every((word) => text.includes(word))) found.add(place);
      }
      return found;
    },
  };
}

async function read(nth: number): Promise<readonly PackedCase[]> {
  return (await heldAt<readonly PackedCase[]>(blockId(nth))) ?? [];
}

/** The data of an element after the app; undefined if there is none. */
export async function heldAt<T>(id: string): Promise<T | undefined> {
  const block = document.getElementById(id) ?? (await parsed().then(() => document.getElementById(id)));
  return block === null ? undefined : unzip<T>(block.textContent);
}

/** Resolves when the page is parsed. The blocks come after the app, so that it need not wait for all of a large page. */
function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((done) => document.addEventListener('DOMContentLoaded', () => done(), { once: true }));
}

/** Unpacks base64 of gzip of JSON. */
export async function unzip<T>(base64: string): Promise<T> {
  const packed = atob(base64);
  // A loop, because `Uint8Array.from` takes several times as long, and a page with many cases waits for it.
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i += 1) bytes[i] = packed.charCodeAt(i);
  // The body of a `Response`, not of a `Blob`: the browser would return the blob in pieces.
  const { body } = new Response(bytes);
  return (await new Response(body?.pipeThrough(new DecompressionStream('gzip'))).json()) as T;
}
