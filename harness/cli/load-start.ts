import type { EngineName } from './execute-load.ts';
import type { ExitCode } from './exit.ts';
import type { LoadFlags } from './load-options.ts';
import { readOutlets } from './outlets.ts';

/** Reads what a load needs, and makes it. */
export async function startLoad(profile: string, engine: EngineName, flags: LoadFlags): Promise<ExitCode> {
  const [{ loadAim, loadSpec }, { executeLoad }, { loadTraffic }] = await Promise.all([
    import('./inputs.ts'),
    import('./execute-load.ts'),
    import('./traffic.ts'),
  ]);
  const aim = loadAim(flags, loadSpec());
  const { traffic, scenarios } = loadTraffic(profile, aim);
  return executeLoad({ ...aim, scenarios }, traffic, {
    engine,
    seed: flags.seed,
    faults: flags.fault ?? [],
    quiet: flags.quiet ?? false,
    outlets: readOutlets(flags.reporter, process.env),
    ...(flags.out === undefined ? {} : { out: flags.out }),
  });
}
