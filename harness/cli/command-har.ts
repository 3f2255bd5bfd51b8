import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { AssayCommand } from './command.ts';

/** `assay har`: the exchanges of a recorded run for the tools that read HAR. */
export function harCommand(): Command {
  return new AssayCommand('har')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .argument('[case]', 'only of this case: an id, or a pattern with *')
    .summary('print the exchanges and webhooks of a run as HAR')
    .description(
      'Prints the exchanges and webhooks of a recorded run, or of some of its cases, as an HTTP Archive (HAR 1.2), for browsers, Postman and other tools. Secrets are hidden as in the record.',
    )
    .examples([
      ['assay har > run.har', 'the newest run'],
      ["assay har reports/acme 'orders/provide-new#residential' > case.har", 'one case'],
    ])
    .runs(async (run: string | undefined, pattern: string | undefined) => {
      const { printHar } = await import('../application/traffic/print-har.ts');
      printHar(run, pattern);
      return EXIT.passed;
    });
}
