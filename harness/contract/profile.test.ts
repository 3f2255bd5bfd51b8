import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk } from '../kci/pattern.ts';
import { readEvent } from '../kci/read.ts';
import { freedomOf, recognise } from '../kci/recognise.ts';
import { writeEvent } from '../kci/write.ts';
import type { KciProfile, Problem } from '../model.ts';
import { random } from '../values/seed.ts';
import { FIXTURES, fixtureNames, PROFILES } from './fixture.ts';
import { loadProfile, readProfile } from './profile.ts';

function shipped(name: string): KciProfile {
  const { profile, problems } = loadProfile(name);
  if (!profile) throw new Error(JSON.stringify(problems));
  return profile;
}

const profiles = fixtureNames(PROFILES).map(shipped);
const supplier = shipped('supplier');
const canonical = Object.keys(supplier.events).sort();

describe('the shipped KCI profiles', () => {
  it('are four, and each is called what its file is called', () => {
    expect(profiles.map((each) => each.profile)).toEqual(['generic', 'supplier', 'tenant', 'tmf641']);
  });

  it.each(profiles.map((each) => [each.profile, each] as const))(
    '%s has the canonical events, lifecycles and request outcomes',
    (_, each) => {
      expect(Object.keys(each.events).sort()).toEqual(canonical);
      expect(each.lifecycles.map(({ entity: _, ...rest }) => rest)).toEqual(
        supplier.lifecycles.map(({ entity: _, ...rest }) => rest),
      );
      expect(each.requests).toEqual(supplier.requests);
    },
  );

  it('end an order, wait and fulfil with the same events', () => {
    for (const { events } of profiles) {
      for (const name of canonical) {
        expect(events[name]?.terminal).toBe(supplier.events[name]?.terminal);
        expect(events[name]?.waitsFor).toBe(supplier.events[name]?.waitsFor);
        expect(events[name]?.interleaves).toBe(supplier.events[name]?.interleaves);
        expect(events[name]?.fulfils).toBe(supplier.events[name]?.fulfils);
      }
    }
  });

  it('offer the same outcomes for every kind of order, the successful one first', () => {
    for (const { outcomes } of supplier.lifecycles) {
      expect(Object.keys(outcomes)).toEqual(Object.keys(supplier.lifecycles[0]?.outcomes ?? {}));
      expect(Object.keys(outcomes)[0]).toBe('ORDER_SUCCESSFUL');
    }
  });

  it('every event of every order type reads back as it was written', () => {
    const orders = supplier.lifecycles.flatMap(({ kind, orders }) => orders.map((orderType) => ({ kind, orderType })));
    const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
    const someText = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
    const law = fc.property(
      fc.constantFrom(...profiles),
      fc.constantFrom(...canonical),
      fc.constantFrom(...orders),
      fc.record({
        sequence: fc.nat(),
        issuedAt: moment,
        deliveryId: fc.uuid(),
        id: fc.maxSafeNat(),
        problemCode: someText,
        text: someText,
      }),
      (profile, name, { kind, orderType }, { id, problemCode, text, ...numbers }) => {
        const status = profile.events[name]?.status ?? 'IN_PROGRESS';
        const { headers, body } = writeEvent(profile, {
          ...numbers,
          name,
          kind,
          status,
          ...(problemCode === undefined ? {} : { problemCode }),
          ...(text === undefined ? {} : { text }),
          amendmentId: 21,
          cancellationId: 22,
          order: {
            id,
            orderType,
            tenant: 'acme',
            supplierOrderReference: 'REF-1',
            committedDate: '2026-05-01T08:00:00.000Z',
            targetDate: '2026-05-02T08:00:00.000Z',
          },
          tenant: 'acme',
          request: { id: 'r-1', conversation: 'c-1' },
          delivery: { requestId: 'q-1' },
        });
        const event = readEvent(profile, headers, JSON.stringify(body));
        expect(event).toMatchObject({
          name,
          status,
          orderId: String(id),
          conversation: 'c-1',
          issuedAt: numbers.issuedAt,
          deliveryId: numbers.deliveryId,
          supplierReference: 'REF-1',
          dates: { committed: '2026-05-01T08:00:00.000Z', target: '2026-05-02T08:00:00.000Z' },
          ...(profile.read.sequence === undefined ? {} : { sequence: numbers.sequence }),
          ...(profile.read.tenant === undefined ? {} : { tenant: 'acme' }),
          ...(profile.events[name]?.carries?.includes('amendmentId') ? { amendmentId: '21' } : {}),
          ...(profile.events[name]?.carries?.includes('cancellationId') ? { cancellationId: '22' } : {}),
        });
        expect(event.malformed).toBeUndefined();
      },
    );
    fc.assert(law, { numRuns: 500 });
  });

  it('every course of an outcome is a legal course', () => {
    const cases = supplier.lifecycles.flatMap(({ legal, outcomes }) =>
      Object.values(outcomes).flatMap((outcome) => (legal ? [{ legal, outcome }] : [])),
    );
    const law = fc.property(fc.constantFrom(...cases), fc.string(), ({ legal, outcome }, seed) => {
      const events = walk(outcome, random(seed)).map((name) => ({ name, dates: {} }));
      const found = recognise(legal, events, freedomOf(supplier));
      expect(found.state).not.toBe('impossible');
    });
    fc.assert(law);
  });

  it.each([
    ['a completion that was never committed', ['ACKNOWLEDGED', 'COMPLETED']],
    ['a rejection after the acknowledgement', ['ACKNOWLEDGED', 'REJECTED']],
    ['a commitment before the acknowledgement', ['COMMITTED', 'ACKNOWLEDGED']],
    ['two commitments without a new appointment', ['ACKNOWLEDGED', 'COMMITTED', 'COMMITTED']],
    ['an end to a delay that was none', ['ACKNOWLEDGED', 'COMMITTED', 'RESUMED']],
    ['anything after the end', ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED', 'DELAY']],
  ])('%s is not legal', (_, names) => {
    const events = names.map((name) => ({ name, dates: {} }));
    for (const { legal } of supplier.lifecycles) {
      expect(legal && recognise(legal, events).state).toBe('impossible');
    }
  });
});

describe('a KCI profile of a gateway that is only tested', () => {
  it('needs no "emit", and reads events as any other', () => {
    const { profile, problems } = loadProfile(join(FIXTURES, 'strangers', 'letters', 'kci.yaml'));
    expect(problems).toEqual([]);
    expect(profile?.emit).toBeUndefined();
    const letter = { letter: { about: { order: { ref: 7 } } }, happening: { moving: {} } };
    expect(profile && readEvent(profile, [], JSON.stringify(letter))).toEqual({
      name: 'RESUMED',
      orderId: '7',
      dates: {},
    });
  });
});

const generic = readFileSync(join(FIXTURES, 'kci', 'generic.yaml'), 'utf8');
const worded = ({ span, message, why, fix }: Problem): string =>
  [`${span?.line}:${span?.col} ${message}`, ...(why ? [why] : []), ...(fix ? [`fix: ${fix}`] : [])].join(' | ');
const changed = (from: string, to: string): string[] => {
  if (!generic.includes(from)) throw new Error(`generic.yaml does not say ${from}`);
  return readProfile(
    generic.replace(from, () => to),
    join(FIXTURES, 'kci', 'mine.yaml'),
  ).problems.map(worded);
};

describe('a KCI profile that is wrong', () => {
  it.each([
    [
      'order-id: $.orderId',
      'order-id: $.orderId[',
      `16:3 "$.orderId[" is no JSONPath: unclosed bracketed selection ('.orderId[':10)`,
    ],
    ['$.eventId: ~uuid', '$.eventId: ~uid', '34:3 unknown matcher "~uid"'],
    [
      'first-within: 60s',
      'first-within: 60',
      '70:17 60 is not a text | How soon after the request was accepted the first event comes. | fix: write it like 60s',
    ],
    [
      'RESUMED: { when: RESUMED }',
      'RESUMED: {}',
      '50:3 the event RESUMED has no "when" | how an event looks is not taken from another profile',
    ],
    [
      'RESUMED: { when: RESUMED }',
      'RESUMED: { when: DELAY }',
      '50:3 what "emit" writes for RESUMED reads back as DELAY | seen with an order of the kind "provide" and the status IN_PROGRESS; the first event of which a "when" fits is meant',
    ],
    [
      'reference: $order.supplierOrderReference',
      'ref: $order.supplierOrderReference',
      '44:3 what "emit" writes for ACKNOWLEDGED does not carry supplier-reference',
    ],
    [
      'UPDATE: { when: UPDATE }',
      'UPDATE: { when: UPDATE, carries: [mood] }',
      '45:3 the event UPDATE carries "mood", which "read" does not locate | fix: say in "read" where it stands, or "carries: []" where it is not sent',
    ],
    [
      '  sequence: $.sequence\n',
      '',
      '64:3 "order-by: sequence" needs "read.sequence"\n65:3 "sequence: gapless" needs "read.sequence"',
    ],
    [
      'lifecycles-from: supplier',
      'lifecycles-from: suplier',
      '8:18 unknown KCI profile "suplier" | a KCI profile is generic, supplier, tenant or tmf641, or the path of a file | fix: did you mean "supplier"?',
    ],
    [
      'lifecycles-from: supplier',
      'lifecycles-from: tenant',
      '8:18 "tenant" takes its lifecycles from yet another profile | fix: name that one here',
    ],
    [
      'lifecycles-from: supplier\n',
      '',
      '5:1 "lifecycles" is missing | fix: write them, or take those of another profile by "lifecycles-from: supplier"',
    ],
    [
      'lifecycles-from: supplier',
      'lifecycles: { all: { orders: [NEW], outcomes: { DONE: [ACKNOWLEDGED, COMPLETE, NAME!] } } }',
      '8:80 "NAME!" is no event pattern | fix: write NAME, NAME?, NAME*, NAME+ or NAME{2}\n' +
        '8:49 unknown event "COMPLETE" | the events of this profile are ACKNOWLEDGED, UPDATE, COMMITTED, ADDITIONAL, WARNING, DELAY, RESUMED, REAPPOINT, REAPPOINTED, INFORMATION_REQUIRED, AMENDED, AMENDMENT_REJECTED, CANCELLED, CANCELLATION_REJECTED, REJECTED, TERMINATED or COMPLETED | fix: did you mean "COMPLETED"?',
    ],
    [
      'sequence: gapless',
      'sequence: gaples',
      '66:13 "gaples" is not one of gapless, increasing or none | fix: did you mean "gapless"?',
    ],
    [
      'delivery-id:',
      'deliveryid:',
      '24:3 unknown key "deliveryid" | "read" may have event, order-id, order, status, tenant, supplier-reference, conversation, sequence, issued-at, delivery-id, problem-code, text, amendment-id, cancellation-id … (16 in all) | fix: did you mean "delivery-id"?',
    ],
  ])('with "%s" as "%s" is told', (from, to, expected) => {
    expect(changed(from, to).join('\n')).toBe(expected);
  });

  it('tells at the place where the lifecycles are taken that their usual course owes an event it does not name', () => {
    const told =
      '8:1 orders cannot go well without COMMITTED | their usual course owes it, and this profile does not name it under "events" | fix: ';
    expect(changed('  COMMITTED: { when: COMMITTED }\n', '')).toEqual([
      `${told}name it, or write "lifecycles" as the gateway has them`,
    ]);
    expect(changed('  COMMITTED: { when', '  COMITTED: { when')).toEqual([`${told}is it called "COMITTED" there?`]);
  });

  it('is told in the words of the file that it takes its lifecycles from, where that one is wrong', () => {
    const problems = changed('lifecycles-from: supplier', 'lifecycles-from: ../worlds/fake.yaml');
    expect(problems).toEqual([expect.stringMatching(/^\d+:1 it is a world, and no KCI profile/)]);
  });

  it('is told that an event has an "emit" where the profile has none to lay it over', () => {
    const mute = generic.slice(0, generic.indexOf('\nemit:'));
    const text = mute.replace('{ when: RESUMED }', '{ when: RESUMED, emit: { note: $event.text } }');
    expect(readProfile(text, join(FIXTURES, 'kci', 'mine.yaml')).problems.map(worded)).toEqual([
      '50:29 the event RESUMED has an "emit", and the profile has none to lay it over | fix: write "emit" for the profile, with "headers" and "body", or leave this one out',
    ]);
  });

  it('is told to be missing by its path', () => {
    expect(loadProfile('./no-such.yaml').problems).toMatchObject([
      { message: 'there is no file no-such.yaml', fix: 'begin one: npx assay profile show generic > no-such.yaml' },
    ]);
  });
});

describe('a profile of batches, parts and rules that is wrong', () => {
  const folder = join(FIXTURES, 'strangers', 'kci');
  it.each([
    [
      'parcels',
      "pattern: '^ORD-(\\d+)$'",
      "pattern: '^ORD-\\d+$'",
      '13:3 "^ORD-\\d+$" is no pattern of a part: it has no group, and needs one, round the part that is meant',
    ],
    [
      'parcels',
      'order: ORD-${order.id}',
      'order: ${order.id}',
      '13:3 what "emit" writes for order 1 is read as of no order | fix: name the place where "emit" writes $order.id, or have it written here',
    ],
    [
      'parcels',
      'sequence: $.events[0].no',
      'sequence: $.no',
      '17:3 "$.no" is the same for all events of a delivery | "wire.batch" says that these stand in the list at $.events | fix: write a place that begins with $.events[0]',
    ],
    ['parcels', ', batch: $.events }', ' }', /"around" and "gather" are for deliveries of several events/],
    ['parcels', 'events: [COMMITTED]', 'events: [COMITTED]', '36:64 the rule is of "COMITTED", which is no event here'],
    ['parcels', 'request: cancellation, ', 'within: all, ', /property "?unique"?|unique/],
    ['ledger', '  body:\n', '  body:\n    More: 1\n', '75:1 XML has one root, and "emit" writes none or several'],
    ['courier', 'taken, planned, done]', 'taken, planed, done]', /unknown event "planed".*did you mean "planned"\?/],
    ['courier', 'batch: $ }', 'batch: $, format: xml }', /XML has one root, and is no list/],
  ])('%s, with %j as %j', (name, right, wrong, expected) => {
    const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
    expect(text).toContain(right);
    const problems = readProfile(
      text.replace(right, () => wrong),
      join(folder, `${name}.yaml`),
    ).problems.map(worded);
    if (typeof expected === 'string') expect(problems).toEqual([expected]);
    else expect(problems.join('\n')).toMatch(expected);
  });
});

describe('what is kept of a profile that comes with Assay', () => {
  it.each(fixtureNames(PROFILES))('is what its file says: %s', (name) => {
    const file = join(FIXTURES, PROFILES.folder, `${name}.yaml`);
    expect(loadProfile(name)).toStrictEqual(readProfile(readFileSync(file, 'utf8'), file));
  });
});
