import type { KciProfile } from '../model.ts';

/** A tenant's own address of a webhook: its name stands before what such addresses end with. */
export function ofTenant(url: string, { wire }: Pick<KciProfile, 'wire'>, tenant: string): string {
  return url.endsWith(wire.path)
    ? `${url.slice(0, url.length - wire.path.length)}/${segment(tenant)}${wire.path}`
    : url;
}

/**
 * Whether a delivery went to an address that was given to the tenant whose event it is: below the run's secret there is
 * nothing, or what the profile says a webhook's URL ends with, perhaps after the tenant's name.
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
