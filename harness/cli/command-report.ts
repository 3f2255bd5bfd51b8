import { resolve } from 'node:path';
import type { Command } from 'commander';
import { shown } from '../application/places.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { say } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { several } from './flag-values.ts';
import { ALLOW_INCONCLUSIVE, LOAD, MASK_CONTACTS, OTEL, QUIET, REPORTER } from './options.ts';

/** `assay report`: the reports made again from a record. */
export function reportCommand(): Command {
  return new AssayCommand('report')
    .enablePositionalOptions()
    .addCommand(mergeCommand())
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag(...REPORTER)
    .flag(...OTEL)
    .flag(...LOAD, several)
    .option('--out <folder>', 'where to write them (default: the folder of the run)')
    .flag(...MASK_CONTACTS)
    .flag(...QUIET)
    .summary('make the reports of a recorded run again')
    .description('Makes the reports of a recorded run again, from the files in its folder alone.')
    .examples([
      ['assay report', 'the newest run, all reports, in its own folder'],
      ['assay report reports/acme --reporter junit=out/TEST-acme.xml', 'one report, elsewhere'],
      ['assay report reports/acme --mask-contacts --out for-the-supplier', 'to pass on'],
      ['assay report reports/acme --load reports/acme-busy-hour', 'with what a load showed on the board'],
      ['assay report merge shard-1 shard-2', 'the shards of one run, as one'],
    ])
    .action(async (named: string | undefined, flags: ReportFlags & { readonly load?: readonly string[] }) => {
      const { rejudge } = await import('../application/stored/rejudge.ts');
      const { readOutlets, report } = await import('../application/report/outlets.ts');
      const { openOrderLines } = await import('../application/cleanup/text.ts');
      const outlets = readOutlets(flags.reporter, process.env);
      const { readUnderLoad } = await import('../application/stored/under-load.ts');
      const run = rejudge(named);
      const { folder, contract } = run;
      const underLoad = flags.load && readUnderLoad(flags.load, contract, run.input.verdict);
      const input = { ...run.input, underLoad };
      await report(flags.out === undefined ? folder : resolve(flags.out), { contract, input }, { ...flags, outlets });
      const { openOrders } = run.input.verdict;
      if (openOrders && !flags.quiet) say(openOrderLines(openOrders, { folder: shown(folder), isListed: true }));
    });
}

/** `assay report merge`: the shards of one run, as one. */
function mergeCommand(): Command {
  return new AssayCommand('merge')
    .argument('<runs...>', 'folders of runs that were made with --shard, of all shards')
    .option('--out <folder>', 'folder of the joined run (default: reports/out/<time>-<target>)')
    .flag(...REPORTER)
    .flag(...ALLOW_INCONCLUSIVE)
    .flag(...MASK_CONTACTS)
    .flag(...QUIET)
    .summary('join the runs of all shards, judge them as one, and make the reports')
    .description(
      'Joins the runs that "assay run --shard i/n" or "assay certify --shard i/n" left into one, judges it and makes all reports. The exit status is that of a run.',
    )
    .examples([['assay report merge shards/* --out reports/acme', 'after a CI matrix']])
    .runs(async (folders: string[], flags: ReportFlags) => {
      const { reportMerge } = await import('../application/stored/merge-runs.ts');
      const { readOutlets } = await import('../application/report/outlets.ts');
      return reportMerge(folders, {
        ...flags,
        outlets: readOutlets(flags.reporter, process.env),
      });
    });
}
