import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Defect, DefectKind, Json, JsonObject, SpecVerb } from '../model.ts';
import { isObject, pointerOf, removeAt, setAt } from '../values/pointer.ts';
import { formatAnswers, refusalFor } from '../wire/answer.ts';
import type { RequestView } from '../wire/request.ts';
import { loadContract } from './contract.ts';
import { compileContract } from './validators.ts';

const { contract } = loadContract(resolve(import.meta.dirname, '../../fixtures/contract'));
const validators = compileContract(contract);

const HEADERS = { 'X-Request-ID': 'r', 'X-Conversation-ID': 'c', Tenant: 'acme' };
const ADDRESS = { id: '10002429380', type: 'UPRN' };
const SLOT = { timeslotStartDateTime: '2026-12-01T08:00:00.000Z', timeslotEndDateTime: '2026-12-01T13:00:00.000Z' };
const ITEM = {
  serviceSpecification: { id: 'fttp', name: 'FTTP' },
  serviceCharacteristics: [{ name: 'A', value: 'b' }],
};
const CONTACT = { name: 'Ada', email: 'ada@example.test', phoneNumber: '01632960001' };

const view = (query: JsonObject, body?: Json): RequestView => ({
  headers: HEADERS,
  query,
  ...(body === undefined ? {} : { body }),
});
const NEW = { id: 1, orderType: 'NEW', tenant: 'acme', address: ADDRESS, serviceOrderItem: ITEM };

/** A whole, valid request of each shape. */
const VALID: Readonly<Record<string, { readonly verb: SpecVerb; readonly request: RequestView }>> = {
  availability: { verb: 'availability', request: view({ address: ADDRESS }) },
  slots: {
    verb: 'slots',
    request: view({
      address: ADDRESS,
      appointmentPurpose: 'PROVIDE',
      serviceSpecification: { id: 'fttp', name: 'FTTP' },
      appointmentFromDate: '2026-12-01',
      classifications: 'WEEKDAY_AM',
    }),
  },
  book: {
    verb: 'book',
    request: view(
      {},
      { id: 1, address: ADDRESS, serviceSpecification: { id: 'fttp' }, purpose: 'MODIFY', timeslot: SLOT },
    ),
  },
  provide: {
    verb: 'order',
    request: view({}, { ...NEW, primaryContact: CONTACT, engineerTasks: ['INSTALL_ROUTER'], notes: 'none' }),
  },
  cease: {
    verb: 'order',
    request: view(
      {},
      { id: 1, orderType: 'CEASE', tenant: 'acme', serviceId: 's', requestedCompletionDate: '2026-12-01T00:00Z' },
    ),
  },
  modify: {
    verb: 'order',
    request: view(
      {},
      {
        id: 1,
        orderType: 'MODIFY',
        tenant: 'acme',
        serviceId: 's',
        serviceCharacteristics: [{ name: 'A', value: 'b' }],
      },
    ),
  },
  amend: { verb: 'amend', request: view({}, { id: 1, orderId: 2, primaryContact: CONTACT, notes: 'none' }) },
  cancel: { verb: 'cancel', request: view({}, { id: 1, orderId: 2, reasonCode: 'OTHER' }) },
  token: { verb: 'token', request: { headers: {}, query: {}, body: { grant_type: 'client_credentials' } } },
};
const shapes = Object.entries(VALID).map(([shape, { verb, request }]) => ({ shape, verb, request }));

function answersTo(shape: string, kind: DefectKind, at: string): string {
  const valid = VALID[shape];
  if (!valid) throw new Error(`no valid request "${shape}"`);
  const rule = refusalFor(contract.operations[valid.verb], { kind, at }, valid.request.body);
  return rule === null ? 'no rule' : formatAnswers(rule.answers) || 'silent';
}

const EITHER = '422 INVALID_REQUEST | 400 MALFORMED_REQUEST';

