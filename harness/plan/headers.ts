import { HEADER_ROLES } from '../contract/headers.ts';
import type { HeaderRole, JsonObject, Operation } from '../model.ts';
import { type Context, uuidOf } from './context.ts';

/** Who sends a request. */
export interface Sender {
  readonly tenant: string;
  /** Names the request within its journey. */
  readonly request: string;
}

/** The headers that every request of an operation carries; for a request written out all that the contract knows. */
export function usualHeaders(operation: Operation | undefined, sender: Sender, context: Context): JsonObject {
  const roles = operation ? operation.parameters.flatMap(({ role }) => role ?? []) : HEADER_ROLES;
  // Whether the token request carries the tenant is the target's to say, the spec does not (Authentication 6).
  const isTenantSent = operation?.auth !== 'basic' || context.target.token.sendTenantHeader;
  const sent: HeaderRole[] = [...roles.filter((role) => role !== 'tenant'), ...(isTenantSent ? TENANT : [])];
  return Object.fromEntries(sent.map((role) => [context.contract.headers[role], VALUES[role](sender, context)]));
}

const TENANT = ['tenant'] as const;

const VALUES: Readonly<Record<HeaderRole, (sender: Sender, context: Context) => string>> = {
  request: ({ request }, context) => uuidOf(context, `${request}/request`),
  conversation: (_, context) => uuidOf(context, 'conversation'),
  tenant: ({ tenant }) => tenant,
};
