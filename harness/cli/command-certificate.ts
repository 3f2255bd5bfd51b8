import type { Command } from 'commander';
import { shown } from '../application/places.ts';
import { print } from '../application/say.ts';
import type { CertificateFlags } from '../application/stored/issue-certificate.ts';
import { AssayCommand, flag } from './command.ts';
import { day, duration, label } from './flag-values.ts';

/** `assay certificate`: what a run has shown, for those who were not there. */
export function certificateCommand(): Command {
  return new AssayCommand('certificate')
    .argument('[run]', 'folder of a sealed run (default: the newest run below reports/out)')
    .flag('--any-outcome', 'also where the gateway is not certified; the certificate says so')
    .flag('--issued-by <name>', 'who answers for the certificate', label)
    .flag('--valid-until <day>', 'the last day on which it holds, such as 2027-01-31', day)
    .addOption(
      flag('--valid-for <duration>', 'how long from the sealing it holds (default: 365d)')
        .argParser(duration)
        .conflicts('validUntil'),
    )
    .flag('--key <pem>', 'Ed25519 private key that signs the certificate')
    .flag('--public-key <pem>', 'Ed25519 public key that the seal must be signed with')
    .option('--out <folder>', 'where to write it (default: the folder of the run)')
    .summary('issue the certificate of a sealed run')
    .description(
      'Writes certificate.html and certificate.json: what was certified, in how many cases of how many, against which versions and until when, what became of every requirement, which cases have no result and why, what was observed where the specification is silent, and the seal of the run. Plans all cases again from the inputs of the run, and refuses one that lacks any. Refuses a run that is not whole or not certified with exit status 4, one that is not as it was sealed with 1.',
    )
    .examples([
      ['assay certificate reports/acme', 'after "assay seal reports/acme"'],
      ['assay certificate reports/acme --issued-by "Acme Lab" --valid-for 90d', 'by whom, and until when'],
      ['assay certificate reports/acme --any-outcome', 'a statement of what failed'],
    ])
    .action(async (named: string | undefined, flags: CertificateFlags) => {
      const { issueCertificate } = await import('../application/stored/issue-certificate.ts');
      const { files } = issueCertificate(named, flags, new Date());
      print(files.map(shown).join('\n'));
    });
}
