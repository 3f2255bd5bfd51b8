import { expect, test } from 'vitest';
import { call, REAL, tell } from '../../judge/record-builder.ts';
import { certifyFake } from '../../testing/certify.ts';
import { type CaseSoFar, judgeSoFar } from './cases-so-far.ts';

const order = call('order', { body: { id: 1001, orderType: 'NEW' } });

test('a case is judged when it ends, and says what failed first', () => {
  const { plan, record } = tell().journey('a', [order]).start('a').ask('a', 'order', 500).end('a');
  const cases = judgeSoFar({ ...REAL, plan });
  const judged = record.map((each) => cases.see(each));
  expect(judged.slice(0, -1)).toEqual(judged.slice(0, -1).map(() => undefined));
  expect(judged.at(-1)).toMatchObject({
    id: 'a',
    outcome: 'failed',
    failure: { id: 'a', outcome: 'failed', check: 'http.status', summary: 'order answered 500 where 202 is owed' },
  });
});

test('an attempt is judged by itself, under its own name', () => {
  const attempt = { of: 'a', number: 2 };
  const { plan, record } = tell()
    .journey('a@2', [order], { attempt })
    .start('a@2')
    .breaks('a@2', 'order', 'reset')
    .end('a@2');
  const cases = judgeSoFar({ ...REAL, plan });
  expect(record.map((each) => cases.see(each)).at(-1)?.id).toBe('a@2');
});

/** How a run's cases stood when all had come, as they were told while it went on. */
async function soFar(faults: readonly string[], only: readonly string[]) {
  const { inputs, plan, record, verdict } = await certifyFake({ faults, only });
  const cases = judgeSoFar({ ...inputs, plan });
  const told = new Map<string, CaseSoFar['outcome'][]>();
  const tellOf = (one: CaseSoFar): void => void told.set(one.id, [...(told.get(one.id) ?? []), one.outcome]);
  for (const each of record) {
    const one = cases.see(each);
    if (one) tellOf(one);
    for (const late of cases.late(Number.POSITIVE_INFINITY)) tellOf(late);
  }
  return { told, final: new Map(verdict.cases.map(({ id, outcome }) => [id, outcome])) };
}

test.each([
  [['kci-other-tenant'], ['amendments/refusals*', 'orders/cease']],
  [
    ['kci-conversation-lost-at-the-end', 'kci-lost-completion'],
    ['orders/c*', 'cancellations/supplier*'],
  ],
])('with %s nothing is told that the verdict takes back', async (faults, only) => {
  const { told, final } = await soFar(faults, only);
  expect(told.size).toBe(final.size);
  expect([...told].filter(([id, outcomes]) => outcomes.includes('failed') && final.get(id) !== 'failed')).toEqual([]);
  expect([...told].map(([id, outcomes]) => [id, outcomes.at(-1)])).toEqual(
    [...told.keys()].map((id) => [id, final.get(id)]),
  );
  expect([...final.values()]).toContain('failed');
});
