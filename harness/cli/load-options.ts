import type { AssayCommand } from './command.ts';
import { several, wholeNumber } from './flag-values.ts';
import { FAULTS_SHOWN, MASK_CONTACTS, OTEL, QUIET, REPORTER, withAim, withValues } from './options.ts';

/** Adds what `load` and `simulate` share. */
export function withLoad(command: AssayCommand): AssayCommand {
  return withValues(
    withAim(command.argument('<profile>', 'a traffic profile: a name in scenarios/traffic, or a file of yours')),
  )
    .flag('--seed <number>', 'the same seed gives the same journeys', wholeNumber, 1)
    .flag('--fault <name|file>', FAULTS_SHOWN, several)
    .flag('--out <folder>', 'folder of the load (default: reports/out/<time>-<profile>-<target>)')
    .flag(...REPORTER)
    .flag(...OTEL)
    .flag(...MASK_CONTACTS)
    .flag('--dry-run', 'send nothing: say what would be sent, where the target allows it')
    .option('--json-lines', 'print where it stands, each second, as a line of JSON')
    .flag(...QUIET);
}
