import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CACHE } from '../cached.ts';
import type { Json, JsonObject } from '../model.ts';
import { loadContract } from './contract.ts';
import { compileContract } from './validators.ts';

const { contract } = loadContract(resolve(import.meta.dirname, '../../fixtures/contract'));
const validators = compileContract(contract);
const headers = { 'X-Request-ID': 'r', 'X-Conversation-ID': 'c', Tenant: 'acme' };

const SLOT = {
  timeslotStartDateTime: '2026-12-01T08:00:00.000Z',
  timeslotEndDateTime: '2026-12-01T13:00:00.000Z',
  classification: 'WEEKDAY_AM',
  standard: true,
};
const BOOKED = {
  id: 1,
  address: { id: '1', type: 'UPRN' },
  serviceSpecification: { id: 'fttp', name: 'FTTP' },
  purpose: 'PROVIDE',
  timeslot: SLOT,
  supplierReference: 'R1',
};
const AVAILABLE = {
  address: { identifier: { id: '1', type: 'UPRN' } },
  serviceSpecifications: [{ id: 'fttp', name: 'FTTP', serviceCharacteristics: [{ name: 'A', values: ['b'] }] }],
  unavailabilityReasons: [],
};
const silentRows = new Set(contract.register.filter(({ level }) => level === 'silent').map(({ id }) => id));

/** Breaches of stated rows, as `row pointer`. */
const breaches = (verb: 'availability' | 'slots' | 'book' | 'order' | 'token', status: number, body: Json): string[] =>
  validators
    .response(verb, status, body)
    .violations.filter(({ requirement }) => !silentRows.has(requirement ?? ''))
    .map(({ requirement, pointer }) => `${requirement} ${pointer}`);

test('the code of all validators is kept for later starts', () => {
  expect(validators.schema('Timeslot', SLOT)).toBeNull();
  const [, kept = ''] = readFileSync(join(CACHE, 'validators_of_the_contract.json'), 'utf8').split('\n');
  const schemas = Object.keys(JSON.parse(kept));
  for (const each of Object.values(contract.schemas)) expect(schemas).toContain(JSON.stringify(each));
});

