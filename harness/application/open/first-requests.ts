import { randomUUID } from 'node:crypto';
import { nthSites } from '../../journey/site.ts';
import type { JsonObject, Operation, RequestTemplate, Site, World } from '../../model.ts';
import { verbRequest } from '../../plan/request.ts';

/** Who asks: a tenant, with its token, if it got one. */
export interface Asker {
  readonly tenant: string;
  readonly token: string | null;
}

/** The headers that the contract lists for an operation. */
export function headersFor(operation: Operation, { tenant, token }: Asker): Readonly<Record<string, string>> {
  const wanted = operation.parameters.filter((each) => each.in === 'header');
  const written = wanted.map(({ name, role }) => [name, role === 'tenant' ? tenant : randomUUID()] as const);
  return { ...Object.fromEntries(written), ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

/** A query for an address; other parameters have the first value that the contract allows. */
export function queryRequest(
  operation: Operation,
  asker: Asker,
  site: Site | undefined,
  world: World,
): RequestTemplate {
  const chosen = operation.fields.flatMap(({ field, to }): [string, string][] => {
    const parameter = operation.parameters.find(({ name, required }) => required && to === `/query/${name}`);
    const [first] = Array.isArray(parameter?.schema.enum) ? parameter.schema.enum : [];
    return typeof first === 'string' ? [[field, first]] : [];
  });
  const fields: JsonObject = { ...Object.fromEntries(chosen), ...(site && { address: site }) };
  return verbRequest(operation, fields, headersFor(operation, asker), () => world.service);
}

/** An address that steers nothing; undefined if the world has none. */
export function plainSite(world: World): Site | undefined {
  return Object.entries(nthSites(world, 0)).find(([role]) => world.roles[role]?.steers === undefined)?.[1];
}
