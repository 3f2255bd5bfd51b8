import { basename } from 'node:path';
import { readPattern } from '../kci/pattern.ts';
import type { JsonObject, KciProfile, Pattern, Problem } from '../model.ts';
import type { Source } from '../source/source.ts';
import { getAt, pointerOf } from '../values/pointer.ts';
import { loadFixture, loadKept, PROFILES, parseFixture } from './fixture.ts';
import { checkProfile } from './profile-checks.ts';
import { assembleProfile, type ProfileMeaning, unsentEvents } from './profile-parts.ts';

/** A KCI profile, or everything wrong with its file. */
interface LoadedProfile {
  readonly profile?: KciProfile;
  readonly problems: Problem[];
}

/** Loads a KCI profile by its name in fixtures/kci or by path (relative to the file `from`, if given). */
export function loadProfile(reference: string, from?: string): LoadedProfile {
  return loadKept(PROFILES, reference, readProfile, from);
}

/** Reads the text of a KCI profile; `file` is its path, for places and relative paths. */
export function readProfile(text: string, file: string): LoadedProfile {
  const source = parseFixture(PROFILES, text, file);
  return source.problems.length > 0 ? { problems: source.problems } : profileOf(source, inherited(source, file));
}

function profileOf(source: Source, { base, words = base, problems }: Inheritance): LoadedProfile {
  if (problems.length > 0) return { problems };
  const profile = assembleProfile(
    source.value as JsonObject,
    base,
    (at) => patternAt(source, at, problems),
    placeIn(source),
  );
  const unsent = unsentEvents(words, profile);
  problems.push(...checkProfile(profile, source, base));
  return problems.length > 0 ? { problems } : { profile: { ...profile, unsent, places: placesOf(source) }, problems };
}

/** Places as findings name them: independent of the file's folder. */
function placeIn(source: Source): (pointer: string) => string {
  return (pointer) => {
    const { file, line } = source.keySpanOf(pointer);
    return `${basename(file)}:${line}`;
  };
}

/** The lines of everything that deliveries are checked against. */
function placesOf(source: Source): Record<string, string> {
  const placeOf = placeIn(source);
  const pointers = ['read', 'read/dates', 'envelope', 'events'].flatMap((group) =>
    Object.keys((getAt(source.value, `/${group}`) ?? {}) as JsonObject).map((name) => `/${group}${pointerOf([name])}`),
  );
  return Object.fromEntries(pointers.map((pointer) => [pointer, placeOf(pointer)]));
}

/** The profile whose outcome names the shipped scenarios use. */
const VOCABULARY = 'supplier';

const NOTHING: ProfileMeaning = { events: {}, lifecycles: [], requests: { amendment: {}, cancellation: {} } };

interface Inheritance {
  readonly base: ProfileMeaning;
  /** Events and outcomes that scenarios may name although this profile does not have them; those of `base` unless given. */
  readonly words?: ProfileMeaning;
  readonly problems: Problem[];
}

function inherited(source: Source, file: string): Inheritance {
  const reference = (source.value as JsonObject)['lifecycles-from'];
  if (typeof reference !== 'string') return { base: NOTHING, words: wordsOfTrade(source), problems: [] };
  const span = source.spanOf('/lifecycles-from');
  const read = (text: string, file: string): LoadedProfile => {
    const other = parseFixture(PROFILES, text, file);
    if (other.problems.length > 0) return other;
    if (getAt(other.value, '/lifecycles-from') === undefined) return profileOf(other, { base: NOTHING, problems: [] });
    const message = `"${reference}" takes its lifecycles from yet another profile`;
    return { problems: [{ severity: 'error', span, message, fix: 'name that one here' }] };
  };
  const loaded: LoadedProfile = loadFixture(PROFILES, reference, read, file, span);
  return { base: loaded.profile ?? NOTHING, problems: loaded.problems };
}

/** A profile without a base may lack outcomes that scenarios name; scenarios name no events. */
function wordsOfTrade({ value }: Source): ProfileMeaning {
  const isItself = (value as JsonObject).profile === VOCABULARY;
  return { ...((isItself ? undefined : loadProfile(VOCABULARY).profile) ?? NOTHING), events: {} };
}

function patternAt(source: Source, pointer: string, problems: Problem[]): Pattern {
  const read = readPattern(getAt(source.value, pointer) ?? null);
  for (const { at, message, fix } of read.problems) {
    problems.push({ severity: 'error', span: source.spanOf(pointer + at), message, fix });
  }
  return read.pattern;
}
