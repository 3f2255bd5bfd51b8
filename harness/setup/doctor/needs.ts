import { type AddressUse, addressUseOf } from '../../journey/address-use.ts';
import { callsOf } from '../../journey/calls.ts';
import type { Contract, Json, KciProfile, Plan, Restore, Target, World } from '../../model.ts';
import { orderTypesOf } from '../../plan/request-places.ts';
import { isObject } from '../../values/pointer.ts';
import { namedSites } from './wants.ts';

/** What the cases of a plan need of one kind of address. */
interface RoleNeeds {
  readonly role: string;
  readonly cases: number;
  /** How many addresses of the role the world has; a large range has one for every case. */
  readonly has: number;
  /** A lower bound: how many cases get an address if there are this many, restored by these means. */
  found(addresses: number, by?: Restore['by']): number;
}

interface Wish {
  readonly use: AddressUse;
  /** Addresses of the kind, at once. */
  readonly count: number;
}

/** What a plan needs of every role, even of those that the world lacks; the roles that most cases need come first. */
export function needsOf(
  { journeys }: Plan,
  { world, target, profile }: { readonly world: World; readonly target: Target; readonly profile: KciProfile },
): readonly RoleNeeds[] {
  const wishes = new Map<string, Wish[]>();
  for (const journey of journeys) {
    const { excused } = journey;
    const lacking = excused?.reason === 'world-lacks-role' ? (excused.role ?? []) : [];
    const roles = excused ? [lacking].flat() : namedSites(journey, world).map(({ role }) => role);
    for (const [role, { length }] of Map.groupBy(roles, (each) => each)) {
      wishes.set(role, [...(wishes.get(role) ?? []), { use: addressUseOf(journey, profile), count: length }]);
    }
  }
  return [...wishes]
    .map(([role, all]): RoleNeeds => {
      const { sites, range } = world.roles[role] ?? {};
      return {
        role,
        cases: all.length,
        has: sites?.length ?? (range ? range.to - range.from + 1 : 0),
        found: (addresses, by = target.restore?.by ?? []) => foundOf(all, addresses, { by, rule: world.roles[role] }),
      };
    })
    .toSorted((a, b) => b.cases - a.cases || a.role.localeCompare(b.role));
}

/** Open orders give their addresses back when cancelled; completed ones by a reset, or if the address keeps its role. */
function foundOf(
  all: readonly Wish[],
  addresses: number,
  { by, rule }: { readonly by: Restore['by']; readonly rule: World['roles'][string] | undefined },
): number {
  if (rule?.use === 'shared') return addresses > 0 ? all.length : 0;
  const fitting = all.filter(({ count }) => count <= addresses);
  const isKept = by.includes('reset') || (by.length === 0 ? rule?.use === 'exclusive' : rule?.leftBy !== undefined);
  if (isKept) return fitting.length;
  const isHarmless = ({ use }: Wish): boolean =>
    use === 'reads' || use === 'books' || (by.includes('cancel') && use !== 'completes');
  const harmless = fitting.filter(isHarmless);
  return harmless.length + Math.min(addresses, fitting.length - harmless.length);
}

/** How many addresses are enough for all cases that can be served at all. */
export function enough({ cases, found }: RoleNeeds, by?: Restore['by']): number {
  const most = found(cases, by);
  for (let n = 0; ; n += 1) if (found(n, by) >= most) return n;
}

/**
 * The needs as a table: how many addresses of each role serve all cases that can be served, as the target gives them back
 * and by either other means, how many the world has, and how many cases few of them serve.
 */
export function needsText(needs: readonly RoleNeeds[], { target, world }: { target: Target; world: World }): string {
  const means = target.restore?.by.join(', ') ?? 'nothing';
  const head = ['kind', 'cases', 'needs', 'cancel', 'reset', 'has', 'with 1', 'with 3', 'with 10', 'with all'];
  const rows = needs.map((each) => [
    each.role,
    ...[each.cases, enough(each), enough(each, ['cancel']), enough(each, ['reset'])].map(String),
    each.has > each.cases ? 'plenty' : `${each.has}`,
    ...[1, 3, 10, each.has].map((addresses) => `${each.found(addresses)}`),
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const lines = all.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd : cell.padStart).call(cell, widths[i] ?? 0)),
  );
  const cases = needs.reduce((sum, each) => sum + each.cases, 0);
  const served = needs.reduce((sum, each) => sum + each.found(each.has), 0);
  return [
    `addresses for the cases of target ${target.target}, world ${world.world}`,
    `  needs          how many serve all its cases, given back by ${means} ("restore" in the target file)`,
    '  cancel, reset  how many would do if they were given back so',
    '  has            how many the world file lists',
    '  with 1 …       how many cases so many serve, given back by what the target names',
    '',
    ...lines.map((cells) => cells.join('  ').trimEnd()),
    '',
    `with what the world has, ${served} of ${cases} find one`,
  ].join('\n');
}

/** For each tenant, the order types that are never tried, because the lines of the world belong to another. */
export function untriedText(
  { journeys }: Plan,
  { contract, target }: { readonly contract: Contract; readonly target: Target },
): string {
  const calls = journeys.filter(({ excused }) => excused === undefined).flatMap(callsOf);
  const isTried = (type: Json, of?: string): boolean =>
    calls.some(
      ({ tenant, request: { body } }) => isObject(body) && body.orderType === type && (of ?? tenant) === tenant,
    );
  const tried = orderTypesOf(contract).filter((type) => isTried(type));
  return target.tenants
    .flatMap(({ name }) => {
      const never = tried.filter((type) => !isTried(type, name));
      return never.length === 0 ? [] : [`never tried for ${name}: ${never.join(', ')}`];
    })
    .join('\n');
}
