import { Command, Option } from 'commander';
import { EXIT } from '../application/exit.ts';
import { positiveNumber } from './flag-values.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';
import { strict } from './usage.ts';

interface HistoryFlags {
  readonly db?: string;
  readonly case?: string;
  readonly target?: string;
  readonly latest: number;
  readonly json?: boolean;
}

const db = (): Option => flag('--db <file>', 'the database (default: reports/out/history.db)');

/** `assay history`: how cases did over many runs. */
export function historyCommand(done: Done): Command {
  return new Command('history')
    .enablePositionalOptions()
    .addCommand(strict(importCommand(done)))
    .addOption(db())
    .addOption(new Option('--case <case>', 'what became of this case in each run: an id, or a pattern with *'))
    .addOption(new Option('--target <name>', 'only runs against this target'))
    .addOption(new Option('--latest <number>', 'of so many runs').argParser(positiveNumber).default(100))
    .addOption(flag('--json', 'print it as JSON'))
    .summary('pass rates, flake rates and durations of cases over many runs')
    .description(
      'Prints the runs that were imported, and the cases that did not pass in every one: how often they passed, how often they failed and passed without a change that lasted, and how long they took.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay history import reports/out/*-acme', 'adds runs; those that are known already stay as they are'],
        ['assay history --target acme', 'all runs against one gateway'],
        ["assay history --case 'orders/provide-new*'", 'some cases, run by run'],
      ]),
    )
    .action(async ({ db: file, json, ...choice }: HistoryFlags) => {
      const [{ viewHistory, HISTORY }, { historyText }, { print }] = await load();
      const view = viewHistory(file ?? HISTORY, choice);
      print(json ? JSON.stringify(view, null, 2) : historyText(view, { isOfCases: choice.case !== undefined }));
    });
}

/** `assay history import`: adds runs. */
function importCommand(done: Done): Command {
  return new Command('import')
    .argument('<runs...>', 'folders of runs')
    .addOption(db())
    .summary('add runs to the history')
    .description(
      'Judges runs again and adds them to the history. A run that ended before it was done is left out, and so is what is no run. One that cannot be read is told, and keeps no other out.',
    )
    .addHelpText('after', examples([['assay history import reports/out/*', 'all runs that lie there']]))
    .action(async (folders: string[], { db: file }: { db?: string }) => {
      const [{ importRuns, HISTORY }, { importedText }, { print, sayProblems }, { shown }] = await load();
      const imported = importRuns(folders, file ?? HISTORY);
      const problems = imported.flatMap((each) => each.problems ?? []);
      if (problems.length > 0) sayProblems(problems);
      print(importedText(imported, shown));
      if (problems.length > 0) done(EXIT.input);
    });
}

function load() {
  return Promise.all([
    import('../application/stored/run-history.ts'),
    import('../application/stored/history-text.ts'),
    import('../application/say.ts'),
    import('../application/places.ts'),
  ]);
}
