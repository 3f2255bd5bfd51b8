import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import type { Fault, FaultAction, FaultTrigger } from './fault.ts';
import { LONG, NEW_LINE, names, provide } from './testing/journeys.ts';
import { START, trial } from './testing/trial.ts';

const withAction = (action: FaultAction, where: FaultTrigger = {}): { readonly faults: readonly Fault[] } => ({
  faults: [{ fault: 'a', title: 'a', breaks: [], where, do: [action] }],
});
const availability = { query: { address: NEW_LINE } };

describe('the time an answer takes', () => {
  it('is none but the delay of a fault', async () => {
    const t = trial(withAction({ delay: '20s' }, { verb: 'availability' }));
    expect((await t.ask('availability', availability)).status).toBe(200);
    expect(t.clock.now() - START).toBe(20_000);
  });
});

describe('an answer that a fault gives instead', () => {
  it('is what it says, with values of the request, and nothing is done', async () => {
    const answer = { status: 418, body: { seen: '$request.body.id' } };
    const t = trial(withAction({ answer }, { verb: 'order' }));
    const { status, body, headers } = await t.ask('order', { body: provide(t, 7) });
    expect([status, body, headers]).toEqual([418, { seen: 7 }, { 'content-type': 'application/json' }]);
    await t.pass(LONG);
    expect(t.deliveries).toEqual([]);
  });

  it('is an error of the contract in its own form', async () => {
    const t = trial(withAction({ error: 'SUPPLIER_TIMED_OUT' }, { verb: 'order' }));
    const { status, body } = await t.ask('order', { body: provide(t, 7) });
    expect([status, (body as JsonObject).code]).toEqual([504, 'SUPPLIER_TIMED_OUT']);
  });
});

describe('a broken connection', () => {
  it('comes instead of the answer, though what was asked is done', async () => {
    const t = trial(withAction({ break: 'timed-out' }, { verb: 'order' }));
    expect(await t.send(await t.request('order', { body: provide(t, 7) }))).toEqual({
      fault: 'timed-out',
      detail: 'the fake broke the connection on purpose',
      tookMs: 0,
    });
    await t.pass(LONG);
    expect(names(t).at(-1)).toBe('COMPLETED');
  });
});

describe('an order under a fault', () => {
  const course = async (action: FaultAction) => {
    const t = trial(withAction(action, { verb: 'order', orderType: 'NEW' }));
    await t.ask('order', { headers: { 'X-Scenario': 'ORDER_IN_PROGRESS' }, body: provide(t, 1) });
    await t.pass(LONG);
    return t.deliveries.map(({ event, at }) => [event.name, at]);
  };

  it('takes another outcome than was asked for', async () => {
    expect(await course({ outcome: 'ORDER_REJECTED' })).toEqual([['REJECTED', 30_000]]);
  });

  it('takes any events, until one ends it', async () => {
    expect(await course({ events: ['COMPLETED', 'ACKNOWLEDGED'] })).toEqual([['COMPLETED', 30_000]]);
    expect(await course({ events: [] })).toEqual([]);
  });

  it('takes its events at another pace', async () => {
    const expected = [
      ['ACKNOWLEDGED', 60_000],
      ['COMMITTED', 120_000],
    ];
    expect(await course({ gap: '1m' })).toEqual(expected);
  });
});
