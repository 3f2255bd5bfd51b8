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
