import type { Command } from 'commander';
import { exitCodeOf } from '../application/exit.ts';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { ALLOW_INCONCLUSIVE } from './options.ts';

/** `assay judge`: the verdict made again from a record. */
export function judgeCommand(): Command {
  return new AssayCommand('judge')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .flag(...ALLOW_INCONCLUSIVE)
    .summary('judge a recorded run again and print the verdict as JSON')
    .description(
      'Judges a recorded run again, from the files in its folder alone, and prints the verdict as JSON. The exit status is that of the run.',
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
