import { expect, test } from 'vitest';
import type { Finding } from '../../harness/model.ts';
import { failed, Sample } from '../testing/sample.ts';
import { call } from '../testing/sample-journey.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { alike, breachedRows, followingIn, idsIn, placeInBody, titleOf } from './groups.ts';
import { failuresIn, runStory } from './run-story.ts';

/** Cases with a failed check each; how many groups there are, by size. */
function groupsOf(check: string, findings: readonly Finding[]) {
  const run = new Sample();
  for (const [nth, finding] of findings.entries()) {
    const id = `orders/${nth}`;
    run.exchange(id, 'placed', { id: nth }, 202);
    run.case(id, 'An order', 'failed', { findings: [failed(id, check, finding, { step: 'placed' })] });
  }
  const input = run.end();
  return alike(runStory(input).stories.flatMap(({ found }) => found));
}

test('findings that differ in numbers only are one kind of failure', () => {
  const input = sampleInput();
  const { stories } = runStory(input);
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

test('findings of one kind are alike whatever else they say, and are named by it where they are several', () => {
  const twice = (order: number): Finding => ({
    summary: `order ${order}: FINISHED came more than once`,
    kind: 'FINISHED came more than once',
    expected: 'FINISHED',
    actual: 'FINISHED, FINISHED',
  });
  const [group, ...others] = groupsOf('kci.once', [twice(41), twice(42)]);
  expect(others).toEqual([]);
  expect(group && titleOf(group)).toBe('FINISHED came more than once');
  const [alone] = groupsOf('kci.once', [twice(41)]);
  expect(alone && titleOf(alone)).toBe('order 41: FINISHED came more than once');
});

test('the simplest case stands for all: that in which least else failed, of those one of one operation, and then the shortest', () => {
  const run = new Sample();
  const finding: Finding = { summary: 'placed answered 500', expected: '202', actual: '500' };
  const other: Finding = { summary: 'another thing', expected: 'a', actual: 'b' };
  for (const [id, exchanges, alone] of [
    ['amendments/short', 1, true],
    ['orders/long', 3, true],
    ['orders/short', 2, true],
    ['orders/more', 1, false],
  ] as const) {
    const steps = id === 'amendments/short' ? [call('placed'), call('amend', {}, { verb: 'amend' })] : [call('placed')];
    const seqs = Array.from({ length: exchanges }, () => run.exchange(id, 'placed', { id: 1 }, 500));
    const own = failed(id, 'http.status', finding, { step: 'placed', seq: seqs[0] ?? 0 });
    run.case(id, 'An order', 'failed', {
      findings: alone ? [own] : [failed(id, 'http.body', other), own],
      journey: { steps },
    });
  }
  const [group] = failuresIn(runStory(run.end()));
  expect(group?.first.story?.verdict.id).toBe('orders/short');
  expect(group?.all).toHaveLength(4);
});

test('what most findings of a kind break is told first, and what only follows breaks last', () => {
  const run = new Sample();
  for (const id of ['ORD-04', 'AMD-03', 'KCI-03']) run.row(id, 'Orders', `That is ${id}.`, 'breached');
  const wrong: Finding = { summary: 'answered 422', expected: '202', actual: '422' };
  const effect: Finding = { ...wrong, summary: 'nothing came', because: 'http.status: answered 422' };
  for (const [id, requirements] of [
    ['orders/one', ['ORD-04', 'AMD-03']],
    ['orders/two', ['AMD-03']],
  ] as const) {
    const seq = run.exchange(id, 'placed', { id: 1 }, 422);
    const findings = [failed(id, 'http.status', wrong, { seq, requirements })];
    for (let nth = 0; nth < 3; nth++)
      findings.push(failed(id, 'kci.sequence', effect, { seq, requirements: ['KCI-03'] }));
    run.case(id, 'An order', 'failed', { findings });
  }
  const [group] = failuresIn(runStory(run.end()));
  expect(group && breachedRows(group).map(({ id }) => id)).toEqual(['AMD-03', 'ORD-04', 'KCI-03']);
  expect(group && idsIn(group)).toBe('AMD-03 ORD-04 KCI-03');
});

test('what follows from a failure is told with it, and breaks its promises under the same head', () => {
  const run = new Sample();
  const seq = run.exchange('orders/one', 'placed', { id: 1 }, 202);
  const cause: Finding = { summary: 'B came after A', expected: 'C', actual: 'A, B' };
  const effect: Finding = {
    summary: 'C did not come',
    expected: 'C',
    actual: 'A, B',
    because: 'kci.lifecycle: B came after A',
  };
  const findings = [
    failed('orders/one', 'kci.sequence', effect, { seq }),
    failed('orders/one', 'kci.lifecycle', cause, { seq }),
  ];
  run.case('orders/one', 'An order', 'failed', { findings });
  const [group, ...others] = failuresIn(runStory(run.end()));
  expect(others).toEqual([]);
  expect(group && [titleOf(group), followingIn(group)]).toEqual(['B came after A', ['C did not come']]);
});

test('the failure that explains most cases comes first, and of equals what came first', () => {
  const other = (summary: string): Finding => ({ summary, expected: 'x', actual: 'y' });
  const titles = groupsOf('kci.once', ['late', 'early', 'often', 'often'].map(other)).map(titleOf);
  expect(titles).toEqual(['often', 'late', 'early']);
});

test.each([
  [9, ['of the run', 'assumed']],
  [10, ['assumed', 'of the run']],
])('what the specification states comes before an assumption that explains %i cases', (cases, titles) => {
  const run = new Sample();
  run.row('ORD-04', 'Orders', 'Each has an id of its own.', 'breached');
  run.row('KCI-03', 'KCI profile', 'Events come in order.', 'breached', { level: 'assumed' });
  const assumed: Finding = { summary: 'assumed', expected: 'x', actual: 'y' };
  for (let nth = 1; nth <= cases; nth++) {
    run.exchange(`orders/${nth}`, 'placed', { id: nth }, 202);
    const findings = [failed(`orders/${nth}`, 'kci.sequence', assumed, { requirements: ['KCI-03'] })];
    run.case(`orders/${nth}`, 'An order', 'failed', { findings });
  }
  run.finding(failed('', 'booking.unique', { ...assumed, summary: 'of the run' }));
  expect(failuresIn(runStory(run.end())).map(titleOf)).toEqual(titles);
});

test('what is wrong in several elements of a list is told in one place, with in how many of them', () => {
  const run = new Sample();
  const seq = run.exchange('orders/one', 'slots', { id: 1 }, 200, { slots: [{ end: 1 }, { end: 2 }, { end: '3' }] });
  const wrong = (nth: number): Finding => ({
    summary: `slots answered 200 with a wrong body at /slots/${nth}/end`,
    kind: 'an answer to slots has a wrong body at /slots/*/end',
    expected: 'a text',
    actual: String(nth + 1),
    pointer: `/slots/${nth}/end`,
  });
  const findings = [0, 1].map((nth) => failed('orders/one', 'http.schema', wrong(nth), { seq }));
  run.case('orders/one', 'An order', 'failed', { findings });
  const [group] = failuresIn(runStory(run.end()));
  expect(group && [titleOf(group), placeInBody(group)]).toEqual([wrong(0).kind, '/slots/*/end, 2 of 3']);
});
