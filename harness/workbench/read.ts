import type { Json, JsonObject } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { AIMING, type ChosenInputs, type ChosenLoad, ENGINES, type TargetFlags } from './protocol.ts';

/** Readers of what the page sends; undefined for anything that the page would not send. */

const membersOf = (body: Json | undefined): JsonObject => (isObject(body) ? body : {});

/** The target; part of every call whose command reads files. */
export function readTargetFlags(query: URLSearchParams): TargetFlags | undefined {
  return aimIn(Object.fromEntries([...query].filter(([, value]) => value !== '')));
}

/** The inputs of a run. */
export function readChosen(body: Json | undefined): ChosenInputs | undefined {
  const { seed, faults, only, isOnRealTime, waivers } = membersOf(body);
  const aim = aimIn(membersOf(body));
  if (!aim || !isSeed(seed) || !isTexts(faults) || !isTexts(only)) return undefined;
  if (typeof isOnRealTime !== 'boolean' || !isTextOrNone(waivers)) return undefined;
  return { ...aim, seed, faults, only, isOnRealTime, waivers };
}

/** The inputs of a load. */
export function readChosenLoad(body: Json | undefined): ChosenLoad | undefined {
  const { seed, faults, traffic, engine: named } = membersOf(body);
  const aim = aimIn(membersOf(body));
  const engine = ENGINES.find((each) => each === named);
  // The only word that follows no flag, so it must not look like one.
  if (!isText(traffic) || traffic.startsWith('-') || engine === undefined) return undefined;
  return aim && isSeed(seed) && isTexts(faults) ? { ...aim, traffic, engine, seed, faults } : undefined;
}

/** The run to repeat or resume, and the cases: the failed ones, unless some are named. */
export function readAgain(
  body: Json | undefined,
): { readonly run: string; readonly cases?: readonly string[] } | undefined {
  const { run, cases } = membersOf(body);
  if (!isText(run)) return undefined;
  if (cases === undefined) return { run };
  return isTexts(cases) && cases.length > 0 ? { run, cases } : undefined;
}

function aimIn(members: JsonObject): TargetFlags | undefined {
  const given = Object.entries(members).filter(([name, value]) => AIMING.some((each) => each === name) && value !== '');
  const { target, ...others } = Object.fromEntries(given);
  if (!isText(target) || !Object.values(others).every(isText)) return undefined;
  return { target, ...(others as Omit<TargetFlags, 'target'>) };
}

/** No word of a command line holds a NUL. */
const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\0');

const isTextOrNone = (value: Json | undefined): value is string | undefined => value === undefined || isText(value);

const isTexts = (value: Json | undefined): value is readonly string[] => Array.isArray(value) && value.every(isText);

const isSeed = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