describe('a breach names the row of its place', () => {
  test.each<[string, Json, string[]]>([
    ['a number for a text', { ...AVAILABLE, address: { ...AVAILABLE.address, city: 7 } }, ['AVL-16 /address/city']],
    [
      'a text for a boolean',
      { ...AVAILABLE, siteInformation: { newLine: 'yes' } },
      ['AVL-23 /siteInformation/newLine'],
    ],
    [
      'an installation type of its own',
      { ...AVAILABLE, siteInformation: { installationType: 'EASY' } },
      ['AVL-24 /siteInformation/installationType'],
    ],
    [
      'a port that is asleep',
      { ...AVAILABLE, siteInformation: { existingLines: [{ ont: { ports: [{ status: 'ASLEEP' }] } }] } },
      ['AVL-38 /siteInformation/existingLines/0/ont/ports/0/status'],
    ],
    [
      'a reason beside an available service',
      { ...AVAILABLE, unavailabilityReasons: [{ code: 'IN_PLANNING', text: 'soon' }] },
      ['AVL-32 /unavailabilityReasons'],
    ],
    [
      'no empty array beside an available service',
      { address: AVAILABLE.address, serviceSpecifications: AVAILABLE.serviceSpecifications },
      ['AVL-32 /unavailabilityReasons'],
    ],
    ['neither services nor reasons', { address: AVAILABLE.address }, ['GEN-04 /unavailabilityReasons']],
    [
      'a service without a name',
      { ...AVAILABLE, serviceSpecifications: [{ id: 'fttp', serviceCharacteristics: [] }] },
      ['AVL-20 /serviceSpecifications/0/name'],
    ],
    [
      'one value where a list of values is expected',
      {
        ...AVAILABLE,
        serviceSpecifications: [{ id: 'f', name: 'F', serviceCharacteristics: [{ name: 'A', values: 'b' }] }],
      },
      ['AVL-21 /serviceSpecifications/0/serviceCharacteristics/0/values'],
    ],
    ['an array for the whole', [AVAILABLE], ['AVL-03 ']],
  ])('availability with %s', (_, body, expected) => {
    expect(breaches('availability', 200, body)).toEqual(expected);
  });

  test.each<[string, Json, string[]]>([
    ['no slots at all', {}, ['SLT-12 /availableTimeslots']],
    ['null for the slots', { availableTimeslots: null }, ['SLT-12 /availableTimeslots']],
    [
      'a start without milliseconds',
      { availableTimeslots: [{ ...SLOT, timeslotStartDateTime: '2026-12-01T08:00:00Z' }] },
      ['TYP-06 /availableTimeslots/0/timeslotStartDateTime'],
    ],
    [
      'a start in another zone',
      { availableTimeslots: [{ ...SLOT, timeslotStartDateTime: '2026-12-01T09:00:00.000+01:00' }] },
      ['TYP-06 /availableTimeslots/0/timeslotStartDateTime'],
    ],
    [
      'a class of its own',
      { availableTimeslots: [{ ...SLOT, classification: 'HOLIDAY' }] },
      ['TYP-08 /availableTimeslots/0/classification'],
    ],
    [
      'a word for a boolean',
      { availableTimeslots: [{ ...SLOT, standard: 'true' }] },
      ['TYP-09 /availableTimeslots/0/standard'],
    ],
  ])('slots with %s', (_, body, expected) => {
    expect(breaches('slots', 200, body)).toEqual(expected);
  });

  test.each<[string, Json, string[]]>([
    ['the id as a text', { ...BOOKED, id: '1' }, ['APT-10 /id']],
    ['no reference', { ...BOOKED, supplierReference: undefined as unknown as Json }, ['APT-16 /supplierReference']],
    ['an empty reference', { ...BOOKED, supplierReference: '' }, ['APT-16 /supplierReference']],
    ['an expiry that is no date-time', { ...BOOKED, expiryDateTime: 'soon' }, ['APT-17 /expiryDateTime']],
  ])('a booking with %s', (_, body, expected) => {
    const wire = JSON.parse(JSON.stringify(body)) as Json;

    expect(breaches('book', 200, wire)).toEqual(expected);
    expect(breaches('book', 201, wire)).toEqual(expected);
  });

  test.each<[string, Json, string[]]>([
    ['a uuid that is none', { uuid: '17', code: 'INVALID_REQUEST', messages: [] }, ['ERR-01 /uuid']],
    [
      'one message instead of a list',
      { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'X', messages: 'no' },
      ['ERR-03 /messages'],
    ],
    [
      'the body of the token endpoint',
      { error: 'x', error_description: 'y' },
      ['ERR-01 /uuid', 'ERR-02 /code', 'ERR-03 /messages'],
    ],
  ])('an error with %s', (_, body, expected) => {
    expect(breaches('order', 422, body)).toEqual(expected);
  });

  test.each<[string, Json, string[]]>([
    ['another type', { access_token: 't', token_type: 'mac', scope: '', expires_in: 60 }, ['AUT-06 /token_type']],
    [
      'a life written as a text',
      { access_token: 't', token_type: 'bearer', scope: '', expires_in: '60' },
      ['AUT-08 /expires_in'],
    ],
    ['no scope', { access_token: 't', token_type: 'Bearer', expires_in: 60 }, ['AUT-07 /scope']],
  ])('a token with %s', (_, body, expected) => {
    expect(breaches('token', 200, body)).toEqual(expected);
  });
});

test('null is no text, no list and no boolean, also where nothing is required', () => {
  const body = { ...AVAILABLE, siteInformation: { newLine: null, installationType: null, existingLines: null } };

  expect(breaches('availability', 200, body)).toEqual([
    'AVL-23 /siteInformation/newLine',
    'AVL-24 /siteInformation/installationType',
    'AVL-30 /siteInformation/existingLines',
  ]);
});

