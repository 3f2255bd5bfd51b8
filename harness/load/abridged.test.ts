import { expect, test } from 'vitest';
import type { CallStep, Expectation, Json } from '../model.ts';
import { abridged } from './abridged.ts';
import { answerTo, callOf, journeyOf, sentBy } from './testing/sample.ts';

/** What is told of a look that was answered so: its exchange whole, or no more than when and how it was answered. */
function toldOf(
  owed: Partial<Expectation>,
  { status = 200, tookMs = 5, body }: Answered = {},
  ofNext: Partial<Expectation> = {},
) {
  const plain = callOf('availability');
  const expect = { answers: [{ status: '200' }] };
  const request = { ...plain.request, method: 'GET' };
  const look: CallStep = { ...plain, request, as: 'seen', expect: { ...expect, ...owed } };
  const next: CallStep = { ...callOf('book'), expect: { ...expect, ...ofNext } };
  const journey = journeyOf('orders/look', { steps: [look, next] });
  const sent = { ...sentBy('orders/look', 'availability', { exchange: 1, at: 10 }), method: 'GET' };
  const answer = answerTo(sent, status, { tookMs, ...(body === undefined ? {} : { body }) });
  const bounds = { isSchema: () => null, mostMs: new Map([['availability', 100]]) };
  return abridged(journey, [sent, answer], bounds).map(({ type }) => type);
}

interface Answered {
  readonly status?: number;
  readonly tookMs?: number;
  readonly body?: Json;
}

const WHOLE = ['request-sent', 'response-received'];

test('what only read and was answered as it should be is told by its times and status', () => {
  const body = { siteInformation: { newLine: true } };
  expect(toldOf({})).toEqual(['measured']);
  expect(toldOf({ body }, { body })).toEqual(['measured']);
});

test('what was wrong, refused or slow is told whole', () => {
  expect(toldOf({}, { status: 204 })).toEqual(WHOLE);
  expect(toldOf({ answers: [{ status: '404' }] }, { status: 404 })).toEqual(WHOLE);
  expect(toldOf({ body: { siteInformation: '~object' } }, { body: {} })).toEqual(WHOLE);
  expect(toldOf({}, { tookMs: 101 })).toEqual(WHOLE);
});

test('where an answer is held against another, all is told whole', () => {
  const body = { address: { id: '1' } };
  expect(toldOf({ body: { address: { id: '${site.id}' } } }, { body })).toEqual(WHOLE);
  const booked: Partial<Expectation> = { body: { classification: '${seen.classification}' } };
  expect(toldOf({}, {}, booked)).toEqual(WHOLE);
  expect(toldOf({}, {}, { body: { classification: 'WEEKDAY_AM' } })).toEqual(['measured']);
});
