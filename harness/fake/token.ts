import type { TargetClient, TargetTenant } from '../model.ts';
import { hash32 } from '../values/seed.ts';
import { headerFor } from './read-request.ts';
import { type DecidableRequest, type Decision, type Rules, refusal } from './rules.ts';
import { putNewest } from './state.ts';

/** A token contains its tenant and expiry, so that any number of tokens takes no memory. */
interface TokenClaims {
  readonly tenant: string;
  readonly expiresAt: number;
}

/** How many recently used tokens are kept parsed. */
const MAX_KNOWN = 64;

/** Issues tokens and recognises its own. */
export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

/** In place of a tenant, for a client that may not have a token; no tenant has this name. */
const BARRED = '\0';

/** Tokens contain the seed: a stand-in for a signature, not security. */
export function createTokenIssuer(
  tenants: readonly TargetTenant[],
  seed: string,
  lifeSeconds: number,
  barred: readonly TargetClient[] = [],
) {
  let count = 0;
  const mark = (text: string): string => hash32(`${seed}/token/${text}`).toString(36);
  const known = new Map<string, TokenClaims>();
  const kept = new Map<string, { readonly token: string; readonly at: number }>();
  const clients = [...barred.map((each) => ({ ...each, name: BARRED })), ...tenants];
  const credentials = new Map(clients.map((each) => [`${each.clientId}:${each.clientSecret}`, each.name]));
  const issue = (tenant: string, now: number, seconds = lifeSeconds): string => {
    count += 1;
    const claims = [tenant, now + seconds * 1000, count];
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${text}.${mark(text)}`;
  };
  return {
    issue,
    /** The tenant's last token while at least a fifth of its life is left; else a new one. */
    again(tenant: string, now: number): string {
      const held = kept.get(tenant);
      if (held && now < held.at + lifeSeconds * 800) return held.token;
      const token = issue(tenant, now);
      kept.set(tenant, { token, at: now });
      return token;
    },
    /** The claims after the token was used: its whole validity once more. */
    prolonged(token: string, claims: TokenClaims, now: number): TokenClaims {
      if (claims.expiresAt <= now) return claims;
      const used = { ...claims, expiresAt: now + lifeSeconds * 1000 };
      putNewest(known, token, used, MAX_KNOWN);
      return used;
    },
    /**
     * The claims of a token, or null if it was not issued here. Does not check whether it has expired. `isLax`: compares
     * only the beginning.
     */
    claimsOf(token: string, isLax = false): TokenClaims | null {
      const before = known.get(token);
      if (before) return before;
      const dot = token.indexOf('.');
      const text = token.slice(0, dot);
      if (isLax && dot > 0 && !mark(text).startsWith(token.slice(dot + 1, -1) || '-')) return null;
      if (dot < 0 || (!isLax && mark(text) !== token.slice(dot + 1))) return null;
      const [tenant, expiresAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number];
      const claims = { tenant, expiresAt };
      putNewest(known, token, claims, MAX_KNOWN);
      return claims;
    },
    /**
     * The tenant whose client id and secret a Basic header holds, or null; `BARRED` for a client that may not have a token.
     * `isLax`: ignores case.
     */
    tenantOf(authorization: string | undefined, isLax = false): string | null {
      const text = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1];
      if (text === undefined) return null;
      const given = Buffer.from(text, 'base64').toString();
      const alike = isLax && [...credentials].find(([each]) => each.toLowerCase() === given.toLowerCase())?.[1];
      return credentials.get(given) ?? (alike || null);
    },
  };
}

/** The token of a Bearer header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

const GRANT = 'client_credentials';
const SCOPE = 'gateway';

/** Spec, Authentication 2 and 3: a token for the tenant whose credentials were sent. */
export function issueToken(rules: Rules, tokens: TokenIssuer, lifeSeconds: number, asking: DecidableRequest): Decision {
  const { grant_type: grant } = asking.body;
  if (grant !== undefined && grant !== GRANT) return refusal(rules, asking, 400, `grant_type is not ${GRANT}`);
  if (asking.tenant === BARRED) return refusal(rules, asking, 403, 'the client is not permitted to have a token');
  // A client may not act for another tenant.
  const named = headerFor(asking.asked, 'tenant');
  if (named !== undefined && named !== asking.tenant) {
    return refusal(rules, asking, 403, `the client is not permitted to act for "${named}"`);
  }
  const seconds = asking.steering.tokenLifeSeconds ?? lifeSeconds;
  const token = asking.forgets.has('tokens-from-a-cache')
    ? tokens.again(asking.tenant, asking.now)
    : tokens.issue(asking.tenant, asking.now, seconds);
  return {
    reply: {
      status: 200,
      json: { access_token: token, token_type: 'Bearer', scope: SCOPE, expires_in: seconds },
    },
  };
}
