import { _, type CodeOptions } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Contract } from '../model.ts';
import { createAjv } from './validators.ts';
import { silentRows } from './violation.ts';

/**
 * The text of a JavaScript module that exports `isSchema`, which says of the component schemas of these names what
 * `Validators.schema` says: for where ajv cannot be. What it imports lies beside this file, and nothing of it is Node's.
 */
export function schemasAsCode(contract: Contract, names: readonly string[]): string {
  const code: CodeOptions = { source: true, esm: true, formats: _`require("./formats.ts").FITS` };
  const ajv = createAjv(code);
  const schemas = Object.fromEntries(names.map((name) => [name, contract.schemas[name] ?? {}]));
  const functions = Object.fromEntries(names.map((name) => [`is${name}`, name]));
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  return `import { breachIn, violationsOf } from './violation.ts';
${standalone.default(ajv, functions)}
const schemas = ${JSON.stringify(schemas)};
const silent = new Set(${JSON.stringify([...silentRows(contract)])});
const checks = { ${names.map((name) => `${name}: is${name}`).join(', ')} };
/** What is wrong with a value as the component schema of that name, or null. */
export function isSchema(name, value) {
  const check = checks[name];
  if (!check) throw new Error('the contract has no schema "' + name + '"');
  if (check(value)) return null;
  return breachIn(violationsOf(check.errors ?? [], schemas[name]).map(({ violation }) => violation), silent);
}
`;
}