describe('what a gateway owes a faulty request', () => {
  test.each<[string, DefectKind, string, string]>([
    // "400 when the address parameter is missing or the JSON is malformed"
    ['availability', 'omit', '/query/address', '400 MALFORMED_REQUEST'],
    ['availability', 'malformed-json', '/query/address', '400 MALFORMED_REQUEST'],
    ['availability', 'truncated-json', '/query/address', '400 MALFORMED_REQUEST'],
    // "422 when the address format is invalid or required fields are missing"
    ['availability', 'omit', '/query/address/id', '422 INVALID_REQUEST'],
    ['availability', 'omit', '/query/address/type', '422 INVALID_REQUEST'],
    ['availability', 'array-for-object', '/query/address', '422 INVALID_REQUEST'],
    ['availability', 'null', '/query/address/id', EITHER],
    ['availability', 'wrong-type', '/query/address/id', EITHER],
    ['availability', 'empty', '/query/address/id', 'silent'],
    ['availability', 'doubly-encoded', '/query/address', 'silent'],
    ['availability', 'not-encoded', '/query/address', 'silent'],
    // "422 when appointmentPurpose is invalid or required fields are missing"
    ['slots', 'not-in-enum', '/query/appointmentPurpose', '422 INVALID_REQUEST'],
    ['slots', 'omit', '/query/address/id', '422 INVALID_REQUEST'],
    ['slots', 'omit', '/query/appointmentPurpose', EITHER],
    ['slots', 'omit', '/query/serviceSpecification', EITHER],
    ['slots', 'malformed-json', '/query/serviceSpecification', '400 MALFORMED_REQUEST'],
    ['slots', 'omit', '/query/serviceSpecification/name', 'silent'],
    ['slots', 'not-in-enum', '/query/classifications', EITHER],
    // The booking's own section names only the 409, so the error table speaks.
    ['book', 'omit', '/body/timeslot', EITHER],
    ['book', 'omit', '/body/timeslot/timeslotEndDateTime', EITHER],
    ['book', 'not-in-enum', '/body/purpose', EITHER],
    ['book', 'wrong-type', '/body/id', EITHER],
    ['book', 'malformed-json', '/body', '400 MALFORMED_REQUEST'],
    ['book', 'empty', '/body/address/id', 'silent'],
    // "422 for an invalid orderType or missing required fields"
    ['provide', 'not-in-enum', '/body/orderType', '422 INVALID_REQUEST'],
    ['provide', 'omit', '/body/orderType', '422 INVALID_REQUEST'],
    ['provide', 'omit', '/body/address/type', '422 INVALID_REQUEST'],
    ['provide', 'omit', '/body/serviceOrderItem/serviceCharacteristics', '422 INVALID_REQUEST'],
    ['provide', 'omit', '/body/primaryContact/phoneNumber', '422 INVALID_REQUEST'],
    ['provide', 'null', '/body/tenant', EITHER],
    ['provide', 'wrong-type', '/body/id', EITHER],
    ['provide', 'wrong-type', '/body/notes', EITHER],
    ['provide', 'not-in-enum', '/body/engineerTasks/0', EITHER],
    ['provide', 'omit', '/body/serviceOrderItem/serviceCharacteristics/0/name', 'silent'],
    ['provide', 'wrong-content-type', '/body', 'silent'],
    ['provide', 'truncated-json', '/body', '400 MALFORMED_REQUEST'],
    ['cease', 'omit', '/body/serviceId', '422 INVALID_REQUEST'],
    ['cease', 'omit', '/body/requestedCompletionDate', 'silent'],
    ['modify', 'omit', '/body/serviceId', '422 INVALID_REQUEST'],
    ['modify', 'omit', '/body/serviceCharacteristics', '422 INVALID_REQUEST'],
    ['modify', 'null', '/body/serviceCharacteristics', EITHER],
    ['provide', 'omit', '/body/serviceId', 'no rule'],
    ['amend', 'omit', '/body/orderId', EITHER],
    ['amend', 'omit', '/body/primaryContact/phoneNumber', 'silent'],
    ['cancel', 'omit', '/body/reasonCode', EITHER],
    ['cancel', 'not-in-enum', '/body/reasonCode', EITHER],
    // Headers and credentials, the same everywhere.
    ['cancel', 'no-header', '/headers/X-Request-ID', '400 MALFORMED_REQUEST | 422 INVALID_REQUEST'],
    ['slots', 'no-header', '/headers/X-Conversation-ID', '400 MALFORMED_REQUEST | 422 INVALID_REQUEST'],
    ['book', 'no-header', '/headers/Tenant', '400 MALFORMED_REQUEST | 422 INVALID_REQUEST | 401 NOT_AUTHORISED'],
    ['book', 'empty-header', '/headers/Tenant', 'silent'],
    ['amend', 'no-bearer', '/headers/Authorization', '401 NOT_AUTHORISED'],
    ['provide', 'bad-token', '/headers/Authorization', '401 NOT_AUTHORISED'],
    ['token', 'bad-credentials', '/headers/Authorization', '401 invalid_client'],
    ['token', 'no-header', '/headers/Authorization', '400 invalid_request | 401 invalid_client'],
    ['token', 'omit', '/body/grant_type', 'silent'],
  ])('%s, %s at %s: %s', (shape, kind, at, answers) => {
    expect(answersTo(shape, kind, at)).toBe(answers);
  });
});

