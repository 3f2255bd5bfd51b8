import { expect, test } from 'vitest';
import { failed, Sample, START } from '../testing/sample.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { runStory } from './run-story.ts';
import { timelineLine, timelineText } from './timeline.ts';

const storyOf = (id: string) => runStory(sampleInput()).stories.find(({ verdict }) => verdict.id === id);

test('one line tells what happened around a finding, and where it is', () => {
  const found = storyOf('orders/provide-new#business')?.found[0];
  expect(found && timelineLine(found)).toBe('availability 200 → [order 202] → STARTED');
});

test('an event that came before an answer stands before it', () => {
  const run = new Sample();
  let seq = 0;
  run.together('orders/a', ['order'], () => {
    seq = run.deliver({ what: 'STARTED', of: 40, number: 1 }, 10);
  });
  run.deliver({ what: 'FINISHED', of: 40, number: 2 });
  const early = { summary: 'early', expected: 'x', actual: 'y' };
  run.case('orders/a', 'A', 'failed', { findings: [failed('orders/a', 'kci.ahead', early, { seq })] });
  const found = runStory(run.end()).stories[0]?.found[0];
  expect(found && timelineLine(found)).toBe('order … → [STARTED] → order 202 → FINISHED');
});

test('where events of several orders came, each says whose it is', () => {
  const run = new Sample();
  run.exchange('orders/a', 'order', { id: 1 }, 202);
  run.exchange('orders/a', 'placed', { id: 2 }, 202);
  const seqs = [1, 2].map((of) => run.deliver({ what: 'STARTED', of, number: 1 }));
  const finding = { summary: 'late', expected: 'x', actual: 'y' };
  run.case('orders/a', 'A', 'failed', {
    findings: [failed('orders/a', 'kci.timing', finding, { seq: seqs[1] ?? 0 })],
  });
  const found = runStory(run.end()).stories[0]?.found[0];
  expect(found && timelineLine(found)).toBe('order 202 → placed 202 → STARTED of order → [STARTED of placed]');
});

test('a pause of the scenario is told with its length', () => {
  const run = new Sample();
  run.exchange('orders/a', 'order', { id: 1 }, 202);
  run.note({ type: 'wait-ended', journey: 'orders/a', wait: 'rest', startedAt: START, ended: 'met' }, 9_000);
  const seq = run.deliver({ what: 'STARTED', of: 1, number: 1 });
  const finding = { summary: 'late', expected: 'x', actual: 'y' };
  const rest = {
    kind: 'wait',
    name: 'rest',
    forMs: 9_000,
    span: { file: 'a.yaml', line: 1, col: 1, length: 1, excerpt: '' },
  } as const;
  run.case('orders/a', 'A', 'failed', {
    findings: [failed('orders/a', 'kci.timing', finding, { seq })],
    journey: { steps: [rest] },
  });
  const found = runStory(run.end()).stories[0]?.found[0];
  expect(found && timelineLine(found)).toBe('order 202 → waited 9 s → [STARTED]');
});

test('a long stream is told around the finding', () => {
  const run = new Sample();
  run.exchange('orders/a', 'order', { id: 1 }, 202);
  const seqs = Array.from({ length: 30 }, (_, i) => run.deliver({ what: 'STARTED', of: 1, number: i + 1 }));
  const finding = { summary: 'late', expected: 'x', actual: 'y' };
  run.case('orders/a', 'A', 'failed', {
    findings: [failed('orders/a', 'kci.timing', finding, { seq: seqs[15] ?? 0 })],
  });
  const found = runStory(run.end()).stories[0]?.found[0];
  const before = 'STARTED → '.repeat(6);
  expect(found && timelineLine(found)).toBe(`… → ${before}[STARTED] → ${'STARTED → '.repeat(5)}…`);
});

test('the whole timeline has a line and a time for each moment', () => {
  expect(timelineText(storyOf('orders/cease')?.moments ?? [], START)).toBe(
    `+20 ms        order 202  POST https://gateway.example/v1/order?address=%7B%22id%22%3A%221%22%7D  in 12 ms
+1 min 30 s   KCI STARTED #1  answered 204
+3 d          KCI FINISHED #2  answered 204
+3 d          waited 3 d for kci: met`,
  );
});

test('a finding without a case has no timeline', () => {
  const found = runStory(sampleInput()).found[0];
  expect(found && timelineLine(found)).toBeUndefined();
});
