import { describe, expect, it } from 'vitest';
import type { Where } from './fault.ts';
import { createPressure, type Occasion } from './fault-book.ts';

/** Which of the occasions are under pressure, by number from 1. */
function under(where: Where, occasions: readonly Occasion[]): number[] {
  const pressure = createPressure();
  return occasions.flatMap((occasion, i) => (pressure.isUnder('a', where, occasion) ? [i + 1] : []));
}
const at = (...times: number[]): Occasion[] => times.map((each) => ({ at: each }));

describe('a rate', () => {
  it('is exceeded by what comes above it within its unit of time, and for as long as that lasts', () => {
    expect(under({ above: '2/s' }, at(0, 400, 800, 999, 1_000, 1_900, 2_900))).toEqual([3, 4, 5, 6]);
    expect(under({ above: '1/m' }, at(0, 59_999, 119_999))).toEqual([2]);
    expect(under({ above: '1/h' }, at(0, 3_599_999))).toEqual([2]);
  });

  it("is the gateway's, or each tenant's own", () => {
    const two: Occasion[] = ['one', 'two', 'one'].map((tenant) => ({ at: 0, tenant }));
    expect(under({ above: '1/s' }, two)).toEqual([2, 3]);
    expect(under({ above: '1/s', per: 'tenant' }, two)).toEqual([3]);
  });
});

describe('an address is contested', () => {
  const ask = (when: number, conversation: string, address = 'UPRN 1'): Occasion => ({
    at: when,
    conversation,
    address,
  });

  it('while another conversation asked about it a moment ago', () => {
    const asked = [
      ask(0, 'a'),
      ask(100, 'a'),
      ask(499, 'b'),
      ask(600, 'b'),
      ask(1_200, 'a'),
      ask(1_201, 'b', 'UPRN 2'),
    ];
    expect(under({ contested: '500ms' }, asked)).toEqual([3]);
  });

  it('though its last visitor was oneself', () => {
    expect(under({ contested: '500ms' }, [ask(0, 'a'), ask(1, 'b'), ask(2, 'b')])).toEqual([2, 3]);
  });

  it('only where there is one', () => {
    expect(
      under({ contested: '1s' }, [
        { at: 0, conversation: 'a' },
        { at: 0, conversation: 'b' },
      ]),
    ).toEqual([]);
  });
});

it('faults are counted apart', () => {
  const pressure = createPressure();
  expect(['a', 'b', 'a'].map((fault) => pressure.isUnder(fault, { above: '1/s' }, { at: 0 }))).toEqual([
    false,
    false,
    true,
  ]);
});
