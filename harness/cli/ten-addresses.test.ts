import { expect, test } from 'vitest';
import type { Restore, Site, World, WorldRole } from '../model.ts';
import { rangeSites } from '../site.ts';
import { type Certified, certifyFake } from './testing/certify.ts';

/** Ten addresses of the fake, which remembers what was ordered. The kinds that they lack have 15 cases. */
const TEN = { newLine: 3, activeService: 2, activeElsewhere: 2, inactiveOnt: 1, contestedSlots: 1, multiLine: 1 };

const RESET = { method: 'DELETE', url: '${base}/_fake/sites', body: { id: '$site.id', type: '$site.type' } };

/** The fake's world with the first so many addresses of each of these roles, listed. */
const listed =
  (counts: Readonly<Record<string, number>>) =>
  (world: World): World => {
    const roles = Object.entries(counts).flatMap(([name, count]) => {
      const { range, ...rule } = world.roles[name] ?? { use: 'once' };
      if (!range) return [];
      const few: WorldRole = { ...rule, use: 'once', range: { ...range, to: range.from + count - 1 } };
      const sites = (rangeSites(world, few) ?? []).map(({ id, type }): Site => ({ id, type }));
      return [[name, { ...rule, use: 'once', sites }] as const];
    });
    return { ...world, roles: Object.fromEntries(roles) };
  };

async function certified(restore: Restore, counts: Readonly<Record<string, number>>): Promise<Certified['verdict']> {
  const { verdict } = await certifyFake({
    furnish: listed(counts),
    aimed: (target) => ({ ...target, restore }),
  });
  return verdict;
}

test('ten addresses of a gateway that resets them are enough for nearly every case', async () => {
  const { counts, scope, findings } = await certified({ by: ['cancel', 'reset'], call: RESET }, TEN);
  expect(counts.cases.failed).toBe(0);
  expect(findings).toEqual([]);
  expect(counts.cases.passed / scope.of).toBeGreaterThan(0.95);
});
