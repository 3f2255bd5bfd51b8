import { expect, test } from 'vitest';
import type { Observation, World, WorldRole } from '../../model.ts';
import { type Certified, certifyFake } from '../../testing/certify.ts';

/** The fake's world as a sandbox would tell it: of each role named so many sites, and no other. */
function listed(roles: Readonly<Record<string, { readonly use: WorldRole['use']; readonly count: number }>>) {
  return (world: World): World => ({
    ...world,
    roles: Object.fromEntries(
      Object.entries(roles).map(([name, { use, count }]) => {
        const { range, ...rule } = world.roles[name] as WorldRole;
        const { type = '', from = 0 } = range ?? {};
        const sites = Array.from({ length: count }, (_, n) => ({ id: String(from + n), type }));
        return [name, { ...rule, use, sites }];
      }),
    ),
  });
}

/** How many journeys held the same site at one time, at most. */
function mostAtOnce(record: readonly Observation[]): number {
  const holders = new Map<string, Set<string>>();
  let most = 0;
  for (const seen of record) {
    if (seen.type === 'site-leased' && seen.site) {
      const holding = holders.get(seen.site.id) ?? new Set();
      holders.set(seen.site.id, holding.add(seen.journey));
      most = Math.max(most, holding.size);
    }
    if (seen.type === 'journey-ended') for (const holding of holders.values()) holding.delete(seen.journey);
  }
  return most;
}

const outcomesOf = ({ verdict }: Certified): string[] =>
  verdict.cases.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`));

test('a site that is exclusive is lent to one journey at a time, and to the next when it comes back', async () => {
  const certified = await certifyFake({
    only: ['orders/modify', 'orders/modify-refusals*', 'amendments/modify-date', 'appointments/repair'],
    furnish: listed({ activeService: { use: 'exclusive', count: 2 } }),
  });

  expect(new Set(outcomesOf(certified))).toEqual(new Set(['passed']));
  expect(certified.verdict.cases.length).toBeGreaterThan(30);
  expect(mostAtOnce(certified.record)).toBe(1);
});

test('a site that is used up goes to one journey; those for whom none is left are inconclusive', async () => {
  const certified = await certifyFake({
    only: ['orders/engineer-tasks'],
    furnish: listed({ newLine: { use: 'once', count: 2 } }),
  });

  expect(outcomesOf(certified).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 'inconclusive: world-exhausted'),
    ...Array.from({ length: 2 }, () => 'passed'),
  ]);
  expect(certified.verdict.outcome).toBe('inconclusive');
});

test('a site that is shared serves any number of journeys at once', async () => {
  const certified = await certifyFake({
    only: ['appointments/slots-of-a-class'],
    furnish: listed({ newLine: { use: 'shared', count: 1 } }),
  });

  expect(new Set(outcomesOf(certified))).toEqual(new Set(['passed']));
  expect(mostAtOnce(certified.record)).toBeGreaterThan(1);
});

test('a role that the list lacks makes its cases inconclusive', async () => {
  const certified = await certifyFake({
    only: ['availability/new-line'],
    furnish: listed({ newLine: { use: 'shared', count: 1 } }),
  });

  expect(new Set(outcomesOf(certified))).toEqual(new Set(['passed', 'inconclusive: world-lacks-role']));
});
