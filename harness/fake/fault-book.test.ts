import { describe, expect, it } from 'vitest';
import type { Fault, FaultTrigger } from './fault.ts';
import {
  actionsOf,
  createFaultBook,
  createInFlight,
  createPressure,
  type FaultOccasion,
  switchesOf,
} from './fault-book.ts';

const fault = (name: string, where?: FaultTrigger): Fault => ({
  fault: name,
  title: name,
  breaks: [],
  do: [{ switch: 'double-booking' }],
  ...(where === undefined ? {} : { where }),
});
const times = (where: FaultTrigger, occasions: readonly FaultOccasion[]): number[] => {
  const book = createFaultBook([fault('a', where)]);
  return occasions.flatMap((occasion, i) => (book.strike(occasion, []).length > 0 ? [i + 1] : []));
};
const orders = Array.from({ length: 7 }, (): FaultOccasion => ({ verb: 'order', tenant: 'one', order: 'one/1' }));

describe('when a fault strikes', () => {
  it.each<[string, FaultTrigger, number[]]>([
    ['always', {}, [1, 2, 3, 4, 5, 6, 7]],
    ['the third time', { nth: 3 }, [3]],
    ['every third time', { every: 3 }, [3, 6]],
    ['from the fifth time on', { from: 5 }, [5, 6, 7]],
    ['every second time from the fifth on', { every: 2, from: 5 }, [6]],
    ['for another operation', { verb: 'book' }, []],
    ['for one of several operations', { verb: ['book', 'order'], nth: 1 }, [1]],
    ['on events only', { event: '*' }, []],
  ])('%s', (_, where, expected) => {
    expect(times(where, orders)).toEqual(expected);
  });

  it('counts by tenant or order where it is told to', () => {
    const mixed: FaultOccasion[] = ['one', 'two', 'one', 'two'].map((tenant, i) => ({
      tenant,
      order: `${tenant}/${i}`,
    }));
    expect(times({ nth: 2 }, mixed)).toEqual([2]);
    expect(times({ nth: 2, per: 'tenant' }, mixed)).toEqual([3, 4]);
    expect(times({ nth: 1, per: 'order' }, mixed)).toEqual([1, 2, 3, 4]);
  });

  it('looks at the request by shape, and at the event by name', () => {
    const request = { query: { address: { id: '1' } } };
    expect(times({ request: { query: { address: '~object' } } }, [{ request }, { request: { query: {} } }])).toEqual([
      1,
    ]);
    expect(times({ event: ['A', 'B'] }, [{ event: 'A' }, { event: 'C' }, {}])).toEqual([1]);
  });

  it('waits for the answer where it speaks of one', () => {
    const book = createFaultBook([fault('a', { status: '422 INVALID_REQUEST | 5xx' })]);
    const answered = (status: number, code: string): number =>
      book.strikeAnswer({}, [], () => ({ status, body: { code } })).length;
    expect(book.strike({}, [])).toEqual([]);
    expect([answered(422, 'INVALID_REQUEST'), answered(422, 'OTHER'), answered(503, 'OTHER')]).toEqual([1, 0, 1]);
  });
});

describe('faults by name', () => {
  it('are fetched when a request names one, and strike beside those that are on', () => {
    let fetched = 0;
    const book = createFaultBook([fault('on')], () => {
      fetched += 1;
      return [fault('asked')];
    });
    expect(book.strike({}, []).map((each) => each.fault)).toEqual(['on']);
    expect(fetched).toBe(0);
    expect(book.known(['asked', 'nobody'])).toEqual(['asked']);
    expect(book.strike({}, ['asked']).map((each) => each.fault)).toEqual(['on', 'asked']);
    expect(fetched).toBe(1);
  });

  it('may be made of several, each with its own occasion and its own count', () => {
    const made: Fault = {
      ...fault('a', { verb: 'book' }),
      also: [{ where: { verb: 'order', nth: 2 }, do: [{ truncate: 1 }] }],
    };
    const book = createFaultBook([made]);
    const struck = (verb: 'book' | 'order') => book.strike({ verb }, []).map((each) => each.do);
    expect([struck('book'), struck('order'), struck('order')]).toEqual([
      [[{ switch: 'double-booking' }]],
      [],
      [[{ truncate: 1 }]],
    ]);
  });

  it('leave a book idle that has none', () => {
    expect(createFaultBook([]).isIdle([])).toBe(true);
    expect(createFaultBook([fault('on')]).isIdle([])).toBe(false);
    expect(createFaultBook([]).isIdle(['asked'])).toBe(false);
  });
});

it('the actions of faults say which rules are forgotten', () => {
  const actions = actionsOf([fault('a'), { ...fault('b'), do: [{ truncate: 1 }, { switch: 'foreign-orders' }] }]);
  expect([...switchesOf(actions)]).toEqual(['double-booking', 'foreign-orders']);
});

/** Which of the occasions are under pressure, by number from 1. */
function under(where: FaultTrigger, occasions: readonly FaultOccasion[]): number[] {
  const isUnderPressure = createPressure();
  return occasions.flatMap((occasion, i) => (isUnderPressure('a', where, occasion) ? [i + 1] : []));
}
const at = (...times: number[]): FaultOccasion[] => times.map((each) => ({ at: each }));

describe('a rate', () => {
  it('is exceeded by what comes above it within its unit of time, and for as long as that lasts', () => {
    expect(under({ above: '2/s' }, at(0, 400, 800, 999, 1_000, 1_900, 2_900))).toEqual([3, 4, 5, 6]);
    expect(under({ above: '1/m' }, at(0, 59_999, 119_999))).toEqual([2]);
    expect(under({ above: '1/h' }, at(0, 3_599_999))).toEqual([2]);
  });

  it("is the gateway's, or each tenant's own", () => {
    const two: FaultOccasion[] = ['one', 'two', 'one'].map((tenant) => ({ at: 0, tenant }));
    expect(under({ above: '1/s' }, two)).toEqual([2, 3]);
    expect(under({ above: '1/s', per: 'tenant' }, two)).toEqual([3]);
  });
});

describe('an address is contested', () => {
  const ask = (when: number, conversation: string, address = 'UPRN 1'): FaultOccasion => ({
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
  const isUnderPressure = createPressure();
  expect(['a', 'b', 'a'].map((fault) => isUnderPressure(fault, { above: '1/s' }, { at: 0 }))).toEqual([
    false,
    false,
    true,
  ]);
});

it('requests of one conversation that are made in one turn are answered at once', async () => {
  const inFlight = createInFlight();
  expect(['a', 'b', 'a', 'a'].map((each) => inFlight(each))).toEqual([false, false, true, true]);
  await Promise.resolve();
  expect(inFlight('a')).toBe(false);
});
