import { expect, test } from 'vitest';
import type { JsonObject } from '../model.ts';
import { isMemberOf, orderTypesOf, placesIn, settle } from './request-places.ts';
import { input } from './testing/sample.ts';

const text = { type: 'string' };

test('only members that the value has are places, nested ones after the one that holds them', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'object', required: ['b'], properties: { b: text, c: text } }, d: text },
  };
  expect(placesIn(schema, { a: { b: 'x', other: 1 } }, '/body')).toEqual([
    { at: '/body/a', schema: schema.properties.a, required: true, value: { b: 'x', other: 1 } },
    { at: '/body/a/b', schema: text, required: true, value: 'x' },
  ]);
});

test('of a list, the first, the middle and the last element stand for all', () => {
  const schema = { type: 'array', items: { type: 'object', required: ['name'], properties: { name: text } } };
  const of = (names: string) =>
    placesIn(
      schema,
      [...names].map((name) => ({ name })),
      '/body/list',
    ).map(({ at }) => at);
  expect(of('x')).toEqual(['/body/list/0', '/body/list/0/name']);
  expect(of('abcde').filter((at) => at.endsWith('name'))).toEqual([0, 2, 4].map((i) => `/body/list/${i}/name`));
  expect(placesIn(schema, [], '/body/list')).toEqual([]);
});

test('a value that is not known yet has what it must have', () => {
  const schema = { type: 'object', required: ['id'], properties: { id: text, name: text } };
  expect(placesIn(schema, '$offer.service', '/query/service').map(({ at }) => at)).toEqual(['/query/service/id']);
});

test('what is required may hang on the value', () => {
  const { body } = input.contract.operations.order;
  const requiredFor = (orderType: string) => settle(body?.schema ?? {}, { orderType }).required;
  expect(requiredFor('NEW')).toEqual(['id', 'orderType', 'tenant', 'address', 'serviceOrderItem']);
  expect(requiredFor('CEASE')).toEqual(['id', 'orderType', 'tenant', 'serviceId']);
  expect(requiredFor('MODIFY')).toEqual(['id', 'orderType', 'tenant', 'serviceId', 'serviceCharacteristics']);
  expect(requiredFor('FOO')).toEqual(['id', 'orderType', 'tenant']);
});

test('of alternatives, the first that the value takes', () => {
  const schema: JsonObject = {
    oneOf: [
      { properties: { kind: { const: 'A' } }, required: ['kind', 'a'] },
      { properties: { kind: { const: 'B' } }, required: ['kind', 'b'] },
    ],
  };
  expect(settle(schema, { kind: 'B', b: 1 }).required).toEqual(['kind', 'b']);
});

const { contract } = input;

test.each([
  ['what a cease order is said to carry', 'requestedCompletionDate', [...orderTypesOf(contract)]],
  ['what only provide orders owe', 'address', ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP']],
  ['what a cease order is not said to carry', 'notes', ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP']],
  ['what a modify order owes', 'serviceCharacteristics', ['MODIFY']],
])('%s is a member of orders of those types that the specification speaks of', (_, member, types) => {
  expect(orderTypesOf(contract).filter((type) => isMemberOf(contract, type, member))).toEqual(types);
});
