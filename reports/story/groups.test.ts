import { expect, test } from 'vitest';
import type { Finding } from '../../harness/model.ts';
import { readPattern } from '../../harness/pattern.ts';
import { failed, Sample } from '../testing/sample.ts';
import { call, owed } from '../testing/sample-journey.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { fold } from './fold.ts';
import { alike, titleOf } from './groups.ts';

/** Cases with a failed check each; how many groups there are, by size. */
function groupsOf(check: string, findings: readonly Finding[]) {
  const run = new Sample();
  for (const [nth, finding] of findings.entries()) {
    const id = `orders/${nth}`;
    run.exchange(id, 'placed', { id: nth }, 202);
    run.case(id, 'An order', 'failed', { findings: [failed(id, check, finding, { step: 'placed' })] });
  }
  const input = run.end();
  return alike(fold(input).stories.flatMap(({ found }) => found));
}

test('findings that differ in numbers only are one kind of failure', () => {
  const input = sampleInput();
  const { stories } = fold(input);
  const groups = alike(stories.flatMap((story) => story.found));
  expect(groups.map(({ all }) => all.length)).toEqual([3, 1, 1]);
});

test('findings that differ in the data of their cases only are one kind of failure', () => {
  const echo = (name: string): Finding => ({
    summary: 'the booking has another name',
    expected: `"${name} \\"junior\\""`,
    actual: '"?"',
    pointer: '/contact/name',
  });
  expect(groupsOf('booking.echo', ['Ann', 'Bob', 'Cid'].map(echo))).toHaveLength(1);
  expect(groupsOf('booking.echo', [echo('Ann'), { ...echo('Ann'), pointer: '/contact/email' }])).toHaveLength(2);
});

test('events are alike in what they did, whatever could have come instead, and named without the one order', () => {
  const missing = (order: number, expected: string): Finding => ({
    summary: `order ${order}: FINISHED came more than once`,
    expected,
    actual: 'FINISHED, FINISHED',
  });
  const [group, ...others] = groupsOf('kci.once', [missing(41, 'FINISHED'), missing(42, 'STARTED, FINISHED')]);
  expect(others).toEqual([]);
  expect(group && titleOf(group)).toBe('FINISHED came more than once');
});

test('courses of events are alike where they were left at the same place in the same way', () => {
  const run = new Sample();
  for (const [nth, pattern] of [
    ['STARTED', 'FINISHED'],
    ['STARTED', 'STARTED?', 'FINISHED'],
    ['STARTED', 'FINISHED'],
  ].entries()) {
    const id = `orders/${nth}`;
    const order = 40 + nth;
    const seq = run.exchange(id, 'placed', { id: order }, 202);
    const last = nth === 2 ? seq : run.deliver({ what: 'STARTED', of: order, number: 1 });
    const kci = owed('placed', pattern);
    const finding = { summary: `order ${order}: missing`, expected: pattern.join(), actual: 'nothing' };
    run.case(id, 'An order', 'failed', {
      findings: [failed(id, 'kci.sequence', finding, { seq: last, span: kci.span })],
      journey: { steps: [call('placed')], kci: [kci], values: { ids: { placed: order } } },
    });
  }
  const input = run.end();
  const found = fold(input).stories.flatMap((story) => story.found);
  expect(alike(found).map(({ all }) => all.length)).toEqual([2, 1]);
});

test('lifecycles are alike where they were left at the same place in the same way, whatever had come before', () => {
  const run = new Sample();
  const names = ['STARTED', 'MIDDLE', 'FINISHED'];
  for (const [nth, events] of [
    ['STARTED', 'STARTED'],
    ['STARTED', 'MIDDLE', 'STARTED'],
    ['STARTED', 'FINISHED', 'STARTED'],
  ].entries()) {
    const id = `orders/${nth}`;
    const order = 40 + nth;
    run.exchange(id, 'placed', { id: order, type: 'BUILD' }, 202);
    const seqs = events.map((what, i) => run.deliver({ what, of: order, number: i + 1 }));
    const finding = { summary: `order ${order}: STARTED came after ${events}`, expected: 'another', actual: 'STARTED' };
    run.case(id, 'An order', 'failed', {
      findings: [failed(id, 'kci.lifecycle', finding, { seq: seqs.at(-1) ?? 0 })],
      journey: { steps: [call('placed')] },
    });
  }
  const input = run.end();
  const { pattern: legal } = readPattern(['STARTED', 'MIDDLE*', 'FINISHED']);
  const profile = {
    ...input.profile,
    events: Object.fromEntries(names.map((name) => [name, { when: [name] }])),
    lifecycles: [{ kind: 'build', orders: ['BUILD'], legal, outcomes: {} }],
  };
  const found = fold({ ...input, profile }).stories.flatMap((story) => story.found);
  expect(alike(found).map(({ all }) => all.length)).toEqual([2, 1]);
});
