import type { Json, JsonObject, Problem, Site, SlotRules, World, WorldRole } from '../model.ts';
import { merge } from '../values/merge.ts';
import { findFixture, parseFixture, readText, WORLDS } from './fixture.ts';
import { camelKeys, ms } from './keys.ts';
import { checkWorld } from './world-checks.ts';

/** A world, or all that is wrong with its file. */
export interface LoadedWorld {
  readonly world?: World;
  readonly problems: Problem[];
}

/** Loads a world by its name in fixtures/worlds or by path (relative to the file `from`, if given). */
export function loadWorld(reference: string, from?: string): LoadedWorld {
  const { file, problems } = findFixture(WORLDS, reference, from);
  if (file === undefined) return { problems };
  const read = readText(file);
  return read.text === undefined ? { problems: read.problems } : readWorld(read.text, file);
}

/** Reads the text of a world; `file` is where it stands. */
export function readWorld(text: string, file: string): LoadedWorld {
  const source = parseFixture(WORLDS, text, file);
  if (source.problems.length > 0) return { problems: source.problems };
  const y = source.value as unknown as YamlWorld;
  const roles = Object.entries(y.roles).map(([name, role]) => [name, roleOf(role, factsOf(y.roles, name))] as const);
  const { 'time-zone': timeZone, slots, ...rest } = y;
  const world: World = {
    ...rest,
    timeZone,
    roles: Object.fromEntries(roles),
    ...(slots === undefined ? {} : { slots: slotsOf(slots) }),
  };
  const problems = checkWorld(world, source);
  return problems.length > 0 ? { problems } : { world, problems };
}

interface YamlRole {
  readonly use?: WorldRole['use'];
  readonly sites?: readonly Site[];
  readonly range?: { readonly type: string; readonly from: number; readonly to: number; readonly digits?: number };
  readonly site?: JsonObject;
  readonly like?: string;
  readonly steers?: string;
  readonly 'left-by'?: readonly string[];
  readonly learn?: NonNullable<WorldRole['learn']>;
}

type YamlWorld = Omit<World, 'timeZone' | 'roles' | 'slots'> & {
  readonly 'time-zone': string;
  readonly roles: Readonly<Record<string, YamlRole>>;
  readonly slots?: JsonObject;
};

function roleOf(role: YamlRole, facts: JsonObject): WorldRole {
  const { use = 'exclusive', range, site: _, 'left-by': leftBy, ...rest } = role;
  return {
    ...rest,
    use,
    site: facts,
    ...(leftBy === undefined ? {} : { leftBy }),
    ...(range === undefined ? {} : { range: { ...range, digits: range.digits ?? String(range.to).length } }),
  };
}

/** The facts of a role over those of the role it is like, and so on; a role that leads nowhere or back ends the row. */
function factsOf(roles: YamlWorld['roles'], name: string, behind: readonly string[] = []): JsonObject {
  const role = roles[name];
  if (!role || behind.includes(name)) return {};
  const base = role.like === undefined ? {} : factsOf(roles, role.like, [...behind, name]);
  return merge(base, role.site ?? {});
}

function slotsOf({ reservation, ...rest }: JsonObject): SlotRules {
  const rules: Record<string, Json> = { ...camelKeys(rest), reservationMs: ms(reservation) };
  return rules as unknown as SlotRules;
}