/** Every place inside a value, with what stands there. */
function placesIn(value: Json, at: string): { readonly at: string; readonly value: Json }[] {
  const children = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return children.flatMap(([key, child]) => {
    const here = at + pointerOf([key]);
    return [{ at: here, value: child as Json }, ...placesIn(child as Json, here)];
  });
}

test.each([
  ['order', '/body/primaryContact/name', 'SIL-43'],
  ['amend', '/body/secondaryContact/name', 'SIL-43'],
  ['amend', '/body/primaryContact/phoneNumber', 'SIL-84'],
  ['order', '/body/serviceOrderItem/serviceCharacteristics/0/name', 'SIL-09'],
  ['amend', '/body/serviceCharacteristics/0/value', 'SIL-09'],
] as const)('what is missing of %s at %s is silent by its own row', (verb, at, row) => {
  const rule = refusalFor(contract.operations[verb], { kind: 'omit', at }, undefined);
  expect([rule?.requirement, rule?.answers]).toEqual([row, []]);
});

describe('laws of refusal', () => {
  const places = shapes.flatMap(({ shape, verb, request }) =>
    [...placesIn(request.query, '/query'), ...placesIn(request.body ?? null, '/body')].map((place) => ({
      shape,
      verb,
      request,
      ...place,
    })),
  );
  const found = (verb: SpecVerb, request: RequestView, at: string): Defect[] =>
    validators
      .request(verb, request)
      .map(({ defect }) => defect)
      .filter((defect) => defect.at === at);

  test.each(shapes)('the whole request is valid: $shape', ({ verb, request }) => {
    expect(validators.request(verb, request)).toEqual([]);
  });

  test.each(places)(
    'a missing member is refused where the contract requires it: $shape $at',
    ({ shape, verb, request, at }) => {
      const without = removeAt(request as unknown as JsonObject, at) as unknown as RequestView;
      const isRequired = found(verb, without, at).some(({ kind }) => kind === 'omit');

      // What is optional may be missing: that is no fault, and not even silence.
      expect(['silent', 'no rule'].includes(answersTo(shape, 'omit', at))).toBe(!isRequired);
    },
  );

  test.each(places)('a null is refused only where a missing member is: $shape $at', ({ shape, at }) => {
    const mayBeMissing = ['silent', 'no rule'].includes(answersTo(shape, 'omit', at));
    expect(mayBeMissing && answersTo(shape, 'null', at) !== 'silent').toBe(false);
  });

  test.each(places)(
    'whatever is put at $at of $shape, the validators name a defect that has a rule',
    ({ verb, request, at }) => {
      for (const value of [null, '', 7, true, 'no such word', [], {}]) {
        const faulty = setAt(request as unknown as JsonObject, at, value) as unknown as RequestView;
        for (const { defect } of validators.request(verb, faulty)) {
          expect(refusalFor(contract.operations[verb], defect, faulty.body), JSON.stringify(defect)).not.toBeNull();
        }
      }
    },
  );

  test('every rule names codes that the error tables pair with its statuses', () => {
    const table = new Set(contract.errors.map(({ status, code }) => `${status} ${code}`));
    const answers = Object.values(contract.operations).flatMap(({ refusals }) =>
      refusals.flatMap((rule) => rule.answers.map((answer) => formatAnswers([answer]))),
    );

    expect(answers.filter((answer) => !table.has(answer))).toEqual([]);
  });

  test('a rule is silent if and only if its row is', () => {
    const silent = new Set(contract.register.filter(({ level }) => level === 'silent').map(({ id }) => id));
    const rules = Object.values(contract.operations).flatMap(({ refusals }) => refusals);

    expect(rules.filter((rule) => (rule.answers.length === 0) !== silent.has(rule.requirement))).toEqual([]);
  });
});
