import type { Command } from 'commander';
import type { CleanupOptions } from '../application/cleanup/cleanup.ts';
import { AssayCommand } from './command.ts';
import { withValues } from './options.ts';

/** `assay cleanup`: cancels what a run left open. */
export function cleanupCommand(): Command {
  return withValues(new AssayCommand('cleanup'))
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag('--target <name|file>', "target file, in place of the run's own")
    .flag('--dry-run', 'print what would be asked, and send nothing')
    .flag('--yes', 'go ahead against a target on another machine')
    .flag('--cease', 'also cease the services that the run had delivered')
    .summary('cancel the orders that a run left open at its target')
    .description(
      'Asks the target of a run to cancel the orders that the run left open there: accepted or never answered, with no event that ends them. Only orders of that run are touched, within the limits of the target file. What was asked and answered is kept in the folder of the run.',
    )
    .examples([
      ['assay cleanup --dry-run', 'what the newest run left open'],
      ['assay cleanup reports/acme --yes', 'cancel it at a gateway elsewhere'],
      ['assay cleanup reports/acme --yes --cease', 'and cease the new services'],
    ])
    .runs(async (named: string | undefined, flags: CleanupOptions) => {
      const { cleanup } = await import('../application/cleanup/cleanup.ts');
      return cleanup(named, flags);
    });
}
