import { expect, test } from 'vitest';
import { CHECKS } from '../../harness/judge/checks/table.ts';
import type { Finding, Json, JsonObject } from '../../harness/model.ts';
import { CHECK_WORDS, wordsOfCheck } from '../../harness/verdict/check-words.ts';
import type { ReportInput } from '../input.ts';
import { failed, Sample } from '../testing/sample.ts';
import { call, parallel } from '../testing/sample-journey.ts';
import { causeOf, checkWordsOf } from './cause.ts';
import { alike } from './groups.ts';
import { allFound, runStory } from './run-story.ts';

const FINDING = { summary: 'answered with a wrong body', expected: 'a string', actual: 'missing', pointer: '/uuid' };

/** Cases in a row, each with one request; those named fail alike. */
function runOf(
  cases: readonly (readonly [id: string, step: string, status: number, isFailed: boolean])[],
  check = 'http.schema',
): ReportInput {
  const run = new Sample();
  for (const [id, step, status, isFailed] of cases) {
    const seq = run.exchange(id, step, { id: 1 }, status);
    const findings = isFailed ? [failed(id, check, FINDING, { step, seq })] : [];
    run.case(id, 'A case', isFailed ? 'failed' : 'passed', { findings, journey: { steps: [call(step)] } });
  }
  return run.end();
}

function factsOf(input: ReportInput): readonly string[] {
  const run = runStory(input);
  const [group] = alike(allFound(run));
  return group === undefined ? [] : causeOf(group, run).facts;
}

test('every check says what its failure points to, and nothing is said of checks that there are not', () => {
  expect(Object.keys(CHECK_WORDS).toSorted()).toEqual(Object.keys(CHECKS).toSorted());
  expect(wordsOfCheck('no.such.check')?.failing).toBeUndefined();
});

test('what all cases of an operation have in common is told, counted against those that have it and pass', () => {
  const some = [
    ['a/1', 'book', 422, true],
    ['a/2', 'book', 422, true],
    ['b/1', 'order', 202, false],
    ['b/2', 'order', 202, false],
  ] as const;
  expect(factsOf(runOf(some))).toEqual(['Every case that calls POST …/book fails so: 2 of 2.']);
  expect(factsOf(runOf([...some, ['c/1', 'book', 200, false]]))).toEqual([
    'Every case that is answered 422 fails so: 2 of 2.',
  ]);
  // That is the finding itself.
  expect(factsOf(runOf([...some, ['c/1', 'book', 200, false]], 'http.status'))).toEqual([
    'Every case below a/ fails so: 2 of 2.',
  ]);
});

test('of several faults that a case sends, the one is told that its finding is about', () => {
  const run = new Sample();
  const sending = (step: string, value: Json) =>
    call(step, { role: 'negative' }, { defect: { kind: 'wrong-type', at: '/body/id', value } });
  for (const id of ['a/1', 'a/2']) {
    run.exchange(id, 'first', { id: true }, 422);
    const seq = run.exchange(id, 'second', { id: 12.5 }, 202);
    const findings = [failed(id, 'http.status', FINDING, { step: 'second', seq })];
    run.case(id, 'A case', 'failed', {
      findings,
      journey: { steps: [sending('first', true), sending('second', 12.5)] },
    });
  }
  run.exchange('b/1', 'first', { id: true }, 422);
  run.case('b/1', 'A case', 'passed', { journey: { steps: [sending('first', true)] } });
  expect(factsOf(run.end())[0]).toBe(
    'Every case that sends a request with a wrong type of body/id: 12.5 fails so: 2 of 2.',
  );
});

test('where only some fail, the narrowest respect is told, and none that nearly every case has', () => {
  const facts = factsOf(
    runOf([
      ['a/1', 'book', 422, true],
      ['a/2', 'book', 422, false],
      ['b/1', 'order', 202, false],
      ['b/2', 'order', 202, false],
    ]),
  );
  expect(facts).toEqual(['It is among the 2 cases that call POST …/book.']);
});

