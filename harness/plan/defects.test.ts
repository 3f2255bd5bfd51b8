import { expect, test } from 'vitest';
import { compileContract } from '../contract/validators.ts';
import type { DefectKind, JsonObject, RequestTemplate } from '../model.ts';
import { encodeRequest } from '../wire/request.ts';
import { defectsOf } from './defects.ts';
import { input } from './testing/sample.ts';

const { operations } = input.contract;
const headers = { 'X-Request-ID': 'r', 'X-Conversation-ID': 'c', Tenant: 't', 'X-Scenario': 's' };
const order: RequestTemplate = {
  verb: 'order',
  method: 'POST',
  path: '/orders',
  headers,
  query: {},
  contentType: 'application/json',
  body: {
    id: 1,
    orderType: 'NEW',
    tenant: 't',
    address: { id: '1', type: 'UPRN' },
    serviceOrderItem: { serviceSpecification: '$offer.service', serviceCharacteristics: [{ name: 'A', value: 'b' }] },
    engineerTasks: ['INSTALL_ROUTER'],
    primaryContact: { phoneNumber: '01632960001' },
  },
  auth: 'bearer',
};
const slots: RequestTemplate = {
  verb: 'slots',
  method: 'GET',
  path: '/slots',
  headers,
  query: {
    address: { id: '1', type: 'UPRN' },
    appointmentPurpose: 'PROVIDE',
    serviceSpecification: { id: 'fttp' },
    classifications: 'WEEKDAY',
  },
  auth: 'bearer',
};
const token: RequestTemplate = {
  verb: 'token',
  method: 'POST',
  path: '/token',
  headers: {},
  query: {},
  contentType: 'application/x-www-form-urlencoded',
  body: { grant_type: 'client_credentials' },
  auth: 'basic',
};
const placesOf = (kind: DefectKind, request: RequestTemplate): string[] =>
  defectsOf([kind], operations[request.verb as 'order'], request).map(({ at }) => at);

test('what the contract requires can be left out, wherever it stands', () => {
  expect(placesOf('omit', order)).toEqual([
    '/body',
    '/body/id',
    '/body/orderType',
    '/body/tenant',
    '/body/address',
    '/body/address/id',
    '/body/address/type',
    '/body/serviceOrderItem',
    '/body/serviceOrderItem/serviceSpecification',
    '/body/serviceOrderItem/serviceSpecification/id',
    '/body/serviceOrderItem/serviceCharacteristics',
    '/body/primaryContact/phoneNumber',
  ]);
  expect(placesOf('omit', slots)).toEqual([
    '/query/address',
    '/query/serviceSpecification',
    '/query/address/id',
    '/query/address/type',
    '/query/serviceSpecification/id',
    '/query/appointmentPurpose',
  ]);
});

test('what nobody sent is no place for a defect', () => {
  const cease = { ...order, body: { id: 1, orderType: 'CEASE', tenant: 't', serviceId: 'S' } };
  expect(placesOf('omit', cease)).toEqual(['/body', '/body/id', '/body/orderType', '/body/tenant', '/body/serviceId']);
});

test('optional members and list elements can be of the wrong type, and no value can be taken for the right one', () => {
  const wrong = defectsOf(['wrong-type'], operations.order, order);
  const valuesAt = (place: string) => wrong.flatMap(({ at, value, as }) => (at === place ? [as ?? value] : []));
  expect(valuesAt('/body')).toEqual([42]);
  expect(valuesAt('/body/id')).toEqual([{ wrong: 'type' }, true, 'list', 'another type', 'text', 'fraction']);
  expect(valuesAt('/body/address')).toEqual(['number', true, 'another type']);
  expect(valuesAt('/body/engineerTasks')).toEqual([{ wrong: 'type' }, 'number', true, 'another type']);
  for (const text of ['/body/address/id', '/body/serviceOrderItem/serviceCharacteristics/0/value'])
    expect(valuesAt(text)).toEqual([{ wrong: 'type' }, 'number', true, 'list']);
  expect(placesOf('wrong-type', slots)).not.toContain('/query/appointmentPurpose');
});

