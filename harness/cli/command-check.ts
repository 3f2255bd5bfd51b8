import { Command } from 'commander';
import { EXIT } from './exit.ts';
import { examples } from './help.ts';
import type { Done } from './main.ts';
import { type AimFlags, withAim } from './options.ts';

/** `assay check`: reads everything and sends nothing. */
export function checkCommand(done: Done): Command {
  return withAim(new Command('check'))
    .argument('[paths...]', 'scenario files or folders (default: all that come with Assay)')
    .summary('look for mistakes in scenarios, target, profile and world')
    .description(
      'Looks for mistakes in scenarios, target, KCI profile and world, and tells all of them at once. Sends nothing.',
    )
    .addHelpText(
      'after',
      examples([
        ['assay check my-scenarios', 'scenarios of yours'],
        ['assay check --target acme.yaml', 'a target file, with the profile and the world it names'],
      ]),
    )
    .action(async (paths: string[], flags: AimFlags) => {
      const [{ loadAim, loadSpec, readScenarios }, { formatProblems }, { print }] = await Promise.all([
        import('./inputs.ts'),
        import('../../reports/problem.ts'),
        import('./say.ts'),
      ]);
      const aim = loadAim(flags, loadSpec());
      const { scenarios, problems } = readScenarios(paths, aim);
      if (problems.length > 0) print(formatProblems(problems));
      const isWrong = problems.some(({ severity }) => severity === 'error');
      if (!isWrong)
        print(
          `${scenarios.length} scenarios, target "${aim.target.target}", profile "${aim.profile.profile}", world "${aim.world.world}": no mistakes found`,
        );
      done(isWrong ? EXIT.input : EXIT.passed);
    });
}
