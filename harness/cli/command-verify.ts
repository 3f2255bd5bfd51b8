import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { print, sayProblems } from '../application/say.ts';
import { AssayCommand } from './command.ts';

/** `assay verify`: whether a run is as it was sealed. */
export function verifyCommand(): Command {
  return new AssayCommand('verify')
    .argument('[run]', 'folder of a sealed run (default: the newest run below reports/out)')
    .flag('--public-key <pem>', 'Ed25519 public key that the seal must be signed with')
    .summary('hold a run against its seal, offline')
    .description(
      'Holds every artefact in the folder of a run against its seal, checks the signature, judges the record again, and makes a certificate that lies there once more. Of a whole certification, and wherever a certificate lies, it plans all cases again and names those that are missing. Names each file that was changed. Exit status 0 where all is as it was sealed, 4 where the certificate has expired, else 1.',
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
