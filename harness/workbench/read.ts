import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../pointer.ts';
import type { Aim, Chosen } from './protocol.ts';

/** Readers of what the page sends; undefined where it is not what the page would send. */

export function readAim(query: URLSearchParams): Aim | undefined {
  const target = query.get('target');
  return target ? aimOf(target, query.get('profile') ?? undefined, query.get('world') ?? undefined) : undefined;
}

export function readChosen(body: Json | undefined): Chosen | undefined {
  if (!isObject(body)) return undefined;
  const { target, profile, world, seed, faults, only, isOnRealTime } = body;
  if (!isText(target) || !isTexts(faults) || !isTexts(only) || typeof isOnRealTime !== 'boolean') return undefined;
  if (!isTextOrNone(profile) || !isTextOrNone(world)) return undefined;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed) || seed < 0) return undefined;
  return { ...aimOf(target, profile, world), seed, faults, only, isOnRealTime };
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

function isTextOrNone(value: Json | undefined): value is string | undefined {
  return value === undefined || isText(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
