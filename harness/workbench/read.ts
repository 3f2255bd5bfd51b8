import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { type Aim, type Chosen, type ChosenLoad, ENGINES } from './protocol.ts';

/** Readers of what the page sends; undefined where it is not what the page would send. */

/** What is aimed at; every call that has a command read files says so. */
export function readAim(query: URLSearchParams): Aim | undefined {
  const target = query.get('target');
  return target ? aimOf(target, query.get('profile') ?? undefined, query.get('world') ?? undefined) : undefined;
}

/** What a run is to be told. */
export function readChosen(body: Json | undefined): Chosen | undefined {
  if (!isObject(body)) return undefined;
  const { target, profile, world, seed, faults, only, isOnRealTime, waivers } = body;
  if (!isText(target) || !isTexts(faults) || !isTexts(only) || typeof isOnRealTime !== 'boolean') return undefined;
  if (!isTextOrNone(profile) || !isTextOrNone(world) || !isTextOrNone(waivers) || !isSeed(seed)) return undefined;
  const aim = aimOf(target, profile, world);
  return { ...aim, seed, faults, only, isOnRealTime, ...(waivers === undefined ? {} : { waivers }) };
}

/** What a load is to be told. */
export function readChosenLoad(body: Json | undefined): ChosenLoad | undefined {
  if (!isObject(body)) return undefined;
  const { target, profile, world, seed, faults, traffic, engine: named } = body;
  const engine = ENGINES.find((each) => each === named);
  // The one word that follows no flag: it must not be one.
  if (!isText(traffic) || traffic.startsWith('-') || engine === undefined) return undefined;
  if (!isText(target) || !isTexts(faults) || !isTextOrNone(profile) || !isTextOrNone(world) || !isSeed(seed))
    return undefined;
  return { ...aimOf(target, profile, world), traffic, engine, seed, faults };
}

/** A run by its name, and whether what is asked of it is agreed to. */
export function readNamed(body: Json | undefined): { readonly run: string; readonly isAgreed: boolean } | undefined {
  const { run, isAgreed = false } = isObject(body) ? body : ({} as JsonObject);
  return isText(run) && typeof isAgreed === 'boolean' ? { run, isAgreed } : undefined;
}

/** Which run to have again: its failed cases, or those named. */
export function readAgain(
  body: Json | undefined,
): { readonly run: string; readonly cases?: readonly string[] } | undefined {
  const { run, cases } = isObject(body) ? body : ({} as JsonObject);
  if (!isText(run)) return undefined;
  if (cases === undefined) return { run };
  return isTexts(cases) && cases.length > 0 ? { run, cases } : undefined;
}

function aimOf(target: string, profile: string | undefined, world: string | undefined): Aim {
  return { target, ...(profile ? { profile } : {}), ...(world ? { world } : {}) };
}

/** No word of a command line holds a NUL. */
function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function isSeed(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTextOrNone(value: Json | undefined): value is string | undefined {
  return value === undefined || isText(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
