import { describe, expect, test } from 'vitest';
import { AVAILABLE, answered, availability } from '../../testing/answered.ts';
import { call, findingsOf, order, outcomesOf, SITE, tell } from '../../testing/record-builder.ts';

describe('an exchange that broke', () => {
  test.each([
    ['refused', 'inconclusive unreachable'],
    ['unresolved', 'inconclusive unreachable'],
    ['tls', 'inconclusive unreachable'],
    ['timed-out', 'inconclusive no-answer'],
    ['reset', 'inconclusive no-answer'],
    ['too-large', 'inconclusive no-answer'],
    ['aborted', 'inconclusive interrupted'],
    ['truncated', 'inconclusive no-answer'],
    ['malformed', 'inconclusive no-answer'],
  ] as const)('alone, by %s, is %s', (fault, outcome) => {
    const story = tell().journey('a', [availability]).start('a').breaks('a', 'availability', fault);
    expect(outcomesOf(story.end('a', { stopped: true }).finish().judge())).toEqual([outcome]);
  });

  test('where the spec is silent is only observed', () => {
    const step = { ...order(5), expect: { answers: [] } };
    const verdict = tell().journey('a', [step]).start('a').breaks('a', 'order', 'timed-out').end('a').finish().judge();
    expect(findingsOf(verdict)).toEqual(['http.no-answer observed: order had no answer: it was timed-out']);
    expect(outcomesOf(verdict)).toEqual(['inconclusive no-check']);
  });
});

test('how many requests had no answer is counted, but for those that we broke off', () => {
  const story = tell().journey('a', [availability]).start('a').ask('a', availability.name, 200, { body: AVAILABLE });
  const { counts } = story.breaks('a', 'availability', 'reset').breaks('a', 'availability', 'aborted').finish().judge();
  expect([counts.requests, counts.unanswered]).toEqual([3, 1]);
  expect(answered(availability, 200, { body: AVAILABLE }).judge().counts).not.toHaveProperty('unanswered');
});

describe('exchanges that break alike', () => {
  const slots = call('slots', { query: { address: SITE } });
  /** Tries of one request, with an answer of another operation before, between and after them where wanted. */
  const tried = (breaks: number, alive: { readonly amid: boolean; readonly after: boolean }) => {
    const story = tell().journey('a', [availability]).journey('s', [slots]).start('a').start('s');
    for (let i = 0; i < breaks; i += 1) {
      story.breaks('a', 'availability', 'timed-out');
      if (alive.amid && i === 0) story.ask('s', 'slots', 200);
    }
    if (alive.after) story.ask('s', 'slots', 200);
    return outcomesOf(story.end('a', { stopped: true }).end('s').finish().judge())[0];
  };

  test('are the failure of the gateway where another operation is answered amid them and after', () => {
    expect(tried(3, { amid: true, after: true })).toBe('failed');
  });

  test('prove nothing where they are few, or nothing else is answered', () => {
    expect(tried(2, { amid: true, after: true })).toBe('inconclusive no-answer');
    expect(tried(3, { amid: false, after: true })).toBe('inconclusive no-answer');
    expect(tried(3, { amid: true, after: false })).toBe('inconclusive no-answer');
  });

  test('at one moment prove nothing, though others are answered before and after it', () => {
    const ids = ['a', 'b', 'c'];
    const story = ids.reduce((told, id) => told.journey(id, [availability]).start(id), tell()).journey('s', [slots]);
    story.start('s').ask('s', 'slots', 200);
    for (const id of ids) story.breaks(id, 'availability', 'reset').end(id, { stopped: true });
    const verdict = story.ask('s', 'slots', 200).end('s').finish().judge();
    expect(outcomesOf(verdict).slice(0, 3)).toEqual(Array(3).fill('inconclusive no-answer'));
  });

  test('now and then are the failure of the gateway where the others do not', () => {
    const ids = Array.from({ length: 9 }, (_, i) => `a${i}`);
    const story = ids.reduce((told, id) => told.journey(id, [availability, slots]).start(id), tell());
    for (const [i, id] of ids.entries()) {
      if (i % 3 === 0) story.breaks(id, 'availability', 'reset').end(id, { stopped: true });
      else story.ask(id, 'availability', 200).ask(id, 'slots', 200).end(id);
    }
    const failed = findingsOf(story.finish().judge()).filter((each) => each.startsWith('http.no-answer'));
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatch(/^http\.no-answer failed: availability gave no answer to 3 of 9 requests, while other /);
  });
});
