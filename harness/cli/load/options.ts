import type { Command } from 'commander';
import type { Segment } from '../../load/segment.ts';
import { type AimFlags, FAULTS_SHOWN, flag, MASK_CONTACTS, withAim } from '../options.ts';
import { several, wholeNumber } from '../values.ts';

/** How a load is made. */
export interface LoadFlags extends AimFlags {
  readonly seed: number;
  readonly fault?: readonly string[];
  readonly out?: string;
  readonly reporter?: readonly string[];
  readonly maskContacts?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
  readonly jsonLines?: boolean;
  readonly engine?: 'k6' | 'native';
  readonly segment?: Segment;
  readonly nonce?: string;
  readonly receiver?: string;
  readonly control?: string;
  readonly printScript?: string;
  readonly kubernetes?: string;
  readonly parallelism?: number;
  readonly controlUrl?: string;
  readonly attend?: string;
}

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
