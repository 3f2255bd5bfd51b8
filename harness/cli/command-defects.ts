import { Command, Option } from 'commander';
import { EXIT } from '../application/exit.ts';
import { several } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag, MASK_CONTACTS } from './options.ts';

interface DefectsFlags {
  readonly about?: readonly string[];
  readonly out?: string;
  readonly maskContacts?: boolean;
}

/** `assay defects`: what failed, written for the supplier. */
export function defectsCommand(done: Done): Command {
  return new Command('defects')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .addOption(
      flag('--about <id>', 'only what concerns this case, check or promise; may be repeated').argParser(several),
    )
    .addOption(new Option('--out <file>', 'where to write it (default: it is printed)'))
    .addOption(flag('--mask-contacts', MASK_CONTACTS))
    .summary('write what failed as defect reports for the supplier')
    .description(
      'Writes one defect report in Markdown for each kind of failure of a recorded run: the promise quoted, expected and actual, the ids and times to find it in logs, the requests to see it again, and how often it came. Waived failures are left out, and secrets are not in the record.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay defects', 'the newest run'],
        ['assay defects reports/acme --out defects.md', 'to attach to an e-mail or a ticket'],
        ['assay defects reports/acme --about kci.sequence', 'one check'],
        ["assay defects --about 'orders/provide-new#business'", 'one case'],
      ]),
    )
    .action(async (named: string | undefined, { about, out, maskContacts }: DefectsFlags) => {
      const [{ writeDefects }] = await Promise.all([import('../application/stored/defects.ts')]);
      await writeDefects(named, {
        about: about ?? [],
        maskContacts: maskContacts ?? false,
        ...(out === undefined ? {} : { out }),
      });
      done(EXIT.passed);
    });
}
