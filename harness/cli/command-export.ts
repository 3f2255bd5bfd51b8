import type { Command } from 'commander';
import type { AimOptions } from '../application/inputs.ts';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { wholeNumber } from './flag-values.ts';
import { SCENARIOS, withAim } from './options.ts';

/** `assay export`: a case for other tools. */
export function exportCommand(): Command {
  return withAim(new AssayCommand('export'))
    .argument('<case>', 'the id of a case, as assay list prints it')
    .argument(...SCENARIOS)
    .flag('--seed <number>', 'the same seed gives the same data', wholeNumber, 1)
    .summary('print a case as a Postman collection, which Bruno reads, too')
    .description(
      'Prints the requests of a case as a Postman collection (2.1): tokens first, values of earlier answers filled in by scripts, the statuses that are due as tests. Secrets are left out: they are variables without a value. Sends nothing.',
    )
    .examples([
      ["assay export 'orders/provide-new#business' > case.json", 'Postman, newman and Bruno import the file'],
      ['assay export orders/minimal-order --target acme.yaml > case.json', 'at the address of a gateway'],
      ['assay export apple my-scenarios --target acme.yaml > case.json', 'a case of yours'],
    ])
    .action(async (id: string, paths: string[], flags: AimOptions & { readonly seed: number }) => {
      const { collection } = await import('../explain/collection.ts');
      print(JSON.stringify(collection(id, flags, paths), null, 2));
    });
}
