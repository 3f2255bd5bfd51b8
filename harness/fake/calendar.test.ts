import { describe, expect, it } from 'vitest';
import type { SlotRules } from '../model.ts';
import { createCalendar } from './calendar.ts';

const rules: SlotRules = {
  leadDays: 2,
  horizonDays: 5,
  capacity: 1,
  reservationMs: 60_000,
  windows: {
    WEEKDAY_PM: { days: [1, 2, 3, 4, 5], from: '13:00', to: '18:00', standard: true },
    WEEKDAY_AM: { days: [1, 2, 3, 4, 5], from: '08:00', to: '13:00', standard: true },
    SATURDAY_AM: { days: [6], from: '08:00', to: '13:00', standard: false },
  },
};
const calendar = createCalendar(rules, 'Europe/London');
const thursday = Date.parse('2026-03-26T15:00:00Z');

describe('the calendar', () => {
  it('begins after the lead days, in order of time, and keeps local hours over the clock change', () => {
    const offered = calendar.offered(thursday).map(({ start, classification }) => `${start} ${classification}`);
    expect(offered).toEqual([
      '2026-03-28T08:00:00.000Z SATURDAY_AM',
      '2026-03-30T07:00:00.000Z WEEKDAY_AM',
      '2026-03-30T12:00:00.000Z WEEKDAY_PM',
      '2026-03-31T07:00:00.000Z WEEKDAY_AM',
      '2026-03-31T12:00:00.000Z WEEKDAY_PM',
      '2026-04-01T07:00:00.000Z WEEKDAY_AM',
      '2026-04-01T12:00:00.000Z WEEKDAY_PM',
    ]);
  });

  it('begins at a later date when asked to, and never earlier than the lead days', () => {
    expect(calendar.offered(thursday, '2026-06-01')[0]?.start).toBe('2026-06-01T07:00:00.000Z');
    expect(calendar.offered(thursday, '2026-01-01')).toEqual(calendar.offered(thursday));
  });

  it('finds an offered slot by its instants and nothing else', () => {
    const [slot] = calendar.offered(thursday);
    expect(slot && calendar.find(thursday, slot.startMs, slot.endMs)).toEqual(slot);
    expect(slot && calendar.find(thursday, slot.startMs, slot.endMs + 60_000)).toBeUndefined();
    expect(slot && calendar.find(slot.startMs, slot.startMs, slot.endMs)).toBeUndefined();
  });
});
