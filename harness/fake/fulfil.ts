import type { JsonObject } from '../model.ts';
import { getAt, isObject } from '../values/pointer.ts';
import {
  characteristicsOf,
  findPort,
  findService,
  isHeldBy,
  ORDERED,
  SERVICE_ID,
  takesNewLine,
  withNewLine,
  withPort,
} from './lines.ts';
import type { OrderState, SiteState } from './state.ts';

/** What an order needs of its site, and what it leaves there (Spec: Enum orderType, decision table). */

/** An order as far as its site is concerned. */
export type Wanted = Pick<OrderState, 'orderType' | 'tenant' | 'body'>;

/** Why an order cannot be carried out at its site, or null. */
export function obstacle(site: SiteState | null, order: Wanted): string | null {
  const { orderType, tenant, body } = order;
  const named = characteristicsOf(getAt(body, ORDERED));
  switch (orderType) {
    case 'CEASE':
    case 'MODIFY': {
      const place = site && findService(site, String(body.serviceId));
      if (place && site && isHeldBy(site, place.lineId, tenant)) return null;
      return `Service ${String(body.serviceId)} is not an active service of ${tenant}`;
    }
    case 'NEW':
      return site && takesNewLine(site) ? null : 'No new line can be installed at the address';
    case 'START':
      return site && findPort(site, ['STOPPED'], named) ? null : 'There is no unused line at the address';
    default:
      return site && findPort(site, ['ACTIVE'], named) ? null : 'There is no active service at the address';
  }
}

/** The site after the order, and the service it put there; null where the order changes nothing. */
export function fulfilled(
  site: SiteState,
  order: Wanted,
  newName: (prefix: string) => string,
): { readonly site: SiteState; readonly serviceId?: string } | null {
  const { orderType, tenant, body } = order;
  const asked = characteristicsOf(getAt(body, ORDERED));
  const holder = { tenant };
  if (orderType === 'CEASE' || orderType === 'MODIFY') {
    const place = findService(site, String(body.serviceId));
    if (!place) return null;
    const isCease = orderType === 'CEASE';
    const characteristics = isCease ? {} : characteristicsOf(body.serviceCharacteristics);
    const change = { status: isCease ? 'STOPPED' : 'ACTIVE', holder, characteristics };
    return { site: withPort(site, place, change) };
  }
  if (orderType === 'NEW') {
    // Of two orders for one new line, only the first to be completed builds it.
    if (!takesNewLine(site)) return null;
    const serviceId = newName('SVC');
    return {
      site: withNewLine(site, newLine(site, { ...asked, [SERVICE_ID]: serviceId }, newName), holder),
      serviceId,
    };
  }
  const place = findPort(site, [orderType === 'START' ? 'STOPPED' : 'ACTIVE'], asked);
  if (!place) return null;
  // A regrade keeps the service; a start, takeover or transfer makes a new one.
  const before = characteristicsOf(place.line.lineCharacteristics)[SERVICE_ID];
  const serviceId = orderType === 'SWAP' && before !== undefined ? before : newName('SVC');
  const characteristics = { ...asked, [SERVICE_ID]: serviceId };
  return { site: withPort(site, place, { status: 'ACTIVE', holder, characteristics }), serviceId };
}

function newLine(
  site: SiteState,
  characteristics: Readonly<Record<string, string>>,
  newName: (prefix: string) => string,
): JsonObject {
  const about = site.availability.siteInformation;
  const { enniId, siteName, siteLocation, installationType } = isObject(about) ? about : {};
  const handover = { enniId, siteName, siteLocation, installationType };
  const port = (portNumber: number, status: string) => ({
    portNumber,
    description: `Data port ${portNumber}`,
    status,
    tenantActive: status === 'ACTIVE',
  });
  return {
    ...(Object.fromEntries(Object.entries(handover).filter(([, value]) => value !== undefined)) as JsonObject),
    lineId: newName('LN'),
    lineCharacteristics: Object.entries(characteristics).map(([name, value]) => ({ name, value })),
    ont: {
      ontReference: newName('ONT'),
      serialNumber: newName('SN'),
      manufacturer: 'Lumen & Sons',
      floor: 'Ground',
      room: 'Hall',
      position: 'By the options',
      ports: [port(1, 'ACTIVE'), port(2, 'STOPPED')],
    },
  };
}
