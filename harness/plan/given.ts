import { isLent, siteOf } from '../journey/site.ts';
import type { Json, JsonObject, Lease, Site } from '../model.ts';
import { learntBy } from '../scenario/uses.ts';
import { bind, references } from '../values/bind.ts';
import { hash32 } from '../values/seed.ts';
import { type Context, type Excuse, knownIn } from './context.ts';
import { paste, substitute } from './substitute.ts';

const ROLE = /^\$world\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/** The role of the world in a given (`$world.newLine`); undefined if it is no role. */
export function roleOf(value: Json | undefined): string | undefined {
  const role = typeof value === 'string' ? ROLE.exec(value)?.[1] : undefined;
  return role === 'service' ? undefined : role;
}

/** Binds the values of `given` in order; each may use those before it. */
export function bindGiven(context: Context, given: JsonObject, scope: JsonObject) {
  /** Values known now, by name. */
  const values: Record<string, Json> = {};
  /** Values that depend on a leased site, as written. */
  const pending: Record<string, Json> = {};
  const leases: Lease[] = [];
  let excused: Excuse | undefined;
  for (const [name, written] of Object.entries(given)) {
    const told = learntBy(written);
    if (told) {
      const facts = factsTold(context, told);
      if (facts) pending[name] = facts;
      else excused ??= notTold(context, told.learn);
      continue;
    }
    const role = roleOf(written);
    if (role === undefined) {
      const names = { ...scope, ...values };
      const value = substitute(paste(written, pending), knownIn(context, `given/${name}`, names));
      const rests = references(value).some((each) => each in pending || leases.some((lease) => lease.name === each));
      if (rests) pending[name] = value;
      else values[name] = bind(value, names).value;
      continue;
    }
    const found = siteFor(context, name, role);
    if ('excused' in found) excused ??= found.excused;
    else if ('lease' in found) leases.push(found.lease);
    else values[name] = found.site;
  }
  return { values, pending, leases, ...(excused ? { excused } : {}) };
}

/** Each fact as a template of its place in the answer; of several places, the first. Undefined if the world has none. */
function factsTold(
  { world }: Context,
  { learn, of }: NonNullable<ReturnType<typeof learntBy>>,
): JsonObject | undefined {
  const places = Object.entries(world.roles[learn]?.learn ?? {});
  const facts = places.flatMap(([fact, place]) => {
    const [path] = [place].flat();
    return typeof path === 'string' ? [[fact, `\${${of}${path.slice(1)}}`]] : [];
  });
  return facts.length === 0 ? undefined : Object.fromEntries(facts);
}

function notTold({ world }: Context, role: string): Excuse {
  const detail = `the world "${world.world}" does not say by "learn" where availability tells the facts of ${role}`;
  return { outcome: 'not-applicable', reason: 'place-not-stated', detail };
}

type SiteChoice = { readonly site: Site } | { readonly lease: Lease } | { readonly excused: Excuse };

function siteFor(context: Context, name: string, role: string): SiteChoice {
  const rule = context.world.roles[role];
  const lacks = (detail: string, reason: Excuse['reason']): SiteChoice => ({
    excused: { outcome: 'inconclusive', reason, detail, role },
  });
  if (context.target.lacks.includes(role)) {
    const detail = `the target "${context.target.target}" declares that it lacks ${role}`;
    return { excused: { outcome: 'not-applicable', reason: 'capability-declared-absent', detail } };
  }
  if (!rule) return lacks(`the world "${context.world.world}" has no role "${role}"`, 'world-lacks-role');
  // What a run does to an address lasts, so the next run must use another: as with ids, the nonce decides.
  const run = rule.use === 'shared' ? context.seed : `${context.seed}/${context.nonce}`;
  const place = `${run}/${context.journey}/${name}`;
  if (!rule.range || isLent(rule)) return { lease: { name, role, pick: hash32(place) } };
  const number = context.pools.sites(role)?.(place);
  if (number !== undefined) return { site: siteOf(context.world, rule, rule.range, number) };
  return lacks(`the world "${context.world.world}" has no site of the role "${role}" left`, 'world-exhausted');
}
