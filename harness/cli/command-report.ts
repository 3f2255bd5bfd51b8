import { Command, Option } from 'commander';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';
import { several } from './values.ts';

/** `assay report`: the reports made again from a record. */
export function reportCommand(_done: Done): Command {
  return new Command('report')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .addOption(
      flag('--reporter <name[=file]>', 'console, junit, html, ctrf, json, github; may be repeated').argParser(several),
    )
    .addOption(new Option('--out <folder>', 'where to write them (default: the folder of the run)'))
    .addOption(flag('-q, --quiet', 'print nothing but problems'))
    .summary('make the reports of a recorded run again')
    .description('Makes the reports of a recorded run again, from the files in its folder alone.')
    .addHelpText(
      'after',
      examples([
        ['assay report', 'the newest run, all reports, in its own folder'],
        ['assay report reports/acme --reporter junit=out/TEST-acme.xml', 'one report, elsewhere'],
      ]),
    )
    .action(async (named: string | undefined, flags: { reporter?: string[]; out?: string; quiet?: boolean }) => {
      const [{ rejudge }, { readOutlets, report }, { resolve }] = await Promise.all([
        import('./rejudge.ts'),
        import('./outlets.ts'),
        import('node:path'),
      ]);
      const outlets = readOutlets(flags.reporter, process.env);
      const { folder, input } = rejudge(named);
      await report(flags.out === undefined ? folder : resolve(flags.out), input, outlets, {
        quiet: flags.quiet ?? false,
      });
    });
}
