import { expect, test } from 'vitest';
import type { Json, KciProfile } from '../../harness/model.ts';
import { Sample } from '../testing/sample.ts';
import { marksIn } from './marks.ts';
import type { Found } from './story.ts';

const { profile } = new Sample().end();
const READING: KciProfile = {
  ...profile,
  read: { ...profile.read, problemCode: '$.problem.code', dates: { committed: "$['order'].committedOn" } },
};

function placeOf(body: Json, pointer: string): string | undefined {
  const finding = { summary: 's', expected: 'a string', actual: 'b', pointer };
  const found = { finding } as unknown as Found;
  return marksIn(body, [found], READING)[0]?.pointer;
}

test('a pointer that leads into the body is taken as it is', () => {
  expect(placeOf({ a: { b: 1 } }, '/a/b')).toBe('/a/b');
});

test('one into what was read of an event leads to where the profile reads it', () => {
  expect(placeOf({ problem: { code: 'X' } }, '/problemCode')).toBe('/problem/code');
  expect(placeOf({ order: { committedOn: '2026' } }, '/dates/committed')).toBe('/order/committedOn');
});

test('one into the order inside an event leads to it there, also where the member is missing', () => {
  const body = { order: { contact: { name: 'Ann' } } };
  expect(placeOf(body, '/contact/name')).toBe('/order/contact/name');
  expect(placeOf(body, '/contact/email')).toBe('/order/contact/email');
  expect(placeOf(body, '/nowhere')).toBe('/nowhere');
});

test('findings without a place mark nothing, and two at one place are one mark', () => {
  const at = (pointer?: string) =>
    ({ finding: { summary: 's', expected: 'e', actual: 'a', ...(pointer === undefined ? {} : { pointer }) } }) as Found;
  expect(marksIn({ a: 1 }, [at(), at('/a'), at('/a')], READING)).toEqual([{ pointer: '/a', note: 'expected e' }]);
});

test('a delivery that came again with another content shows where, and what stood there before', () => {
  const arrival = (seq: number, deliveryId: string, text: string) => ({
    kind: 'arrival',
    event: { deliveryId, orderId: '5' },
    delivery: { seq, body: { text, sizeBytes: text.length } },
  });
  const again = arrival(3, 'one', '{"state":"DONE","note":"late"}');
  const moments = [arrival(1, 'one', '{"state":"BEGUN"}'), arrival(2, 'two', '{"state":"OTHER"}'), again];
  const found = {
    check: { check: 'kci.duplicate' },
    finding: { summary: 's', expected: 'e', actual: 'a' },
    moment: again,
    story: { moments },
  } as unknown as Found;
  expect(marksIn({ state: 'DONE', note: 'late' }, [found], READING)).toEqual([
    { pointer: '/state', note: 'before "BEGUN"' },
    { pointer: '/note', note: 'not there before' },
  ]);
});

test('what should stand there is cut where it is long', () => {
  const finding = { summary: 's', expected: 'x'.repeat(500), actual: 'a', pointer: '/a' };
  expect(marksIn({ a: 1 }, [{ finding } as Found], READING)[0]?.note).toBe(`expected ${'x'.repeat(159)}…`);
});