test('that requests were sent at once is told where that is what the failing cases have in common', () => {
  const run = new Sample();
  const seq = run.exchange('a/1', 'book', { id: 1 }, 200);
  const findings = [failed('a/1', 'tally', FINDING, { seq })];
  run.case('a/1', 'A case', 'failed', { findings, journey: { steps: [parallel(call('book'), call('again'))] } });
  for (const id of ['b/1', 'b/2']) {
    run.exchange(id, 'book', { id: 1 }, 200);
    run.case(id, 'A case', 'passed', { journey: { steps: [call('book')] } });
  }
  expect(factsOf(run.end())[0]).toBe('It is the only case that sends requests at once.');
});

test('which member or value is sent wherever it fails is told, and in one case alone it may be chance', () => {
  const factsFor = (...bodies: readonly (readonly [sent: JsonObject, status: number])[]): readonly string[] =>
    factsBelow('a/', ...bodies);
  const factsBelow = (below: string, ...bodies: readonly (readonly [sent: JsonObject, status: number])[]) => {
    const run = new Sample();
    for (const [i, [sent, status]] of bodies.entries()) {
      const id = `${below}${i}`;
      const seq = run.exchange(id, 'cancel', sent, status);
      const isFailed = status === 422;
      const findings = isFailed ? [failed(id, 'http.schema', FINDING, { step: 'cancel', seq })] : [];
      run.case(id, 'A case', isFailed ? 'failed' : 'passed', { findings, journey: { steps: [call('cancel')] } });
    }
    // Whatever is answered otherwise, the status tells nothing.
    run.exchange('b/1', 'cancel', {}, 422);
    run.case('b/1', 'A case', 'passed', { journey: { steps: [call('cancel')] } });
    return factsOf(run.end());
  };
  const other = [{ reason: 'OTHER' }, 202] as const;
  expect(factsFor([{ reason: 'MOVED' }, 422], [{ reason: 'MOVED' }, 422], other, other)[0]).toBe(
    'Every case that sends "reason": "MOVED" in POST …/cancel fails so: 2 of 2.',
  );
  // All cases of one scenario send what it says.
  expect(factsBelow('a#', [{ reason: 'MOVED' }, 422], [{ reason: 'MOVED' }, 422], other, other).join()).not.toContain(
    'MOVED',
  );
  const asked = { asked: [{ name: 'CARE_LEVEL', value: 'PREMIUM' }] };
  expect(factsFor([asked, 422], [asked, 422], [{ asked: [] }, 202], other)[0]).toBe(
    'Every case that sends "CARE_LEVEL": "PREMIUM" in POST …/cancel fails so: 2 of 2.',
  );
  expect(factsFor([{ contact: { email: 'a' } }, 422], [{ contact: { email: 'b' } }, 422], other)[0]).toBe(
    'Every case that sends "contact" in POST …/cancel fails so: 2 of 2.',
  );
  expect(factsFor([{ reason: 'MOVED' }, 422], other, other).join()).not.toContain('MOVED');
  // Where some that send it pass, it may be chance, too.
  const moved = [{ reason: 'MOVED' }, 422] as const;
  expect(factsFor(moved, moved, [{ reason: 'MOVED' }, 202], other).join()).not.toContain('MOVED');
});

test('where what is right is refused, what is refused for a fault in it shows nothing', () => {
  const run = new Sample();
  const refused: Finding = { summary: 'cancel answered 422', expected: '202', actual: '422' };
  const defect = { kind: 'omit', at: '/body/id' } as const;
  for (const [id, isFaulty] of [['a/1'], ['b/1'], ['c/1', true], ['d/1', true]] as const) {
    const seq = run.exchange(id, 'cancel', { reason: 'MOVED' }, 422);
    const findings = isFaulty ? [] : [failed(id, 'http.status', refused, { step: 'cancel', seq })];
    const steps = [call('cancel', {}, isFaulty ? { defect } : {})];
    run.case(id, 'A case', isFaulty ? 'passed' : 'failed', { findings, journey: { steps } });
  }
  run.exchange('e/1', 'cancel', { reason: 'OTHER' }, 202);
  run.case('e/1', 'A case', 'passed', { journey: { steps: [call('cancel')] } });
  expect(factsOf(run.end())[0]).toBe(
    'Every case judged on sending "reason": "MOVED" in POST …/cancel fails so: 2 of 2.',
  );
});

