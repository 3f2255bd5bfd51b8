import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, certificate, type Issued } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import { reporters } from '../../../reports/index.ts';
import { SEAL_FILE, type Seal, type Signature, textOfSeal } from '../../evidence/seal.ts';
import { signedProblems, type Verified, verify } from '../../evidence/verify.ts';
import { displayPath } from '../../home.ts';
import type { Problem } from '../../model.ts';
import { ISSUED, RUN_FILES } from '../folder/folder.ts';
import { readRunFiles } from '../folder/run-files.ts';
import { isSealed } from '../folder/sealed.ts';
import { inputError, problem } from '../say.ts';
import { VERSION } from '../version.ts';
import { type JudgedRun, rejudge } from './rejudge.ts';
import { keyIn } from './seal-run.ts';
import { fingerprintOf } from './seal-text.ts';
import { readRun } from './stored-run.ts';
import { shortOfWhole } from './whole-plan.ts';

/** The result of checking a run against its seal. */
interface VerifiedRun extends Verified {
  readonly folder: string;
  /** Why the verdict was not made again from the record; absent if it was. */
  readonly notJudged?: string;
  /** The run with the verdict made again. */
  readonly judged?: JudgedRun;
}

/** The result for the run, and for the certificate in its folder. */
export interface VerifiedFolder extends VerifiedRun {
  readonly certificate?: CertificateCheck | undefined;
}

/** The result of checking the certificate in a run's folder against the run. */
export interface CertificateCheck {
  readonly problems: readonly Problem[];
  readonly issued: Certificate['issued'];
  readonly isSigned: boolean;
}

/** The key to trust, as the name of a PEM file. */
interface Trusted {
  readonly publicKey?: string | undefined;
}

/**
 * Checks a run's folder against its seal, and the certificate in it, if there is one, against both. A verdict on the whole
 * certification is also checked to have all its cases.
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

/** Checks a run's folder against its seal, and its verdict against its record. */
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
  const isFollowing =
    reporters.json.render(judged.input) === Buffer.from(files.get(RUN_FILES.verdict) ?? '').toString();
  const strange = problem(
    `${RUN_FILES.verdict}: the record leads to another verdict`,
    'it did when the run was sealed, or this build of Assay judges otherwise than the one that sealed it',
  );
  return { ...verified, problems: isFollowing ? [] : [strange], folder, judged };
}

function sealedFolder(named: string | undefined): string {
  const { folder } = named !== undefined && isSealed(named) ? { folder: named } : readRun(named);
  if (isSealed(folder)) return folder;
  const why = `${SEAL_FILE} is missing: nothing shows that the run is as it was`;
  const fix = `who made the run seals it with "assay seal ${displayPath(folder)}", before it leaves their hands`;
  throw inputError(`${displayPath(folder)} is not sealed`, why, fix);
}

/** Checks a run's certificate by making it again from run and seal, since the seal cannot cover the file that names it. */
function holdCertificate(
  folder: string,
  judged: JudgedRun,
  seal: Seal,
  trusted: KeyObject | undefined,
): CertificateCheck | undefined {
  if (![ISSUED.certificate, ISSUED.certificatePage].some((name) => existsSync(join(folder, name)))) return undefined;
  const { issued, signature } = saidIn(join(folder, ISSUED.certificate));
  const made = certificateOf(judged, seal, issued);
  const changed = certificateFiles(made, signature).flatMap(([name, text]) => {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') === text) return [];
    const why = 'it was changed, or another seal or build of Assay led to it';
    const fix = `issue it again with "assay certificate ${displayPath(folder)}"`;
    return [problem(`${displayPath(path)}: the certificate is not the one of this run`, why, fix)];
  });
  // A signed seal does not require a signed certificate.
  const file = displayPath(join(folder, ISSUED.certificate));
  const signed = signature ? signedProblems('certificate', { file, signature, trusted, text: textOfSeal(made) }) : [];
  return { problems: [...changed, ...signed], issued, isSigned: signature !== undefined };
}

/** The certificate of a sealed run. It follows only from run, seal and what its issuer said. */
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

/** The files of a certificate, by name. */
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

/** What the issuer said in a certificate, and its signature; defaults if it cannot be read. */
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
