import { listed } from '../source/schema.ts';
import type { Rule } from './lint-rule.ts';
import { didYouMean } from './reading.ts';
import { usesOf } from './uses.ts';

/** Sites are asked for by roles that the world has. Another world may have them, so this only warns. */
export const rolesAreKnown: Rule = (scenario, { world }, found) => {
  if (!world) return;
  const roles = [...Object.keys(world.roles), 'service'];
  for (const { name, text, at } of usesOf(scenario)) {
    if (name !== 'world') continue;
    const role = /^world\.([\w-]+)/.exec(text)?.[1] ?? '';
    if (roles.includes(role)) continue;
    found.warning(at, `$world.${role}`, `the world "${world.world}" has no role "${role}"`, {
      why: `without it the cases are inconclusive; it has ${listed(roles, roles.length)}`,
      ...didYouMean(role, roles),
    });
  }
};
