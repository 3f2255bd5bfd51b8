import { Command } from 'commander';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { flag } from './options.ts';

/** `assay judge`: the verdict made again from a record. */
export function judgeCommand(done: Done): Command {
  return new Command('judge')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .addOption(flag('--allow-inconclusive', 'exit 0 although some cases could not be tested'))
    .summary('judge a recorded run again and print the verdict as JSON')
    .description(
      'Judges a recorded run again, from the files in its folder alone, and prints the verdict as JSON. The exit status is that of the run.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay judge', 'the newest run'],
        ['assay judge reports/acme > again.json', 'the same bytes as its verdict.json'],
      ]),
    )
    .action(async (named: string | undefined, flags: { allowInconclusive?: boolean }) => {
      const [{ rejudge }, { exitCodeOf }, { print }] = await Promise.all([
        import('../application/stored/rejudge.ts'),
        import('../application/exit.ts'),
        import('../application/say.ts'),
      ]);
      const { input } = rejudge(named);
      print(JSON.stringify(input.verdict, null, 2));
      done(exitCodeOf(input, flags));
    });
}
