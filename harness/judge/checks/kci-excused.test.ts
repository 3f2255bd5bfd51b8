import { describe, expect, test } from 'vitest';
import type { JsonObject, Observation } from '../../model.ts';
import { DAY_MS, HAPPY, owed, pattern, placed, told, walk } from '../../testing/placed-order.ts';
import {
  findingsOf,
  kci,
  NOON,
  type order as Order,
  order,
  outcomesOf,
  REAL,
  rowsWith,
  type Story,
  tell,
} from '../../testing/record-builder.ts';
import { IN_PROCESS_URL } from '../../wire/in-process.ts';
import { judge } from '../judge.ts';

describe("what the environment may have done is not the gateway's", () => {
  const HARBOUR = 'harbour-telecom';
  const ofTenant = (tenant: string, id: number): ReturnType<typeof Order> => {
    const { request, ...step } = order(id, { tenant });
    return { ...step, request: { ...request, body: { ...(request.body as JsonObject), tenant } } };
  };
  const run = (events: (story: Story) => void): Story => {
    const story = tell()
      .journey('a', [order(5)], { kci: [owed] })
      .journey('b', [order(6)], { kci: [owed] })
      .journey('c', [ofTenant(HARBOUR, 7)], { kci: [owed] });
    for (const id of ['a', 'b', 'c']) story.start(id).ask(id, 'order', 202);
    events(story);
    story.later(21 * DAY_MS);
    for (const id of ['a', 'b', 'c']) story.end(id);
    return story.finish();
  };
  const happy = (story: Story, id: number): void => {
    for (const name of HAPPY) story.event(id, name);
  };

  test('no delivery in the whole run is inconclusive, in all that rests on it', () => {
    const verdict = run(() => {}).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toBe(
      'no event came to our receiver in the whole run, in which 3 orders were accepted',
    );
    expect(verdict.outcome).toBe('inconclusive');
    expect(rowsWith(verdict, 'inconclusive')).toEqual(expect.arrayContaining(['GEN-10', 'EVT-01', 'KCI-03']));
    expect(rowsWith(verdict, 'met')).not.toContain('EVT-02');
  });

  test('so is none for one tenant, while others have theirs', () => {
    const verdict = run((story) => {
      happy(story, 5);
      happy(story, 6);
    }).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed', 'passed', 'inconclusive nothing-delivered']);
    expect(verdict.cases[2]?.detail).toBe(
      'no event came for the tenant harbour-telecom in the whole run, in which 1 of its orders was accepted; for others some did',
    );
  });

  test("none for one order is the gateway's, where its tenant has others", () => {
    const verdict = run((story) => {
      happy(story, 5);
      happy(story, 7);
    }).judge();
    expect(outcomesOf(verdict)).toEqual(['passed', 'failed', 'passed']);
    expect(findingsOf(verdict)).toContain('kci.path failed: order 6: no event came to the webhook');
  });

  test('what came without its proof came', () => {
    const verdict = run((story) => {
      story.deliver(told(5, 'ACKNOWLEDGED').text, { unproven: 'no signature' });
    }).judge();
    expect(outcomesOf(verdict)).toEqual(['failed', 'failed', 'inconclusive nothing-delivered']);
  });

  test('so did what came to another address where Assay itself told the right one; people may have told that one', () => {
    const story = run((each) => {
      each.deliver(told(5, 'ACKNOWLEDGED').text, { expectedPath: false });
    });
    const webhook = { ...REAL.target.webhook, registration: { method: 'PUT', url: 'https://acme/hook', body: {} } };
    const toldByUs = { ...REAL, target: { ...REAL.target, webhook } };
    const verdict = story.judge();
    expect(outcomesOf(judge({ ...toldByUs, plan: story.plan, record: story.record }))).toEqual([
      'failed',
      'failed',
      // Of this tenant's webhook Assay told the target as well, and it reaches us.
      'failed',
    ]);
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toContain('; 1 call came to another address of it');
    expect(findingsOf(verdict)).toContain('kci.path observed: a request came to another address of the receiver');
  });

  test('what a stranger sends elsewhere does not, and is told', () => {
    const verdict = run((story) => {
      story.deliver('GET me', { expectedPath: false });
    }).judge();
    expect(outcomesOf(verdict)).toEqual(Array(3).fill('inconclusive nothing-delivered'));
    expect(verdict.cases[0]?.detail).toContain('; 1 call came to another address of it');
  });

  test("where no network lies between, silence is the gateway's", () => {
    const story = run(() => {});
    const [started, ...rest] = story.record;
    const record = [{ ...started, baseUrl: IN_PROCESS_URL } as Observation, ...rest];
    expect(outcomesOf(judge({ ...REAL, plan: story.plan, record }))).toEqual(Array(3).fill('failed'));
  });
});

describe('a deadline of the target that ends before the profile does', () => {
  const capped = (kciMs: number) => ({ target: { ...REAL.target, deadlines: { ...REAL.target.deadlines, kciMs } } });
  const acknowledged =
    (laterMs: number) =>
    (story: Story): void => {
      walk('ACKNOWLEDGED')(story);
      story.later(laterMs);
    };
  const within = (hours: number) => kci(pattern(...HAPPY), { withinMs: hours * 3_600_000 });

  test('makes what had not come by then inconclusive, naming both', () => {
    const verdict = placed(acknowledged(20_000), { kci: [within(720)] }).judge(capped(10_000));
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['inconclusive wait-too-long']);
    expect(verdict.cases[0]?.detail).toBe(
      'order 5: COMMITTED had not come when "deadlines: kci" (10 s) of the target file ended the wait; the KCI profile supplier allows 20 d from what came before, of which 10 s had passed',
    );
  });

  test('and what the scenario allows, where that is less', () => {
    expect(placed(acknowledged(20_000), { kci: [within(1)] }).judge(capped(10_000)).cases[0]?.detail).toContain(
      'the scenario allows 1 h',
    );
  });

  test('excuses nothing that the profile or the scenario had no more time for', () => {
    const long = acknowledged(2 * 3_600_000);
    expect(outcomesOf(placed(long, { kci: [within(1)] }).judge(capped(10_000)))).toEqual(['failed']);
    const never = (story: Story): void =>
      void story
        .journey('p', [order(6)])
        .start('p')
        .ask('p', 'order', 202)
        .event(6, 'ACKNOWLEDGED')
        .later(70_000);
    expect(findingsOf(placed(never).judge(capped(10_000)))).toContain(
      'kci.sequence failed: order 5: ACKNOWLEDGED did not come',
    );
  });

  test('nor what came wrong before it', () => {
    const verdict = placed(walk('ACKNOWLEDGED', 'COMPLETED')).judge(capped(10_000));
    expect(outcomesOf(verdict)).toEqual(['failed']);
  });

  test('holds for what a journey waits for on its way', () => {
    const step = { kind: 'await', name: 'await', for: '$placed', withinMs: DAY_MS, span: owed.span } as const;
    const story = tell().journey('o', [order(5), { ...step, pattern: pattern('COMMITTED') }]);
    story.start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED').later(10_000);
    story.see({ type: 'wait-ended', journey: 'o', wait: 'await', startedAt: NOON, ended: 'expired' });
    expect(outcomesOf(story.end('o', { stopped: true }).finish().judge(capped(10_000)))).toEqual([
      'inconclusive wait-too-long',
    ]);
  });
});
