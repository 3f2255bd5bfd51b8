import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import { printReport } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { withAim } from './options.ts';

/** `assay record`: a conversation as a scenario. */
export function recordCommand(): Command {
  return withAim(new AssayCommand('record'))
    .argument('<file>', 'a HAR, or the record.ndjson of a run or of the proxy')
    .argument('[case]', 'which conversation: an id, or a pattern with * (default: the first that placed an order)')
    .summary('print recorded traffic as a scenario')
    .description(
      'Prints a conversation that was recorded as a scenario in the trade’s verbs: what later requests took from earlier answers is captured, addresses are those of the world, people and dates are made up, and secrets are gone.',
    )
    .examples([
      ['assay record capture.har --target acme.yaml > mine.yaml', 'from a HAR'],
      ['assay record reports/both/record.ndjson --target acme.yaml > mine.yaml', 'from what the proxy saw'],
    ])
    .runs(
      async (
        file: string,
        pattern: string | undefined,
        flags: { target: string; profile?: string; world?: string },
      ) => {
        const { loadAim, loadSpec } = await import('../application/inputs.ts');
        const { scenarioFrom } = await import('../application/traffic/record-scenario.ts');
        printReport(scenarioFrom(file, pattern, loadAim(flags, loadSpec())));
        return EXIT.passed;
      },
    );
}
