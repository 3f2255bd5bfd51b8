import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scalarsOf } from '../../../reports/story/placed.ts';
import { linesOf } from '../../io/lines.ts';
import { readDelivery } from '../../kci/read.ts';
import type { Contract, Json, KciProfile, LoadVerdict, Observation } from '../../model.ts';
import { parseJson } from '../../wire/wire.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { withoutContacts } from '../report/mask-contacts.ts';

/** What a load came to, and what was observed of the journeys that its failures quote. */
export interface QuotedLoad {
  readonly verdict: LoadVerdict;
  readonly record: readonly Observation[];
}

/** Reads from a load's folder what the quoted journeys sent, what they were answered, and what came about their orders. */
export function quotedIn(folder: string, verdict: LoadVerdict, profile: KciProfile): QuotedLoad {
  const file = join(folder, LOAD_FILES.failed);
  const quoted = new Set(verdict.failures.map(({ example }) => example.journey));
  const sent = new Set<string>();
  const isQuoted = (seen: Observation): boolean =>
    seen.type === 'delivery-received'
      ? readDelivery(profile, seen).some(({ event }) => sent.has(event.orderId ?? ''))
      : 'journey' in seen && quoted.has(seen.journey);
  const record: Observation[] = [];
  for (const line of existsSync(file) ? linesOf(file) : []) {
    const seen = parseJson(line).json as unknown as Observation | undefined;
    if (seen === undefined || !isQuoted(seen)) continue;
    record.push(seen);
    if (seen.type === 'request-sent') for (const each of scalarsOf({ request: seen })) sent.add(each);
  }
  return { verdict, record };
}

/** The same as a report that is passed on may show it: without the contacts, which are on record in the folder, and stay there. */
export function maskLoad(load: QuotedLoad, contract: Contract): QuotedLoad {
  const value = load as unknown as Json;
  return withoutContacts(value, [value], contract) as unknown as QuotedLoad;
}
