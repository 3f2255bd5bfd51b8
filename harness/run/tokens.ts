import type { Clock, Contract, RequestTemplate, Target, TargetTenant, WireRequest } from '../model.ts';
import { encodeRequest } from '../request.ts';
import { type ExchangeOf, type Outcome, tokenOf } from './exchange.ts';

/** Tokens of the target's tenants, one request for many journeys, renewed before they run out. */
export interface Tokens {
  /** The tenant's current token, or null when the token endpoint gave none. */
  bearerOf(tenant: string): Promise<string | null>;
}

interface Held {
  /** Null: the endpoint gave none, and is not asked again for a while. */
  readonly token: string | null;
  readonly until: number;
}

const RETRY_AFTER_MS = 5_000;
const RENEW_EARLY_MS = 30_000;
const TENANT_HEADER = 'Tenant';

/** Basic credentials as the header carries them (RFC 7617). */
export function basicOf(clientId: string, clientSecret: string): string {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The request for a tenant's token (Spec: Authentication, 2), as the target file wants it. */
export function tokenRequest(target: Target, contract: Contract, tenant: TargetTenant): WireRequest {
  const { method, path, body } = contract.operations.token;
  const template: RequestTemplate = {
    verb: 'token',
    method,
    path,
    headers: {
      Authorization: basicOf(tenant.clientId, tenant.clientSecret),
      ...(target.token.sendTenantHeader ? { [TENANT_HEADER]: tenant.name } : {}),
    },
    query: {},
    body: target.token.form,
    auth: 'basic',
    ...(body ? { contentType: body.contentType } : {}),
  };
  return encodeRequest(template, target.baseUrl);
}

/** Tokens fetched through `exchange`. */
export function createTokens(
  { target, contract, clock }: { readonly target: Target; readonly contract: Contract; readonly clock: Clock },
  exchange: (of: ExchangeOf, request: WireRequest) => Promise<Outcome>,
): Tokens {
  const held = new Map<string, Held>();
  const asked = new Map<string, Promise<string | null>>();

  const fetchToken = async (tenant: TargetTenant): Promise<string | null> => {
    const { answer } = await exchange(
      { journey: '', step: 'token', verb: 'token', tenant: tenant.name },
      tokenRequest(target, contract, tenant),
    );
    const token = answer && Math.floor(answer.status / 100) === 2 ? tokenOf(answer.json) : undefined;
    if (!token) {
      held.set(tenant.name, { token: null, until: clock.now() + RETRY_AFTER_MS });
      return null;
    }
    const lifeMs = (token.lifeSeconds ?? 0) * 1000;
    // Renewed a little early, so that a token does not run out on its way.
    held.set(tenant.name, { token: token.text, until: clock.now() + lifeMs - Math.min(RENEW_EARLY_MS, lifeMs / 10) });
    return token.text;
  };

  return {
    bearerOf: (name) => {
      const current = held.get(name);
      if (current && current.until > clock.now()) return Promise.resolve(current.token);
      const underWay = asked.get(name);
      if (underWay) return underWay;
      const tenant = target.tenants.find((each) => each.name === name);
      if (!tenant) return Promise.resolve(null);
      const fetching = fetchToken(tenant).finally(() => asked.delete(name));
      asked.set(name, fetching);
      return fetching;
    },
  };
}