test('what is spread over operations is told as that', () => {
  const facts = factsOf(
    runOf([
      ['a/1', 'book', 422, true],
      ['b/1', 'order', 422, true],
      ['c/1', 'order', 422, true],
    ]),
  );
  expect(facts).toEqual([
    'It is spread over POST …/order (2) and POST …/book (1), so that no single operation is at fault.',
  ]);
});

test('a failure that began at some time is told with it', () => {
  const before = [0, 1, 2].map((nth) => [`a/${nth}`, 'book', 200, false] as const);
  const after = [3, 4, 5].map((nth) => [`a/${nth}`, 'book', 200, true] as const);
  const other = [6, 7].map((nth) => [`b/${nth}`, 'order', 202, false] as const);
  expect(factsOf(runOf([...before, ...after, ...other]))).toContainEqual(
    expect.stringMatching(/^It began at 2026-03-02 .* UTC: 3 such cases passed before, none after\.$/),
  );
});

test('of a wrong status it is told which way it is wrong', () => {
  const wordsFor = (status: number, owed: string) => {
    const run = new Sample();
    const seq = run.exchange('a/1', 'order', { id: 1 }, status);
    const findings = [failed('a/1', 'http.status', FINDING, { step: 'order', seq })];
    const steps = [call('order', { expect: { answers: [{ status: owed }] } })];
    run.case('a/1', 'A case', 'failed', { findings, journey: { steps } });
    const story = runStory(run.end());
    const [group] = alike(allFound(story));
    expect(group && causeOf(group, story).meaning).toBe(group && checkWordsOf(group)?.failing);
    return group && checkWordsOf(group);
  };
  const meaningFor = (status: number, owed: string) => wordsFor(status, owed)?.failing;
  expect(meaningFor(202, '422')).toBe('The gateway accepted what it must refuse: it does not check this.');
  expect(meaningFor(422, '2xx')).toBe('The gateway refused what it must accept.');
  expect(meaningFor(503, '202')).toBe('The gateway broke down on the way: its log of this request tells where.');
  // A failure was owed, and another came.
  expect(meaningFor(500, '504')).not.toBe(meaningFor(503, '202'));
  expect(meaningFor(404, '422')).toBe('The gateway refused rightly, with another status than the specification says.');
  const consequences = [wordsFor(202, '422'), wordsFor(422, '2xx'), wordsFor(503, '202'), wordsFor(404, '422')];
  expect(new Set([...consequences, wordsFor(201, '202')].map((words) => words?.consequence)).size).toBe(5);
  expect(wordsFor(503, '202')?.consequence).toMatch(/^Retailers’ requests fail though nothing is wrong with them/);
});

test('that what is right is refused as well weighs more than that what is wrong is refused otherwise', () => {
  const run = new Sample();
  for (const [id, owed] of [
    ['a/1', '401'],
    ['b/1', '200'],
  ] as const) {
    const seq = run.exchange(id, 'book', { id: 1 }, 404);
    const findings = [failed(id, 'http.status', FINDING, { step: 'book', seq })];
    run.case(id, 'A case', 'failed', {
      findings,
      journey: { steps: [call('book', { expect: { answers: [{ status: owed }] } })] },
    });
  }
  const groups = alike(runStory(run.end()).stories.flatMap(({ found }) => found));
  expect(groups.map(({ all }) => all.length)).toEqual([2]);
  expect(groups.map(checkWordsOf)[0]?.failing).toBe('The gateway refused what it must accept.');
});
