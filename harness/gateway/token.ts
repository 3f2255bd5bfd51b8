import type { TargetTenant } from '../model.ts';
import { hash32 } from '../seed.ts';
import { putNewest } from './newest.ts';

/** A token says of itself whose it is and until when, so that any number of them costs no memory. */
export interface TokenClaims {
  readonly tenant: string;
  readonly expiresAt: number;
}

/** Those used of late need not be read anew. */
const MOST_KNOWN = 64;

/** Issues tokens and knows its own again. */
export interface Tokens {
  issue(tenant: string, now: number, lifeSeconds?: number): string;
  /** What a token claims, or null for one that was not issued here. Expiry is for the caller to judge. */
  claimsOf(token: string): TokenClaims | null;
  /** The tenant whose client id and secret a Basic header holds, or null. */
  tenantOf(authorization: string | undefined): string | null;
}

/** Tokens marked with the seed: a stand-in for signing, not security. */
export function createTokens(tenants: readonly TargetTenant[], seed: string, lifeSeconds: number): Tokens {
  let count = 0;
  const mark = (text: string): string => hash32(`${seed}/token/${text}`).toString(36);
  const known = new Map<string, TokenClaims>();
  const credentials = new Map(tenants.map((each) => [`${each.clientId}:${each.clientSecret}`, each.name]));
  return {
    issue(tenant, now, seconds = lifeSeconds) {
      count += 1;
      const claims = [tenant, now + seconds * 1000, count];
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${text}.${mark(text)}`;
    },
    claimsOf(token) {
      const before = known.get(token);
      if (before) return before;
      const dot = token.indexOf('.');
      const text = token.slice(0, dot);
      if (dot < 0 || mark(text) !== token.slice(dot + 1)) return null;
      const [tenant, expiresAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number];
      const claims = { tenant, expiresAt };
      putNewest(known, token, claims, MOST_KNOWN);
      return claims;
    },
    tenantOf(authorization) {
      const text = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1];
      if (text === undefined) return null;
      return credentials.get(Buffer.from(text, 'base64').toString()) ?? null;
    },
  };
}

/** The token of a Bearer header, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
