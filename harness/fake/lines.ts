import type { Json, JsonObject } from '../model.ts';
import { merge } from '../values/members.ts';
import { getAt, isObject } from '../values/pointer.ts';
import type { Holder, OrderState, SiteState } from './state.ts';

// Reads and changes the lines in a site's availability answer.

const LINES = '/siteInformation/existingLines';
/** The characteristics in an order for a new service. */
export const ORDERED = '/serviceOrderItem/serviceCharacteristics';
/** The characteristic that holds the id of the service on a line. */
export const SERVICE_ID = 'SERVICE_ID';

/** One port of one line, found by its status or service. */
interface PortPlace {
  readonly line: JsonObject;
  readonly lineIndex: number;
  readonly lineId: string;
  readonly portIndex: number;
}

/** Names and values of a list of characteristics; a later one of the same name wins. */
export function characteristicsOf(list: Json | undefined): Readonly<Record<string, string>> {
  if (!Array.isArray(list)) return {};
  const pairs = (list as readonly Json[]).filter(isObject).map((each) => [String(each.name), String(each.value)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** A list of characteristics, with others merged over it by name. */
export function withCharacteristics(list: Json | undefined, over: Readonly<Record<string, string>>): Json {
  return Object.entries({ ...characteristicsOf(list), ...over }).map(([name, value]) => ({ name, value }));
}

/** The lines of a site. */
export function siteLines(site: SiteState): readonly JsonObject[] {
  const lines = getAt(site.availability, LINES);
  return Array.isArray(lines) ? (lines as readonly Json[]).filter(isObject) : [];
}

/** Whether a new line can be installed. */
function takesNewLine(site: SiteState): boolean {
  return getAt(site.availability, '/siteInformation/newLine') === true;
}

/** The first port with one of these statuses on a line that fits what the order names (line, ONT, port). */
export function findPort(
  site: SiteState,
  statuses: readonly string[],
  named: Readonly<Record<string, string>> = {},
): PortPlace | undefined {
  for (const [lineIndex, line] of siteLines(site).entries()) {
    const lineId = String(line.lineId);
    if (named.LINE_ID !== undefined && named.LINE_ID !== lineId) continue;
    if (named.ONT_REFERENCE !== undefined && named.ONT_REFERENCE !== getAt(line, '/ont/ontReference')) continue;
    const portIndex = portsOf(line).findIndex(
      (port) =>
        statuses.includes(String(port.status)) &&
        (named.ONT_PORT === undefined || named.ONT_PORT === String(port.portNumber)),
    );
    if (portIndex >= 0) return { line, lineIndex, lineId, portIndex };
  }
  return undefined;
}

/** The line whose service has this id, with its first active port. */
function findService(site: SiteState, serviceId: string): PortPlace | undefined {
  const named = siteLines(site).find((line) => characteristicsOf(line.lineCharacteristics)[SERVICE_ID] === serviceId);
  return named && findPort(site, ['ACTIVE'], { LINE_ID: String(named.lineId) });
}

function portsOf(line: JsonObject): readonly JsonObject[] {
  const ports = getAt(line, '/ont/ports');
  return Array.isArray(ports) ? (ports as readonly Json[]).filter(isObject) : [];
}

/** The holder of the service on a line. */
function holderOf(site: SiteState, lineId: string): Holder {
  return Object.hasOwn(site.holders, lineId) ? (site.holders[lineId] ?? 'nobody') : 'nobody';
}

/** Whether a tenant holds the service on a line. */
function isHeldBy(site: SiteState, lineId: string, tenant: string): boolean {
  const holder = holderOf(site, lineId);
  return holder === 'asker' || (typeof holder === 'object' && holder.tenant === tenant);
}

/** A site with one port, the characteristics of its line and its holder changed. */
function withPort(
  site: SiteState,
  place: PortPlace,
  change: {
    readonly status: string;
    readonly holder: Holder;
    readonly characteristics: Readonly<Record<string, string>>;
  },
): SiteState {
  const ports = portsOf(place.line).map((port, i) =>
    i === place.portIndex ? { ...port, status: change.status } : port,
  );
  const line = merge(place.line, {
    lineCharacteristics: withCharacteristics(place.line.lineCharacteristics, change.characteristics),
    ont: { ports },
  });
  const lines = siteLines(site).with(place.lineIndex, line);
  return {
    ...site,
    availability: merge(site.availability, { siteInformation: { existingLines: lines } }),
    holders: { ...site.holders, [place.lineId]: change.holder },
  };
}

/** A site with one more line; after that no other can be installed. */
function withNewLine(site: SiteState, line: JsonObject, holder: Holder): SiteState {
  const existingLines = [...siteLines(site), line];
  return {
    ...site,
    availability: merge(site.availability, { siteInformation: { newLine: false, existingLines } }),
    holders: { ...site.holders, [String(line.lineId)]: holder },
  };
}

/** The availability body as one tenant sees it: ports of changed lines are active on its network if it holds them. */
export function seenBy(site: SiteState, tenant: string): JsonObject {
  const lines = siteLines(site).map((line) => {
    const lineId = String(line.lineId);
    if (!Object.hasOwn(site.holders, lineId)) return line;
    const ports = portsOf(line).map((port) => ({
      ...port,
      tenantActive: port.status === 'ACTIVE' && isHeldBy(site, lineId, tenant),
    }));
    return merge(line, { ont: { ports } });
  });
  return merge(site.availability, { siteInformation: { existingLines: lines } });
}

// What an order needs of its site, and what it changes there (Spec: Enum orderType, decision table).

/** The parts of an order that concern its site. */
type WantedLine = Pick<OrderState, 'orderType' | 'tenant' | 'body'>;

/** Why an order cannot be carried out at its site, or null. */
export function obstacle(site: SiteState | null, order: WantedLine): string | null {
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

/**
 * The site after the order, and the id of the service there; null if the order changes nothing. `isByName`: of several lines
 * the one that the order names; else another, if one fits.
 */
export function fulfilled(
  site: SiteState,
  order: WantedLine,
  newName: (prefix: string) => string,
  isByName = true,
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
    // If two orders want the same new line, only the first to complete builds it.
    if (!takesNewLine(site)) return null;
    const serviceId = newName('SVC');
    return {
      site: withNewLine(site, newLine(site, { ...asked, [SERVICE_ID]: serviceId }, newName), holder),
      serviceId,
    };
  }
  const fitting = [orderType === 'START' ? 'STOPPED' : 'ACTIVE'];
  const others = siteLines(site).flatMap(({ lineId }) => (lineId === asked.LINE_ID ? [] : String(lineId)));
  const another = others.map((line) => findPort(site, fitting, { ...asked, LINE_ID: line })).find((each) => each);
  const place = (isByName ? undefined : another) ?? findPort(site, fitting, asked);
  if (!place) return null;
  // A regrade keeps the service; a start, takeover or transfer creates a new one.
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
