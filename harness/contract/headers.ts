import type { Contract, HeaderRole, Operation } from '../model.ts';
import type { Complain } from './operations.ts';

/** The roles, each of which the document must give one header. */
export const HEADER_ROLES: readonly HeaderRole[] = ['request', 'conversation', 'tenant'];

/** The names of the request headers by their roles, of which the operations must be of one mind. */
export function headersOf(operations: readonly Operation[], complain: Complain): Contract['headers'] {
  const headers: Partial<Record<HeaderRole, string>> = {};
  const refuse = (message: string): void =>
    complain('/paths', message, `one header has the x-role ${HEADER_ROLES.join(', one ')}`);
  const parameters = operations.flatMap((each) => each.parameters);
  const named = new Map(parameters.flatMap(({ name, role }) => (role === undefined ? [] : [[name, role]])));
  for (const [name, role] of named) {
    const known = headers[role];
    if (!HEADER_ROLES.includes(role)) refuse(`"${role}" of the header "${name}" is no role`);
    else if (known !== undefined && known !== name) refuse(`"${known}" and "${name}" both have the role "${role}"`);
    else headers[role] = name;
  }
  for (const role of HEADER_ROLES) if (headers[role] === undefined) refuse(`no header has the role "${role}"`);
  return headers as Contract['headers'];
}
