import { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import type { AimOptions } from '../application/inputs.ts';
import { portNumber } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag, withAim } from './options.ts';

interface UiFlags extends AimOptions {
  readonly port: number;
  readonly runs: string;
}

/** `assay ui`: the workbench. */
export function uiCommand(done: Done): Command {
  return withAim(new Command('ui'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .addOption(flag('--port <number>', 'port to listen on; 0 is any free one').argParser(portNumber).default(7357))
    .addOption(flag('--runs <folder>', 'where the folders of runs lie').default('reports/out'))
    .summary('serve a page to choose, check, run, watch, compare and remember runs and loads with')
    .description(
      'Serves a page on this computer alone, until interrupted: choose target and scenarios, run the doctor, start and stop runs and watch them, open reports, have failures again, go on with what was broken off, cancel what was left open, make loads, compare runs, look back. Each run is an "assay run" of its own, each load an "assay load". Whoever has the address with its token may do on this computer what the command line may.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay ui', 'open the address that it prints'],
        ['assay ui --target acme.yaml', 'with your gateway chosen'],
        ['assay ui my-scenarios --port 0', 'with scenarios of yours, on any free port'],
      ]),
    )
    .action(async (paths: string[], { port, runs, target, profile, world }: UiFlags) => {
      const { workbench } = await import('./ui/ui.ts');
      const aim = { target, ...(profile === undefined ? {} : { profile }), ...(world === undefined ? {} : { world }) };
      await workbench({ aim, paths, port, runs });
      done(EXIT.passed);
    });
}
