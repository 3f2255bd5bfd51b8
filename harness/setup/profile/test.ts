import { fixtureNames, PROFILES } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import {
  type FieldFit,
  fitsOf,
  isFitting,
  isMapped,
  type ProfileFit,
  type SampleDelivery,
} from '../../contract/profile-fit.ts';
import type { Json, KciProfile } from '../../model.ts';
import { wordLocator } from '../../values/part.ts';
import { clip, count, oneLine } from '../../words/text.ts';

/** What a profile makes of samples, compared with the profiles shipped with Assay. */
export type ProfileTest = ReturnType<typeof testProfile>;

/** The KCI profiles that come with Assay. */
export function shippedProfiles(): KciProfile[] {
  return fixtureNames(PROFILES).flatMap((name) => loadProfile(name).profile ?? []);
}

/** Tries a profile on samples, and the others beside it. */
export function testProfile(
  profile: KciProfile,
  samples: readonly SampleDelivery[],
  others: readonly KciProfile[] = shippedProfiles(),
) {
  const rivals = others.filter((each) => each.profile !== profile.profile);
  const tried = [profile, ...rivals].map((each) => ({
    profile: each.profile,
    fits: samples.map((sample) => fitsOf(each, sample)),
  }));
  const fits = tried[0]?.fits ?? [];
  return {
    profile: profile.profile,
    fits: fits.flat(),
    isWholeMapped: fits.flat().every(isMapped),
    /** For each event, the profiles that its sample fits; more than one is ambiguous. */
    fitting: fits.flatMap((events, i) => {
      const names = tried.flatMap(({ profile: name, fits: of }) => (of[i]?.every(isFitting) ? [name] : []));
      return events.map(() => names);
    }),
    /** How many of the samples each profile fits and maps; the best first. */
    ranking: tried
      .map(({ profile: name, fits: of }) => ({
        profile: name,
        fitting: of.flat().filter(isFitting).length,
        mapped: of.flat().filter(isMapped).length,
        found: of
          .flat()
          .flatMap(({ fields }) => fields)
          .filter(({ state }) => state === 'found').length,
      }))
      // Stable: of equals, the profile under test comes first.
      .toSorted((a, b) => b.fitting - a.fitting || b.mapped - a.mapped || b.found - a.found),
  };
}

const MAX_LENGTH = 60;

/** The result of a profile test as text: for each sample, and for all together. */
export function profileText(test: ProfileTest): string {
  const blocks = test.fits.map((fit, i) => sampleText(fit, test.fitting[i] ?? []));
  return [...blocks, summary(test)].join('\n\n');
}

function sampleText(fit: ProfileFit, fitting: readonly string[]): string {
  const { sample, event, alsoFits, lifecycles, unreadable, unknown, wrong, fields } = fit;
  const shown = unreadable === undefined ? fields.map(fieldLine) : [];
  const others = fitting.filter((name) => name !== fit.profile);
  const remarks = [
    ...(unreadable === undefined ? [] : [`maps to nothing: ${unreadable}`]),
    ...(unknown === undefined ? [] : [`maps to nothing: ${unknown}`]),
    ...(event !== undefined && !isMapped(fit) ? [`maps to ${event} of no order: ${orderless(fields)}`] : []),
    ...(alsoFits.length > 0
      ? [`fits ${alsoFits.join(', ')} too; ${event} stands first in the profile, and counts`]
      : []),
    ...wrong.map((each) => `wrong: ${each}`),
    ...(others.length > 0 ? [elsewhere(others, fitting.includes(fit.profile))] : []),
  ];
  return [
    `${oneLine(sample)}  ${isMapped(fit) ? event : 'NOT MAPPED'}`,
    ...shown,
    ...(event === undefined ? [] : [line('lifecycles', lifecycles.join(', ') || 'none', '')]),
    ...remarks.map((each) => `  ! ${oneLine(each)}`),
  ].join('\n');
}

function elsewhere(others: readonly string[], isAmbiguous: boolean): string {
  const named = others.map((name) => `"${name}"`).join(' and ');
  return isAmbiguous ? `ambiguous: the profile ${named} fits as well` : `the profile ${named} fits`;
}

function fieldLine({ field, locator, state, value }: FieldFit): string {
  const place = wordLocator(locator);
  const told: Readonly<Record<typeof state, readonly [value: string, place: string]>> = {
    found: [brief(field, value), place],
    malformed: [`malformed: ${brief(field, value)}`, place],
    missing: ['-', `nothing at ${place}`],
    unknown: ['-', `the sample has no headers; looked for in ${place}`],
  };
  return line(field, ...told[state]);
}

function line(field: string, value: string, place: string): string {
  return `  ${field.padEnd(18)}  ${oneLine(clip(value, MAX_LENGTH)).padEnd(38)}  ${oneLine(place)}`.trimEnd();
}

function brief(field: string, value: Json | undefined): string {
  if (field === 'issued-at' && typeof value === 'number') return new Date(value).toISOString();
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object') {
    const size = Object.keys(value).length;
    return Array.isArray(value) ? `a list of ${size}` : `an object with ${count(size, 'member')}`;
  }
  return String(value);
}

function orderless(fields: readonly FieldFit[]): string {
  const place = wordLocator(fields.find(({ field }) => field === 'order-id')?.locator);
  return `nothing that names an order stands at ${place}`;
}

function summary({ profile, fits, ranking, fitting }: ProfileTest): string {
  const mapped = fits.filter(isMapped).length;
  const ambiguous = fitting.filter((each) => each.length > 1).length;
  const [best] = ranking;
  return [
    mapped === 0
      ? `the profile ${profile} maps none of ${count(fits.length, 'sample')}: ${reasons(fits)}`
      : `the profile ${profile} maps ${mapped} of ${count(fits.length, 'sample')}`,
    ...(ambiguous > 0
      ? [`${count(ambiguous, 'sample')} ${ambiguous === 1 ? 'is' : 'are'} ambiguous: more than one profile fits`]
      : []),
    best === undefined || best.mapped === 0
      ? 'no profile that comes with Assay maps any of them: write one, from a copy of fixtures/kci/generic.yaml'
      : `the profile ${best.profile} fits best: ${best.fitting} without anything wrong, ${best.mapped} mapped`,
  ].join('\n');
}

/** Why nothing was mapped: each reason once. */
function reasons(fits: readonly ProfileFit[]): string {
  const said = fits.map(({ unreadable, unknown, fields }) => unreadable ?? unknown ?? orderless(fields));
  return [...new Set(said)].join('; ');
}
