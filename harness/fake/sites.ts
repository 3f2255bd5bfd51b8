import { type FoundSite, findSite, findSiteWith, holderNamed, siteKey } from '../journey/site.ts';
import type { Json, JsonObject, World } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { findPort, seenBy, siteLines } from './lines.ts';
import type { DecidableRequest, Decision, Rules } from './rules.ts';
import { type GatewayState, type Holder, putNewest, type SiteChange, type SiteState } from './state.ts';

/** A site in its current state, with further facts of the world. */
export interface FakeSite extends SiteState {
  /** How many bookings a slot takes; 0: no slots are offered. */
  readonly slotCapacity: number;
  /** The outcome or error code that a magic address asks for. */
  readonly steers?: string;
  /** Whether an order has changed it. */
  readonly isChanged: boolean;
}

/** The world's sites, with the changes by orders. */
export type Sites = ReturnType<typeof createSites>;

const MAX_SITES_KEPT = 2_000;

/** The sites of a world with a changing state. Only a limited number of built sites is kept. */
export function createSites(world: World, state: GatewayState) {
  const kept = new Map<string, FakeSite | null>();
  /** One step of an order looks up its site several times. */
  let last: { readonly changed: string; readonly site: FakeSite } | undefined;
  const furnish = (key: string): FakeSite | null => {
    let site = kept.get(key);
    if (site === undefined) {
      const [type = '', ...id] = key.split(' ');
      const found = findSite(world, id.join(' '), type);
      site = found ? furnished(world, key, found) : null;
      putNewest(kept, key, site, MAX_SITES_KEPT);
    }
    return site;
  };
  const byKey = (key: string): FakeSite | null => {
    const site = furnish(key);
    const changed = state.sites.get(key);
    if (!site || !changed) return site;
    if (last?.changed !== changed || last.site.key !== key) {
      const { siteInformation, holders } = JSON.parse(changed) as SiteChange;
      const availability = { ...site.availability, siteInformation };
      last = { changed, site: { ...site, availability, holders, isChanged: true } };
    }
    return last.site;
  };
  return {
    /** The site at an address identifier, or null for one the world does not know. */
    at: (address: Json | undefined): FakeSite | null => byKey(siteKey(address)),
    byKey,
    /** The key of the site where a service runs or has run. */
    ofService(serviceId: string): string | undefined {
      const moved = state.services.get(serviceId);
      if (moved !== undefined) return moved;
      const found = findSiteWith(world, 'serviceId', serviceId);
      return found && `${found.type} ${found.id}`;
    },
  };
}

/** An available address without lines: the answer where the world does not say. */
function offered({ service }: World, { id, type }: FoundSite['site']): JsonObject {
  return {
    address: { identifier: { id, type } },
    serviceSpecifications: [{ ...service, serviceCharacteristics: [] }],
    siteInformation: { newLine: true, constraints: [], existingLines: [] },
    unavailabilityReasons: [],
  };
}

/** The holder of a site's lines: nobody, another tenant, whoever asks, or a tenant by name. */
function holderOf(written: Json | undefined): Holder {
  if (written === 'asker' || written === 'another') return written;
  const tenant = holderNamed(written);
  return tenant === undefined ? 'nobody' : { tenant };
}

function furnished(world: World, key: string, found: FoundSite): FakeSite {
  const { site, rule } = found;
  // A world that knows only a few addresses says nothing about their availability.
  const availability = { ...offered(world, site), ...found.availability };
  const holder = holderOf(site.holder);
  const bare: SiteState = { key, availability, holders: {} };
  const holders = siteLines(bare).map((line) => {
    const lineId = String(line.lineId);
    return [lineId, findPort(bare, ['ACTIVE'], { LINE_ID: lineId }) ? holder : 'nobody'] as const;
  });
  return {
    ...bare,
    holders: Object.fromEntries(holders),
    slotCapacity: typeof site.slotCapacity === 'number' ? site.slotCapacity : (world.slots?.capacity ?? 0),
    ...(rule.steers === undefined ? {} : { steers: rule.steers }),
    isChanged: false,
  };
}

/** The answer for an address that the world does not know: no coverage, which is no error. */
const NO_COVERAGE = { code: 'OTHER', text: 'The address is not known' };

const MAX_BODIES_KEPT = 2_000;

/** Answers availability. Keeps the encoded answers of unchanged sites that are asked for again. */
export function createAvailability(rules: Rules): (asking: DecidableRequest) => Decision {
  const bodies = new Map<string, Uint8Array | null>();
  return (asking) => {
    const { address } = asking.asked.query;
    const site = rules.sites.at(address);
    if (!site) return { reply: { status: 200, json: uncovered(address as JsonObject) } };
    if (site.isChanged) return { reply: { status: 200, json: seenBy(site, asking.tenant) } };
    return { reply: { status: 200, bytes: encodedOnce(bodies, site) } };
  };
}

function encodedOnce(bodies: Map<string, Uint8Array | null>, site: FakeSite): Uint8Array {
  const kept = bodies.get(site.key);
  if (kept) return kept;
  const bytes = bytesOf(JSON.stringify(site.availability));
  if (bodies.size >= MAX_BODIES_KEPT) bodies.clear();
  // Most sites of a load are asked for only once. The kept bytes are a copy, so that they hold no shared buffer.
  bodies.set(site.key, kept === null ? new Uint8Array(bytes) : null);
  return bytes;
}

function uncovered(address: JsonObject): JsonObject {
  return {
    address: { identifier: address ?? {} },
    serviceSpecifications: [],
    siteInformation: { newLine: false, constraints: [], existingLines: [] },
    unavailabilityReasons: [NO_COVERAGE],
  };
}
