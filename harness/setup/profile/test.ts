import { fixtureNames, PROFILES } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import { type Fit, fitsOf, isFitting, isMapped, type Sample } from '../../contract/profile-fit.ts';
import type { KciProfile } from '../../model.ts';

/** What a profile makes of samples, beside what the profiles that come with Assay make of them. */
export interface ProfileTest {
  readonly profile: string;
  readonly fits: readonly Fit[];
  readonly isWholeMapped: boolean;
  /** Of each event, the profiles that have nothing to say against its sample; more than one is ambiguous. */
  readonly fitting: readonly (readonly string[])[];
  /** How many of the samples each profile fits and maps, the best first. */
  readonly ranking: readonly Ranked[];
}

/** How far a profile gets with the samples. */
export interface Ranked {
  readonly profile: string;
  readonly fitting: number;
  readonly mapped: number;
  /** Fields found, over all samples. */
  readonly found: number;
}

/** The KCI profiles that come with Assay. */
export function shippedProfiles(): KciProfile[] {
  return fixtureNames(PROFILES).flatMap((name) => loadProfile(name).profile ?? []);
}

/** Tries a profile, and the others beside it, on samples. */
export function testProfile(
  profile: KciProfile,
  samples: readonly Sample[],
  others: readonly KciProfile[] = shippedProfiles(),
): ProfileTest {
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
    fitting: fits.flatMap((events, i) => {
      const names = tried.flatMap(({ profile: name, fits: of }) => (of[i]?.every(isFitting) ? [name] : []));
      return events.map(() => names);
    }),
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
      // Stable: between equals the profile under test stands first.
      .toSorted((a, b) => b.fitting - a.fitting || b.mapped - a.mapped || b.found - a.found),
  };
}
