import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from '../home.ts';
import type { ClientProfile, Contract } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { objectOf } from '../values/pointer.ts';
import { type FixtureKind, inOurNames } from './fixture.ts';
import { readRegister, withFacets } from './register.ts';

/** The register of what binds clients; sentences that bind both sides have the ids of `requirements.yaml`. */
export const CLIENT_REGISTER = join(HOME, 'fixtures/contract/client-requirements.yaml');

const REGISTER: FixtureKind = { noun: 'register', folder: 'contract', schema: 'requirements.schema.json' };

/**
 * The contract by which a client is judged: the same operations, the shipped register of what binds clients, and the
 * numbers of the client profile. A run judged by it keeps it beside its record, as every run does.
 */
export function loadClientContract(contract: Contract): Contract {
  const text = readFileSync(CLIENT_REGISTER, 'utf8');
  const source = parseSource(text, CLIENT_REGISTER);
  const { register, problems } = readRegister(source);
  const [wrong] = [...source.problems, ...problems];
  if (wrong) throw new Error(`${CLIENT_REGISTER}: ${wrong.message}`);
  const digest = hash('sha256', contract.digest + text);
  const { profile, orderTypes } = objectOf(inOurNames(REGISTER, source.value ?? null));
  const client = { ...objectOf(profile), orderTypes } as unknown as ClientProfile;
  return { ...contract, client, register: withFacets(register, Object.values(contract.operations)), digest };
}
