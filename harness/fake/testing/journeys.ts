import type { Json, JsonObject } from '../../model.ts';
import type { Answer, Trial } from './trial.ts';

/** Test support: the requests that most tests make, on addresses of the fake's world. */

export const NEW_LINE = { id: '900100000001', type: 'UPRN' };
export const INACTIVE = { id: '902100000001', type: 'UPRN' };
export const ACTIVE = { id: '902200000001', type: 'UPRN' };
export const ELSEWHERE = { id: '902300000001', type: 'UPRN' };
export const CONTESTED = { id: '903100000001', type: 'UPRN' };
export const SERVICE = `SVC${ACTIVE.id}`;

export const MINUTE = 60_000;
/** Longer than any course of an order with the default gap. */
export const LONG = 20 * MINUTE;

const item = {
  serviceSpecification: { id: 'fttp' },
  serviceCharacteristics: [{ name: 'LINE_PROFILE', value: '80/20' }],
};

/** The body of an order of a provide type. */
export function provide(t: Trial, id: number, more: JsonObject = {}): JsonObject {
  return { id, orderType: 'NEW', tenant: t.tenant, address: NEW_LINE, serviceOrderItem: item, ...more };
}

/** The body of an order on a service. */
export function onService(t: Trial, id: number, orderType: 'CEASE' | 'MODIFY', more: JsonObject = {}): JsonObject {
  const change =
    orderType === 'MODIFY' ? { serviceCharacteristics: [{ name: 'LINE_PROFILE', value: '1000/115' }] } : {};
  return { id, orderType, tenant: t.tenant, serviceId: SERVICE, ...change, ...more };
}

/** The slots of an address, as the answer lists them. */
export async function slotsOf(t: Trial, address: JsonObject, more: JsonObject = {}): Promise<JsonObject[]> {
  const serviceSpecification = { id: 'fttp', name: 'FTTP' };
  const query = { address, appointmentPurpose: 'PROVIDE', serviceSpecification, ...more };
  const { body } = await t.ask('slots', { query });
  return (body as JsonObject).availableTimeslots as unknown as JsonObject[];
}

/** Books a slot as listed. */
export function book(
  t: Trial,
  id: number,
  address: JsonObject,
  slot: JsonObject | undefined,
  tenant = t.tenant,
): Promise<Answer> {
  const { timeslotStartDateTime = null, timeslotEndDateTime = null } = slot ?? {};
  const timeslot = { timeslotStartDateTime, timeslotEndDateTime };
  return t.ask('book', {
    tenant,
    body: { id, address, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot },
  });
}

/** The lines of an address as one tenant sees them. */
export async function linesAt(t: Trial, address: JsonObject, tenant = t.tenant): Promise<JsonObject[]> {
  const { body } = await t.ask('availability', { tenant, query: { address } });
  const about = (body as JsonObject).siteInformation as JsonObject;
  return about.existingLines as unknown as JsonObject[];
}

/** Status and `tenantActive` of a line's first port. */
export function portOf(line: JsonObject | undefined): Json {
  const [port] = ((line?.ont as JsonObject | undefined)?.ports ?? []) as unknown as JsonObject[];
  return [port?.status ?? null, port?.tenantActive ?? null];
}

/** The canonical events that came, in order of arrival. */
export function names(t: Trial): (string | undefined)[] {
  return t.deliveries.map(({ event }) => event.name);
}
