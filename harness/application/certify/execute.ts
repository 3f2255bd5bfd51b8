import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { judge } from '../../judge/judge.ts';
import type { Depth, Plan, Target, Verdict } from '../../model.ts';
import type { Part } from '../../plan/selection.ts';
import { apartMs, createSkewMeter, type SkewMeter } from '../../wire/skew.ts';
import { planAgain } from '../cases/plan-again.ts';
import { planRun } from '../cases/plan-run.ts';
import { openOrderLines } from '../cleanup/text.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../exit.ts';
import {
  clearFolder,
  clearReports,
  FILES,
  newFolder,
  type RunInputs,
  type RunWords,
  writeFile,
} from '../folder/folder.ts';
import { holdFolder, holdForRun } from '../folder/hold-folder.ts';
import type { CertifyingInputs, Inputs } from '../inputs.ts';
import { connect } from '../open/connect.ts';
import { type Door, openDoor } from '../open/door.ts';
import type { DoorName } from '../open/doors.ts';
import { type OpenReceiver, openReceiver } from '../open/receiver.ts';
import { planWithoutSecrets, targetWithoutSecrets } from '../open/secrets.ts';
import { shown } from '../places.ts';
import { maskFor, type Outlet, report } from '../report/outlets.ts';
import { Refusal, refuseOn, say } from '../say.ts';
import { type Interrupt, listenForInterrupt, withCause } from '../signals.ts';
import { compare, refuseUnlessThere } from '../stored/compare-with.ts';
import type { StoredRun } from '../stored/stored-run.ts';
import { knownTo, unhideable } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import { type RunWaivers, waivingOf } from '../waivers.ts';
import { conduct } from './conduct.ts';
import type { LeftToRun } from './left-to-run.ts';
import { changesSince } from './same-inputs.ts';

/** What the user chose for one run. */
export interface ExecuteOptions {
  readonly seed: number;
  /** Only for the embedded fake. */
  readonly door?: DoorName;
  /** Names of faults the embedded fake shows. */
  readonly faults: readonly string[];
  readonly only: readonly string[];
  readonly depth?: Depth;
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
  readonly waivers?: RunWaivers;
  readonly allowInconclusive: boolean;
  /** Reports show no contact. */
  readonly maskContacts?: boolean;
  /** The earlier run that this one is compared with when it has ended: its folder, or `last-good`. */
  readonly compareWith?: string;
  readonly quiet: boolean;
  /** The command as a replay must name it. */
  readonly command: string;
  /** The same as data, for whoever takes the run up again. */
  readonly words?: RunWords;
  /** The run to go on with, in place of a new one. */
  readonly resumed?: { readonly run: StoredRun; readonly left: LeftToRun };
}

/** Plans, runs, judges and reports; the exit status says how it went. Nothing is written before the target has answered. */
export async function execute(inputs: CertifyingInputs, options: ExecuteOptions): Promise<ExitCode> {
  const { resumed } = options;
  holdForRun(options.out);
  if (options.compareWith !== undefined) refuseUnlessThere(options.compareWith, options.out ?? resumed?.run.folder);
  const lastAt = resumed?.left.lastAt;
  const door = await openDoor(inputs, { ...options, ...(lastAt === undefined ? {} : { virtualStart: lastAt }) });
  try {
    if (resumed) refuseChanges(inputs, door, resumed.run);
    const plan = resumed
      ? planAgain(resumed.run.plan, resumed.left.journeys, { inputs, door, options })
      : planRun(inputs, door, options);
    // The run needs the plan as it is; whoever judges must see what a later judge of the folder will see.
    const shownPlan = planWithoutSecrets(plan, inputs.secrets);
    const planText = JSON.stringify(shownPlan);
    refuseOn(unhideable(inputs, planText));
    if (resumed && !options.quiet) say(goingOn(resumed));
    const { pathSecret = door.isVirtual ? `hook-${plan.nonce}` : randomBytes(16).toString('hex') } =
      door.target.webhook;
    const skewMeter = createSkewMeter();
    const receiver = await openReceiver({
      target: door.target,
      profile: inputs.profile,
      pathSecret,
      inProcess: door.isVirtual,
      now: door.clock.now,
      apartMs: () => apartMs(skewMeter.skew()),
    });
    try {
      const knowing = await connect(inputs, door, receiver, { quiet: options.quiet, pathSecret });
      const prepared = { inputs: knowing, door, plan, shownPlan, planText, receiver, pathSecret, skewMeter };
      return await runJudgeReport(prepared, options);
    } finally {
      await receiver.close();
    }
  } finally {
    await door.close();
  }
}

