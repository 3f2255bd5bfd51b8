import { gzipSync } from 'node:zlib';
import type { Fold } from '../story/fold.ts';
import type { Moment } from '../story/moments.ts';
import type { CaseStory } from '../story/story.ts';
import { inBrief } from './brief.ts';
import { lineOf, marksOf } from './case-line.ts';
import type { CaseColumns, Column, Depth, Marks, PackedCase, PackedRun } from './packed.ts';

/** A page's data, ready to be written into it. */
export interface Pack {
  readonly index: string;
  readonly blocks: readonly string[];
  /** How much the page holds of cases that did not fail; null: of some only their line. */
  readonly kept: Depth | null;
}

/** All data of a page together, in characters. With its markup the page stays below 25 MB. */
const BUDGET = 23_000_000;
/** JSON in a block: enough to pack well, little enough to open in a blink. */
const BLOCK = 200_000;
/** Cases that are packed on trial, to know how much of the others there is room for. */
const TRIED = 48;
/** What a case costs in the index at the most. */
const LINE = 40;
/** How hard gzip tries: hardly where there is room, so that a report costs no second; well where there is none. */
const LEVELS: Readonly<Record<Depth, number>> = { whole: 1, brief: 7 };
/** The most that a page can hold at all. */
const MOST = 300_000_000;

/**
 * Packs the cases in the order given, failed and inconclusive ones first. Those are kept whole; of the others so much as
 * there is room for, the same of each, so that no reader wonders why one is told and the next is not.
 */
export function pack({ input, stories: planned }: Fold, stories: readonly CaseStory[], budget = BUDGET): Pack {
  const troubled = stories.findIndex((story) => !isTroubled(story));
  const split = troubled === -1 ? stories.length : troubled;
  const room = { left: MOST };
  const from = input.verdict.startedAt;
  const first = packed(stories.slice(0, split), 'whole', 0, room, from);
  const calm = stories.slice(split);
  const spent = sum(first.blocks) + LINE * stories.length;
  const depth = depthFor(calm, budget - spent, from);
  room.left = budget - spent;
  const second = depth === null ? { blocks: [], starts: [], told: 0 } : packed(calm, depth, split, room, from);
  const told = first.told < split ? first.told : split + second.told;
  const { cases: _cases, findings: _findings, ...verdict } = input.verdict;
  const run: PackedRun = {
    verdict,
    profile: input.profile,
    ...(input.command === undefined ? {} : { command: input.command }),
    ...(input.waiving === undefined ? {} : { waiving: input.waiving }),
    cases: columnsOf(stories, planned),
    blocks: [...first.starts, ...second.starts],
    told,
  };
  const isWhole = told === stories.length;
  return { index: zip(JSON.stringify(run)), blocks: [...first.blocks, ...second.blocks], kept: isWhole ? depth : null };
}

function isTroubled({ verdict }: CaseStory): boolean {
  return verdict.outcome === 'failed' || verdict.outcome === 'inconclusive';
}

/** How much of each case there is room for, by what some of them need. */
function depthFor(stories: readonly CaseStory[], room: number, from: number): Depth | null {
  if (stories.length === 0) return 'whole';
  const step = Math.max(1, Math.floor(stories.length / TRIED));
  const some = stories.filter((_, i) => i % step === 0);
  const fits = (depth: Depth) => {
    const { blocks } = packed(some, depth, 0, { left: MOST }, from);
    return (sum(blocks) / some.length) * stories.length * 1.1 < room;
  };
  return fits('whole') ? 'whole' : fits('brief') ? 'brief' : null;
}

/** Blocks of cases, until there is no room left; then those from `told` on have none. */
function packed(
  stories: readonly CaseStory[],
  depth: Depth,
  from: number,
  room: { left: number },
  began: number,
): { blocks: string[]; starts: number[]; told: number } {
  const blocks: string[] = [];
  const starts: number[] = [];
  let waiting: string[] = [];
  let size = 0;
  let told = 0;
  const close = (): boolean => {
    if (waiting.length === 0) return true;
    const block = zip(`[${waiting.join(',')}]`, LEVELS[depth]);
    if (block.length > room.left) return false;
    room.left -= block.length;
    blocks.push(block);
    starts.push(from + told);
    told += waiting.length;
    waiting = [];
    size = 0;
    return true;
  };
  for (const story of stories) {
    const text = JSON.stringify(packedCase(story, depth, began));
    if (size > 0 && size + text.length > BLOCK && !close()) return { blocks, starts, told };
    waiting.push(text);
    size += text.length;
  }
  close();
  return { blocks, starts, told };
}

function packedCase({ verdict, journey, moments, found }: CaseStory, depth: Depth, from: number): PackedCase {
  if (depth === 'brief') {
    const {
      id: _id,
      title: _title,
      outcome: _outcome,
      requirements: _rows,
      startedAt,
      endedAt: _end,
      ...rest
    } = verdict;
    return { depth, verdict: rest, after: startedAt - from, moments: inBrief(moments, startedAt) };
  }
  const own = new Set(moments);
  const beside = [...new Set(found.flatMap(({ moment }) => (moment === undefined || own.has(moment) ? [] : [moment])))];
  return {
    depth,
    verdict,
    ...(journey === undefined ? {} : { journey }),
    moments: moments.map(inWhole),
    ...(beside.length === 0 ? {} : { beside: beside.map(inWhole) }),
  };
}

/** What a delivery holds of the order stands in its body already. */
function inWhole(moment: Moment): Moment {
  if (moment.kind !== 'arrival') return moment;
  const { order: _order, ordered: _ordered, ...event } = moment.event;
  return { ...moment, event };
}

function columnsOf(stories: readonly CaseStory[], planned: readonly CaseStory[]): CaseColumns {
  const inPlan = new Map(planned.map((story, nth) => [story, nth]));
  const nths = stories.map((story) => inPlan.get(story) ?? 0);
  const marks: Record<number, Marks> = {};
  for (const [i, story] of stories.entries()) {
    const mark = marksOf(story);
    if (Object.keys(mark).length > 0) marks[i] = mark;
  }
  const lines = stories.map(lineOf);
  return {
    ids: lines.map(({ id }) => id),
    titles: column(lines.map(({ title }) => title)),
    outcomes: column(lines.map(({ outcome }) => outcome)),
    sections: column(stories.map(({ verdict }) => verdict.scenario.split('/', 1)[0] ?? '')),
    reasons: column(stories.map(({ verdict }) => verdict.reason ?? null)),
    rows: column(stories.map(({ verdict }) => verdict.requirements)),
    requests: lines.map(({ requests }) => requests),
    kcis: lines.map(({ kcis }) => kcis),
    tookMs: lines.map(({ tookMs }) => tookMs),
    planned: nths.map((nth, i) => nth - (nths[i - 1] ?? 0)),
    marks,
  };
}

function column<T>(values: readonly T[]): Column<T> {
  const of: T[] = [];
  const places = new Map<string, number>();
  const at = values.map((value) => {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, of.length);
    return of.push(value) - 1;
  });
  return { of, at };
}

function zip(text: string, level = LEVELS.whole): string {
  return gzipSync(text, { level }).toString('base64');
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, { length }) => total + length, 0);
}
