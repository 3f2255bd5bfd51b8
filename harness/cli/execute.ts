import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { judge } from '../judge/judge.ts';
import type { Plan, Problem, Verdict } from '../model.ts';
import type { Part } from '../plan/shard.ts';
import { conduct } from './conduct.ts';
import { type Door, openDoor } from './door.ts';
import type { DoorName } from './doors.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import { clearFolder, FILES, newFolder, type RunInputs, writeFile } from './folder.ts';
import type { Inputs } from './inputs.ts';
import { type Outlet, report } from './outlets.ts';
import { planRun } from './plan-run.ts';
import { preflight } from './preflight.ts';
import { announce, whereEventsGo } from './reach.ts';
import { type OpenReceiver, openReceiver } from './receiver.ts';
import { Refusal, say } from './say.ts';
import { targetWithoutSecrets, withoutSecrets } from './secrets.ts';
import { type Interrupt, listenForInterrupt } from './signals.ts';
import { VERSION } from './version.ts';

/** What the user chose for one run. */
export interface ExecuteOptions {
  readonly seed: number;
  /** Only for the embedded fake. */
  readonly door?: DoorName;
  /** Names of faults the embedded fake shows. */
  readonly faults: readonly string[];
  readonly only: readonly string[];
  /** How many times each case is walked; once unless given. */
  readonly repeatEach?: number;
  /** In an order that belongs to the seed, instead of that of the files. */
  readonly shuffle?: boolean;
  /** Only this part of the cases. */
  readonly shard?: Part;
  /** What makes ids the run's own; one that no other run had unless given. */
  readonly nonce?: string;
  readonly out?: string;
  readonly outlets: readonly Outlet[];
  readonly allowInconclusive: boolean;
  readonly quiet: boolean;
  /** The command as a replay must name it. */
  readonly command: string;
}

/** Plans, runs, judges and reports; the exit status says how it went. Nothing is written before the target has answered. */
export async function execute(inputs: Inputs, options: ExecuteOptions): Promise<ExitCode> {
  const door = await openDoor(inputs, options);
  try {
    const plan = planRun(inputs, door, options);
    const { pathSecret = door.isVirtual ? `hook-${plan.nonce}` : randomBytes(16).toString('hex') } =
      door.target.webhook;
    const receiver = await openReceiver({
      target: door.target,
      profile: inputs.profile,
      pathSecret,
      inProcess: door.isVirtual,
    });
    try {
      if (!door.isVirtual) refuse(await preflight(door.target, inputs.contract, door.send));
      if (door.connect) door.connect(receiver);
      else refuse(await announce(door.target, receiver.url));
      if (!door.connect && !options.quiet) say(whereEventsGo(door.target, receiver.url));
      return await runJudgeReport({ inputs, door, plan, receiver, pathSecret }, options);
    } finally {
      await receiver.close();
    }
  } finally {
    await door.close();
  }
}

function refuse(found: Problem | null): void {
  if (found) throw new Refusal([found], EXIT.environment);
}

interface Prepared {
  readonly inputs: Inputs;
  readonly door: Door;
  readonly plan: Plan;
  readonly receiver: OpenReceiver;
  readonly pathSecret: string;
}

async function runJudgeReport(prepared: Prepared, options: ExecuteOptions): Promise<ExitCode> {
  const { contract, validators, profile, world } = prepared.inputs;
  const { secrets } = prepared.inputs;
  const { door } = prepared;
  // The run needs the plan as it is; whoever judges must see what a later judge of the folder will see.
  const plan = withoutSecrets(prepared.plan, secrets);
  const target = targetWithoutSecrets(door.target, secrets);
  const folder = newFolder(options.out, target.target, new Date());
  if (clearFolder(folder) && !options.quiet) say(`replacing the run that was in ${folder}`);
  const stored: RunInputs = { contract, profile, world, target, command: options.command, assay: VERSION };
  writeFile(join(folder, FILES.plan), `${JSON.stringify(plan)}\n`);
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(stored)}\n`);

  const judged = { plan, contract, validators, profile, target };
  const interrupt = listenForInterrupt();
  try {
    const record = await conduct({ ...prepared, folder, interrupt, judged, quiet: options.quiet });
    const verdict = judge({ ...judged, record });
    await report(folder, { verdict, plan, record, profile, command: options.command }, options.outlets, options);
    return endOf(verdict, interrupt, options);
  } finally {
    interrupt.release();
  }
}

function endOf(verdict: Verdict, interrupt: Interrupt, options: ExecuteOptions): ExitCode {
  if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
  return interrupt.exitCode ?? exitCodeOf(verdict, options);
}
