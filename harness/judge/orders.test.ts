import { describe, expect, test } from 'vitest';
import { readPattern } from '../kci/pattern.ts';
import type { CallStep, JsonObject } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import { call, findingsOf, kci, order, REAL, type Story, TENANT, tell } from '../testing/record-builder.ts';
import { readHistory } from './history.ts';

const ERROR = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: [] };
/** What a scenario writes where nothing is stated. */
const EITHER = { expect: { answers: [] }, need: { answers: [{ status: '2xx' }, { status: '4xx' }] } };

const foreign = (body: JsonObject): JsonObject => ({
  ...body,
  provideServiceOrder: { ...(body.provideServiceOrder as JsonObject), tenant: 'harbour-telecom' },
});

function failures(step: CallStep, happens: (story: Story) => Story): string[] {
  const story = happens(tell().journey('o', [step, change]).start('o'));
  return findingsOf(story.end('o').finish().judge()).filter((each) => each.includes(' failed: '));
}

const change = call('amend', { tenant: 'harbour-telecom', body: { id: 9, orderId: 5 }, ...EITHER });

describe('what follows fails nothing where nothing says whether it should have been accepted:', () => {
  test('an order of which the events name another tenant', () => {
    const happens = (story: Story) => story.ask('o', 'order', 202).event(5, 'COMPLETED', { change: foreign });
    expect(failures(order(5, EITHER), happens)).toEqual([]);
    expect(failures(order(5), happens)).toContain('kci.tenant failed: order 5: an event names another tenant');
  });

  test('an amendment of an order of another tenant, rejected by an event', () => {
    const happens = (story: Story) =>
      story
        .ask('o', 'order', 202)
        .ask('o', 'amend', 202)
        .event(5, 'ACKNOWLEDGED')
        .event(5, 'AMENDMENT_REJECTED', { amendmentId: 9, sequence: 1, change: foreign })
        .event(5, 'COMMITTED');
    expect(failures(order(5), happens)).toEqual([]);
  });

  test('but a step that merely needs its success is judged as any other', () => {
    const needed = order(5, { expect: { answers: [] }, need: { answers: [{ status: '202' }] } });
    const happens = (story: Story) => story.ask('o', 'order', 202).event(5, 'COMMITTED', { change: foreign });
    expect(failures(needed, happens)).toContain('kci.tenant failed: order 5: an event names another tenant');
  });
});

describe('an order that was not accepted', () => {
  const told = (status: number) => (story: Story) =>
    story.ask('o', 'order', status, { body: { ...ERROR, code: 'SUPPLIER_TIMED_OUT' } }).event(5, 'ACKNOWLEDGED');

  test('is told of by no event when it was refused', () => {
    expect(failures(order(5, { expect: { answers: [{ status: '4xx' }] } }), told(422))).toContain(
      'kci.refused-request failed: order 5: ACKNOWLEDGED came although the order was refused',
    );
  });

  test('may be told of when the gateway broke down, and then as any other', () => {
    const found = failures(order(5, { expect: { answers: [{ status: '504' }] } }), told(504));
    expect(found.filter((each) => each.startsWith('kci.'))).toEqual([]);
  });
});

describe('of an id that two tenants chose', () => {
  const theirs = order(5, { name: 'theirs', tenant: 'harbour-telecom', as: 'theirs', ...EITHER });
  const told = (happens: (story: Story) => Story): Story =>
    happens(
      tell()
        .journey('o', [order(5), theirs, change])
        .start('o')
        .ask('o', 'order', 202),
    )
      .end('o')
      .finish();
  const historyOf = (story: Story) =>
    readHistory(foldOf(story.record, REAL.profile), { ...REAL, plan: story.plan }).orders;
  const eventsOf = (story: Story) =>
    [...historyOf(story)].map(([key, { fate, deliveries, changes }]) => [key, fate, deliveries.length, changes.length]);

  test('each has an order of its own, of which the events say whose they are', () => {
    const both = told((story) =>
      story
        .ask('o', 'theirs', 202)
        .ask('o', 'amend', 202)
        .event(5, 'ACKNOWLEDGED')
        .event(5, 'ACKNOWLEDGED', { change: foreign })
        .event(5, 'COMMITTED'),
    );
    expect(eventsOf(both)).toEqual([
      ['5', 'accepted', 2, 0],
      ['5-harbour-telecom', 'accepted', 1, 1],
    ]);
    expect(foldOf(both.record, REAL.profile).orders.get('5-harbour-telecom')?.arrivals).toHaveLength(1);
  });

  test('and where the second was refused, there is one order', () => {
    const one = told((story) => story.ask('o', 'theirs', 422).ask('o', 'amend', 202).event(5, 'ACKNOWLEDGED'));
    expect(eventsOf(one)).toEqual([['5', 'accepted', 1, 1]]);
  });

  test('and nothing is owed of that one where the other tenant could change it', () => {
    const tellOf = (tenant: string) =>
      tell()
        .journey('o', [order(5), theirs, { ...change, tenant }], {
          kci: [kci(readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern)],
        })
        .start('o')
        .ask('o', 'order', 202)
        .ask('o', 'theirs', 422, { body: ERROR })
        .ask('o', 'amend', 202)
        .event(5, 'ACKNOWLEDGED')
        .event(5, 'CANCELLED', { sequence: 1 })
        .end('o')
        .finish();
    const failedOf = (tenant: string) => findingsOf(tellOf(tenant).judge()).filter((each) => /^kci.*failed/.test(each));
    expect(failedOf('harbour-telecom')).toEqual([]);
    expect(failedOf(TENANT)).not.toEqual([]);
  });

  test('nothing is said where an event names no tenant', () => {
    const nobody = (body: JsonObject): JsonObject => {
      const { tenant: _, ...rest } = body.provideServiceOrder as JsonObject;
      return { ...body, provideServiceOrder: rest };
    };
    const nameless = told((story) => story.ask('o', 'theirs', 202).event(5, 'ACKNOWLEDGED', { change: nobody }));
    expect(eventsOf(nameless)).toEqual([
      ['5', 'unknown', 0, 0],
      ['5-harbour-telecom', 'unknown', 0, 0],
    ]);
    expect(findingsOf(nameless.judge()).filter((each) => each.includes(' failed: '))).toEqual([]);
  });

  test('an amendment that is done to the order of the other shows there', () => {
    const mixed = told((story) =>
      story
        .ask('o', 'theirs', 202)
        .ask('o', 'amend', 202)
        .event(5, 'ACKNOWLEDGED')
        .event(5, 'AMENDED', { amendmentId: 9 }),
    );
    const verdict = mixed.judge();
    expect(findingsOf(verdict).filter((each) => each.includes(' failed: '))).toEqual([
      'kci.lifecycle failed: order 5: AMENDED came after ACKNOWLEDGED',
      'kci.carries failed: order 5: AMENDED answers another amendment',
    ]);
    const actual = verdict.cases.flatMap(({ findings }) =>
      findings.flatMap(({ result }) => ('finding' in result ? (result.finding.actual ?? []) : [])),
    );
    expect(actual).toContain('9, asked for of order 5 by harbour-telecom');
  });
});
