import type { Journey, JsonObject, TestSetup, World } from '../model.ts';
import { valueAt } from '../values/bind.ts';
import { select } from '../values/path.ts';
import { hash32, integerBetween, random, uuid } from '../values/seed.ts';
import { fake } from './fakes.ts';
import type { Lookup } from './substitute.ts';

/** Where in its range a number is asked for: near an end, or above what 32 bits hold, whatever the range is. */
const PARTS = ['low', 'high', 'large'] as const;
type Part = (typeof PARTS)[number];

/** Hands out the number that belongs to a name, from that part of the range; undefined when none is left. */
export type Draw = (name: string, part?: Part) => number | undefined;

/** Numbers of a range that several names may share: for each name the one its hash falls on. */
function sharedNumbers(from: number, to: number): (name: string) => number {
  return (name) => integerBetween(random(name), from, to);
}

/**
 * Numbers of a range, each given out once. A name nearly always gets the number its hash falls on, whoever else draws;
 * only where that one is taken does it get the next free one.
 */
export function distinctNumbers(from: number, to: number): Draw {
  // Many enough that a later run seldom chooses the same.
  const few = Math.min(1_000_000, Math.floor((to - from) / 1000));
  const first = {
    any: sharedNumbers(from, to),
    low: sharedNumbers(from, from + few),
    high: sharedNumbers(to - few, to),
    large: sharedNumbers(2 ** 32, Number.MAX_SAFE_INTEGER),
  };
  const taken = new Set<number>();
  return (name, part) => {
    if (taken.size > to - from) return undefined;
    let number = first[part ?? 'any'](name);
    while (taken.has(number)) number = number === to ? from : number + 1;
    taken.add(number);
    return number;
  };
}

/** What the journeys of one plan must not take from each other. */
export interface Pools {
  /** Ids that the client chooses. */
  readonly ids: Draw;
  /** Property numbers, by the role of the world that has a range of them. */
  sites(role: string): Draw | undefined;
}

/** Full pools for a plan. */
export function createPools(ids: { readonly from: number; readonly to: number }, world: World): Pools {
  const ranges = Object.entries(world.roles).flatMap(([role, { range, use }]) =>
    range ? [[role, (use === 'shared' ? sharedNumbers : distinctNumbers)(range.from, range.to)] as const] : [],
  );
  const sites = new Map<string, Draw>(ranges);
  return { ids: distinctNumbers(ids.from, ids.to), sites: (role) => sites.get(role) };
}

/** What a plan is made from, beside the scenarios. */
export interface PlanInput extends TestSetup {
  readonly seed: number;
  /** Makes client-chosen ids, request ids and the addresses a run uses up its own. */
  readonly nonce: string;
  /** ms since the epoch; dates in requests lie after it. */
  readonly now: number;
}

/** Why a case cannot apply or run, known before anything is sent. */
export type Excuse = NonNullable<Journey['excused']>;

/** Where the values of one journey come from: all of it depends on the journey's id and on nothing else in the plan. */
export interface Context extends PlanInput {
  readonly journey: string;
  readonly pools: Pools;
  /** The ids drawn so far, by name; grows while the journey is planned. */
  readonly ids: Map<string, number>;
}

/** A number that belongs to this name in this journey under this seed. */
function seedOf({ seed, journey }: Context, name: string): number {
  return hash32(`${seed}/${journey}/${name}`);
}

/** A UUID that belongs to this name in this journey and this run. */
export function uuidOf({ nonce, journey }: Context, name: string): string {
  return uuid(random(`${nonce}/${journey}/${name}`));
}

/** The id the client chooses under this name; 0 where the target's range is used up, which `expand` reports. */
function idOf({ ids, pools, nonce, journey }: Context, name: string): number {
  const [first] = name.split('.', 1);
  const part = PARTS.find((each) => each === first);
  const drawn = ids.get(name) ?? pools.ids(`${nonce}/${journey}/${name}`, part) ?? 0;
  ids.set(name, drawn);
  return drawn;
}

/**
 * What a value text stands for at planning time. `place` names the template it stands in, so that each use of `$fake`
 * has a value of its own; `scope` holds the names beside those that always mean the same.
 */
export function knownIn(context: Context, place: string, scope: JsonObject): Lookup {
  return (text, pointer) => {
    const root = /^[^.[]*/.exec(text)?.[0] ?? '';
    switch (root) {
      case 'fake': {
        const [, member = '', ...rest] = text.split('.');
        const value = fake(member, seedOf(context, `${place}${pointer}`), context.now, context.world.timeZone);
        return value === undefined || rest.length === 0 ? value : select(`$.${rest.join('.')}`, value)[0];
      }
      case 'id':
        return idOf(context, text.slice('id.'.length) || 'id');
      case 'world':
        return valueAt(text, { world: { service: context.world.service } });
      default:
        return Object.hasOwn(scope, root) ? valueAt(text, scope) : undefined;
    }
  };
}
