import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reporters } from '../../../reports/index.ts';
import { SEAL_FILES, type Seal, type Sealed, seal, sha256 } from '../../evidence/seal.ts';
import { type Verified, verify } from '../../evidence/verify.ts';
import type { Problem } from '../../model.ts';
import { EXIT } from '../exit.ts';
import { FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { holdWhereThere } from '../folder/hold-folder.ts';
import { readRunFiles } from '../folder/run-files.ts';
import { isSealed } from '../folder/sealed.ts';
import { readPemFile } from '../open/pem.ts';
import { shown } from '../places.ts';
import { problem, refusal } from '../say.ts';
import { VERSION } from '../version.ts';
import { type JudgedRun, rejudge } from './rejudge.ts';
import { folderOf, readRun } from './stored-run.ts';

/** Seals a run in its folder; refuses a verdict that does not follow from the record. `key` names a PEM file. */
export function sealRun(
  named: string | undefined,
  { key, now }: { readonly key?: string; readonly now: Date },
): { readonly folder: string; readonly seal: Seal } {
  const signer = key === undefined ? undefined : privateKeyIn(key);
  holdWhereThere(folderOf(named));
  const { folder, input } = rejudge(named);
  const files = readRunFiles(folder);
  files.delete(SEAL_FILES.chain);
  const stored = files.get(FILES.verdict);
  if (stored === undefined || Buffer.from(stored).toString() !== reporters.json.render(input)) {
    const why = stored ? 'the record leads to another one' : 'it is missing';
    const fix = `make it again with "assay report ${shown(folder)}"`;
    throw refusal(`${FILES.verdict} is not the verdict on this record`, why, fix, EXIT.failed);
  }
  const { inputs, plan } = readRun(folder);
  const { verdict } = input;
  const sealed: Sealed = {
    assay: verdict.assay,
    sealedAt: now.toISOString(),
    run: {
      outcome: verdict.outcome,
      scope: verdict.scope,
      cases: verdict.counts.cases,
      seed: verdict.seed,
      nonce: plan.nonce,
      startedAt: verdict.startedAt,
      endedAt: verdict.endedAt,
      shard: verdict.shard,
    },
    against: against(inputs),
  };
  const written = seal(files, { record: FILES.record, sealed, key: signer });
  writeFile(join(folder, SEAL_FILES.chain), written.chain);
  writeFile(join(folder, SEAL_FILES.seal), written.seal);
  return { folder, seal: JSON.parse(written.seal) as Seal };
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

/** What `verifyRun` found. */
export interface VerifiedRun extends Verified {
  readonly folder: string;
  /** Why the verdict was not made again from the record; absent where it was. */
  readonly notJudged?: string;
  /** The run as it was judged for that. */
  readonly judged?: JudgedRun;
}

/** Holds a run's folder against its seal, and its verdict against its record. `publicKey` names a PEM file. */
export function verifyRun(
  named: string | undefined,
  { publicKey }: { readonly publicKey?: string | undefined } = {},
): VerifiedRun {
  const trusted = publicKey === undefined ? undefined : publicKeyIn(publicKey);
  const folder = sealedFolder(named);
  const files = readRunFiles(folder);
  let again: JudgedRun | undefined;
  const rejudged = (): JudgedRun => {
    again ??= rejudge(folder);
    return again;
  };
  const remake = (file: string, changed: ReadonlySet<string>): Uint8Array | undefined => {
    const reporter = Object.values(reporters).find((each) => each.file === file);
    if (reporter === undefined || BASIS.some((each) => changed.has(each))) return undefined;
    return Buffer.from(reporter.render(rejudged().input));
  };
  const sealText = readFileSync(join(folder, SEAL_FILES.seal), 'utf8');
  const verified = verify(sealText, files, { remake, publicKey: trusted });
  if (verified.problems.length > 0) {
    const problems = verified.problems.map((each) => inFolder(each, folder));
    return { ...verified, problems, folder, notJudged: 'the files are not as they were' };
  }
  if (verified.seal?.assay !== VERSION) {
    return { ...verified, folder, notJudged: `Assay ${verified.seal?.assay} judged it, and this is ${VERSION}` };
  }
  const isFollowing =
    reporters.json.render(rejudged().input) === Buffer.from(files.get(FILES.verdict) ?? '').toString();
  const strange = problem(
    `${FILES.verdict}: the record leads to another verdict`,
    'it did when the run was sealed, or this build of Assay judges otherwise than the one that sealed it',
  );
  return { ...verified, problems: isFollowing ? [] : [strange], folder, judged: rejudged() };
}

/** What reports are made of. */
const BASIS = [FILES.record, FILES.plan, FILES.inputs];

function sealedFolder(named: string | undefined): string {
  const { folder } = named !== undefined && isSealed(named) ? { folder: named } : readRun(named);
  if (isSealed(folder)) return folder;
  const fix = `seal it with "assay seal ${shown(folder)}", before it leaves your hands`;
  throw refusal(`${shown(folder)} is not sealed`, `${SEAL_FILES.seal} is missing`, fix);
}

function inFolder(found: Problem, folder: string): Problem {
  const { span } = found;
  return span ? { ...found, span: { ...span, file: shown(join(folder, span.file)) } } : found;
}

/** The Ed25519 key in a PEM file. */
export function privateKeyIn(path: string): KeyObject {
  return keyIn(path, 'private', createPrivateKey);
}

/** The same of a public key. */
export function publicKeyIn(path: string): KeyObject {
  return keyIn(path, 'public', createPublicKey);
}

function keyIn(path: string, kind: string, read: (pem: string) => KeyObject): KeyObject {
  const pem = readPemFile(path);
  const fix = 'make one with "openssl genpkey -algorithm ed25519"';
  let key: KeyObject;
  try {
    key = read(pem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refusal(`${shown(path)} holds no ${kind} key that can be read`, why, fix);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw refusal(`${shown(path)} is no Ed25519 key`, `it is of type ${key.asymmetricKeyType}`, fix);
}
