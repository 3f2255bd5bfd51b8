import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model.ts';
import { HAPPY, placed, told, walk } from '../../testing/placed-order.ts';
import { findingsOf, outcomesOf, type Story } from '../../testing/record-builder.ts';

describe('legal deliveries never fail', () => {
  const change = (edit: (body: JsonObject) => JsonObject) => (story: Story) => {
    for (const name of HAPPY) story.event(5, name, { change: edit });
  };
  test.each<[title: string, events: (story: Story) => void]>([
    ['the expected events', walk(...HAPPY)],
    ['updates in between', walk('ACKNOWLEDGED', 'UPDATE', 'UPDATE', 'COMMITTED', 'ADDITIONAL', 'COMPLETED')],
    [
      'null where there is nothing to tell',
      change((body) => ({ ...body, problemCode: null, text: null, serviceOrderAmendmentId: null })),
    ],
    ['members nobody named', change((body) => ({ ...body, extra: { deep: 1 } }))],
    ['gaps in the numbers', change((body) => ({ ...body, sequenceNumber: Number(body.sequenceNumber) * 7 }))],
    [
      'repeated deliveries, also after the final event',
      (story) => {
        for (const name of HAPPY) story.event(5, name, { repeat: 3 });
      },
    ],
    [
      'a late first event, and one that was overtaken',
      (story) => {
        const [first, second] = ['ACKNOWLEDGED', 'COMMITTED'].map((name) => told(5, name));
        story
          .later(59_000)
          .deliver(second?.text ?? '', second)
          .later(1_000)
          .deliver(first?.text ?? '', first);
        story.event(5, 'COMPLETED', { sequence: 3, deliveryId: '00000000-0000-4000-8000-000000000003' });
      },
    ],
    [
      'null for a date of which an event tells that comes earlier and follows',
      (story) => {
        const undated = (body: JsonObject) => ({
          ...body,
          provideServiceOrder: { ...(body.provideServiceOrder as JsonObject), targetDate: null },
        });
        const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
        story.event(5, 'ACKNOWLEDGED', { sequence: 1, deliveryId: id(1) });
        story.event(5, 'COMMITTED', { sequence: 3, deliveryId: id(3) });
        story.event(5, 'UPDATE', { sequence: 2, deliveryId: id(2), change: undated });
        story.event(5, 'COMPLETED', { sequence: 4, deliveryId: id(4) });
      },
    ],
    [
      'a status beside the event that the profile allows as well',
      (story) =>
        walk('ACKNOWLEDGED', 'COMMITTED')(story.later(0)) ?? story.event(5, 'COMPLETED', { status: 'PARTIAL' }),
    ],
  ])('%s', (_, events) => {
    const verdict = placed(events).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
  });
});
