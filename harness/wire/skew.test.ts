import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behindMs, createSkewMeter, notableSkew } from './skew.ts';

const AT = Date.UTC(2026, 2, 16, 9);
const dated = (at: number): readonly [string, string][] => [['date', new Date(at).toUTCString()]];

test('the clock of a gateway lies within what its answers allow, however long they took', () => {
  const answer = fc.record({ after: fc.nat(600_000), out: fc.nat(5_000), back: fc.nat(5_000) });
  fc.assert(
    fc.property(fc.integer({ min: -9e6, max: 9e6 }), fc.array(answer, { minLength: 1 }), (aheadMs, all) => {
      const meter = createSkewMeter();
      for (const { after, out, back } of all) {
        const writtenAt = AT + after + out;
        meter.see(dated(Math.floor((writtenAt + aheadMs) / 1_000) * 1_000), AT + after, writtenAt + back);
      }
      const { fromMs = 0, toMs = 0 } = meter.skew() ?? {};
      expect(fromMs).toBeLessThanOrEqual(aheadMs);
      expect(toMs).toBeGreaterThanOrEqual(aheadMs);
    }),
  );
});

test('is told in the middle of that, and not at all where it may be right', () => {
  const meter = createSkewMeter();
  expect(meter.skew()).toBeUndefined();
  meter.see([['date', 'yesterday']], AT, AT);
  expect(meter.skew()).toBeUndefined();
  meter.see(dated(AT - 95_000), AT, AT + 200);
  expect(meter.skew()).toEqual({ fromMs: -95_200, toMs: -94_000 });
  expect(notableSkew(meter.skew())).toEqual({ aheadMs: -94_600, uncertaintyMs: 600 });
  expect(behindMs(meter.skew())).toBe(95_200);

  expect(notableSkew({ fromMs: -900, toMs: 100 })).toBeUndefined();
  expect(notableSkew({ fromMs: -700, toMs: -600 })).toBeUndefined();
  expect(notableSkew(undefined)).toBeUndefined();
  expect(behindMs({ fromMs: 5, toMs: 9 })).toBe(0);
});

test('answers that contradict each other leave it between them', () => {
  const meter = createSkewMeter();
  meter.see(dated(AT), AT, AT);
  meter.see(dated(AT + 60_000), AT, AT);
  expect(meter.skew()).toEqual({ fromMs: 1_000, toMs: 60_000 });
});
