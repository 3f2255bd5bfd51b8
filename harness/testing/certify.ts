import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../application/certify/execute.ts';
import { RUN_FILES } from '../application/folder/folder.ts';
import { type AimOptions, type Inputs, loadInputs } from '../application/inputs.ts';
import type { DoorName } from '../application/open/door-names.ts';
import type { Depth, Observation, Plan, Target, Verdict, World } from '../model.ts';
import { emptyFolder } from './command.ts';

/** What a test may choose of a run against the embedded fake. */
export interface CertifyOptions extends Partial<Omit<AimOptions, 'target'>> {
  readonly door?: DoorName;
  readonly seed?: number;
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly repeatEach?: number;
  readonly shuffle?: boolean;
  readonly faults?: readonly string[];
  /** The target in another form. */
  readonly aimed?: (target: Target) => Target;
  /** The world in another form. */
  readonly furnish?: (world: World) => World;
}

/** What a run left behind. */
export interface Certified {
  readonly inputs: Inputs;
  readonly plan: Plan;
  readonly verdict: Verdict;
  readonly record: readonly Observation[];
}

/** Certifies the embedded fake in this process, on virtual time, with every scenario that comes with Assay. */
export async function certifyFake(options: CertifyOptions = {}): Promise<Certified> {
  const {
    door = 'function',
    seed = 1,
    only = [],
    faults = [],
    furnish = (world) => world,
    aimed = (target) => target,
    ...rest
  } = options;
  const { repeatEach = 1, shuffle = false, depth, ...aim } = rest;
  const loaded = loadInputs({ target: 'fake', ...aim }, []);
  const inputs = { ...loaded, world: furnish(loaded.world), target: aimed(loaded.target) };
  const out = emptyFolder();
  const run = {
    seed,
    door,
    only,
    depth,
    repeatEach,
    shuffle,
    out,
    faults,
    allowInconclusive: true,
    quiet: true,
    command: 'assay certify',
  };
  await execute(inputs, { ...run, outlets: [{ reporter: 'json' }] });
  const read = (file: string): string => readFileSync(join(out, file), 'utf8');
  return {
    inputs,
    plan: JSON.parse(read(RUN_FILES.plan)) as Plan,
    verdict: JSON.parse(read(RUN_FILES.verdict)) as Verdict,
    record: read(RUN_FILES.record)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Observation),
  };
}