describe('what the spec allows breaches nothing', () => {
  test('members that it does not name', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().map((name) => `x-${name}`),
          fc.jsonValue(),
        ),
        (extra) => {
          const more = extra as Record<string, Json>;
          const body = { ...AVAILABLE, ...more, address: { ...AVAILABLE.address, ...more } };
          expect(breaches('availability', 200, body)).toEqual([]);
          expect(breaches('book', 201, { ...BOOKED, ...more, timeslot: { ...SLOT, ...more } })).toEqual([]);
        },
      ),
    );
  });

  test('any order of members', () => {
    const reversed = Object.fromEntries(Object.entries(BOOKED).reverse());

    expect(breaches('book', 200, reversed)).toEqual([]);
  });

  test('codes of constraints and of reasons that it does not list', () => {
    const unavailable = {
      ...AVAILABLE,
      serviceSpecifications: [],
      unavailabilityReasons: [{ code: 'NEW_ONE', text: '' }],
    };
    const constrained = { ...AVAILABLE, siteInformation: { constraints: [{ code: 'BUSINESS_PARK', text: '' }] } };

    expect(breaches('availability', 200, unavailable)).toEqual([]);
    expect(breaches('availability', 200, constrained)).toEqual([]);
  });

  test('any body of a 409, of a 404 or of another status outside its tables', () => {
    expect(validators.response('book', 409, undefined)).toEqual({ violations: [], seen: [] });
    expect(validators.response('book', 409, 'taken')).toEqual({ violations: [], seen: [] });
    expect(validators.response('cancel', 404, { reason: 'unknown' })).toEqual({ violations: [], seen: [] });
  });
});

describe('a breach is worded', () => {
  test('with what was expected and what came', () => {
    const { violations } = validators.response('availability', 200, {
      ...AVAILABLE,
      siteInformation: { installationType: 'EASY', newLine: 1 },
    });

    expect(violations).toEqual([
      {
        pointer: '/siteInformation/newLine',
        keyword: 'type',
        expected: 'a boolean',
        actual: '1',
        requirement: 'AVL-23',
      },
      {
        pointer: '/siteInformation/installationType',
        keyword: 'enum',
        expected: 'one of STANDARD, EXTENDED_STANDARD, NON_STANDARD',
        actual: '"EASY"',
        requirement: 'AVL-24',
      },
    ]);
  });

  test('with the form of a value and an example of it, and what came', () => {
    const values = (name: string) => [{ id: 'a', name: 'b', serviceCharacteristics: [{ name, values: ['fast'] }] }];
    const expected = (name: string): unknown =>
      validators
        .response('availability', 200, { ...AVAILABLE, serviceSpecifications: values(name) })
        .violations.find(({ keyword }) => keyword === 'pattern')?.expected;

    expect(expected('LINE_PROFILE')).toBe('the form <down>/<up>, such as 100/40');
    expect(expected('MINIMUM_SPEED')).toBe('a numeric string, such as 50');
    expect(expected('CONTRACT_TERM')).toBe('a numeric string, such as 24');
  });

  test('as silent where no sentence requires the member', () => {
    const { violations } = validators.response('availability', 200, {
      serviceSpecifications: [],
      unavailabilityReasons: [{ code: 'OTHER', text: 'None' }],
    });

    expect(violations).toEqual([
      { pointer: '/address', keyword: 'required', expected: 'an object', actual: 'missing', requirement: 'SIL-30' },
    ]);
  });

  test('where there is no service, no line and no reason', () => {
    const rowsOf = (existingLines: Json): unknown =>
      validators
        .response('availability', 200, {
          ...AVAILABLE,
          serviceSpecifications: [],
          siteInformation: { existingLines },
          unavailabilityReasons: [],
        })
        .violations.map(({ pointer, requirement }) => [pointer, requirement]);

    expect(rowsOf([])).toEqual([['/unavailabilityReasons', 'AVL-31']]);
    // What runs there is a service, too.
    expect(rowsOf([{ lineId: 'LN1' }])).toEqual([]);
  });

  test('naming the member that is nearly the missing one', () => {
    const missing = (body: JsonObject): unknown =>
      validators.response('token', 200, { token_type: 'Bearer', scope: 'a', expires_in: 9, ...body }).violations[0]
        ?.actual;

    expect(missing({ accessToken: 't' })).toBe('missing; there is "accessToken", which is another member');
    expect(missing({ acces_token: 't' })).toBe('missing; there is "acces_token", which is another member');
    expect(missing({ token: 't' })).toBe('missing');
  });

  test('of what may be left out only where it stands in another place', () => {
    const withAddress = (address: JsonObject): unknown =>
      validators
        .response('availability', 200, { ...AVAILABLE, address })
        .violations.map(({ requirement, actual }) => [requirement, actual]);

    expect(withAddress({ postcode: 'ZZ1 1AB' })).toEqual([['SIL-30', 'missing']]);
    expect(withAddress({ Identifier: { id: '1', type: 'UPRN' } })).toEqual([
      ['AVL-11', 'missing; there is "Identifier", which is another member'],
    ]);
    expect(withAddress({ id: '1', type: 'UPRN' })).toEqual([
      ['AVL-11', 'missing; there are "id" and "type", which belong into it'],
    ]);
    expect(withAddress({ id: '1' })).toEqual([['SIL-30', 'missing']]);
  });

  test('of what nothing says to be there, too, where it stands in another place', () => {
    const withLine = (line: JsonObject): unknown =>
      breaches('availability', 200, { ...AVAILABLE, siteInformation: { existingLines: [{ lineId: 'LN1' }, line] } });

    expect(withLine({ 'line-id': 'LN2', other: 1 })).toEqual(['AVL-34 /siteInformation/existingLines/1/lineId']);
    expect(withLine({ ontReference: 'ONT2', ports: [] })).toEqual(['AVL-35 /siteInformation/existingLines/1/ont']);
    expect(withLine({ ontReference: 'ONT2', lineID: 'LN2', lineId: 'LN2' })).toEqual([]);
  });

  test('as a missing body', () => {
    const { violations } = validators.response('slots', 200, undefined);

    expect(violations).toEqual([
      { pointer: '', keyword: 'required', expected: 'a body: an object', actual: 'no body', requirement: 'SLT-07' },
    ]);
  });

  test('at most fifty times for one body', () => {
    const { violations } = validators.response('slots', 200, {
      availableTimeslots: Array.from({ length: 5000 }, () => 0),
    });

    expect(violations.length).toBeLessThanOrEqual(50);
  });
});

