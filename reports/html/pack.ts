import { gzipSync } from 'node:zlib';
import type { CallStep, Journey, Span, Step } from '../../harness/model.ts';
import type { Moment } from '../story/moments.ts';
import type { RunStory } from '../story/run-story.ts';
import type { CaseStory } from '../story/story.ts';
import { type CaseColumns, type Column, caseLineOf, caseMarks, type PackedCase, type PackedRun } from './packed.ts';

/** A page's data, ready to be written into it. */
interface Pack {
  readonly index: string;
  /** Made one at a time, while being written. */
  readonly blocks: Iterable<string>;
  /** Whether the page holds also the passed cases, and not only their lines. */
  readonly isWhole: boolean;
}

/** The most characters of all data of a page. With its markup the page stays below 25 MB. */
export const BUDGET = 23_000_000;
/** The most that a page can hold at all. */
const MAX_BYTES = 300_000_000;
/** JSON characters in a block: enough to compress well, few enough to open at once. */
const BLOCK = 200_000;
/** How many cases are packed as a test, to estimate how many fit. */
const TRIED = 48;
/** The most that a case takes in the index. */
const LINE = 40;
/** gzip levels: low if there is room, so that a report takes no second; high if there is little. */
const LEVELS = [1, 7] as const;

/**
 * Packs the cases in the given order, failed and inconclusive ones first. Those are kept whole. The others are kept whole
 * only if all of them fit, else only their lines, so that no reader wonders why one is there and the next is not.
 */
export function pack({ input, stories: planned }: RunStory, stories: readonly CaseStory[], budget = BUDGET): Pack {
  const split = stories.findLastIndex(({ verdict: { outcome } }) => isTroubled(outcome)) + 1;
  const troubled = stories.slice(0, split);
  const calm = stories.slice(split);
  const first = keeping(troubled, MAX_BYTES);
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

/** How some cases are packed, how many of them make a block, and the size of all of them, estimated from a few. */
interface Keeping {
  /** Null: only lines are kept. */
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

/** A moment as a page holds it. What an event says of the order is already in its delivery's body. */
function inWhole(moment: Moment): Moment {
  if (moment.kind !== 'arrival') return moment;
  const { order: _order, ordered: _ordered, ...event } = moment.event;
  return { ...moment, event };
}

const NOWHERE: Span = { file: '', line: 0, col: 0, length: 0, excerpt: '' };

/**
 * A journey without findings, reduced to what a diagram shows. Requests are only compared with findings, and the moments
 * have them as sent. Members left out are empty.
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
  const lines = stories.map(caseLineOf);
  const marks = stories.map((story, i) => [i, caseMarks(story)] as const);
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

/** Packs data for a page: base64 of gzip. */
export function zip(text: string, level: number = LEVELS[0]): string {
  return gzipSync(text, { level }).toString('base64');
}
