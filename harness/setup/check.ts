import { clientCases } from '../application/cases/client-cases.ts';
import { type Aim, type AimOptions, loadAim, loadSpec, readScenarios } from '../application/inputs.ts';
import { k6Warnings } from '../application/loads/allowed.ts';
import { checkTraffic, withoutTraffic } from '../application/loads/traffic.ts';
import { Refusal, warningsSaid } from '../application/say.ts';
import { loadClientContract } from '../contract/client.ts';
import { deadlineWarnings } from '../contract/profile-fit.ts';
import { expand } from '../plan/expand.ts';
import { isOfClients } from '../scenario/load.ts';

/**
 * Reads scenarios, traffic profiles, target, profile and world, and plans; sends nothing. Without paths, reads everything
 * shipped with Assay.
 */
export function lookForMistakes(paths: readonly string[], options: AimOptions) {
  const scenarioPaths = withoutTraffic(paths).filter((path) => !isOfClients(path));
  const aim = aimOrAllMistakes(scenarioPaths, options);
  const { scenarios, problems: misread } =
    paths.length > 0 && scenarioPaths.length === 0
      ? { scenarios: [], problems: [] }
      : readScenarios(scenarioPaths, aim);
  const wrong = new Set(misread.map(({ severity, span }) => (severity === 'error' ? span?.file : undefined)));
  const sound = scenarios.filter(({ file }) => !wrong.has(file));
  const planned = expand(sound, { ...aim, seed: 1, nonce: 'check', now: 0 });
  const traffic = checkTraffic(paths, aim);
  const clientPaths = paths.filter(isOfClients);
  const ofClients =
    paths.length === 0 || clientPaths.length > 0
      ? clientCases(clientPaths, { ...aim, contract: loadClientContract(aim.contract) })
      : { journeys: [], problems: [] };
  const problems = [
    ...misread,
    ...planned.problems,
    ...traffic.problems,
    ...ofClients.problems,
    ...deadlineWarnings(aim.target, aim.profile),
    ...k6Warnings(aim),
  ];
  return {
    problems,
    /** Warnings among the problems, and those printed while files were read. */
    warnings: problems.length + warningsSaid(),
    aim,
    scenarios: scenarios.length,
    traffic: traffic.count,
    /** How many cases of clients there are. */
    ofClients: ofClients.journeys.length,
  };
}

/** Target, profile and world. If these are wrong, problems that do not depend on them are reported, too. */
function aimOrAllMistakes(scenarioPaths: readonly string[], options: AimOptions): Aim {
  const spec = loadSpec();
  try {
    return loadAim(options, spec);
  } catch (error) {
    if (!(error instanceof Refusal) || scenarioPaths.length === 0) throw error;
    throw new Refusal([...error.problems, ...readScenarios(scenarioPaths, spec).problems], error.exitCode);
  }
}
