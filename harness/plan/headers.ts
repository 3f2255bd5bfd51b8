import type { JsonObject, Operation } from '../model.ts';
import { type Context, uuidOf } from './context.ts';

/** Who sends a request. */
export interface Sender {
  readonly tenant: string;
  /** Names the request within its journey. */
  readonly request: string;
}

/** The headers that every request of an operation carries; those of the gateway for a request written out. */
export function usualHeaders(operation: Operation | undefined, sender: Sender, context: Context): JsonObject {
  const gateway = namesOf(Object.values(context.contract.operations).find(({ auth }) => auth === 'bearer'));
  const names = operation ? namesOf(operation) : gateway;
  // Whether the token request carries the tenant is the target's to say, the spec does not (Authentication 6).
  const isTenantSent = operation?.auth !== 'basic' || context.target.token.sendTenantHeader;
  const sent = [
    ...names.filter((name) => !isTenant(name)),
    ...(isTenantSent ? [...names, ...gateway].filter(isTenant).slice(0, 1) : []),
  ];
  return Object.fromEntries(
    sent.flatMap((name) => {
      const value = VALUES[name.toLowerCase()]?.(sender, context);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const VALUES: Readonly<Record<string, (sender: Sender, context: Context) => string>> = {
  'x-request-id': ({ request }, context) => uuidOf(context, `${request}/request`),
  'x-conversation-id': (_, context) => uuidOf(context, 'conversation'),
  tenant: ({ tenant }) => tenant,
};

function isTenant(name: string): boolean {
  return name.toLowerCase() === 'tenant';
}

function namesOf(operation: Operation | undefined): string[] {
  return operation?.parameters.filter((each) => each.in === 'header').map(({ name }) => name) ?? [];
}
