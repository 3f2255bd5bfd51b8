import { cachedBytes, cachedIfAskedAgain, codeDigest } from '../cached.ts';
import type { Journey, Json, Plan } from '../model.ts';
import { packShared, unpackShared } from '../values/shared-json.ts';

/** The folders whose code decides what a plan is. */
export const PLANNED_BY = ['values', 'wire', 'kci', 'journey', 'source', 'contract', 'scenario', 'plan'] as const;

/** A plan as text, as cached by an earlier start. */
export interface CachedPlan {
  /** All distinct texts in the plan. */
  readonly texts: Buffer;
  /** The whole plan as JSON. */
  readonly json: () => readonly (string | Buffer)[];
}

const kept = new WeakMap<readonly Journey[], (plan: Plan) => CachedPlan>();

/** Journeys with a summary (`head`), from the cache; the second process that asks writes it. */
export function cachedJourneys<T>(
  name: string,
  of: readonly unknown[],
  make: () => { readonly head: T; readonly journeys: readonly Journey[] },
): { readonly head: T; readonly journeys: readonly Journey[] } {
  const by = JSON.stringify([of, codeDigest(...PLANNED_BY)]);
  const texts = cachedIfAskedAgain(name, by, () => {
    const { head, journeys } = make();
    const value = Buffer.from(`${JSON.stringify(head)}\n${packShared(journeys as unknown as readonly Json[])}`);
    return { value, files: ['fixtures/contract/world.schema.json'] };
  });
  if (texts === undefined) return make();
  const end = texts.indexOf('\n');
  const journeys = unpackShared(texts.toString('utf8', end + 1)) as unknown as readonly Journey[];
  const json = () => cachedBytes(`${name} as JSON`, by, () => ({ value: Buffer.from(JSON.stringify(journeys)) }));
  kept.set(journeys, (plan) => {
    const [before = '', after = ''] = JSON.stringify({ ...plan, journeys: [] }).split('"journeys":[]');
    return { texts, json: () => [`${before}"journeys":`, json(), after] };
  });
  return { head: JSON.parse(texts.toString('utf8', 0, end)) as T, journeys };
}

/** The cached text of a plan with exactly these journeys; undefined if there is none. */
export const cachedPlanOf = (plan: Plan): CachedPlan | undefined => kept.get(plan.journeys)?.(plan);
