import type { Json, JsonObject } from '../model.ts';

/** Spec, Errors: `code` in the gateway's error body. Authentication 5: `error` in that of the token endpoint. */
const CODE_MEMBERS = ['code', 'error'] as const;

/** The error code of a body, from either kind of error body. */
export function errorCodeOf(body: Json | undefined): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const member of CODE_MEMBERS) {
    const code = (body as JsonObject)[member];
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/** The code and messages of a gateway's error body; undefined for any other body. */
export function saidIn(body: Json | undefined): JsonObject | undefined {
  if (typeof body !== 'object' || body === null || !('messages' in body)) return undefined;
  const { code = null, messages } = body as JsonObject;
  return messages === undefined ? undefined : { code, messages };
}

/** The token and its life in an answer of the token endpoint (Spec: Authentication, 3). */
export function tokenOf(
  json: Json | undefined,
): { readonly text: string; readonly lifeSeconds: number | undefined } | undefined {
  if (typeof json !== 'object' || json === null || !('access_token' in json)) return undefined;
  const { access_token: text, expires_in: life } = json;
  if (typeof text !== 'string' || text === '') return undefined;
  return { text, lifeSeconds: typeof life === 'number' ? life : undefined };
}

const RENEW_EARLY_MS = 30_000;
/** Of a short life: the rest must suffice for the request's way and a slow gateway. */
const RENEW_EARLY_PART = 1 / 3;
/** For how long a token is used whose answer does not say how long it lives. */
const UNKNOWN_LIFE_MS = 5_000;

/** When to ask for another token: a little before it expires, so that it does not on its way. ms since the epoch. */
export function renewalOf(lifeSeconds: number | undefined, askedAt: number): number {
  if (lifeSeconds === undefined) return askedAt + UNKNOWN_LIFE_MS;
  const lifeMs = lifeSeconds * 1000;
  return askedAt + lifeMs - Math.min(RENEW_EARLY_MS, lifeMs * RENEW_EARLY_PART);
}
