import type { Clock, Contract, RequestTemplate, Target, TargetTenant, WireRequest } from '../model.ts';
import { isSuccess } from '../wire/answer.ts';
import { renewalOf, tokenOf } from '../wire/answer-body.ts';
import { basicOf } from '../wire/basic.ts';
import { encodeRequest } from '../wire/request.ts';
import type { ExchangeOutcome, NewExchange } from './exchange.ts';

/** Tokens of the target's tenants, one request for many journeys, renewed before they run out. */
export type TokenCache = ReturnType<typeof createTokenCache>;

/** A cached token. */
interface CachedToken {
  /** Null: the endpoint gave none, and is not asked again for a while. */
  readonly token: string | null;
  /** When to ask again, ms since the epoch. */
  readonly until: number;
  readonly isLifeKnown: boolean;
}

const RETRY_AFTER_MS = 5_000;
const MAX_TRIES = 3;
const TRY_AGAIN_MS = 200;

/** The request for a tenant's token (Spec: Authentication, 2), as the target file wants it, without credentials. */
export function tokenTemplate({ token }: Pick<Target, 'token'>, contract: Contract, tenant: string): RequestTemplate {
  const { method, path, body } = contract.operations.token;
  const headers = token.sendTenantHeader ? { [contract.headers.tenant]: tenant } : {};
  const contentType = body ? { contentType: body.contentType } : {};
  return { verb: 'token', method, path, headers, query: {}, body: token.form, auth: 'none', ...contentType };
}

/** The token request with credentials. */
export function tokenRequest(target: Target, contract: Contract, tenant: TargetTenant): WireRequest {
  const template = tokenTemplate(target, contract, tenant.name);
  const headers = { Authorization: basicOf(tenant.clientId, tenant.clientSecret), ...template.headers };
  return encodeRequest({ ...template, headers, auth: 'basic' }, target);
}

/** A cache of tokens by tenant name, fetched through `exchange`. */
export function createTokenCache(
  { target, contract, clock }: { readonly target: Target; readonly contract: Contract; readonly clock: Clock },
  exchange: (of: NewExchange, request: WireRequest) => Promise<ExchangeOutcome>,
) {
  const held = new Map<string, CachedToken>();
  const asked = new Map<string, Promise<string | null>>();

  /** Retried, since many journeys depend on one answer and a connection may just have broken. */
  const askFor = async (tenant: TargetTenant, tries = 1): Promise<{ askedAt: number } & ExchangeOutcome> => {
    const of = { journey: '', step: 'token', verb: 'token', tenant: tenant.name } as const;
    // The life counts from here: the gateway's count begins between now and its answer.
    const askedAt = clock.now();
    const outcome = await exchange(of, tokenRequest(target, contract, tenant));
    if (outcome.answer !== null || tries === MAX_TRIES) return { askedAt, ...outcome };
    await clock.until(new Promise(() => {}), TRY_AGAIN_MS * tries);
    return askFor(tenant, tries + 1);
  };

  const fetchToken = async (tenant: TargetTenant): Promise<string | null> => {
    const { askedAt, answer } = await askFor(tenant);
    const token = answer && isSuccess(answer.status) ? tokenOf(answer.json) : undefined;
    if (!token) {
      held.set(tenant.name, { token: null, until: clock.now() + RETRY_AFTER_MS, isLifeKnown: false });
      return null;
    }
    const { text, lifeSeconds } = token;
    held.set(tenant.name, {
      token: text,
      until: renewalOf(lifeSeconds, askedAt),
      isLifeKnown: lifeSeconds !== undefined && lifeSeconds > 0,
    });
    return text;
  };

  return {
    /** Whether a token of the tenant has expired or was renewed. A token with unknown life has not. */
    isSpent: (name: string, token: string): boolean => {
      const current = held.get(name);
      if (!current?.isLifeKnown) return false;
      return current.token !== token || current.until <= clock.now();
    },
    /** The tenant's current token; null if the token endpoint gave none. */
    bearerOf: (name: string): Promise<string | null> => {
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
