import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../../io/lines.ts';
import type { Contract, Json, LoadVerdict } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { parseJson } from '../../wire/wire.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { withoutContacts } from '../report/mask-contacts.ts';

/**
 * What a load came to, as a report that is passed on may show it: without the contacts of the journeys that it quotes,
 * which are on record in the load's folder, and stay there.
 */
export function maskLoad(verdict: LoadVerdict, folder: string, contract: Contract): LoadVerdict {
  const value = verdict as unknown as Json;
  return withoutContacts(value, told(verdict, join(folder, LOAD_FILES.failed)), contract) as unknown as LoadVerdict;
}

/** What was observed of the journeys of which the verdict tells. */
function* told(verdict: LoadVerdict, failed: string): Generator<Json> {
  yield verdict as unknown as Json;
  if (!existsSync(failed)) return;
  const quoted = new Set(verdict.failures.map(({ example }) => example.journey));
  for (const line of linesOf(failed)) {
    const { json } = parseJson(line);
    if (isObject(json) && quoted.has(String(json.journey))) yield json;
  }
}
