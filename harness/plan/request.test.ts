import { expect, test } from 'vitest';
import type { JsonObject, Operation } from '../model.ts';
import { fillRequest } from './request.ts';
import { input } from './testing/sample.ts';

const { order, slots, amend, availability } = input.contract.operations;
const fill = (operation: Operation, fields: JsonObject) =>
  fillRequest(operation, fields, (written) => `default ${written}`);

test('a field goes where the contract says, and only the members it names', () => {
  const { query } = fill(availability, { address: { id: '1', type: 'UPRN', serviceId: 'S' } });
  expect(query).toEqual({ address: { id: '1', type: 'UPRN' } });
});

test('of a value that is not known yet, members are picked and taken by their paths', () => {
  expect(fill(slots, { address: '$site', purpose: 'PROVIDE', service: '$offer.list[0]' }).query).toEqual({
    address: { id: '$site.id', type: '$site.type' },
    appointmentPurpose: 'PROVIDE',
    serviceSpecification: { id: '$offer.list[0].id', name: '$offer.list[0].name?' },
  });
  expect(fill(amend, { order: '$placed', appointment: '$booking' }).body).toEqual({
    id: 'default $id',
    orderId: '$placed.id',
    appointmentReservationId: '$booking.id',
    appointmentReservationReference: '$booking.supplierReference',
  });
});

test('of what may be missing, each member may', () => {
  expect(fill(amend, { appointment: '$booking?' }).body).toMatchObject({
    appointmentReservationId: '$booking.id?',
    appointmentReservationReference: '$booking.supplierReference?',
  });
});

test('a value that is no object is taken as it is: an order may be named by its number', () => {
  expect(fill(amend, { order: 17 }).body).toMatchObject({ orderId: 17 });
});

test('a map of characteristics becomes a list of names and texts', () => {
  const { body } = fill(order, {
    orderType: 'MODIFY',
    characteristics: { CARE_LEVEL: 'PREMIUM', CONTRACT_TERM: 12, STATIC_IP_REQUESTED: true, LINE_PROFILE: '$profile' },
  });
  expect(body).toMatchObject({
    serviceCharacteristics: [
      { name: 'CARE_LEVEL', value: 'PREMIUM' },
      { name: 'CONTRACT_TERM', value: '12' },
      { name: 'STATIC_IP_REQUESTED', value: 'true' },
      { name: 'LINE_PROFILE', value: '$profile' },
    ],
  });
});

test('where a field goes, and whether its default does, may hang on the body', () => {
  expect(fill(order, { orderType: 'NEW', characteristics: {} }).body).toMatchObject({
    serviceOrderItem: { serviceSpecification: 'default $world.service', serviceCharacteristics: [] },
  });
  expect(fill(order, { orderType: 'CEASE', serviceId: 'S' }).body).toEqual({
    id: 'default $id',
    orderType: 'CEASE',
    tenant: 'default $tenant',
    serviceId: 'S',
  });
});

test('any other field goes to the parameter or the body member of its name', () => {
  expect(fill(slots, { appointmentFromDate: '2026-12-01' }).query).toMatchObject({ appointmentFromDate: '2026-12-01' });
  expect(fill(order, { orderType: 'NEW', hazards: 'None' }).body).toMatchObject({ hazards: 'None' });
  expect(fill(order, { orderType: 'NEW', Tenant: 'other' }).headers).toEqual({ Tenant: 'other' });
});
