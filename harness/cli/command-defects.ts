import type { Command } from 'commander';
import type { DefectsOptions } from '../application/stored/defects.ts';
import { AssayCommand } from './command.ts';
import { several } from './flag-values.ts';
import { MASK_CONTACTS } from './options.ts';

/** `assay defects`: what failed, written for the supplier. */
export function defectsCommand(): Command {
  return new AssayCommand('defects')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag('--about <id>', 'only what concerns this case, check or promise; may be repeated', several)
    .option('--out <file>', 'where to write it (default: it is printed)')
    .flag(...MASK_CONTACTS)
    .summary('write what failed as defect reports for the supplier')
    .description(
      'Writes one defect report in Markdown for each kind of failure of a recorded run: the promise quoted, expected and actual, the ids and times to find it in logs, the requests to see it again, and how often it came. Waived failures are left out, and secrets are not in the record.',
    )
    .examples([
      ['assay defects', 'the newest run'],
      ['assay defects reports/acme --out defects.md', 'to attach to an e-mail or a ticket'],
      ['assay defects reports/acme --about kci.sequence', 'one check'],
      ["assay defects --about 'orders/provide-new#business'", 'one case'],
    ])
    .action(async (named: string | undefined, flags: DefectsOptions) => {
      const { writeDefects } = await import('../application/stored/defects.ts');
      await writeDefects(named, flags);
    });
}
