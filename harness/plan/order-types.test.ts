import { expect, test } from 'vitest';
import { isMemberOf, orderTypesOf } from './places.ts';
import { input } from './testing/sample.ts';

const { contract } = input;

test.each([
  ['what a cease order is said to carry', 'requestedCompletionDate', [...orderTypesOf(contract)]],
  ['what only provide orders owe', 'address', ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP']],
  ['what a cease order is not said to carry', 'notes', ['NEW', 'START', 'TAKEOVER', 'TRANSFER', 'SWAP']],
  ['what a modify order owes', 'serviceCharacteristics', ['MODIFY']],
])('%s is a member of orders of those types that the specification speaks of', (_, member, types) => {
  expect(orderTypesOf(contract).filter((type) => isMemberOf(contract, type, member))).toEqual(types);
});
