import { Command } from 'commander';
import type { Done } from './main.ts';

/** `assay judge`: the verdict made again from a record. */
export function judgeCommand(done: Done): Command {
  return new Command('judge')
    .argument('[run]', 'folder of a run (default: the newest below reports/out)')
    .option('--allow-inconclusive', 'exit 0 although some cases could not be tested')
    .description('judge a recorded run again and print its verdict as JSON')
    .action(async (named: string | undefined, flags: { allowInconclusive?: boolean }) => {
      const [{ rejudge }, { exitCodeOf }, { print }] = await Promise.all([
        import('./rejudge.ts'),
        import('./exit.ts'),
        import('./say.ts'),
      ]);
      const { input } = rejudge(named);
      print(JSON.stringify(input.verdict, null, 2));
      done(exitCodeOf(input.verdict, { allowInconclusive: flags.allowInconclusive ?? false }));
    });
}
