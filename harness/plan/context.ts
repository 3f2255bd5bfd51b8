import type { Journey, JsonObject, TestSetup, World } from '../model.ts';
import { valueAt } from '../values/bind.ts';
import { select } from '../values/path.ts';
import { hash32, integerBetween, random, uuid } from '../values/seed.ts';
import { fake } from './fakes.ts';
import type { Lookup } from './substitute.ts';

/** Where in its range a number is drawn: near an end, or above 32 bits. */
const PARTS = ['low', 'high', 'large'] as const;
type RequestPart = (typeof PARTS)[number];

/** Draws the number for a name, from this part of the range; undefined if none is left. */
export type Draw = (name: string, part?: RequestPart) => number | undefined;

/** Numbers of a range that names may share: each name gets the one its hash gives. */
function sharedNumbers(from: number, to: number): (name: string) => number {
  return (name) => integerBetween(random(name), from, to);
}

/**
 * Numbers of a range, each given out once. A name nearly always gets the number its hash gives, whatever else is drawn; the
 * next free one if that is taken.
 */
export function distinctNumbers(from: number, to: number): Draw {
  // Enough that a later run seldom draws the same.
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

/** Ids and sites that the journeys of a plan must not share. */
export interface Pools {
  /** Ids that the client chooses. */
  readonly ids: Draw;
  /** Property numbers, by role with a range. */
  sites(role: string): Draw | undefined;
}

/** New pools for a plan. */
export function createPools(ids: { readonly from: number; readonly to: number }, world: World): Pools {
  const ranges = Object.entries(world.roles).flatMap(([role, { range, use }]) =>
    range ? [[role, (use === 'shared' ? sharedNumbers : distinctNumbers)(range.from, range.to)] as const] : [],
  );
  const sites = new Map<string, Draw>(ranges);
  return { ids: distinctNumbers(ids.from, ids.to), sites: (role) => sites.get(role) };
}

/** What a plan is made from, besides scenarios. */
export interface PlanInput extends TestSetup {
  readonly seed: number;
  /** Makes the run's ids and the addresses that it uses up its own. */
  readonly nonce: string;
  /** ms since the epoch; dates in requests lie after it. */
  readonly now: number;
}

/** Why a case cannot apply or run, known before anything is sent. */
export type Excuse = NonNullable<Journey['excused']>;

/** Where the values of one journey come from: they depend only on the journey's id, not on the rest of the plan. */
export interface Context extends PlanInput {
  readonly journey: string;
  readonly pools: Pools;
  /** The ids drawn so far, by name; grows while the journey is planned. */
  readonly ids: Map<string, number>;
}

/** A number for this name in this journey, by the seed. */
function seedOf({ seed, journey }: Context, name: string): number {
  return hash32(`${seed}/${journey}/${name}`);
}

/** A UUID for this name in this journey, by the nonce. */
export function uuidOf({ nonce, journey }: Context, name: string): string {
  return uuid(random(`${nonce}/${journey}/${name}`));
}

/** The id that the client chooses under this name; 0 if the target's range is used up, which `expand` reports. */
function idOf({ ids, pools, nonce, journey }: Context, name: string): number {
  const [first] = name.split('.', 1);
  const part = PARTS.find((each) => each === first);
  const drawn = ids.get(name) ?? pools.ids(`${nonce}/${journey}/${name}`, part) ?? 0;
  ids.set(name, drawn);
  return drawn;
}

/**
 * What a value stands for at planning time. `place` names its template, so that each `$fake` has a value of its own;
 * `scope` has names in addition to the built-in ones.
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
