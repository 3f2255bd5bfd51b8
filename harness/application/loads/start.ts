import type { Segment } from '../../load/segment.ts';
import type { ExitCode } from '../exit.ts';
import type { AimOptions } from '../inputs.ts';
import { type ReportFlags, readOutlets } from '../report/outlets.ts';
import { Refusal, refuseOn } from '../say.ts';
import { asBytes, unhideable } from '../unhideable.ts';
import { beyondK6, onlyK6 } from './allowed.ts';
import type { EngineName } from './execute-load.ts';

/** How a load is made. */
export interface LoadFlags extends AimOptions, Omit<ReportFlags, 'allowInconclusive'> {
  readonly seed: number;
  readonly fault?: readonly string[];
  readonly dryRun?: boolean;
  readonly jsonLines?: boolean;
  readonly engine?: 'k6' | 'native';
  readonly segment?: Segment;
  readonly nonce?: string;
  /** One in this many journeys is judged whole. */
  readonly judge?: number;
  /** Where k6 sends its numbers as it goes: values of its own `--out`. */
  readonly k6Out?: readonly string[];
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
  const [{ loadAim }, { executeLoad }, { loadTraffic }] = await Promise.all([
    import('../inputs.ts'),
    import('./execute-load.ts'),
    import('./traffic.ts'),
  ]);
  const aim = loadAim(flags);
  const { traffic, scenarios } = loadTraffic(profile, aim);
  const { segment, seed, out, nonce, judge: oneIn = 1, quiet = false, jsonLines = false } = flags;
  const outlets = readOutlets(flags.reporter, process.env);
  const faults = flags.fault ?? [];
  const args = (flags.k6Out ?? []).flatMap((each) => ['--out', each]);
  const reported = { outlets, quiet, maskContacts: flags.maskContacts ?? false, otel: flags.otel };
  const choice = { ...reported, engine, seed, faults, oneIn, args, jsonLines, out, nonce };
  const inputs = { ...aim, scenarios };
  refuseOn(unhideable(inputs, asBytes(scenarios)));
  const beyond = engine === 'k6' ? beyondK6(aim.target, aim.secrets) : onlyK6(args);
  if (beyond) throw new Refusal([beyond]);
  if (flags.dryRun) {
    const { sayWhatWouldBeSent } = await import('./dry-run.ts');
    return sayWhatWouldBeSent(inputs, traffic, engine);
  }
  const { printScript, kubernetes, parallelism = 4, controlUrl = '', receiver, control, target } = flags;
  const printedTo = kubernetes ?? printScript;
  if (printedTo !== undefined) {
    const { printLoad } = await import('./print.ts');
    const named = { profile, target };
    const instances = kubernetes === undefined ? undefined : { parallelism, controlUrl };
    return printLoad(inputs, traffic, { folder: printedTo, seed, quiet, oneIn, named, nonce, kubernetes: instances });
  }
  if (flags.attend !== undefined) {
    const { readAttended } = await import('./attend.ts');
    const attended = readAttended(flags.attend, control);
    return executeLoad(inputs, traffic, { ...choice, seed: attended.seed, nonce: attended.nonce, attended });
  }
  if (!segment) return executeLoad(inputs, traffic, choice);
  const { executeSegment } = await import('./execute-segment.ts');
  return executeSegment(inputs, traffic, { ...choice, segment, receiver, control });
}