/** Of a run that is taken up again, both parts must stand on the same. */
function refuseChanges(
  { contract, profile, world, ...inputs }: CertifyingInputs,
  door: Door,
  { inputs: stored }: StoredRun,
): void {
  const target = targetWithoutSecrets(door.target, inputs.secrets);
  const isOwnFake = inputs.target.baseUrl === 'embedded';
  refuseOn(changesSince(stored, { contract, profile, world, target, assay: VERSION }, isOwnFake));
}

function goingOn({ run, left }: NonNullable<ExecuteOptions['resumed']>): string {
  const all = run.plan.journeys.filter(({ excused }) => excused === undefined).length;
  return `going on with ${shown(run.folder)}: ${left.journeys.size} of ${all} cases left to walk`;
}

interface Prepared {
  readonly inputs: Inputs;
  readonly door: Door;
  readonly plan: Plan;
  /** Without secrets. */
  readonly shownPlan: Plan;
  /** That as JSON. */
  readonly planText: string;
  readonly receiver: OpenReceiver;
  readonly pathSecret: string;
  readonly skewMeter: SkewMeter;
}

async function runJudgeReport(prepared: Prepared, options: ExecuteOptions): Promise<ExitCode> {
  const { inputs } = prepared;
  const { contract, validators, profile, world, secrets } = inputs;
  const { door, shownPlan: plan, planText } = prepared;
  const target = targetWithoutSecrets(door.target, secrets);
  const { command, words, resumed } = options;
  const stored: RunInputs = {
    contract,
    profile,
    world,
    target,
    command,
    assay: VERSION,
    ...(options.waivers ? { waivers: options.waivers } : {}),
    ...(words ? { words } : {}),
  };
  const folder = resumed ? resumed.run.folder : folderFor(target, options);
  if (resumed) clearReports(folder);
  // A run that is taken up again was judged by the inputs it has; of its plan, what is left is new.
  else writeFile(join(folder, FILES.inputs), `${JSON.stringify(stored)}\n`);
  writeFile(join(folder, FILES.plan), `${planText}\n`);

  const judged = { plan, contract, validators, profile, target: resumed?.run.inputs.target ?? target };
  const interrupt = listenForInterrupt();
  try {
    const record = await conduct({
      ...prepared,
      isKnown: knownTo(inputs, planText),
      folder,
      interrupt,
      judged,
      quiet: options.quiet,
      ...(options.words?.build === undefined ? {} : { build: options.words.build }),
      ...(resumed ? { resumed: { ...resumed.left, record: resumed.run.record } } : {}),
    });
    const verdict = judge({ ...judged, record });
    const waiving = waivingOf(verdict, (resumed?.run.inputs ?? stored).waivers);
    await report(folder, { verdict, plan, record, profile, command, ...waiving }, options.outlets, {
      quiet: options.quiet,
      ...(options.maskContacts ? { mask: await maskFor(contract) } : {}),
    });
    const isBrokenOff = interrupt.signal.aborted;
    if (!options.quiet && verdict.openOrders && inputs.target.baseUrl !== 'embedded')
      say(openOrderLines(verdict.openOrders, { folder: shown(folder), isListed: isBrokenOff }));
    const { allowInconclusive, maskContacts = false, compareWith, quiet } = options;
    const exitCode = endOf(verdict, interrupt, { allowInconclusive, ...waiving });
    if (compareWith === undefined || verdict.outcome === 'incomplete') return exitCode;
    const { words } = resumed?.run.inputs ?? stored;
    return compare(
      { folder, target: target.target, words, contract, allowInconclusive, maskContacts, quiet },
      compareWith,
      exitCode,
    );
  } catch (error) {
    throw withCause(interrupt, error);
  } finally {
    interrupt.release();
  }
}

function folderFor({ target }: Target, options: ExecuteOptions): string {
  const folder = newFolder(options.out, target, new Date());
  holdFolder(folder);
  if (clearFolder(folder) && !options.quiet) say(`replacing the run that was in ${folder}`);
  return folder;
}

function endOf(verdict: Verdict, interrupt: Interrupt, policy: Parameters<typeof exitCodeOf>[1]): ExitCode {
  if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
  return interrupt.exitCode ?? exitCodeOf(verdict, policy);
}