describe('the rows that a value uses', () => {
  test('are those of its status, of the members that are there, and of the values met', () => {
    const { seen } = validators.response('book', 200, BOOKED);

    expect(seen).toEqual(
      expect.arrayContaining([
        'APT-03',
        'APT-10',
        'APT-11',
        'APT-12',
        'APT-20',
        'APT-15',
        'APT-16',
        'TYP-06',
        'SLT-21',
      ]),
    );
    expect(seen).not.toContain('APT-17');
    expect(seen).not.toContain('SLT-22');
  });

  test('do not include those of members that are null', () => {
    expect(validators.response('book', 200, { ...BOOKED, expiryDateTime: null }).seen).not.toContain('APT-17');
  });

  test('are known of requests too', () => {
    const body = {
      id: 1,
      orderType: 'MODIFY',
      tenant: 'acme',
      serviceId: 's',
      serviceCharacteristics: [{ name: 'LINE_ID', value: 'l' }],
    };

    const rows = validators.exercised('order', { headers, query: {}, body });

    expect(rows).toEqual(
      expect.arrayContaining(['HDR-03', 'HDR-05', 'ORD-26', 'ORD-27', 'ORD-46', 'ORD-29', 'CHR-14']),
    );
    expect(rows).not.toContain('ORD-13');
  });

  test('include those of JSON in the query, decoded or as text', () => {
    const address = { id: '1', type: 'UPRN' };

    const decoded = validators.exercised('availability', { headers: {}, query: { address } });
    const asText = validators.exercised('availability', { headers: {}, query: { address: JSON.stringify(address) } });

    expect(decoded).toEqual(['AVL-02', 'TYP-01']);
    expect(asText).toEqual(decoded);
  });
});

