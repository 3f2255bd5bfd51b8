import type { Segment } from '../../load/segment.ts';
import type { Traffic } from '../../model.ts';
import type { ExitCode } from '../exit.ts';
import type { AimOptions, Inputs } from '../inputs.ts';
import { readOutlets } from '../report/outlets.ts';
import { Refusal, refuseOn } from '../say.ts';
import { unhideable } from '../unhideable.ts';
import { beyondK6 } from './allowed.ts';
import type { EngineName } from './execute-load.ts';

/** How a load is made. */
export interface LoadFlags extends AimOptions {
  readonly seed: number;
  readonly fault?: readonly string[];
  readonly out?: string;
  readonly reporter?: readonly string[];
  readonly maskContacts?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
  readonly jsonLines?: boolean;
  readonly engine?: 'k6' | 'native';
  readonly segment?: Segment;
  readonly nonce?: string;
  /** Of so many journeys that k6 walks one is judged whole. */
  readonly judge?: number;
  readonly receiver?: string;
  readonly control?: string;
  readonly printScript?: string;
  readonly kubernetes?: string;
  readonly parallelism?: number;
  readonly controlUrl?: string;
  readonly attend?: string;
}

/** Reads what a load needs, and makes it. */
export async function startLoad(profile: string, engine: EngineName, flags: LoadFlags): Promise<ExitCode> {
  const [{ loadAim, loadSpec }, { executeLoad }, { loadTraffic }] = await Promise.all([
    import('../inputs.ts'),
    import('./execute-load.ts'),
    import('./traffic.ts'),
  ]);
  const aim = loadAim(flags, loadSpec());
  const { traffic, scenarios } = loadTraffic(profile, aim);
  const choice = {
    engine,
    seed: flags.seed,
    faults: flags.fault ?? [],
    quiet: flags.quiet ?? false,
    oneIn: flags.judge ?? 1,
    jsonLines: flags.jsonLines ?? false,
    maskContacts: flags.maskContacts ?? false,
    outlets: readOutlets(flags.reporter, process.env),
    ...(flags.out === undefined ? {} : { out: flags.out }),
  };
  const inputs = { ...aim, scenarios };
  refuseOn(unhideable(inputs, JSON.stringify(scenarios)));
  const beyond = engine === 'k6' ? beyondK6(aim.target, aim.secrets) : undefined;
  if (beyond) throw new Refusal([beyond]);
  if (flags.dryRun) {
    const { sayWhatWouldBeSent } = await import('./dry-run.ts');
    return sayWhatWouldBeSent(inputs, traffic, engine);
  }
  if (flags.printScript !== undefined || flags.kubernetes !== undefined)
    return printed(inputs, traffic, profile, flags);
  if (flags.attend !== undefined) {
    const { readAttended } = await import('./attend.ts');
    const attended = readAttended(flags.attend, flags.control);
    const { seed, nonce } = attended;
    return executeLoad(inputs, traffic, { ...choice, seed, nonce, attended });
  }
  if (!flags.segment)
    return executeLoad(inputs, traffic, { ...choice, ...(flags.nonce === undefined ? {} : { nonce: flags.nonce }) });
  const { executeSegment } = await import('./execute-segment.ts');
  return executeSegment(inputs, traffic, {
    ...choice,
    segment: flags.segment,
    ...(flags.nonce === undefined ? {} : { nonce: flags.nonce }),
    ...(flags.receiver === undefined ? {} : { receiver: flags.receiver }),
    ...(flags.control === undefined ? {} : { control: flags.control }),
  });
}

async function printed(inputs: Inputs, traffic: Traffic, profile: string, flags: LoadFlags): Promise<ExitCode> {
  const { printLoad } = await import('./print.ts');
  const {
    printScript,
    kubernetes,
    parallelism = 4,
    controlUrl = '',
    judge = 1,
    seed,
    nonce,
    quiet = false,
    target,
  } = flags;
  return printLoad(inputs, traffic, {
    folder: kubernetes ?? printScript ?? '.',
    seed,
    quiet,
    oneIn: judge,
    named: { profile, target },
    ...(nonce === undefined ? {} : { nonce }),
    ...(kubernetes === undefined ? {} : { kubernetes: { parallelism, controlUrl } }),
  });
}
