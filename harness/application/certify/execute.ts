import { join } from 'node:path';
import type { ReportInput } from '../../../reports/input.ts';
import { displayPath } from '../../home.ts';
import type { Plan, Problem } from '../../model.ts';
import { type CachedPlan, cachedPlanOf } from '../../plan/plan-cache.ts';
import { apartMs, createSkewMeter, type SkewMeter } from '../../wire/skew.ts';
import { planAgain } from '../cases/plan-again.ts';
import { type PlanChoice, planRun } from '../cases/plan-run.ts';
import { openOrderLines, setAsideLine } from '../cleanup/text.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../exit.ts';
import { type Alike, targetWithout, unlike } from '../folder/alike.ts';
import { clearReports, RUN_FILES, type RunInputs, type RunWords, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import type { CertifyingInputs } from '../inputs.ts';
import { connected } from '../open/connect.ts';
import { planWithoutSecrets, targetWithoutSecrets } from '../open/secrets.ts';
import { openTransport, type Transport } from '../open/transport.ts';
import { printsOf, type ReportOptions, report } from '../report/outlets.ts';
import { problem, Refusal, refuseOn, say } from '../say.ts';
import { listenForInterrupt, withCause } from '../signals.ts';
import { compare, earlierRun, lanesBefore, refuseUnlessThere, sinceRun } from '../stored/compare-with.ts';
import { judgeRun } from '../stored/rejudge.ts';
import type { StoredRun } from '../stored/stored-run.ts';
import { readUnderLoad } from '../stored/under-load.ts';
import { asBytes, knownTo, unhideable } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import type { LeftToRun } from './left-to-run.ts';
import { shownThough } from './shown-though.ts';
import { type WalkOptions, walkPlan } from './walk.ts';

/** What to do with a run after it was walked. */
export interface EndOptions extends ReportOptions {
  readonly allowInconclusive?: boolean | undefined;
  /** The earlier run to compare this one with: its folder, or `last-good`. */
  readonly compareWith?: string | undefined;
  /** Folders of loads of the same gateway, for the board. */
  readonly load?: readonly string[] | undefined;
  /** How long the target may take to start, in ms. */
  readonly waitFor?: number | undefined;
  /** End the run after this many failed cases. */
  readonly maxFailures?: number | undefined;
  /** Print each exchange and event as it happens. */
  readonly trace?: boolean | undefined;
}

/** What the user chose for one run. */
export interface ExecuteOptions
  extends PlanChoice,
    EndOptions,
    Pick<RunInputs, 'waivers' | 'command' | 'words'>,
    Pick<RunWords, 'door' | 'faults'> {
  readonly out?: string | undefined;
  /** The run to go on with, in place of a new one. */
  readonly resumed?: { readonly run: StoredRun; readonly left: LeftToRun };
}

/**
 * Does a run from beginning to end: opens the way to the target, plans, walks, judges, reports and compares. Returns the
 * exit code. Writes nothing before the target has answered.
 */
export async function execute(inputs: CertifyingInputs, options: ExecuteOptions): Promise<ExitCode> {
  const { resumed, out, compareWith, quiet = false } = options;
  holdForRun(out);
  if (compareWith !== undefined) refuseUnlessThere(compareWith, out ?? resumed?.run.folder);
  const transport = await openTransport(inputs, { ...options, virtualStart: resumed?.left.lastAt });
  try {
    // Wrong names from the user are reported before anything is sent.
    const underLoad = options.load && readUnderLoad(options.load, inputs.contract, transport.target);
    if (resumed) refuseChanges(inputs, transport, resumed.run);
    const plan = resumed
      ? planAgain(resumed.run.plan, resumed.left.journeys, { inputs, transport, options })
      : planRun(inputs, transport, options);
    // The run needs the plan with its secrets; the judge must see what a later judge of the folder will see.
    const shownPlan = planWithoutSecrets(plan, inputs.secrets);
    const kept = cachedPlanOf(shownPlan);
    const planBytes = kept?.texts ?? asBytes(shownPlan);
    refuseOn(unhideable(inputs, planBytes));
    if (resumed && !quiet) say(goingOn(resumed));
    const skewMeter = createSkewMeter();
    const planned = { transport, plan, shownPlan, planBytes, kept, skewMeter, underLoad };
    const how = { nonce: plan.nonce, quiet, apartMs: () => apartMs(skewMeter.skew()) };
    return await connected(inputs, transport, how, (open) => walkJudgeReport({ ...planned, ...open }, options));
  } finally {
    await transport.close();
  }
}

interface OpenedRun extends Pick<WalkOptions, 'inputs' | 'transport' | 'plan' | 'receiver' | 'pathSecret'> {
  /** The plan without secrets. */
  readonly shownPlan: Plan;
  /** `shownPlan` as JSON. */
  readonly planBytes: Buffer;
  /** The plan as an earlier start kept it, if there is one. */
  readonly kept: CachedPlan | undefined;
  readonly skewMeter: SkewMeter;
  /** What loads of the same gateway say. */
  readonly underLoad: ReportInput['underLoad'];
}

async function walkJudgeReport(opened: OpenedRun, options: ExecuteOptions): Promise<ExitCode> {
  const { inputs, transport, shownPlan: plan, planBytes, kept } = opened;
  const { contract, validators, profile, world, secrets } = inputs;
  const { command, waivers, words, resumed, compareWith, maxFailures, trace, quiet = false } = options;
  const target = targetWithoutSecrets(transport.target, secrets);
  // A resumed run is judged by its stored inputs; only the remaining journeys are planned anew.
  const given: RunInputs = resumed?.run.inputs ?? {
    contract,
    profile,
    world,
    target,
    command,
    assay: VERSION,
    waivers,
    words,
  };
  const folder = resumed ? resumed.run.folder : folderForRun(target.target, options);
  if (resumed) clearReports(folder);
  else writeFile(join(folder, RUN_FILES.inputs), `${JSON.stringify(given)}\n`);
  writeFile(join(folder, RUN_FILES.plan), [...(kept?.json() ?? [planBytes]), '\n']);

  const interrupt = listenForInterrupt();
  try {
    const record = await walkPlan({
      ...opened,
      isKnown: knownTo(inputs, planBytes),
      folder,
      interrupt,
      judged: { plan, contract, validators, profile, target: given.target },
      quiet,
      style: options.outlets.find((each) => each.style)?.style,
      isToldAtEnd: printsOf(options.outlets, 'console') || printsOf(options.outlets, 'github'),
      maxFailures,
      trace,
      build: words?.build,
      resumed: resumed && { ...resumed.left, record: resumed.run.record },
    });
    const judged = judgeRun({ folder, plan, record, inputs: given }, validators);
    const { verdict } = judged.input;
    const earlier = earlierRun(judged, compareWith, options);
    const input = { ...judged.input, since: sinceRun(verdict, earlier), underLoad: opened.underLoad };
    await report(folder, { ...judged, input }, { ...options, lastGood: lanesBefore(earlier) });
    if (!quiet && verdict.openOrders && inputs.target.baseUrl !== 'embedded')
      say(openOrderLines(verdict.openOrders, { folder: displayPath(folder), isListed: interrupt.signal.aborted }));
    const aside = target.restore && setAsideLine(record);
    if (!quiet && aside) say(aside);
    if (!quiet) for (const line of shownThough(target, record)) say(line);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    const exitCode = interrupt.exitCode ?? exitCodeOf(judged.input, options);
    const isCompared = compareWith !== undefined && verdict.outcome !== 'incomplete';
    return isCompared ? compare(judged, earlier, exitCode, options) : exitCode;
  } catch (error) {
    throw withCause(interrupt, error);
  } finally {
    interrupt.release();
  }
}

/** Refuses to resume a run whose inputs have changed. */
function refuseChanges(inputs: CertifyingInputs, transport: Transport, { inputs: stored }: StoredRun): void {
  const { contract, profile, world, secrets } = inputs;
  const target = targetWithoutSecrets(transport.target, secrets);
  const isOwnFake = inputs.target.baseUrl === 'embedded';
  refuseOn(changesSince(stored, { contract, profile, world, target, assay: VERSION }, isOwnFake));
}

function goingOn({ run, left }: NonNullable<ExecuteOptions['resumed']>): string {
  const all = run.plan.journeys.filter(({ excused }) => excused === undefined).length;
  return `going on with ${displayPath(run.folder)}: ${left.journeys.size} of ${all} cases left to walk`;
}

/** The inputs of a run, as its folder stores them. */
type Stored = Omit<RunInputs, 'command' | 'words'>;

/**
 * A problem for each input that has changed since the run was made: a verdict can rest on one version of each only. The
 * address of a run's own fake is ignored, since it is new each time.
 */
function changesSince(stored: Stored, now: Stored, isOwnFake: boolean): Problem[] {
  const parts = ({ assay, contract, target, profile, world }: Stored): Alike[] => [
    ['version of Assay', assay, assay],
    ['contract', contract.digest, contract.digest.slice(0, 12)],
    // Its address is compared below; how it is reached may change.
    ['target', targetWithout(target, 'baseUrl', 'allowHosts', 'webhook', 'limits', 'tls'), target.target],
    ['address of the target', isOwnFake || target.baseUrl, target.baseUrl],
    ['KCI profile', profile, profile.profile],
    ['world', world, world.world],
  ];
  return unlike(parts(stored), parts(JSON.parse(JSON.stringify(now)) as Stored)).map(({ what, was, is }) =>
    problem(
      `the ${what} is not that of the run`,
      was === is ? `both are called ${is}, but it was changed since` : `it was ${was} and is ${is}`,
      'take the run up with what it was made with, or make a new one',
    ),
  );
}
