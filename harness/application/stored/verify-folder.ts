import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, certificate, type Issued } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import { reporters } from '../../../reports/index.ts';
import { SEAL_FILE, type Seal, type Signature, textOfSeal } from '../../evidence/seal.ts';
import { signedProblems, type Verified, verify } from '../../evidence/verify.ts';
import { shown } from '../../home.ts';
import type { Problem } from '../../model.ts';
import { FILES, ISSUED } from '../folder/folder.ts';
import { readRunFiles } from '../folder/run-files.ts';
import { isSealed } from '../folder/sealed.ts';
import { inputError, problem } from '../say.ts';
import { VERSION } from '../version.ts';
import { type JudgedRun, rejudge } from './rejudge.ts';
import { keyIn } from './seal-run.ts';
import { fingerprintOf } from './seal-text.ts';
import { readRun } from './stored-run.ts';
import { shortOfWhole } from './whole-plan.ts';

/** What holding a run against its seal came to. */
interface VerifiedRun extends Verified {
  readonly folder: string;
  /** Why the verdict was not made again from the record; absent where it was. */
  readonly notJudged?: string;
  /** The run as it was judged for that. */
  readonly judged?: JudgedRun;
}

/** The same with the certificate that lies there. */
export interface VerifiedFolder extends VerifiedRun {
  readonly certificate?: Held | undefined;
}

/** The certificate that lies with a run, held against the run. */
export interface Held {
  readonly problems: readonly Problem[];
  readonly issued: Certificate['issued'];
  readonly isSigned: boolean;
}

/** Names a PEM file. */
interface Trusted {
  readonly publicKey?: string | undefined;
}

/**
 * Holds a run's folder against its seal, and the certificate in it, if there is one, against both. What is said of the
 * whole certification is held against all its cases.
 */
export function verifyFolder(named: string | undefined, trusted: Trusted): VerifiedFolder {
  const verified = verifyRun(named, trusted);
  const { seal, judged, problems, folder } = verified;
  if (problems.length > 0 || seal === undefined || judged === undefined) return verified;
  const certificate = holdCertificate(folder, judged, seal, keyIn(trusted.publicKey, 'public'));
  const { outcome } = judged.input.verdict;
  const speaksOfAll = certificate !== undefined || outcome === 'certified' || outcome === 'not-certified';
  return {
    ...verified,
    problems: [...(certificate?.problems ?? []), ...(speaksOfAll ? shortOfWhole(judged) : [])],
    certificate,
  };
}

/** Holds a run's folder against its seal, and its verdict against its record. */
export function verifyRun(named: string | undefined, trusted: Trusted): VerifiedRun {
  const publicKey = keyIn(trusted.publicKey, 'public');
  const folder = sealedFolder(named);
  const files = readRunFiles(folder);
  const verified = verify(readFileSync(join(folder, SEAL_FILE), 'utf8'), files, publicKey);
  if (verified.problems.length > 0) return { ...verified, folder, notJudged: 'the files are not as they were' };
  if (verified.seal?.assay !== VERSION) {
    return { ...verified, folder, notJudged: `Assay ${verified.seal?.assay} judged it, and this is ${VERSION}` };
  }
  const judged = rejudge(folder);
  const isFollowing = reporters.json.render(judged.input) === Buffer.from(files.get(FILES.verdict) ?? '').toString();
  const strange = problem(
    `${FILES.verdict}: the record leads to another verdict`,
    'it did when the run was sealed, or this build of Assay judges otherwise than the one that sealed it',
  );
  return { ...verified, problems: isFollowing ? [] : [strange], folder, judged };
}

function sealedFolder(named: string | undefined): string {
  const { folder } = named !== undefined && isSealed(named) ? { folder: named } : readRun(named);
  if (isSealed(folder)) return folder;
  const why = `${SEAL_FILE} is missing: nothing shows that the run is as it was`;
  const fix = `who made the run seals it with "assay seal ${shown(folder)}", before it leaves their hands`;
  throw inputError(`${shown(folder)} is not sealed`, why, fix);
}

/**
 * Holds the certificate that lies with a run against run and seal: a seal cannot hold what names it, so it is made once
 * more.
 */
function holdCertificate(
  folder: string,
  judged: JudgedRun,
  seal: Seal,
  trusted: KeyObject | undefined,
): Held | undefined {
  if (![ISSUED.certificate, ISSUED.certificatePage].some((name) => existsSync(join(folder, name)))) return undefined;
  const { issued, signature } = saidIn(join(folder, ISSUED.certificate));
  const made = certificateOf(judged, seal, issued);
  const changed = certificateFiles(made, signature).flatMap(([name, text]) => {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') === text) return [];
    const why = 'it was changed, or another seal or build of Assay led to it';
    const fix = `issue it again with "assay certificate ${shown(folder)}"`;
    return [problem(`${shown(path)}: the certificate is not the one of this run`, why, fix)];
  });
  // Whoever is content with a signed run may be so with a certificate that is not.
  const file = shown(join(folder, ISSUED.certificate));
  const signed = signature ? signedProblems('certificate', { file, signature, trusted, text: textOfSeal(made) }) : [];
  return { problems: [...changed, ...signed], issued, isSigned: signature !== undefined };
}

/** The certificate of a sealed run. Run, seal and what its issuer says lead to it, and nothing else. */
export function certificateOf(
  { input, inputs }: Pick<JudgedRun, 'input' | 'inputs'>,
  seal: Seal,
  issued: Certificate['issued'],
): Certificate {
  return certificate({
    report: input,
    against: seal.against,
    target: inputs.target,
    issued,
    seal: {
      digest: seal.digest,
      sealedAt: seal.sealedAt,
      ...(seal.signature ? { signedBy: fingerprintOf(seal.signature.publicKey) } : {}),
    },
  });
}

/** The files that a certificate is issued as, by their names. */
export function certificateFiles(
  certified: Certificate,
  signature?: Signature,
): readonly (readonly [name: string, text: string])[] {
  const whole: Issued = { ...certified, signature };
  return [
    [ISSUED.certificate, textOfSeal(whole)],
    [ISSUED.certificatePage, certificateHtml(whole)],
  ];
}

/** What its issuer said in a certificate; of one that cannot be read, nothing. */
function saidIn(path: string): Pick<Issued, 'issued' | 'signature'> {
  try {
    const { issued, signature } = JSON.parse(readFileSync(path, 'utf8')) as Issued;
    const { by, until } = issued;
    return {
      issued: { by: by && String(by), until: String(until) },
      signature,
    };
  } catch {
    return { issued: { until: '' } };
  }
}