test('a word outside its list can stand in bodies, lists and queries', () => {
  expect([...new Set(placesOf('not-in-enum', order))]).toEqual(['/body/orderType', '/body/engineerTasks/0']);
  expect([...new Set(placesOf('not-in-enum', slots))]).toEqual(['/query/appointmentPurpose', '/query/classifications']);
});

test('of further elements of a list each is wrong in another way', () => {
  const engineerTasks = ['INSTALL_ROUTER', 'TEST_SINGLE_DEVICE', 'PROVE_IP_VOICE'];
  const wrong = defectsOf(['not-in-enum'], operations.order, {
    ...order,
    body: { ...(order.body as JsonObject), engineerTasks },
  });
  expect(wrong.flatMap(({ at, value }) => (/Tasks.[12]/.test(at) ? [[at.at(-1), value]] : []))).toEqual([
    ['1', 'Test_single_device'],
    ['2', 'PROVE_IP_VOICE '],
  ]);
});

test('further elements of a list are of a type that a reader who converts would take', () => {
  const serviceCharacteristics = ['A', 'B', 'C'].map((name) => ({ name, value: '1' }));
  const serviceOrderItem = { serviceSpecification: { id: 'fttp' }, serviceCharacteristics };
  const body = { ...(order.body as JsonObject), serviceOrderItem };
  const wrong = defectsOf(['wrong-type'], operations.order, { ...order, body });
  const further = wrong.flatMap(({ at, value, as }) => (/istics\/[12]\/value/.test(at) ? [as ?? typeof value] : []));
  expect(further.toSorted()).toEqual(['boolean', 'number']);
});

test('an empty list is no defect, an empty text or a map without its members is', () => {
  expect(placesOf('empty', order)).toContain('/body/address');
  expect(placesOf('empty', order)).toContain('/body/tenant');
  expect(placesOf('empty', order)).not.toContain('/body/serviceOrderItem/serviceCharacteristics');
});

test('JSON can be broken and cut in bodies and in query parameters, but not in a form', () => {
  expect(placesOf('malformed-json', order)).toEqual(['/body', '/body', '/body', '/body', '/body']);
  expect(placesOf('truncated-json', slots)).toEqual(['/query/address', '/query/serviceSpecification']);
  expect(placesOf('malformed-json', token)).toEqual([]);
});

test('only headers that the contract requires are left out', () => {
  expect(placesOf('no-header', order)).toEqual([
    '/headers/X-Request-ID',
    '/headers/X-Conversation-ID',
    '/headers/Tenant',
    '/headers/Authorization',
  ]);
});

test('tokens can be bad where one is sent, credentials where they are', () => {
  expect([placesOf('bad-token', order), placesOf('bad-credentials', order)]).toEqual([['/headers/Authorization'], []]);
  expect([placesOf('bad-token', token), placesOf('bad-credentials', token)]).toEqual([[], ['/headers/Authorization']]);
});

test('every defect of structure in a body makes it break the contract, and the request without is valid', () => {
  const { request: violations } = compileContract(input.contract);
  const kinds: DefectKind[] = ['omit', 'null', 'wrong-type', 'not-in-enum', 'array-for-object'];
  const bound = {
    ...order,
    body: {
      ...(order.body as JsonObject),
      serviceOrderItem: { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: [] },
    },
  };
  const seen = (defect?: ReturnType<typeof defectsOf>[number]) => {
    const { body } = encodeRequest(defect ? { ...bound, defect } : bound, { baseUrl: 'http://gateway.example' });
    const json = body === null ? {} : { body: JSON.parse(new TextDecoder().decode(body)) };
    return violations('order', { headers: {}, query: {}, ...json }).filter(({ pointer }) =>
      pointer.startsWith('/body'),
    );
  };
  expect(seen()).toEqual([]);
  expect(defectsOf(kinds, operations.order, bound).filter((defect) => seen(defect).length === 0)).toEqual([]);
});