describe('what is wrong with a request', () => {
  const defectsOf = (
    verb: 'availability' | 'slots' | 'book' | 'order' | 'cancel',
    given: { query?: Record<string, Json>; body?: Json; headers?: Record<string, Json> },
  ) =>
    validators
      .request(verb, { headers, query: {}, ...given })
      .map(({ defect, requirement }) => [defect.kind, defect.at, requirement]);
  const CANCEL = { id: 1, orderId: 2, reasonCode: 'OTHER' };

  test.each<[string, Json, unknown[]]>([
    ['a missing field', { id: 1, orderId: 2 }, ['omit', '/body/reasonCode', 'CAN-12']],
    ['a null', { ...CANCEL, id: null }, ['null', '/body/id', 'CAN-10']],
    ['an empty text for a number', { ...CANCEL, id: '' }, ['empty', '/body/id', 'CAN-10']],
    ['an empty text for a word', { ...CANCEL, reasonCode: '' }, ['empty', '/body/reasonCode', 'CAN-12']],
    ['a text for a number', { ...CANCEL, orderId: '2' }, ['wrong-type', '/body/orderId', 'CAN-11']],
    ['a number for a word', { ...CANCEL, reasonCode: 3 }, ['wrong-type', '/body/reasonCode', 'CAN-12']],
    ['an unknown word', { ...CANCEL, reasonCode: 'BORED' }, ['not-in-enum', '/body/reasonCode', 'CAN-12']],
    ['an array for the whole', [CANCEL], ['array-for-object', '/body', 'CAN-02']],
  ])('%s', (_, body, defect) => {
    expect(defectsOf('cancel', { body })).toEqual([defect]);
  });

  test('no body', () => {
    expect(defectsOf('cancel', {})).toEqual([['omit', '/body', 'CAN-02']]);
  });

  test('headers, whatever their case', () => {
    const given = { 'x-request-id': 'r', TENANT: '' };

    expect(defectsOf('cancel', { headers: given, body: CANCEL })).toEqual([
      ['no-header', '/headers/X-Conversation-ID', 'HDR-04'],
      ['empty-header', '/headers/Tenant', 'HDR-05'],
    ]);
  });

  test.each<[string, Json, unknown[]]>([
    ['broken JSON', '{"id":', ['malformed-json', '/query/address', 'AVL-02']],
    ['nothing', '', ['empty', '/query/address', 'AVL-02']],
    ['a text that is JSON', '{"type":"UPRN"}', ['omit', '/query/address/id', 'TYP-01']],
    ['a list', ['1'], ['array-for-object', '/query/address', 'TYP-01']],
    ['a number', 5, ['wrong-type', '/query/address', 'TYP-01']],
  ])('an address that is %s', (_, address, defect) => {
    expect(defectsOf('availability', { query: { address } })).toEqual([defect]);
  });

  test('what only some order types require', () => {
    const order = { id: 1, tenant: 'acme' };

    const of = (orderType: string) => defectsOf('order', { body: { ...order, orderType } }).map(([, at]) => at);

    expect(of('NEW')).toEqual(['/body/address', '/body/serviceOrderItem']);
    expect(of('SWAP')).toEqual(['/body/address', '/body/serviceOrderItem']);
    expect(of('CEASE')).toEqual(['/body/serviceId']);
    expect(of('MODIFY')).toEqual(['/body/serviceId', '/body/serviceCharacteristics']);
    expect(of('TELEPORT')).toEqual(['/body/orderType']);
  });

  test('a date where the order type asks for a date-time', () => {
    const cease = { id: 1, tenant: 'acme', orderType: 'CEASE', serviceId: 's' };

    expect(defectsOf('order', { body: { ...cease, requestedCompletionDate: '2026-12-01' } })).toEqual([
      ['set', '/body/requestedCompletionDate', 'ORD-21'],
    ]);
    expect(defectsOf('order', { body: { ...cease, requestedCompletionDate: '2026-12-01T00:00:00Z' } })).toEqual([]);
  });
});

describe('a schema by name', () => {
  test('says what is wrong in one sentence', () => {
    expect(validators.schema('Timeslot', SLOT)).toBeNull();
    expect(validators.schema('Timeslot', { ...SLOT, standard: 'yes' })).toBe('/standard is "yes", expected a boolean');
    expect(validators.schema('AddressIdentifier', [])).toBe('it is [], expected an object');
  });

  test('does not speak of what no sentence requires', () => {
    expect(validators.schema('TimeslotQueryResult', { availableTimeslots: [] })).toBeNull();
  });

  test('of which there is none is a fault of ours', () => {
    expect(() => validators.schema('Nothing', {})).toThrow('the contract has no schema "Nothing"');
  });
});
