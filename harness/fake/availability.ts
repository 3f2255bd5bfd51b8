import type { JsonObject } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { seenBy } from './lines.ts';
import type { Asking, Decision, Rules } from './rules.ts';
import type { Site } from './sites.ts';

/** What is answered of an address that the world does not know: no coverage, which is no error. */
const NO_COVERAGE = { code: 'OTHER', text: 'The address is not known' };

const MOST_BODIES_KEPT = 2_000;

/** Answers availability, and keeps the encoded answers of sites that are asked for again, and that no order has changed. */
export function createAvailability(rules: Rules): (asking: Asking) => Decision {
  const bodies = new Map<string, Uint8Array | null>();
  return (asking) => {
    const { address } = asking.asked.query;
    const site = rules.sites.at(address);
    if (!site) return { reply: { status: 200, json: uncovered(address as JsonObject) } };
    if (site.isChanged) return { reply: { status: 200, json: seenBy(site, asking.tenant) } };
    return { reply: { status: 200, bytes: encodedOnce(bodies, site) } };
  };
}

function encodedOnce(bodies: Map<string, Uint8Array | null>, site: Site): Uint8Array {
  const kept = bodies.get(site.key);
  if (kept) return kept;
  const bytes = bytesOf(JSON.stringify(site.availability));
  if (bodies.size >= MOST_BODIES_KEPT) bodies.clear();
  // Most sites of a load are asked for once. A copy of its own: what is kept holds no shared buffer back.
  bodies.set(site.key, kept === null ? bytes.slice() : null);
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
