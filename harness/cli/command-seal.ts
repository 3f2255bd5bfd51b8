import type { Command } from 'commander';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';

/** `assay seal`: digests of all that a run left, signed where there is a key. */
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
