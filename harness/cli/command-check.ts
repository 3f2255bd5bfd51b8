import type { Command } from 'commander';
import { formatProblems, PROBLEM_LABELS } from '../../reports/words/problem.ts';
import { count } from '../../reports/words/text.ts';
import { EXIT } from '../application/exit.ts';
import type { Aim, AimOptions } from '../application/inputs.ts';
import { print } from '../application/say.ts';
import { AssayCommand } from './command.ts';
import { withAim, withValues } from './options.ts';

/** `assay check`: reads everything and sends nothing. */
export function checkCommand(): Command {
  return withValues(withAim(new AssayCommand('check')))
    .argument('[paths...]', 'scenario and traffic files or folders of them (default: all that come with Assay)')
    .summary('look for mistakes in scenarios, traffic, target, profile and world')
    .description(
      'Looks for mistakes in scenarios, traffic profiles, target, KCI profile and world, and tells all of them at once. Sends nothing.',
    )
    .examples([
      ['assay check my-scenarios', 'scenarios of yours'],
      ['assay check --target acme.yaml', 'a target file, with the profile and the world it names'],
    ])
    .runs(async (paths: string[], flags: AimOptions) => {
      const { loadAim, loadSpec, readScenarios } = await import('../application/inputs.ts');
      const { checkTraffic, withoutTraffic } = await import('../application/loads/traffic.ts');
      const { deadlineWarnings } = await import('../contract/profile-fit.ts');
      const { k6Warnings } = await import('../application/loads/allowed.ts');
      const { Refusal, warningsSaid } = await import('../application/say.ts');
      const { clientCases } = await import('../application/cases/client-cases.ts');
      const { isOfClients } = await import('../scenario/load.ts');
      const { loadClientContract } = await import('../contract/client.ts');
      const scenarioPaths = withoutTraffic(paths).filter((path) => !isOfClients(path));
      const spec = loadSpec();
      let aim: Aim;
      try {
        aim = loadAim(flags, spec);
      } catch (error) {
        if (!(error instanceof Refusal) || scenarioPaths.length === 0) throw error;
        // What does not hang on the target is told with it.
        throw new Refusal([...error.problems, ...readScenarios(scenarioPaths, spec).problems], error.exitCode);
      }
      const clientPaths = paths.filter(isOfClients);
      const isOfAll = paths.length === 0;
      const ofClients =
        isOfAll || clientPaths.length > 0
          ? clientCases(clientPaths, { ...aim, contract: loadClientContract(aim.contract) })
          : { journeys: [], problems: [] };
      const isTrafficAlone = !isOfAll && scenarioPaths.length === 0;
      const read = isTrafficAlone ? { scenarios: [], problems: [] } : readScenarios(scenarioPaths, aim);
      const traffic = checkTraffic(paths, aim);
      const { expand } = await import('../plan/expand.ts');
      const wrong = new Set(read.problems.map(({ severity, span }) => (severity === 'error' ? span?.file : undefined)));
      const sound = read.scenarios.filter(({ file }) => !wrong.has(file));
      const planned = expand(sound, { ...aim, seed: 1, nonce: 'check', now: 0 });
      const problems = [
        ...read.problems,
        ...planned.problems,
        ...traffic.problems,
        ...ofClients.problems,
        ...deadlineWarnings(aim.target, aim.profile),
        ...k6Warnings(aim),
      ];
      if (problems.length > 0) print(formatProblems(problems), PROBLEM_LABELS);
      const isWrong = problems.some(({ severity }) => severity === 'error');
      const { target, profile, world } = aim;
      const looked = [
        ...(read.scenarios.length > 0 ? [count(read.scenarios.length, 'scenario')] : []),
        ...(traffic.count > 0 ? [count(traffic.count, 'traffic profile')] : []),
        ...(ofClients.journeys.length > 0 ? [`${ofClients.journeys.length} cases of clients`] : []),
        `target "${target.target}", profile "${profile.profile}", world "${world.world}"`,
      ];
      const warnings = problems.length + warningsSaid();
      const found = warnings === 0 ? 'no mistakes found' : `no errors, ${count(warnings, 'warning')}`;
      if (!isWrong) print(`${looked.join(', ')}: ${found}`);
      return isWrong ? EXIT.input : EXIT.passed;
    });
}
