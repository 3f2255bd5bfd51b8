import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from '../home.ts';
import type { ClientProfile, Contract, JsonObject } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { parseDuration } from '../values/duration.ts';
import { objectOf } from '../values/pointer.ts';
import { camel } from './fixture.ts';
import { readRegister, withFacets } from './register.ts';

/** The register of what binds clients; of the sentences that bind both sides, with their ids. */
export const CLIENT_REGISTER = join(HOME, 'fixtures/contract/client-requirements.yaml');

/**
 * The contract as it judges a client: the same operations, the register of what binds clients as it comes with Assay, and
 * the numbers of the client profile. A run that is judged by it keeps it beside its record, as every run does.
 */
export function loadClientContract(contract: Contract): Contract {
  const text = readFileSync(CLIENT_REGISTER, 'utf8');
  const source = parseSource(text, CLIENT_REGISTER);
  const { register, problems } = readRegister(source);
  const [wrong] = [...source.problems, ...problems];
  if (wrong) throw new Error(`${CLIENT_REGISTER}: ${wrong.message}`);
  const digest = createHash('sha256').update(contract.digest).update(text).digest('hex');
  const { profile, 'order-types': orderTypes } = objectOf(source.value);
  const client = {
    ...numbersOf(objectOf(profile)),
    orderTypes: objectOf(orderTypes) as unknown as ClientProfile['orderTypes'],
  };
  return { ...contract, client, register: withFacets(register, Object.values(contract.operations)), digest };
}

/** `back-off: 100ms` as `backOffMs`, and `tries: 10` as `tries`. */
function numbersOf(written: JsonObject): Omit<ClientProfile, 'orderTypes'> {
  const numbers = Object.entries(written).map(([name, value]) =>
    typeof value === 'number' ? [camel(name), value] : [`${camel(name)}Ms`, parseDuration(String(value))],
  );
  return Object.fromEntries(numbers) as Omit<ClientProfile, 'orderTypes'>;
}
