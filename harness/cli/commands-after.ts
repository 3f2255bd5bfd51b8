import { resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { EXIT, exitCodeOf } from '../application/exit.ts';
import type { ReportFlags } from '../application/report/outlets.ts';
import { print, say, sayProblems } from '../application/say.ts';
import type { HistoryChoice } from '../application/stored/run-history.ts';
import { displayPath } from '../home.ts';
import { AssayCommand, flag } from './command.ts';
import { positiveNumber, several, timesFactor } from './flag-values.ts';
import { ALLOW_INCONCLUSIVE, LOAD_OPTION, MASK_CONTACTS, OTEL, QUIET, REPORTER, withOutlets } from './options.ts';

/** `assay report`: makes the reports again from a record. */
export function reportCommand(): Command {
  return new AssayCommand('report')
    .enablePositionalOptions()
    .addCommand(mergeCommand())
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag(...REPORTER)
    .flag(...OTEL)
    .flag(...LOAD_OPTION, several)
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
      const { report } = await import('../application/report/outlets.ts');
      const { openOrderLines } = await import('../application/cleanup/text.ts');
      const options = await withOutlets(flags);
      const { readUnderLoad } = await import('../application/stored/under-load.ts');
      const run = rejudge(named);
      const { folder, contract } = run;
      const underLoad = flags.load && readUnderLoad(flags.load, contract, run.input.verdict);
      const input = { ...run.input, underLoad };
      await report(flags.out === undefined ? folder : resolve(flags.out), { contract, input }, options);
      const { openOrders } = run.input.verdict;
      if (openOrders && !flags.quiet) say(openOrderLines(openOrders, { folder: displayPath(folder), isListed: true }));
    });
}

/** `assay report merge`: joins the shards of one run. */
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
      'Joins the runs that "assay run --shard i/n" or "assay certify --shard i/n" left into one, judges it and makes all reports. The exit code is that of a run.',
    )
    .examples([['assay report merge shards/* --out reports/acme', 'after a CI matrix']])
    .runs(async (folders: string[], flags: ReportFlags) => {
      const { reportMerge } = await import('../application/stored/merge-runs.ts');
      return reportMerge(folders, await withOutlets(flags));
    });
}

/** `assay show`: prints one case of a run. */
export function showCommand(): Command {
  return new AssayCommand('show')
    .argument('<run>', 'folder of a run')
    .argument('<case>', 'id of a case of it, or a part of one that no other has')
    .summary('print one case of a run: what was sent, what came, and what is wrong')
    .description(
      'Prints one case of a recorded run: each request, answer and event with its headers and body in the order in which they happened, and what is wrong with them.',
    )
    .examples([
      ["assay show reports/acme 'orders/provide-new#business'", 'a case'],
      ['assay show reports/acme provide-new#b', 'the same, where no other is called so'],
    ])
    .runsLazily(async () => (await import('../application/stored/show-case.ts')).showCase);
}

/** `assay judge`: makes the verdict again from a record. */
export function judgeCommand(): Command {
  return new AssayCommand('judge')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag(...ALLOW_INCONCLUSIVE)
    .summary('judge a recorded run again and print the verdict as JSON')
    .description(
      'Judges a recorded run again, from the files in its folder alone, and prints the verdict as JSON. The exit code is that of the run.',
    )
    .examples([
      ['assay judge', 'the newest run'],
      ['assay judge reports/acme > again.json', 'the same bytes as its verdict.json'],
    ])
    .runs(async (named: string | undefined, flags: { allowInconclusive?: boolean }) => {
      const { rejudge } = await import('../application/stored/rejudge.ts');
      const { input } = rejudge(named);
      print(JSON.stringify(input.verdict, null, 2));
      return exitCodeOf(input, flags);
    });
}

/** `assay defects`: writes up failures for the supplier. */
export function defectsCommand(): Command {
  return new AssayCommand('defects')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag('--about <id>', 'only what concerns this case, check or promise; may be repeated', several)
    .option('--out <file>', 'where to write it (default: it is printed)')
    .flag(...MASK_CONTACTS)
    .summary('write what failed as defect reports for the supplier')
    .description(
      'Writes one defect report in Markdown for each kind of failure of a recorded run: the promise quoted, expected and actual, the ids and times to find it in logs, the requests to see it again, and how often it came. Waived failures are left out, and secrets are not in the record.',
    )
    .examples([
      ['assay defects', 'the newest run'],
      ['assay defects reports/acme --out defects.md', 'to attach to an e-mail or a ticket'],
      ['assay defects reports/acme --about kci.sequence', 'one check'],
      ["assay defects --about 'orders/provide-new#business'", 'one case'],
    ])
    .runsLazily(async () => (await import('../application/stored/defects.ts')).writeDefects);
}

