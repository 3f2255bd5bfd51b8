import { Command, Option } from 'commander';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';
import type { CertificateFlags } from './stored/issue-certificate.ts';

/** `assay certificate`: what a run has shown, for those who were not there. */
export function certificateCommand(_done: Done): Command {
  return new Command('certificate')
    .argument('[run]', 'folder of a sealed run (default: the newest run below reports/out)')
    .addOption(flag('--any-outcome', 'also where the gateway is not certified; the certificate says so'))
    .addOption(flag('--public-key <pem>', 'Ed25519 public key that the seal must be signed with'))
    .addOption(new Option('--out <folder>', 'where to write it (default: the folder of the run)'))
    .summary('issue the certificate of a sealed run')
    .description(
      'Writes certificate.html and certificate.json: what was certified, against which versions, what became of every promise, what was observed where the specification is silent, and the seal of the run. Refuses a run that is not complete or not certified with exit status 4, one that is not as it was sealed with 1.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay certificate reports/acme', 'after "assay seal reports/acme"'],
        ['assay certificate reports/acme --any-outcome', 'a statement of what failed'],
      ]),
    )
    .action(async (named: string | undefined, flags: CertificateFlags) => {
      const [{ issueCertificate }, { print }, { shown }] = await Promise.all([
        import('./stored/issue-certificate.ts'),
        import('./say.ts'),
        import('./places.ts'),
      ]);
      const { files } = issueCertificate(named, flags);
      print(files.map(shown).join('\n'));
    });
}
