import type { Command, Option } from 'commander';
import { EXIT } from '../application/exit.ts';
import { shown } from '../application/places.ts';
import { print, sayProblems } from '../application/say.ts';
import type { HistoryChoice } from '../application/stored/run-history.ts';
import { AssayCommand, flag } from './command.ts';
import { positiveNumber } from './flag-values.ts';

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
      const { viewHistory, HISTORY } = await import('../application/stored/run-history.ts');
      const { historyText } = await import('../application/stored/history-text.ts');
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
      const { importRuns, HISTORY } = await import('../application/stored/run-history.ts');
      const { importedText } = await import('../application/stored/history-text.ts');
      const imported = importRuns(folders, file ?? HISTORY);
      const problems = imported.flatMap((each) => each.problems ?? []);
      if (problems.length > 0) sayProblems(problems);
      print(importedText(imported, shown));
      return problems.length > 0 ? EXIT.input : EXIT.passed;
    });
}
