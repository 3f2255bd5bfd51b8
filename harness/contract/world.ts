import schema from '../../fixtures/contract/world.schema.json' with { type: 'json' };
import type { JsonObject, Problem, World, WorldRole } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import type { Source } from '../source/source.ts';
import { valueTexts } from '../values/bind.ts';
import { merge } from '../values/members.ts';
import { pointerOf } from '../values/pointer.ts';
import { inOurNames, loadKept, parseFixture, type ReportProblem, WORLDS } from './fixture.ts';

/** A world, or everything wrong with its file. */
interface LoadedWorld {
  readonly world?: World;
  readonly problems: Problem[];
}

/** Loads a world by its name in fixtures/worlds or by path (relative to the file `from`, if given). */
export function loadWorld(reference: string, from?: string): LoadedWorld {
  return loadKept(WORLDS, reference, readWorld, from);
}

/** Reads the text of a world; `file` is its path. */
export function readWorld(text: string, file: string): LoadedWorld {
  const source = parseFixture(WORLDS, text, file);
  if (source.problems.length > 0) return { problems: source.problems };
  const written = inOurNames(WORLDS, source.value) as unknown as World;
  const roles = Object.entries(written.roles).map(([name, role]) => [name, roleOf(role, factsOf(written.roles, name))]);
  const world: World = { ...written, roles: Object.fromEntries(roles) };
  const problems = checkWorld(world, source);
  return problems.length > 0 ? { problems } : { world, problems };
}

/** A role with defaults for what its file leaves out. */
function roleOf({ range, ...role }: WorldRole, site: JsonObject): WorldRole {
  const digits = range && { digits: String(range.to).length };
  return { ...role, use: role.use ?? 'exclusive', site, ...(range ? { range: { ...digits, ...range } } : {}) };
}

/** The facts of a role over those of the role in its `like`, recursively; an unknown role or a circle ends the chain. */
function factsOf(roles: World['roles'], name: string, behind: readonly string[] = []): JsonObject {
  const role = roles[name];
  if (!role || behind.includes(name)) return {};
  const base = role.like === undefined ? {} : factsOf(roles, role.like, [...behind, name]);
  return merge(merge(base, MEANT[name] ?? {}), role.site ?? {});
}

/** Facts that follow from the meaning of a role. */
const MEANT: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(schema.properties.roles.properties).flatMap(([name, role]) =>
    'x-site' in role ? [[name, role['x-site']]] : [],
  ),
);

/**
 * The problems of a world beyond the form of its file: addresses listed twice, unknown names, hours that end before they
 * begin.
 */
function checkWorld(world: World, source: Source): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (pointer, message, rest = {}) => {
    problems.push({ severity: 'error', span: source.keySpanOf(pointer), message, ...rest });
  };
  if (!isTimeZone(world.timeZone)) {
    const near = didYouMean(world.timeZone, Intl.supportedValuesOf('timeZone'));
    const usual = { fix: 'write an IANA name such as Europe/London' };
    report('/time-zone', `"${world.timeZone}" is no time zone`, { ...usual, ...near });
  }
  checkRoleName(world, world.elsewhere, '/elsewhere', report);
  for (const [name, { from, to }] of Object.entries(world.slots?.windows ?? {})) {
    if (from >= to) report(pointerOf(['slots', 'windows', name]), `the window ${name} ends before it begins`);
  }
  for (const [name, role] of Object.entries(world.roles)) checkRole(world, name, role, report);
  checkOverlaps(world, report);
  checkListedTwice(world, report);
  return problems;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function checkRoleName({ roles }: World, name: string | undefined, at: string, report: ReportProblem): void {
  if (name === undefined || Object.hasOwn(roles, name)) return;
  report(at, `unknown role "${name}"`, didYouMean(name, Object.keys(roles)));
}

/** The circle of roles that `like` forms from a role back to itself; empty if there is none. */
function circleFrom({ roles }: World, name: string): string[] {
  const row = [name];
  for (let next = roles[name]?.like; next !== undefined; next = roles[next]?.like) {
    if (next === name) return row;
    if (row.includes(next)) return [];
    row.push(next);
  }
  return [];
}

function checkRole(world: World, name: string, role: WorldRole, report: ReportProblem): void {
  const at = pointerOf(['roles', name]);
  const { range } = role;
  checkRoleName(world, role.like, `${at}/like`, report);
  const circle = circleFrom(world, name);
  if (circle.length > 0)
    report(`${at}/like`, `${[...circle, name].join(' is like ')}`, {
      why: 'roles cannot be like each other in a circle',
    });
  if (name === 'service') report(at, '"service" cannot be a role', { why: '$world.service is the service reference' });
  if ((role.sites === undefined) === (range === undefined)) {
    report(at, `the role ${name} needs either "sites" or a "range"`);
  }
  if (range && range.from > range.to) report(`${at}/range`, `the range of ${name} ends before it begins`);
  if (range && String(range.to).length > range.digits) {
    report(`${at}/range`, `numbers up to ${range.to} do not fit ${range.digits} digits`);
  }
  const { availability, ...facts } = merge(world.defaults ?? {}, role.site ?? {});
  const known = ['id', 'type', 'n', ...Object.keys(world.vary ?? {})];
  const listed = role.sites?.flatMap((site) => Object.keys(site)) ?? [];
  const unknown = [
    ...valueTexts(facts).filter((text) => !known.includes(text)),
    ...valueTexts(availability ?? null).filter(
      (text) => ![...known, ...Object.keys(facts), ...listed].includes(headOf(text)),
    ),
  ];
  for (const text of new Set(unknown)) {
    report(at, `the facts of ${name} use "$${text}", which nothing gives`, {
      why: `templates may use ${known.join(', ')}`,
    });
  }
}

const headOf = (text: string): string => /^\w+/.exec(text)?.[0] ?? text;

function checkOverlaps({ roles }: World, report: ReportProblem): void {
  const ranges = Object.entries(roles).flatMap(([name, { range }]) => (range ? [{ name, ...range }] : []));
  const sorted = ranges.sort((one, other) => one.from - other.from);
  for (const [i, one] of sorted.entries()) {
    const before = sorted
      .slice(0, i)
      .find((other) => other.to >= one.from && other.type === one.type && other.digits === one.digits);
    if (before)
      report(pointerOf(['roles', one.name, 'range']), `the ranges of ${before.name} and ${one.name} overlap`, {
        fix: 'give each its own part; an address that has both roles is listed under the "sites" of both',
      });
  }
}

/** An address may have several roles (without service, and under construction), but each only once. */
function checkListedTwice({ roles }: World, report: ReportProblem): void {
  for (const [name, { sites }] of Object.entries(roles)) {
    const seen = new Set<string>();
    for (const [i, { id, type }] of (sites ?? []).entries()) {
      const key = `${type} ${id}`;
      if (seen.has(key))
        report(pointerOf(['roles', name, 'sites', i]), `the address ${key} stands under ${name} already`);
      seen.add(key);
    }
  }
}
