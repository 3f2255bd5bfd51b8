import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { reporters } from '../../../reports/index.ts';
import { SEAL_FILE, type Seal, type Sealed, seal, sha256 } from '../../evidence/seal.ts';
import { displayPath } from '../../home.ts';
import { EXIT } from '../exit.ts';
import { RUN_FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { holdWhereThere } from '../folder/hold-folder.ts';
import { readRunFiles } from '../folder/run-files.ts';
import { readPemFile } from '../open/pem.ts';
import { inputError } from '../say.ts';
import { rejudge } from './rejudge.ts';
import { folderOf } from './stored-run.ts';

/** Seals a run in its folder; refuses if its verdict does not follow from the record. `key` names a PEM file. */
export function sealRun(
  named: string | undefined,
  { key, now }: { readonly key?: string; readonly now: Date },
): { readonly folder: string; readonly seal: Seal } {
  const signer = keyIn(key, 'private');
  holdWhereThere(folderOf(named));
  const { folder, input, inputs, plan } = rejudge(named);
  const files = readRunFiles(folder);
  const stored = files.get(RUN_FILES.verdict);
  if (stored === undefined || Buffer.from(stored).toString() !== reporters.json.render(input)) {
    const why = stored ? 'the record leads to another one' : 'it is missing';
    const fix = `make it again with "assay report ${displayPath(folder)}"`;
    throw inputError(`${RUN_FILES.verdict} is not the verdict on this record`, why, fix, EXIT.failed);
  }
  const { assay, outcome, scope, counts, seed, startedAt, endedAt, side, shard } = input.verdict;
  const what = { outcome, scope, cases: counts.cases, seed, nonce: plan.nonce };
  const run = { ...what, startedAt, endedAt, ...(side && { side }), ...(shard && { shard }) };
  const sealed: Sealed = { assay, sealedAt: now.toISOString(), run, against: against(inputs) };
  const text = seal(files, { sealed, key: signer });
  writeFile(join(folder, SEAL_FILE), text);
  return { folder, seal: JSON.parse(text) as Seal };
}

function against({ contract, profile, world, target }: RunInputs): Sealed['against'] {
  const digest = (value: object): string => sha256(JSON.stringify(value));
  return {
    contract: contract.digest,
    register: digest(contract.register),
    profile: { name: profile.profile, sha256: digest(profile) },
    world: { name: world.world, sha256: digest(world) },
    target: { name: target.target, sha256: digest(target), baseUrl: target.baseUrl },
  };
}

/** The Ed25519 key in a PEM file; undefined if no file is named. */
export function keyIn(path: string | undefined, kind: 'private' | 'public'): KeyObject | undefined {
  if (path === undefined) return undefined;
  const pem = readPemFile(path);
  const fix = 'make one with "openssl genpkey -algorithm ed25519"';
  let key: KeyObject;
  try {
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw inputError(`${displayPath(path)} holds no ${kind} key that can be read`, why, fix);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw inputError(`${displayPath(path)} is no Ed25519 key`, `it is of type ${key.asymmetricKeyType}`, fix);
}