/** `assay diff`: differences between two runs or loads. */
export function diffCommand(): Command {
  return new AssayCommand('diff')
    .argument('<before>', 'folder of the earlier run, or load')
    .argument('<after>', 'folder of the later one')
    .flag('--factor <number>', 'tell medians of operations that are so many times slower or faster', timesFactor, 2)
    .flag('--json', 'print it as JSON')
    .summary('compare two runs or two loads: new failures, fixed, lost and new checks, timing')
    .description(
      'Judges two runs again and compares them: failures that are new or gone, cases and checks that ran before and do not now, new ones, and medians that changed. Exit code 1 where there are new failures, or lost cases or checks. Of two loads it compares what their verdicts say: thresholds and kinds of failures, how long answers and events took, and the highest rate that holds.',
    )
    .examples([
      ['assay diff reports/yesterday reports/today', 'after a nightly run'],
      ['assay diff reports/load-monday reports/load-today', 'two loads'],
      ['assay diff last-good reports/acme --json', 'for other programs'],
    ])
    .runs(async (before: string, after: string, { factor, json }: { factor: number; json?: boolean }) => {
      const { diffRuns } = await import('../application/stored/compare-with.ts');
      const { DIFF_LABELS, diffText } = await import('../application/stored/diff-text.ts');
      const { diffLoads, isLoad } = await import('../application/stored/load-diff.ts');
      if (isLoad(before) || isLoad(after)) {
        const { found, text } = diffLoads(before, after, factor);
        if (json) print(JSON.stringify(found, null, 2));
        else print(text, DIFF_LABELS);
        return found.newFailures.length > 0 ? EXIT.failed : EXIT.passed;
      }
      const { isWorse } = await import('../evidence/diff.ts');
      const compared = diffRuns(before, after, { factor });
      if (json) print(JSON.stringify(compared.diff, null, 2));
      else print(diffText(compared.before, compared.after, compared.diff), DIFF_LABELS);
      return isWorse(compared.diff) ? EXIT.failed : EXIT.passed;
    });
}

type HistoryFlags = HistoryChoice & { readonly db?: string; readonly json?: boolean };

const db = (): Option => flag('--db <file>', 'the database (default: reports/out/history.db)');

/** `assay history`: how cases did over many runs. */
export function historyCommand(): Command {
  return new AssayCommand('history')
    .enablePositionalOptions()
    .addCommand(importCommand())
    .addOption(db())
    .option('--case <case>', 'what became of this case in each run: an id, or a pattern with *')
    .option('--target <name>', 'only runs against this target')
    .option('--latest <number>', 'of so many runs', positiveNumber, 100)
    .flag('--json', 'print it as JSON')
    .summary('pass rates, flake rates and durations of cases over many runs')
    .description(
      'Prints the runs that were imported, and the cases that did not pass in every one: how often they passed, how often they failed and passed without a change that lasted, and how long they took.',
    )
    .examples([
      ['assay history import reports/out/*-acme', 'adds runs; those that are known already stay as they are'],
      ['assay history --target acme', 'all runs against one gateway'],
      ["assay history --case 'orders/provide-new*'", 'some cases, run by run'],
    ])
    .action(async ({ db: file, json, ...choice }: HistoryFlags) => {
      const { HISTORY, historyText, viewHistory } = await import('../application/stored/run-history.ts');
      const view = viewHistory(file ?? HISTORY, choice);
      print(json ? JSON.stringify(view, null, 2) : historyText(view, { isOfCases: choice.case !== undefined }));
    });
}

/** `assay history import`: adds runs. */
function importCommand(): Command {
  return new AssayCommand('import')
    .argument('<runs...>', 'folders of runs')
    .addOption(db())
    .summary('add runs to the history')
    .description(
      'Judges runs again and adds them to the history. A run that ended before it was done is left out, and so is what is no run. One that cannot be read is told, and keeps no other out.',
    )
    .examples([['assay history import reports/out/*', 'all runs that lie there']])
    .runs(async (folders: string[], { db: file }: { db?: string }) => {
      const { HISTORY, importedText, importRuns } = await import('../application/stored/run-history.ts');
      const imported = importRuns(folders, file ?? HISTORY);
      const problems = imported.flatMap((each) => each.problems ?? []);
      if (problems.length > 0) sayProblems(problems);
      print(importedText(imported));
      return problems.length > 0 ? EXIT.input : EXIT.passed;
    });
}
