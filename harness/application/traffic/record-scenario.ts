import { pickOnly } from '../../plan/selection.ts';
import { foldOf } from '../../record/fold.ts';
import { TOKENS } from '../../traffic/naming.ts';
import { writeScenario } from '../../traffic/scenario.ts';
import type { SeenTraffic } from '../../traffic/seen.ts';
import { createWatch } from '../../traffic/watch.ts';
import type { Aim } from '../inputs.ts';
import { secretsOf } from '../open/secrets.ts';
import { inputError, refuseOn } from '../say.ts';
import { VERSION } from '../version.ts';

/**
 * Makes a scenario of a conversation: the named one, else the first that placed an order. `source` is where the traffic
 * stands.
 */
export function scenarioFrom(
  source: string,
  seen: readonly SeenTraffic[],
  pattern: string | undefined,
  aim: Aim,
): string {
  const own = { write: null, secrets: secretsOf(aim, '').filter(({ value }) => value !== '') };
  const watch = createWatch({ ...aim, ...own, assay: VERSION, file: source, at: seen[0]?.at ?? 0 });
  for (const each of seen) watch.see(each);
  const { journeys } = watch.plan();
  const picked = pickOnly(journeys, pattern === undefined ? [] : [pattern]);
  refuseOn(picked.problems);
  const { walks } = foldOf(watch.record, aim.profile);
  const told = (pattern === undefined ? journeys : picked.journeys).flatMap(({ id }) => walks.get(id)?.at(-1) ?? []);
  const walk =
    told.find(({ orders }) => orders.some(({ acceptedAt }) => acceptedAt !== undefined)) ??
    told.find(({ journey }) => journey !== TOKENS);
  if (!walk)
    throw inputError(`there is no conversation in ${source}`, undefined, 'name a HAR, or the record.ndjson of a run');
  return writeScenario(walk, aim);
}
