import type { CallStep } from '../model.ts';
import { type Came, call, SITE, type Story, tell } from './record-builder.ts';

export const ERROR = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: ['no'] };
export const OTHER_UUID = '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e02';
export const SLOT = {
  timeslotStartDateTime: '2026-12-08T08:00:00.000Z',
  timeslotEndDateTime: '2026-12-08T13:00:00.000Z',
};
export const OFFERED = { ...SLOT, classification: 'WEEKDAY_AM', standard: true };
export const SERVICE = { id: 'fttp', name: 'FTTP' };
export const OFFER = { ...SERVICE, serviceCharacteristics: [] };
export const AVAILABLE = { address: { identifier: SITE }, serviceSpecifications: [OFFER], unavailabilityReasons: [] };
export const SLOTS = { address: SITE, serviceSpecification: SERVICE, availableTimeslots: [OFFERED] };
export const BOOKED = {
  id: 4,
  address: SITE,
  serviceSpecification: SERVICE,
  purpose: 'PROVIDE',
  timeslot: OFFERED,
  supplierReference: 'APT-1',
};

export const availability = call('availability', { query: { address: SITE } });
export const slots = call('slots', {
  query: { address: SITE, appointmentPurpose: 'PROVIDE', serviceSpecification: SERVICE },
});
export const book = call('book', {
  body: { id: 4, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: SLOT },
});

/** One case of one step, answered so. */
export function answered(step: CallStep, status: number, came: Came = {}): Story {
  return tell().journey('a', [step]).start('a').ask('a', step.name, status, came).end('a').finish();
}
