import { expect, test } from 'vitest';
import { readPattern } from '../kci/pattern.ts';
import type { Observation, Plan, Verdict } from '../model.ts';
import { call, findingsOf, kci, order, outcomesOf, REAL, SITE, type Story, tell } from '../testing/record-builder.ts';
import { judge } from './judge.ts';

const COMPLETED = readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern;
const HOUR = 3_600_000;

/** Two runs of one plan, one record after the other, numbered through. */
function join(one: Story, other: Story): { readonly plan: Plan; readonly record: readonly Observation[] } {
  const record: Observation[] = [];
  let exchanges = 0;
  for (const story of [one, other]) {
    const before = exchanges;
    for (const each of story.record) {
      const seq = record.length + 1;
      if ('exchange' in each) {
        exchanges = Math.max(exchanges, before + each.exchange);
        record.push({ ...each, seq, exchange: before + each.exchange });
      } else record.push({ ...each, seq });
    }
  }
  return { plan: { ...one.plan, journeys: [...one.plan.journeys, ...other.plan.journeys] }, record };
}

const judged = (one: Story, other: Story): Verdict => judge({ ...REAL, ...join(one, other) });

function placed(id: string, number: number): Story {
  return tell()
    .journey(id, [order(number)], { kci: [kci(COMPLETED)] })
    .start(id)
    .ask(id, 'order', 202);
}

function withEvents(story: Story, number: number): Story {
  return story.event(number, 'ACKNOWLEDGED').event(number, 'COMMITTED').event(number, 'COMPLETED');
}

test('two runs are judged as one', () => {
  const verdict = judged(
    withEvents(placed('a', 5), 5).end('a').finish(),
    withEvents(placed('b', 6), 6).end('b').finish(),
  );

  expect(findingsOf(verdict)).toEqual([]);
  expect(outcomesOf(verdict)).toEqual(['passed', 'passed']);
  expect(verdict.outcome).toBe('passed');
});

test('what the receiver of one run took of an order of the other belongs to the other', () => {
  const here = withEvents(placed('a', 5), 5);
  const gone = placed('b', 6).end('b').finish();
  // Told as if it had been placed here, so that its events can be written.
  const strays = withEvents(placed('b', 6), 6).record.filter(({ type }) => type === 'delivery-received');
  for (const { seq: _seq, at: _at, ...each } of strays) here.see(each);

  const verdict = judged(here.end('a').finish(), gone);

  expect(findingsOf(verdict).filter((each) => !each.startsWith('kci.ahead'))).toEqual([]);
  expect(verdict.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['a', 'passed'],
    ['b', 'passed'],
  ]);
});

test('a run that had ended owes no patience to one that went on for days', () => {
  const short = tell()
    .journey('a', [order(5)])
    .start('a')
    .ask('a', 'order', 202)
    .end('a')
    .finish();
  const long = tell().later(100 * 24 * HOUR);
  const other = long
    .journey('b', [order(6)])
    .start('b')
    .ask('b', 'order', 202);

  const verdict = judged(short, withEvents(other, 6).end('b').finish());

  expect(findingsOf(verdict)).toEqual([]);
  expect(findingsOf(short.judge())).toEqual([]);
});

test('a run that was cut off leaves the whole incomplete, and its cases not run', () => {
  const cut = tell().journey('a', [call('availability', { query: { address: SITE } })]);
  const whole = withEvents(placed('b', 6), 6).end('b').finish();

  const verdict = judged(cut, whole);

  expect(verdict.outcome).toBe('incomplete');
  expect(verdict.cases.map(({ id, reason }) => [id, reason])).toEqual([
    ['a', 'not-run'],
    ['b', undefined],
  ]);
});

const ERROR = { uuid: '0b5a1c9e-6c0e-4a43-9a54-0d1f5b9d4c11', code: 'INVALID_REQUEST', messages: [] };

function refused(id: string, baseUrl: string): Story {
  const asked = call('availability', { query: { address: SITE }, expect: { answers: [{ status: '422' }] } });
  const story = tell().journey(id, [asked]).start(id).ask(id, 'availability', 422, { body: ERROR }).end(id).finish();
  const record = story.record.map((each) => (each.type === 'run-started' ? { ...each, baseUrl } : each));
  return { ...story, plan: story.plan, record };
}

test.each([
  ['is no longer unique where both runs asked one gateway', 'https://gateway.example', 1],
  ['may come again where each run had a gateway of its own', 'http://127.0.0.1:8080', 0],
])('the uuid of an error %s', (_, baseUrl, times) => {
  const verdict = judged(refused('a', baseUrl), refused('b', baseUrl));

  expect(findingsOf(verdict).filter((each) => each.startsWith('error.uuid-unique'))).toHaveLength(times);
});
