import { expect, test } from 'vitest';
import type { Check, Json } from '../model.ts';
import { saysOf } from './testing/batch.ts';
import { answerTo, callOf, journeyOf, sentBy } from './testing/sample.ts';
import { uniqueOverLoad } from './uniques.ts';

/** Journeys that are judged one after the other, with what is said of them for what another had. */
function watching() {
  const found: Check[] = [];
  const check = uniqueOverLoad((id) => (id.startsWith('other') ? 1 : 0));
  let exchange = 0;
  const answered = (id: string, status: number, asked: Json, body: Json): void => {
    exchange += 1;
    const sent = sentBy(id, 'book', { exchange, body: asked });
    const journey = journeyOf(id, { steps: [callOf('book', '2xx', '409')] });
    found.push(...saysOf(check, journey, [sent, answerTo(sent, status, { body })]));
  };
  const summaries = () => found.map(({ journey: of, check: by, result }) => [of, by, result]);
  return { answered, found, summaries };
}

test('a reference that an earlier booking has fails the journey that got it again', () => {
  const { answered, summaries } = watching();
  for (const [i, reference] of ['R1', 'R2', 'R1'].entries())
    answered(`a@${i + 1}`, 200, { id: 100 + i }, { supplierReference: reference });

  expect(summaries()).toEqual([
    [
      'a@3',
      'booking.reference-unique',
      {
        outcome: 'failed',
        finding: {
          summary: 'a booking has the reference of an earlier one',
          expected: 'a reference of its own for each booking',
          actual: '"R1", which a booking of journey 1 has',
          pointer: '/supplierReference',
          fact: { is: 'reference-of-earlier', value: 'R1', first: 1, pointer: '/supplierReference' },
        },
      },
    ],
  ]);
});

test('the same booking asked for twice is one booking, and one without a reference none', () => {
  const { answered, found } = watching();
  for (const id of ['a@1', 'a@1']) answered(id, 200, { id: 100 }, { supplierReference: 'R1' });
  for (const id of ['a@2', 'a@3']) answered(id, 200, { id }, {});

  expect(found).toEqual([]);
});

test('what two gateways give out, neither gave out twice', () => {
  const { answered, found } = watching();
  answered('a@1', 200, { id: 100 }, { supplierReference: 'R1' });
  answered('other@2', 200, { id: 101 }, { supplierReference: 'R1' });

  expect(found).toEqual([]);
});

test('two bookings of one journey with one reference are found, too', () => {
  const { answered, found } = watching();
  for (const id of [100, 101]) answered('a@1', 200, { id }, { supplierReference: 'R1' });

  expect(found.map(({ check }) => check)).toEqual(['booking.reference-unique']);
});

test('a uuid that an earlier error has is found, whichever journey got it', () => {
  const { answered, summaries } = watching();
  const error = { code: 'X', message: 'x', uuid: 'u1' };
  answered('a@1', 409, { id: 1 }, error);
  answered('a@2', 409, { id: 2 }, { ...error, uuid: 'u2' });
  answered('a@3', 409, { id: 3 }, error);

  expect(summaries()).toEqual([
    [
      'a@3',
      'error.uuid-unique',
      {
        outcome: 'failed',
        finding: {
          summary: 'an error has the uuid of an earlier one',
          expected: 'a uuid of its own for each error',
          actual: '"u1", which an error of journey 1 has',
          pointer: '/uuid',
          fact: { is: 'uuid-of-earlier', value: 'u1', first: 1, pointer: '/uuid' },
        },
      },
    ],
  ]);
});
