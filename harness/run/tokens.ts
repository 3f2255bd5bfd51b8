import type { Clock, Contract, RequestTemplate, Target, TargetTenant, WireRequest } from '../model.ts';
import { isSuccess } from '../wire/answer.ts';
import { tokenOf } from '../wire/answer-body.ts';
import { basicOf } from '../wire/basic.ts';
import { encodeRequest } from '../wire/request.ts';
import type { NewExchange, Outcome } from './exchange.ts';

/** Tokens of the target's tenants, one request for many journeys, renewed before they run out. */
export type TokenCache = ReturnType<typeof createTokenCache>;

/** A token as it is held. */
interface Held {
  /** Null: the endpoint gave none, and is not asked again for a while. */
  readonly token: string | null;
  /** When to ask again, ms since the epoch. */
  readonly until: number;
  readonly lifeMs: number;
}

const RETRY_AFTER_MS = 5_000;
const MOST_TRIES = 3;
const TRY_AGAIN_MS = 200;
const RENEW_EARLY_MS = 30_000;
/** Of a short life; what is left must do for the way, and for a gateway that takes its time. */
const RENEW_EARLY_PART = 1 / 3;

/** The request for a tenant's token (Spec: Authentication, 2), as the target file wants it, but for the credentials. */
export function tokenTemplate({ token }: Pick<Target, 'token'>, contract: Contract, tenant: string): RequestTemplate {
  const { method, path, body } = contract.operations.token;
  const headers = token.sendTenantHeader ? { [contract.headers.tenant]: tenant } : {};
  const contentType = body ? { contentType: body.contentType } : {};
  return { verb: 'token', method, path, headers, query: {}, body: token.form, auth: 'none', ...contentType };
}

/** The same with the credentials. */
export function tokenRequest(target: Target, contract: Contract, tenant: TargetTenant): WireRequest {
  const template = tokenTemplate(target, contract, tenant.name);
  const headers = { Authorization: basicOf(tenant.clientId, tenant.clientSecret), ...template.headers };
  return encodeRequest({ ...template, headers, auth: 'basic' }, target);
}

/** Tokens fetched through `exchange`, and kept by the tenant's name. */
export function createTokenCache(
  { target, contract, clock }: { readonly target: Target; readonly contract: Contract; readonly clock: Clock },
  exchange: (of: NewExchange, request: WireRequest) => Promise<Outcome>,
) {
  const held = new Map<string, Held>();
  const asked = new Map<string, Promise<string | null>>();

  /** Many journeys hang on one answer: a connection that broke is no reason to stop them all. */
  const askFor = async (tenant: TargetTenant, tries = 1): Promise<{ askedAt: number } & Outcome> => {
    const of = { journey: '', step: 'token', verb: 'token', tenant: tenant.name } as const;
    // Counted from here: the gateway counts from somewhere between this and its answer.
    const askedAt = clock.now();
    const outcome = await exchange(of, tokenRequest(target, contract, tenant));
    if (outcome.answer !== null || tries === MOST_TRIES) return { askedAt, ...outcome };
    await clock.until(new Promise(() => {}), TRY_AGAIN_MS * tries);
    return askFor(tenant, tries + 1);
  };

  const fetchToken = async (tenant: TargetTenant): Promise<string | null> => {
    const { askedAt, answer } = await askFor(tenant);
    const token = answer && isSuccess(answer.status) ? tokenOf(answer.json) : undefined;
    if (!token) {
      held.set(tenant.name, { token: null, until: clock.now() + RETRY_AFTER_MS, lifeMs: 0 });
      return null;
    }
    const lifeMs = (token.lifeSeconds ?? 0) * 1000;
    // Renewed a little early, so that a token does not run out on its way.
    const early = Math.min(RENEW_EARLY_MS, lifeMs * RENEW_EARLY_PART);
    held.set(tenant.name, { token: token.text, until: askedAt + lifeMs - early, lifeMs });
    return token.text;
  };

  return {
    /** Whether a token that the tenant got has run out since, or was renewed. One that did not tell its life has not. */
    isSpent: (name: string, token: string): boolean => {
      const current = held.get(name);
      if (current === undefined || current.lifeMs === 0) return false;
      return current.token !== token || current.until <= clock.now();
    },
    /** The tenant's current token, or null when the token endpoint gave none. */
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
