import { refusal } from '../../application/say.ts';
import type { Answers, InitFlags } from './answers.ts';
import { isAnything, isVariableName } from './checks.ts';
import type { Ask, Terminal } from './terminal.ts';

/** Gathers the tenants, and the names of the variables that hold their credentials; a flag for one of them spares all questions. */
export async function tenantsFrom(
  given: InitFlags['tenant'],
  ask: Ask,
  terminal: Terminal | null,
): Promise<Answers['tenants']> {
  const tenants: Answers['tenants'][number][] = [];
  for (const each of given ?? []) {
    const [
      name = '',
      idVariable = variableFor(name, 'CLIENT_ID'),
      secretVariable = variableFor(name, 'CLIENT_SECRET'),
    ] = each.split(':');
    const wrong = isAnything(name) ?? isVariableName(idVariable) ?? isVariableName(secretVariable);
    if (wrong !== null)
      throw refusal(`--tenant: ${wrong}`, undefined, 'write name, or name:ID_VARIABLE:SECRET_VARIABLE');
    tenants.push({ name, idVariable, secretVariable });
  }
  if (given && given.length > 0) return tenants;
  for (;;) {
    const isFirst = tenants.length === 0;
    const words = isFirst
      ? 'Your name as a tenant, as the Tenant header says it'
      : 'Another tenant, which some scenarios need (Enter for none)';
    const name = await ask('tenant', words, isAnything, isFirst ? undefined : '');
    if (name === '' || !terminal) return tenants;
    if (tenants.some((each) => each.name === name)) {
      terminal.tell(`  "${name}" stands already`);
      continue;
    }
    const variable = (what: string, usual: string) =>
      ask('tenant', `  Environment variable that holds its ${what} (the name, not the value)`, isVariableName, usual);
    tenants.push({
      name,
      idVariable: await variable('client id', variableFor(name, 'CLIENT_ID')),
      secretVariable: await variable('client secret', variableFor(name, 'CLIENT_SECRET')),
    });
  }
}

/** `northwind-broadband` has its client id in NORTHWIND_BROADBAND_CLIENT_ID. */
function variableFor(tenant: string, what: string): string {
  const words = tenant
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${/^[A-Z]/.test(words) ? '' : 'TENANT_'}${words === '' ? '' : `${words}_`}${what}`;
}
