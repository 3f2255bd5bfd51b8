import { describe, expect, test } from 'vitest';
import type { Step } from '../../model.ts';
import { createFold } from '../../record/fold.ts';
import { call, kci, NOON, REAL, SPAN, type Story, tell } from '../../testing/record-builder.ts';
import { type Assumed, assumedOf, createForecast } from './forecast.ts';
import { stretchesOf } from './position.ts';

const deadlines = { responseMs: 1_000, kciMs: 60_000, waitMs: 100_000, settleMs: 5_000 };
const ask = call('availability');
const pattern = { kind: 'event', name: 'COMPLETED' } as const;

/** Journeys named a0, a1, …, each with the same steps; the first `walked` have made their one call, 100 ms each. */
function story(count: number, walked: number, steps: readonly Step[] = [ask], options = {}): Story {
  const told = tell();
  for (let i = 0; i < count; i++) told.journey(`a${i}`, steps, options);
  for (let i = 0; i < walked; i++) told.start(`a${i}`).later(80).ask(`a${i}`, 'availability', 200);
  return told;
}

const ends = (told: Story, from: number, to: number): Story => {
  for (let i = from; i < to; i++) told.end(`a${i}`);
  return told;
};

/** Foresees at the end of the record, or so long after. */
function left({ plan, record }: Story, afterMs = 0, its = deadlines, assumed?: Assumed): number | undefined {
  const { profile } = REAL;
  const fold = createFold(profile);
  const stretches = new Map(plan.journeys.map((journey) => [journey.id, stretchesOf(journey)]));
  const forecast = createForecast({ fold, stretches, profile, deadlines: its, assumed });
  for (const each of record) {
    fold.see(each);
    forecast.see(each);
  }
  return forecast.leftMs((record.at(-1)?.at ?? NOON) + afterMs);
}

test('as long as little was answered, nobody can know', () => {
  expect(left(story(100, 0))).toBeUndefined();
  expect(left(story(100, 19))).toBeUndefined();
});

test('before it begins, it takes what answers, rate limit and events are assumed to take', () => {
  const { steering } = REAL.target;
  const at = (requestsPerSecond: number | null) =>
    assumedOf({ limits: { requestsPerSecond, concurrency: 4 }, steering, kciDelaySeconds: 2 }, 800);
  const settled = (told: Story, perSecond: number | null) =>
    (left(told, 0, deadlines, at(perSecond)) ?? 0) - deadlines.settleMs;
  // Of each a quarter, for four go on at a time; and the last one whole.
  expect(settled(story(100, 0), null)).toBe(99 * 200 + 800);
  expect(settled(story(100, 0), 2)).toBe(99 * 500 + 800);
  expect(settled(story(1, 0, [ask], { kci: [kci(pattern)] }), null)).toBe(800 + 2_000);
});

test('journeys to come are begun as fast as those before', () => {
  const told = story(100, 50);
  const foreseen = left(ends(told, 0, 50)) ?? 0;
  // 50 more at 110 ms each, and then what may come late.
  expect(foreseen).toBeGreaterThan(5_000 + 50 * 100);
  expect(foreseen).toBeLessThan(5_000 + 50 * 130);
});

test('a slow beginning is trusted the more the nearer a run is to its half', () => {
  const assumed = { answerMs: 10, msPerCall: 10, eventMs: 50 };
  const settled = (walked: number) =>
    (left(ends(story(1_000, walked), 0, walked), 0, deadlines, assumed) ?? 0) - deadlines.settleMs;
  const shown = (walked: number): number => (1_000 - walked) * 120;
  expect(settled(50) / shown(50)).toBeCloseTo(0.2, 1);
  expect(settled(250) / shown(250)).toBeCloseTo(0.55, 1);
  expect(settled(500) / shown(500)).toBeCloseTo(1, 1);
});

test('how long events are waited for is not known before the first have come', () => {
  const told = story(60, 30, [ask], { kci: [kci(pattern, { withinMs: 500_000 })] });
  expect(left(told)).toBeUndefined();
  const startedAt = (told.record.at(-1)?.at ?? 0) - 9_000;
  told.see({ type: 'wait-ended', journey: 'a0', wait: 'kci', startedAt, ended: 'met' }).end('a0');
  expect(left(told)).toBeGreaterThan(5_000 + 9_000);
});

