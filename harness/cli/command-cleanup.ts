import { Command } from 'commander';
import type { AimOptions } from '../application/inputs.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

/** `assay cleanup`: cancels what a run left open. */
export function cleanupCommand(done: Done): Command {
  return new Command('cleanup')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .addOption(flag('--target <name|file>', "target file, in place of the run's own"))
    .addOption(flag('--dry-run', 'print what would be asked, and send nothing'))
    .addOption(flag('--yes', 'go ahead against a target on another machine'))
    .addOption(flag('--cease', 'also cease the services that the run had delivered'))
    .summary('cancel the orders that a run left open at its target')
    .description(
      'Asks the target of a run to cancel the orders that the run left open there: accepted or never answered, with no event that ends them. Only orders of that run are touched, within the limits of the target file. What was asked and answered is kept in the folder of the run.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay cleanup --dry-run', 'what the newest run left open'],
        ['assay cleanup reports/acme --yes', 'cancel it at a gateway elsewhere'],
        ['assay cleanup reports/acme --yes --cease', 'and cease the new services'],
      ]),
    )
    .action(async (named: string | undefined, flags: CleanupFlags) => {
      const { cleanup } = await import('../application/cleanup/cleanup.ts');
      const { target, dryRun = false, yes = false, cease = false } = flags;
      done(await cleanup(named, { dryRun, yes, cease, ...(target === undefined ? {} : { target }) }));
    });
}

interface CleanupFlags extends Partial<AimOptions> {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly cease?: boolean;
}
