import { describe, expect, test } from 'vitest';
import { virtualClock } from '../io/virtual-clock.ts';
import { type EventToWrite, writeEvent } from '../kci/write.ts';
import type { CallStep, Journey, Observation, Step, Unrecorded } from '../model.ts';
import { createFold } from '../record/fold.ts';
import { createInbox } from '../run/inbox.ts';
import type { Load } from './load.ts';
import { BEFORE_ALL, type TimedObservation } from './port.ts';
import { answerTo, callOf, journeyOf, SPAN, sentBy } from './testing/sample.ts';
import { contract, profile, target } from './testing/shipped.ts';
import { awaitFor, followWalks } from './walks.ts';

/** A port, with what it put on record and whom it opened and closed. */
function portFor(journeys: readonly Journey[]) {
  const clock = virtualClock(0);
  const recorded: (Unrecorded & { readonly at: number })[] = [];
  const told: string[] = [];
  const fold = createFold(profile);
  const record = (unrecorded: Unrecorded & { readonly at?: number }): Observation => {
    const dated = { at: clock.now(), ...unrecorded };
    recorded.push(dated);
    const seen = { ...dated, seq: recorded.length } as Observation;
    fold.see(seen);
    return seen;
  };
  const ledger = {
    open: ({ id }: Journey, at: number) => {
      told.push(`${id} opened at ${at}`);
      return fold;
    },
    close: (id: string, at: number) => told.push(`${id} closed at ${at}`),
  };
  const inbox = createInbox(profile, record);
  const load = { record, ledger } as unknown as Load;
  const walkOf = (index: number): Journey => journeys[index] ?? journeyOf('none');
  const { signal } = new AbortController();
  const ports = { contract, profile, target, inbox, clock, signal };
  const port = { ...followWalks(load, ports), turnAway: inbox.turnAway };
  const walked = (index: number, observed: readonly TimedObservation[], intendedAt = 0): void =>
    port.walked({ index, journey: index === BEFORE_ALL ? null : walkOf(index), observed, intendedAt });
  const receive = (name: string, sequence: number): void => {
    const event: EventToWrite = {
      name,
      kind: 'cease',
      sequence,
      issuedAt: clock.now(),
      deliveryId: `d${sequence}`,
      status: name,
      order: { id: 7, orderType: 'CEASE' },
      tenant: 'northwind-broadband',
      request: { id: 'r', conversation: 'c' },
      delivery: { requestId: `d${sequence}` },
    };
    const { headers, body } = writeEvent(profile, event);
    const text = JSON.stringify(body);
    const captured = { text, sizeBytes: text.length };
    inbox.receive({
      method: 'POST',
      path: '/hook',
      expectedPath: true,
      headers,
      body: captured,
      answered: profile.delivery.acknowledge,
    });
  };
  return { port, ports, walked, clock, recorded, told, receive };
}

const timed = (...observed: readonly Observation[]): TimedObservation[] => observed.map(({ seq: _, ...each }) => each);
const finished = (journey: string, at: number): TimedObservation => ({
  type: 'journey-ended',
  journey,
  ended: 'finished',
  at,
});

describe('a walk that k6 made', () => {
  test('is put on record with its own times, and closed where no events are owed', async () => {
    const { port, walked, recorded, told } = portFor([journeyOf('a@1', { steps: [callOf('slots')] })]);
    const sent = sentBy('a@1', 'slots', { exchange: 1, at: 500 });

    walked(0, [...timed(sent, answerTo(sent, 200, { tookMs: 20 })), finished('a@1', 530)], 400);
    await port.drained();

    expect(recorded.map(({ type, at }) => [type, at])).toEqual([
      ['request-sent', 500],
      ['response-received', 520],
      ['journey-ended', 0],
    ]);
    expect(told).toEqual(['a@1 opened at 400', 'a@1 closed at 0']);
  });

  test('gets numbers for its exchanges that no other walk has', async () => {
    const { port, walked, recorded } = portFor(['a@1', 'b@2'].map((id) => journeyOf(id, { steps: [callOf('slots')] })));
    for (const [index, id] of ['a@1', 'b@2'].entries()) {
      const sent = sentBy(id, 'slots', { exchange: 1 });
      walked(index, [...timed(sent, answerTo(sent, 200)), finished(id, 1)]);
    }
    const token = sentBy('', 'token', { exchange: 1 });
    walked(BEFORE_ALL, timed(token, answerTo(token, 200)));
    await port.drained();

    const numbers = recorded.flatMap((each) => ('exchange' in each ? [each.exchange] : []));
    expect(numbers.toSorted()).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test.each([
    ['', (order: CallStep): Step => order],
    [
      ' that it sent with others',
      (order: CallStep): Step => ({ kind: 'parallel', name: 'both', steps: [order], span: SPAN }),
    ],
  ])('waits for the events that its order%s is owed', async (_, stepOf) => {
    const journey = journeyOf('a@1', {
      steps: [stepOf({ ...callOf('order', '202'), as: 'placed' })],
      values: { ids: { placed: 7 } },
      kci: [
        {
          for: '$placed',
          pattern: { kind: 'seq', of: ['ACKNOWLEDGED', 'COMPLETED'].map((name) => ({ kind: 'event' as const, name })) },
          never: [],
          exactlyOnce: [],
          withinMs: 60_000,
          span: SPAN,
        },
      ],
    });
    const { port, walked, clock, told, receive } = portFor([journey]);
    const sent = sentBy('a@1', 'order', { exchange: 1, body: { id: 7 } });

    walked(0, [...timed(sent, answerTo(sent, 202)), finished('a@1', 0)]);
    const before = [port.isDrained()];
    clock.schedule(1_000, () => receive('ACKNOWLEDGED', 1));
    clock.schedule(2_000, () => receive('COMPLETED', 2));
    await port.drained();

    expect([before, port.isDrained()]).toEqual([[false], true]);
    expect(told.at(-1)).toMatch(/^a@1 closed at [2-9]\d{3}$/);
  });
});

test('a walk is over when what the receiver turned away has come again', async () => {
  const journey = journeyOf('a@1', { steps: [callOf('order', '202')] });
  const { port, walked, clock, recorded, told, receive } = portFor([journey]);
  const sent = sentBy('a@1', 'order', { exchange: 1, body: { id: 7 } });

  port.turnAway('7', { refuse: 1, with: 503 });
  receive('ACKNOWLEDGED', 1);
  walked(0, [...timed(sent, answerTo(sent, 202)), finished('a@1', 0)]);
  clock.schedule(1_000, () => receive('ACKNOWLEDGED', 1));
  await port.drained();

  const deliveries = recorded.flatMap((each) => (each.type === 'delivery-received' ? [each.answered] : []));
  expect(deliveries).toEqual([503, profile.delivery.acknowledge]);
  expect(recorded.flatMap((each) => (each.type === 'wait-ended' ? [[each.wait, each.ended]] : []))).toEqual([
    ['retries', 'met'],
  ]);
  expect(told.at(-1)).toBe('a@1 closed at 1000');
});

test('a step that is no wait can never be met', async () => {
  const journey = journeyOf('a@1', { steps: [callOf('slots')] });
  const { ports } = portFor([journey]);

  expect(await awaitFor(journey, 'slots', '7', ports)).toBe('impossible');
});