test('events that were never waited for take as long each as others did', () => {
  const three = { kind: 'seq', of: [pattern, pattern, pattern] } as const;
  const told = story(30, 30, [ask], { kci: [kci(pattern)] }).journey('z', [ask], { kci: [kci(three)] });
  for (let i = 0; i < 30; i++) {
    const startedAt = (told.record.at(-1)?.at ?? 0) - 4_990;
    told.see({ type: 'wait-ended', journey: `a${i}`, wait: 'kci', startedAt, ended: 'met' }).end(`a${i}`);
  }
  const foreseen = left(told) ?? 0;
  expect(foreseen).toBeGreaterThan(3 * 5_000 + deadlines.settleMs);
  expect(foreseen).toBeLessThan(3 * 5_000 + deadlines.settleMs + 1_000);
});

test('silence lasts as long as it is owed, or as long as the target file lets anybody wait', () => {
  const silence = kci({ kind: 'seq', of: [] }, { noneWithinMs: 7_200_000 });
  const told = ends(story(30, 30, [ask], { kci: [silence] }), 1, 30);
  expect(Math.round(((left(told) ?? 0) - deadlines.settleMs) / 1_000)).toBe(57);
});

test('time that a journey lets pass is known, and so is that it would be too long', () => {
  const wait = (forMs: number): Step => ({ kind: 'wait', name: 'wait', forMs, span: SPAN });
  expect(left(ends(story(30, 30, [ask, wait(90_000)]), 0, 29))).toBe(90_000 - 29 * 10 + deadlines.settleMs);
  expect(left(ends(story(30, 30, [ask, wait(900_000)]), 0, 29))).toBe(deadlines.settleMs);
});

describe('waits until a moment that an answer tells', () => {
  const book = call('book', { as: 'booking' });
  const until: Step = { kind: 'wait', name: 'wait', until: '$booking.expiryDateTime', span: SPAN };
  const nearly: Step = { ...until, name: 'nearly', short: 'nearly' };
  const steps = [book, nearly, until];
  const patient = { ...deadlines, waitMs: 900_000 };
  const secondsLeft = (told: Story, afterMs = 0, its = patient): number =>
    Math.round(((left(told, afterMs, its, assumed) ?? 0) - its.settleMs) / 1_000);
  const assumed = { answerMs: 10, msPerCall: 1, eventMs: 50 };
  /** A booking that expires so many seconds after it was answered. */
  const booked = (told: Story, id: string, seconds: number): Story => {
    const at = told.record.at(-1)?.at ?? NOON;
    const headers = [['Date', new Date(at).toUTCString()]] as const;
    const body = { expiryDateTime: new Date(at + seconds * 1_000).toISOString() };
    return told.start(id).ask(id, 'book', 200, { headers, body });
  };

  test('last 45 s before the first is told, and not as long as anybody may wait', () => {
    expect(secondsLeft(tell().journey('a', steps))).toBe(45);
    expect(secondsLeft(tell().journey('a', steps), 0, { ...patient, waitMs: 10_000 })).toBe(10);
  });

  test('last as long as it tells, one after the other no longer than the last of them, and less as time goes by', () => {
    const told = booked(tell().journey('a', steps), 'a', 20);
    const first = secondsLeft(told);
    // Half as long again, for clocks may differ.
    expect(first).toBe(30);
    expect(secondsLeft(told, 9_000)).toBe(first - 9);
    const startedAt = told.record.at(-1)?.at ?? 0;
    told.later(18_000).see({ type: 'wait-ended', journey: 'a', wait: 'nearly', startedAt, ended: 'met' });
    expect(secondsLeft(told)).toBe(first - 18);
    expect(secondsLeft(told, 9_000)).toBe(first - 27);
  });

  test('last as long for those that come as for those before', () => {
    const told = booked(tell().journey('a', steps).journey('b', steps), 'a', 60);
    expect(secondsLeft(told.end('a'))).toBe(90);
  });
});

test('what takes far longer than usual is given up at its deadline', () => {
  const told = story(30, 30, [ask], { kci: [kci(pattern, { withinMs: 500_000 })] });
  for (let i = 0; i < 29; i++) {
    const startedAt = (told.record.at(-1)?.at ?? 0) - 990;
    told.see({ type: 'wait-ended', journey: `a${i}`, wait: 'kci', startedAt, ended: 'met' }).end(`a${i}`);
  }
  const spentMs = 30_000;
  const foreseen = left(told, spentMs) ?? 0;
  expect(foreseen).toBeGreaterThan(60_000 - spentMs + deadlines.settleMs - 1_000);
  expect(foreseen).toBeLessThanOrEqual(60_000 - spentMs + deadlines.settleMs);
});

test('a run that is over has nothing left', () => {
  expect(left(ends(story(30, 30), 0, 30).finish())).toBeUndefined();
});
