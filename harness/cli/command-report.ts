import { Command } from 'commander';
import type { Done } from './main.ts';
import { several } from './options.ts';

/** `assay report`: the reports made again from a record. */
export function reportCommand(_done: Done): Command {
  return new Command('report')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .option('--reporter <name[=file]>', 'console, junit, html, ctrf, json, github; may be repeated', several)
    .option('--out <folder>', 'where to write them (default: the folder of the run)')
    .description('make the reports of a recorded run again')
    .action(async (named: string | undefined, flags: { reporter?: string[]; out?: string }) => {
      const [{ rejudge }, { readOutlets, report }, { resolve }] = await Promise.all([
        import('./rejudge.ts'),
        import('./outlets.ts'),
        import('node:path'),
      ]);
      const outlets = readOutlets(flags.reporter, process.env);
      const { folder, input } = rejudge(named);
      await report(flags.out === undefined ? folder : resolve(flags.out), input, outlets, { quiet: false });
    });
}
