import { gzipSync } from 'node:zlib';
import type { CallStep, Journey, Span, Step } from '../../harness/model.ts';
import type { Moment } from '../story/moments.ts';
import type { RunStory } from '../story/run-story.ts';
import type { CaseStory } from '../story/story.ts';
import { type CaseColumns, type Column, lineOf, marksOf, type PackedCase, type PackedRun } from './packed.ts';

/** A page's data, ready to be written into it. */
interface Pack {
  readonly index: string;
  /** Made one at a time, while they are written. */
  readonly blocks: Iterable<string>;
  /** Whether the page holds cases that did not fail, and not their lines alone. */
  readonly isWhole: boolean;
}

/** All data of a page together, in characters. With its markup the page stays below 25 MB. */
export const BUDGET = 23_000_000;
/** The most that a page can hold at all. */
const MOST_BYTES = 300_000_000;
/** JSON in a block: enough to pack well, little enough to open in a blink. */
const BLOCK = 200_000;
/** Cases that are packed on trial, to know how much of all there is room for. */
const TRIED = 48;
/** What a case costs in the index at the most. */
const LINE = 40;
/** How hard gzip tries: hardly where there is room, so that a report costs no second; well where there is little. */
const LEVELS = [1, 7] as const;

/**
 * Packs the cases in the order given, failed and inconclusive ones first. Those are kept whole; the others, too, where
 * there is room for all of them, else their lines alone, so that no reader wonders why one is told and the next is not.
 */
export function pack({ input, stories: planned }: RunStory, stories: readonly CaseStory[], budget = BUDGET): Pack {
  const split = stories.findLastIndex(({ verdict: { outcome } }) => isTroubled(outcome)) + 1;
  const troubled = stories.slice(0, split);
  const calm = stories.slice(split);
  const first = keeping(troubled, MOST_BYTES);
  const rest = keeping(calm, budget - first.size - LINE * stories.length);
  const { profile, command, only, waiving } = input;
  const { cases: _cases, findings: _findings, ...verdict } = input.verdict;
  const run: PackedRun = {
    profile,
    command,
    only,
    waiving,
    verdict,
    cases: columnsOf(stories, planned),
    blocks: { split, first: first.each, rest: rest.each },
  };
  return {
    index: zip(JSON.stringify(run)),
    blocks: blocksOf([troubled, first], [calm, rest]),
    isWhole: rest.level !== null,
  };
}

const isTroubled = (outcome: string): boolean => outcome === 'failed' || outcome === 'inconclusive';

/** How some cases are packed, how many of them make a block, and what all of them take, by what a few need. */
interface Keeping {
  /** Null: only their lines are kept. */
  readonly level: number | null;
  readonly each: number;
  readonly size: number;
}

function keeping(stories: readonly CaseStory[], room: number): Keeping {
  if (stories.length === 0) return { level: LEVELS[0], each: 1, size: 0 };
  const step = Math.max(1, Math.floor(stories.length / TRIED));
  const some = stories.filter((_, i) => i % step === 0);
  const text = JSON.stringify(some.map(packedCase));
  for (const level of LEVELS) {
    const size = (zip(text, level).length / some.length) * stories.length * 1.1;
    if (size < room) return { level, size, each: Math.max(1, Math.floor((BLOCK * some.length) / text.length)) };
  }
  return { level: null, each: 0, size: 0 };
}

function* blocksOf(...parts: readonly (readonly [readonly CaseStory[], Keeping])[]): Generator<string> {
  for (const [stories, { level, each }] of parts) {
    if (level === null) continue;
    for (let from = 0; from < stories.length; from += each)
      yield zip(JSON.stringify(stories.slice(from, from + each).map(packedCase)), level);
  }
}

function packedCase({ verdict, journey, moments, orders, found }: CaseStory): PackedCase {
  const own = new Set(moments);
  const beside = new Set(found.flatMap(({ moment }) => (moment === undefined || own.has(moment) ? [] : [moment])));
  const whole = moments.map(inWhole);
  const told = journey && { journey: found.length === 0 ? inOutline(journey) : journey };
  return { verdict, ...told, moments: whole, orders, beside: [...beside].map(inWhole) };
}

/** A moment as a page holds it. What a delivery holds of the order stands in its body already. */
function inWhole(moment: Moment): Moment {
  if (moment.kind !== 'arrival') return moment;
  const { order: _order, ordered: _ordered, ...event } = moment.event;
  return { ...moment, event };
}

const NOWHERE: Span = { file: '', line: 0, col: 0, length: 0, excerpt: '' };

/**
 * A journey in which nothing was found, as far as a diagram tells of it. What its requests were made of, findings alone are
 * compared with: as they were sent, they stand in the moments. What is left out is empty.
 */
function inOutline(journey: Journey): Journey {
  const { steps, kci, values } = journey;
  const orders = [...kci, ...steps.filter((step) => step.kind === 'await')].map((owed) => owed.for);
  const named = orders.map((reference) => /[\w-]+/.exec(reference)?.[0]);
  return {
    ...journey,
    ...{ title: '', tags: [], covers: [], leases: [], span: NOWHERE },
    values: Object.fromEntries(Object.entries(values).filter(([name]) => named.includes(name))),
    steps: steps.map(stepInOutline),
  };
}

function stepInOutline(step: Step): Step {
  if (step.kind === 'call') return callInOutline(step);
  return step.kind === 'parallel' ? { ...step, steps: step.steps.map(callInOutline) } : step;
}

function callInOutline({ request, expect, need: _need, ...call }: CallStep): CallStep {
  const { body: _body, pathParameters: _parameters, headers, ...line } = request;
  const names = Object.fromEntries(Object.keys(headers).map((each) => [each, '']));
  return {
    ...call,
    request: { ...line, headers: names, query: {} },
    expect: { answers: expect.answers },
    span: NOWHERE,
  };
}

function columnsOf(stories: readonly CaseStory[], planned: readonly CaseStory[]): CaseColumns {
  const inPlan = new Map(planned.map((story, nth) => [story, nth]));
  const nths = stories.map((story) => inPlan.get(story) ?? 0);
  const lines = stories.map(lineOf);
  const marks = stories.map((story, i) => [i, marksOf(story)] as const);
  return {
    ids: lines.map(({ id }) => id),
    titles: column(lines.map(({ title }) => title)),
    outcomes: column(lines.map(({ outcome }) => outcome)),
    sections: column(stories.map(({ verdict }) => verdict.scenario.split('/', 1)[0] ?? '')),
    reasons: column(lines.map(({ reason }) => reason ?? null)),
    rows: column(stories.map(({ verdict }) => verdict.requirements)),
    requests: lines.map(({ requests }) => requests),
    kcis: lines.map(({ kcis }) => kcis),
    tookMs: lines.map(({ tookMs }) => tookMs),
    planned: nths.map((nth, i) => nth - (nths[i - 1] ?? 0)),
    marks: Object.fromEntries(marks.filter(([, mark]) => Object.keys(mark).length > 0)),
  };
}

function column<T>(values: readonly T[]): Column<T> {
  const places = new Map<string, number>();
  const of: T[] = [];
  const at = values.map((value) => {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const place = places.get(key) ?? of.push(value) - 1;
    places.set(key, place);
    return place;
  });
  return { of, at };
}

/** As a page holds data: base64 of gzip. */
export function zip(text: string, level: number = LEVELS[0]): string {
  return gzipSync(text, { level }).toString('base64');
}
