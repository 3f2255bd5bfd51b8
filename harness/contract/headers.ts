import type { Contract, HeaderRole, Operation, Problem, Target } from '../model.ts';
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

/** Fixed headers of a target that are the specification's: sent with every request, they would hide that one is left out. */
export function takenHeaders({ target, headers = {} }: Target, contract: Contract): Problem[] {
  const own = [...Object.values(contract.headers), 'Authorization', 'Content-Type'].map((name) => name.toLowerCase());
  const taken = Object.keys(headers).filter((name) => own.includes(name.toLowerCase()));
  return taken.map((name) => ({
    severity: 'error',
    message: `target "${target}", headers: ${name} is a header of the specification`,
    why: 'requests have one of their own, and some must be sent without',
  }));
}
