import targetSchema from '../../fixtures/contract/target.schema.json' with { type: 'json' };
import worldSchema from '../../fixtures/contract/world.schema.json' with { type: 'json' };
import type { Problem, Target, World } from '../model.ts';
import { didYouMean } from './nearest.ts';
import { listed } from './schema.ts';

/** What gateways may lack, by the words of `lacks` and `requires`. */
export const CAPABILITIES: readonly string[] = Object.keys(targetSchema.properties.lacks['x-capabilities']);

/** By capability: whose answers show that a gateway has it, and where in them. */
export const SHOWN_BY: Readonly<Record<string, readonly string[]>> = targetSchema.properties.lacks['x-shown-by'];

/** What a gateway lacks whose answers to a verb never have anything at a pointer. */
export function capabilityShownAt(verb: string | undefined, pointer: string): string | undefined {
  const path = `$${pointer.replaceAll('/', '.')}`;
  return CAPABILITIES.find((word) => SHOWN_BY[word]?.[0] === verb && SHOWN_BY[word]?.[1] === path);
}

/** Whether a capability belongs to the user's own scenarios. */
export const isOwnCapability = (word: string): boolean => word.startsWith('x-');

/** Words under `lacks` that are neither capabilities nor roles of a world. */
export function unknownLacks({ target, lacks }: Target, world?: Pick<World, 'roles'>): Problem[] {
  const roles = Object.keys({ ...worldSchema.properties.roles.properties, ...world?.roles });
  const known = [...CAPABILITIES, ...roles];
  return lacks
    .filter((word) => !known.includes(word) && !isOwnCapability(word))
    .map((word) => ({
      severity: 'error',
      message: `target "${target}", lacks: "${word}" is no capability, and no role of its world`,
      why: `capabilities are ${listed(CAPABILITIES, CAPABILITIES.length)}; a role is, for example, ${roles[0]}; one of your own begins with "x-"`,
      ...didYouMean(word, known),
    }));
}
