import type { Command } from 'commander';
import type { Aim } from '../workbench/protocol.ts';
import { AssayCommand } from './command.ts';
import { portNumber } from './flag-values.ts';
import { SCENARIOS, withAim, withValues } from './options.ts';

interface UiFlags extends Omit<Aim, 'var'> {
  readonly var?: readonly string[];
  readonly port: number;
  readonly runs: string;
}

/** `assay ui`: the workbench. */
export function uiCommand(): Command {
  return withValues(withAim(new AssayCommand('ui')))
    .argument(...SCENARIOS)
    .flag('--port <number>', 'port to listen on; 0 is any free one', portNumber, 7357)
    .flag('--runs <folder>', 'where the folders of runs lie', undefined, 'reports/out')
    .summary('serve a page to choose, check, run, watch, compare and remember runs and loads with')
    .description(
      'Serves a page on this computer alone, until interrupted: choose target and scenarios, run the doctor, start and stop runs and watch them, open reports, have failures again, go on with what was broken off, make loads, compare runs, look back. Each run is an "assay run" of its own, each load an "assay load". Whoever has the address with its token may do on this computer what the command line may.',
    )
    .examples([
      ['assay ui', 'open the address that it prints'],
      ['assay ui --target acme.yaml', 'with your gateway chosen'],
      ['assay ui my-scenarios --port 0', 'with scenarios of yours, on any free port'],
    ])
    .action(async (paths: string[], { port, runs, var: assigned, ...aim }: UiFlags) => {
      const { workbench } = await import('./ui/ui.ts');
      await workbench({ aim: assigned ? { ...aim, var: assigned.join('\n') } : aim, paths, port, runs });
    });
}
