import type { Command } from 'commander';
import { several, wholeNumber } from './flag-values.ts';
import { FAULTS_SHOWN, flag, MASK_CONTACTS, withAim } from './options.ts';

/** Adds what `load` and `simulate` share. */
export function withLoad(command: Command): Command {
  return withAim(command.argument('<profile>', 'a traffic profile: a name in scenarios/traffic, or a file of yours'))
    .addOption(flag('--seed <number>', 'the same seed gives the same journeys').argParser(wholeNumber).default(1))
    .addOption(flag('--fault <name|file>', FAULTS_SHOWN).argParser(several))
    .addOption(flag('--out <folder>', 'folder of the load (default: reports/out/<time>-<profile>-<target>)'))
    .addOption(
      flag(
        '--reporter <name[=file]>',
        'console, junit, html, ctrf, json, github; file - is standard output; may be repeated',
      ).argParser(several),
    )
    .addOption(flag('--mask-contacts', MASK_CONTACTS))
    .addOption(flag('--dry-run', 'send nothing: say what would be sent, where the target allows it'))
    .option('--json-lines', 'print where it stands, each second, as a line of JSON')
    .addOption(flag('-q, --quiet', 'print nothing but problems'));
}
