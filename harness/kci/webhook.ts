import type { KciProfile } from '../model.ts';

/** A webhook address for one tenant: its name comes before the profile's path. */
export function ofTenant(url: string, { wire }: Pick<KciProfile, 'wire'>, tenant: string): string {
  return url.endsWith(wire.path)
    ? `${url.slice(0, url.length - wire.path.length)}/${segment(tenant)}${wire.path}`
    : url;
}

/**
 * Whether a delivery went to an address that was given to its event's tenant: after the run's secret comes nothing or the
 * profile's path, perhaps after the tenant's name.
 */
export function isGivenTo(path: string, { wire }: Pick<KciProfile, 'wire'>, tenant: string): boolean {
  const [came = '', query] = path.split('?');
  const [ending = '', asked] = wire.path.split('?');
  const below = bare(`/${came.split('/').slice(2).join('/')}`);
  const givenTo = ['', `/${segment(tenant)}`];
  if (below !== '' && !givenTo.some((own) => below === own + bare(ending) || below === own)) return false;
  const told = new URLSearchParams(query);
  return [...new URLSearchParams(asked)].every(([name, value]) => told.getAll(name).includes(value));
}

const segment = (tenant: string): string => encodeURIComponent(tenant);
const bare = (path: string): string => path.replace(/\/$/, '');

/** The time between the `count`-th attempt of a delivery (from 1) and the next one; the last of `spacingMs` repeats. */
export function retrySpacing(spacingMs: readonly number[], count: number): number {
  return spacingMs[count - 1] ?? spacingMs.at(-1) ?? 0;
}
