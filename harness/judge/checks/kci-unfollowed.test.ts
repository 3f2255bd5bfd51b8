import { expect, test } from 'vitest';
import { readPattern } from '../../kci/pattern.ts';
import type { Verdict } from '../../model.ts';
import { call, facetsWith, kci, order, type Story, tell } from '../../testing/record-builder.ts';

const DAY_MS = 86_400_000;
const cancel = call('cancel', { body: { id: 9, orderId: 5, reasonCode: 'OTHER' } });

/** An order that owes `CANCELLED`; `after` tells what followed its acknowledgment and the accepted cancellation. */
function cancelled(after: (story: Story) => Story): Verdict {
  const story = tell()
    .journey('o', [order(5), cancel], { kci: [kci(readPattern(['ACKNOWLEDGED', 'UPDATE?', 'CANCELLED']).pattern)] })
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .ask('o', 'cancel', 202);
  return after(story)
    .later(21 * DAY_MS)
    .end('o')
    .finish()
    .judge();
}

const sequenceIn = ({ cases }: Verdict) =>
  cases.flatMap(({ findings }) => findings).filter(({ check }) => check === 'kci.sequence');

test('an accepted cancellation that nothing follows breaks the sentence of the specification, and rests on it', () => {
  const verdict = cancelled((story) => story);
  expect(sequenceIn(verdict)).toMatchObject([
    {
      requirements: ['EVT-02', 'KCI-03'],
      result: { finding: { kind: 'nothing came after an accepted cancellation' } },
    },
  ]);
  expect(facetsWith(verdict, 'EVT-02', 'breached')).toEqual(['cancellation']);
});

test('where another event follows, what is missing is owed by the profile alone', () => {
  const verdict = cancelled((story) => story.event(5, 'UPDATE'));
  expect(sequenceIn(verdict).map(({ requirements }) => requirements)).toEqual([['KCI-03']]);
});

test('an order that nothing follows breaks it, too', () => {
  const verdict = tell()
    .journey('o', [order(5)], { kci: [kci(readPattern(['ACKNOWLEDGED']).pattern)] })
    .journey('p', [order(6)])
    .start('o')
    .ask('o', 'order', 202)
    .start('p')
    .ask('p', 'order', 202)
    .event(6, 'ACKNOWLEDGED')
    .later(21 * DAY_MS)
    .end('o')
    .finish()
    .judge();
  expect(facetsWith(verdict, 'EVT-02', 'breached')).toEqual(['order']);
});

test('of two amendments of which one is answered alone, the other is named', () => {
  const amend = (id: number) => call('amend', { name: `amend-${id}`, body: { id, orderId: 5, notes: 'Knock' } });
  const owed = kci(readPattern(['ACKNOWLEDGED', 'AMENDED', 'AMENDED']).pattern);
  const verdict = tell()
    .journey('o', [order(5), amend(8), amend(9)], { kci: [owed] })
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .ask('o', 'amend-8', 202)
    .ask('o', 'amend-9', 202)
    .event(5, 'AMENDED', { amendmentId: 9 })
    .later(21 * DAY_MS)
    .end('o')
    .finish()
    .judge();
  expect(sequenceIn(verdict)).toMatchObject([
    {
      requirements: ['EVT-02', 'KCI-03'],
      result: { finding: { summary: 'order 5: no event answers amendment 8, though others of them are answered' } },
    },
  ]);
  expect(facetsWith(verdict, 'EVT-02', 'breached')).toEqual(['amendment']);
});
