import { expect, test } from 'vitest';
import type { CallStep, JsonObject } from '../../model.ts';
import { call, findingsOf, order, SITE, type Story, TENANT, tell } from '../../testing/record-builder.ts';

const REFUSED = { text: '{"uuid":"4f0c2f5e-2f8b-4a53-9d39-0d8f1c1b7a11","code":"INVALID_REQUEST","messages":["no"]}' };
const EITHER = { answers: [{ status: '202' }, { status: '422', code: 'INVALID_REQUEST' }] };

const placed = (id: number, more: JsonObject = {}): CallStep => {
  const { body } = order(id).request;
  return order(id, { name: `order${id}`, body: { ...(body as JsonObject), tenant: TENANT, ...more }, expect: EITHER });
};

const said = (story: Story, check: string): string[] =>
  findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith(check));

/** What is said where an order for the one day is taken or not, and then one for the other is refused. */
function dayRefused(taken: string, refused: string, status = 202, more: JsonObject = {}): string[] {
  const steps = [
    placed(1, { requestedCompletionDate: taken }),
    placed(2, { ...more, requestedCompletionDate: refused }),
  ];
  const story = tell().journey('o', steps).start('o');
  story.ask('o', 'order1', status, status === 202 ? {} : REFUSED).ask('o', 'order2', 422, REFUSED);
  return said(story, 'http.calendar');
}

test('a day that few months have is taken by whoever takes a like order for a later day', () => {
  expect(dayRefused('2028-03-07', '2028-02-29')).toEqual(['http.calendar failed: order for 2028-02-29 was refused']);
  expect(dayRefused('2027-04-07', '2027-03-31')).toEqual(['http.calendar failed: order for 2027-03-31 was refused']);
  // How far ahead may be asked is not said.
  expect(dayRefused('2028-03-07', '2028-02-29', 422)).toEqual([]);
  expect(dayRefused('2028-02-28', '2028-02-29')).toEqual([]);
  expect(dayRefused('2028-03-07', '2028-02-28')).toEqual([]);
  expect(dayRefused('2028-03-07', '2028-02-29', 202, { orderType: 'SWAP' })).toEqual([]);
});

/** What is said of an order that is refused after a like one was answered to its cancellation so. */
function againAfter(answer: string, more: JsonObject = {}, id = 6): string[] {
  const cancel = call('cancel', { body: { id: 9, orderId: 5, reasonCode: 'OTHER' } });
  const story = tell()
    .journey('o', [placed(5), cancel, placed(id, more)])
    .start('o');
  story.ask('o', 'order5', 202).event(5, 'ACKNOWLEDGED').ask('o', 'cancel', 202);
  story.event(5, answer, { cancellationId: 9 }).ask('o', `order${id}`, 422, REFUSED);
  return said(story, 'order.again');
}

test('what was ordered and cancelled can be ordered again', () => {
  expect(againAfter('CANCELLED')).toEqual([
    'order.again failed: what was ordered before, and cancelled, cannot be ordered again',
  ]);
  // An order that goes on may stand in its way, and a reservation may have gone with the first.
  expect(againAfter('CANCELLATION_REJECTED')).toEqual([]);
  expect(againAfter('CANCELLED', { appointmentReservationReference: 'R1' })).toEqual([]);
  expect(againAfter('CANCELLED', { address: { ...SITE, id: '900' } })).toEqual([]);
});

test('nor is it rejected by an event', () => {
  const again = (answer: string, then: string): string[] => {
    const cancel = call('cancel', { body: { id: 9, orderId: 5, reasonCode: 'OTHER' } });
    const story = tell()
      .journey('o', [placed(5), cancel, placed(6)])
      .start('o');
    story.ask('o', 'order5', 202).event(5, 'ACKNOWLEDGED').ask('o', 'cancel', 202);
    story.event(5, answer, { cancellationId: 9 }).ask('o', 'order6', 202).event(6, then);
    return said(story, 'order.again');
  };
  expect(again('CANCELLED', 'REJECTED')).toHaveLength(1);
  expect(again('CANCELLED', 'ACKNOWLEDGED')).toEqual([]);
  // The first may stand in its way.
  expect(again('CANCELLATION_REJECTED', 'REJECTED')).toEqual([]);
});
