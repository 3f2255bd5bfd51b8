import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { print, sayProblems } from '../application/say.ts';
import type { CertificateFlags } from '../application/stored/issue-certificate.ts';
import { displayPath } from '../home.ts';
import { AssayCommand, flag } from './command.ts';
import { day, duration, label } from './flag-values.ts';

/** `assay seal`: digests of all files of a run, signed if a key is given. */
export function sealCommand(): Command {
  return new AssayCommand('seal')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag('--key <pem>', 'Ed25519 private key to sign with')
    .summary('seal a run: digests of its artefacts, and a signature')
    .description(
      'Writes seal.json into the folder of a run: the digest and size of every artefact, what the run was judged against, and with a key an Ed25519 signature. "assay verify" holds the folder against it.',
    )
    .examples([
      ['assay seal', 'the newest run'],
      ['assay seal reports/acme --key assay.pem', 'signed'],
      ['openssl genpkey -algorithm ed25519 -out assay.pem', 'makes such a key'],
      ['openssl pkey -in assay.pem -pubout -out assay.pub.pem', 'and the one to give away'],
    ])
    .action(async (named: string | undefined, flags: { key?: string }) => {
      const { sealRun } = await import('../application/stored/seal-run.ts');
      const { sealText } = await import('../application/stored/seal-text.ts');
      print(sealText(sealRun(named, { now: new Date(), ...flags })));
    });
}

/** `assay verify`: whether a run is unchanged since it was sealed. */
export function verifyCommand(): Command {
  return new AssayCommand('verify')
    .argument('[run]', 'folder of a sealed run (default: the newest run below reports/out)')
    .flag('--public-key <pem>', 'Ed25519 public key that the seal must be signed with')
    .summary('hold a run against its seal, offline')
    .description(
      'Holds every artefact in the folder of a run against its seal, checks the signature, judges the record again, and makes a certificate that lies there once more. Of a whole certification, and wherever a certificate lies, it plans all cases again and names those that are missing. Names each file that was changed. Exit code 0 where all is as it was sealed, 4 where the certificate has expired, else 1.',
    )
    .examples([
      ['assay verify reports/acme', 'digests, and the signature by its own key'],
      ['assay verify reports/acme --public-key assay.pub.pem', 'signed by whom you trust'],
    ])
    .runs(async (named: string | undefined, flags: { publicKey?: string }) => {
      const { verifyFolder } = await import('../application/stored/verify-folder.ts');
      const { verifiedText } = await import('../application/stored/seal-text.ts');
      const verified = verifyFolder(named, flags);
      if (verified.problems.length > 0) sayProblems(verified.problems);
      const today = new Date().toISOString().slice(0, 10);
      const { problems, certificate } = verified;
      print(verifiedText(verified, { isTrusted: flags.publicKey !== undefined, today }));
      const isOver = certificate !== undefined && certificate.issued.until < today;
      return problems.length > 0 ? EXIT.failed : isOver ? EXIT.policy : EXIT.passed;
    });
}

/** `assay certificate`: what a run has shown, for readers who were not there. */
export function certificateCommand(): Command {
  return new AssayCommand('certificate')
    .argument('[run]', 'folder of a sealed run (default: the newest run below reports/out)')
    .flag('--any-outcome', 'also where the gateway is not certified; the certificate says so')
    .flag('--issued-by <name>', 'who answers for the certificate', label)
    .flag('--valid-until <day>', 'the last day on which it holds, such as 2027-01-31', day)
    .addOption(
      flag('--valid-for <duration>', 'how long from the sealing it holds (default: 365d)', duration).conflicts(
        'validUntil',
      ),
    )
    .flag('--key <pem>', 'Ed25519 private key that signs the certificate')
    .flag('--public-key <pem>', 'Ed25519 public key that the seal must be signed with')
    .option('--out <folder>', 'where to write it (default: the folder of the run)')
    .summary('issue the certificate of a sealed run')
    .description(
      'Writes certificate.html and certificate.json: what was certified, in how many cases of how many, against which versions and until when, what became of every requirement, which cases have no result and why, what was observed where the specification is silent, and the seal of the run. Plans all cases again from the inputs of the run, and refuses one that lacks any. Refuses a run that is not whole or not certified with exit code 4, one that is not as it was sealed with 1.',
    )
    .examples([
      ['assay certificate reports/acme', 'after "assay seal reports/acme"'],
      ['assay certificate reports/acme --issued-by "Acme Lab" --valid-for 90d', 'by whom, and until when'],
      ['assay certificate reports/acme --any-outcome', 'a statement of what failed'],
    ])
    .action(async (named: string | undefined, flags: CertificateFlags) => {
      const { issueCertificate } = await import('../application/stored/issue-certificate.ts');
      const { files } = issueCertificate(named, flags, new Date());
      print(files.map(displayPath).join('\n'));
    });
}
