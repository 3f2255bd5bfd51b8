import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientProfile, Contract, Json, Problem } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { parseDuration } from '../values/duration.ts';
import { objectOf } from '../values/pointer.ts';
import { readRegister, withFacets } from './register.ts';

/** The register of what binds clients; of the sentences that bind both sides, with their ids. */
export const CLIENT_REGISTER_FILE = 'client-requirements.yaml';

/**
 * The contract as it judges a client: the same operations, the register of what binds clients, and the numbers of the
 * client profile. A run that is judged by it keeps it beside its record, as every run does.
 */
export function loadClientContract(
  dir: string,
  contract: Contract,
): { readonly contract: Contract; readonly problems: readonly Problem[] } {
  const file = join(dir, CLIENT_REGISTER_FILE);
  const text = readFileSync(file, 'utf8');
  const source = parseSource(text, file);
  const { register, problems } = readRegister(source);
  const digest = createHash('sha256').update(contract.digest).update(text).digest('hex');
  const written = objectOf(source.value);
  const orderTypes = objectOf(written['order-types']) as unknown as ClientProfile['orderTypes'];
  const client = { ...numbersOf(objectOf(written.profile)), orderTypes };
  const ofClient = { ...contract, client, register: withFacets(register, Object.values(contract.operations)), digest };
  return { contract: ofClient, problems: [...source.problems, ...problems] };
}

function numbersOf(written: Readonly<Record<string, Json>>): Omit<ClientProfile, 'orderTypes'> {
  return {
    acknowledgeWithinMs: ms(written['acknowledge-within']),
    tokens: Number(written.tokens),
    tries: Number(written.tries),
    backOffMs: ms(written['back-off']),
    undecidedMs: ms(written['undecided-for']),
    leavesWithinMs: ms(written['leaves-within']),
  };
}

const ms = (written: Json | undefined): number => Number(parseDuration(String(written)));
