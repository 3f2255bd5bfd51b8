import { cachedBytes, cachedIfAskedAgain, codeOf } from '../cached.ts';
import type { Journey, Json, Plan } from '../model.ts';
import { fromParts, inParts } from '../values/parts.ts';

/** The rooms that a plan is made by, and in. */
export const PLANNED_BY = ['values', 'wire', 'kci', 'journey', 'source', 'contract', 'scenario', 'plan'] as const;

/** A plan as text, as far as an earlier start has written it. */
export interface Kept {
  /** All its texts, each once. */
  readonly texts: Buffer;
  /** All of it as JSON. */
  readonly json: () => readonly (string | Buffer)[];
}

const kept = new WeakMap<readonly Journey[], (plan: Plan) => Kept>();

/**
 * What an earlier start has made of the same: journeys, and a head of their own beside them. The second that asks keeps it.
 */
export function keptJourneys<T>(
  name: string,
  of: readonly unknown[],
  make: () => { readonly head: T; readonly journeys: readonly Journey[] },
): { readonly head: T; readonly journeys: readonly Journey[] } {
  const by = JSON.stringify([of, codeOf(...PLANNED_BY)]);
  const texts = cachedIfAskedAgain(name, by, () => {
    const { head, journeys } = make();
    const value = Buffer.from(`${JSON.stringify(head)}\n${inParts(journeys as unknown as readonly Json[])}`);
    return { value, files: ['fixtures/contract/world.schema.json'] };
  });
  if (texts === undefined) return make();
  const end = texts.indexOf('\n');
  const journeys = fromParts(texts.toString('utf8', end + 1)) as unknown as readonly Journey[];
  const json = () => cachedBytes(`${name} as JSON`, by, () => ({ value: Buffer.from(JSON.stringify(journeys)) }));
  kept.set(journeys, (plan) => {
    const [before = '', after = ''] = JSON.stringify({ ...plan, journeys: [] }).split('"journeys":[]');
    return { texts, json: () => [`${before}"journeys":`, json(), after] };
  });
  return { head: JSON.parse(texts.toString('utf8', 0, end)) as T, journeys };
}

/** A plan of the very journeys that were kept: whoever needs it as text need not write it. */
export const keptOf = (plan: Plan): Kept | undefined => kept.get(plan.journeys)?.(plan);
