import { Command, Option } from 'commander';
import { several } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag, MASK_CONTACTS } from './options.ts';
import { strict } from './usage.ts';

/** `assay report`: the reports made again from a record. */
export function reportCommand(done: Done): Command {
  return new Command('report')
    .enablePositionalOptions()
    .addCommand(strict(mergeCommand(done)))
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .addOption(
      flag(
        '--reporter <name[=file]>',
        'console, junit, html, ctrf, json, github; file - is standard output; may be repeated',
      ).argParser(several),
    )
    .addOption(new Option('--out <folder>', 'where to write them (default: the folder of the run)'))
    .addOption(flag('--mask-contacts', MASK_CONTACTS))
    .addOption(flag('-q, --quiet', 'print nothing but problems'))
    .summary('make the reports of a recorded run again')
    .description('Makes the reports of a recorded run again, from the files in its folder alone.')
    .addHelpText(
      'after',
      examples([
        ['assay report', 'the newest run, all reports, in its own folder'],
        ['assay report reports/acme --reporter junit=out/TEST-acme.xml', 'one report, elsewhere'],
        ['assay report reports/acme --mask-contacts --out for-the-supplier', 'to pass on'],
        ['assay report merge shard-1 shard-2', 'the shards of one run, as one'],
      ]),
    )
    .action(async (named: string | undefined, flags: ReportFlags) => {
      const [{ rejudge }, { readOutlets, report }, { openOrderLines }, { say }, { shown }, { resolve }] =
        await Promise.all([
          import('../application/stored/rejudge.ts'),
          import('../application/report/outlets.ts'),
          import('../application/cleanup/text.ts'),
          import('../application/say.ts'),
          import('../application/places.ts'),
          import('node:path'),
        ]);
      const outlets = readOutlets(flags.reporter, process.env);
      const run = rejudge(named);
      const { folder } = run;
      await report(flags.out === undefined ? folder : resolve(flags.out), run, { ...flags, outlets });
      const { openOrders } = run.input.verdict;
      if (openOrders && !flags.quiet) say(openOrderLines(openOrders, { folder: shown(folder), isListed: true }));
    });
}

interface ReportFlags {
  readonly reporter?: readonly string[];
  readonly out?: string;
  readonly maskContacts?: boolean;
  readonly quiet?: boolean;
}

interface MergeFlags {
  readonly out?: string;
  readonly reporter?: readonly string[];
  readonly allowInconclusive?: boolean;
  readonly maskContacts?: boolean;
  readonly quiet?: boolean;
}

/** `assay report merge`: the shards of one run, as one. */
function mergeCommand(done: Done): Command {
  return new Command('merge')
    .argument('<runs...>', 'folders of runs that were made with --shard, of all shards')
    .addOption(new Option('--out <folder>', 'folder of the joined run (default: reports/out/<time>-<target>)'))
    .addOption(
      flag(
        '--reporter <name[=file]>',
        'console, junit, html, ctrf, json, github; file - is standard output; may be repeated',
      ).argParser(several),
    )
    .addOption(flag('--allow-inconclusive', 'exit 0 although some cases could not be tested'))
    .addOption(flag('--mask-contacts', MASK_CONTACTS))
    .addOption(flag('-q, --quiet', 'print nothing but problems'))
    .summary('join the runs of all shards, judge them as one, and make the reports')
    .description(
      'Joins the runs that "assay run --shard i/n" or "assay certify --shard i/n" left into one, judges it and makes all reports. The exit status is that of a run.',
    )
    .addHelpText('after', examples([['assay report merge shards/* --out reports/acme', 'after a CI matrix']]))
    .action(async (folders: string[], flags: MergeFlags) => {
      const [{ reportMerge }, { readOutlets }] = await Promise.all([
        import('../application/stored/report-merge.ts'),
        import('../application/report/outlets.ts'),
      ]);
      done(
        await reportMerge(folders, {
          ...flags,
          outlets: readOutlets(flags.reporter, process.env),
        }),
      );
    });
}
