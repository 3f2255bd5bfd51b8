import { join } from 'node:path';
import { createTrace } from '../../../reports/terminal/trace.ts';
import { growSlowly } from '../../io/memory.ts';
import { openRecord, readRecord } from '../../io/record-file.ts';
import type { JudgeInput } from '../../judge/check.ts';
import type { Observation, Plan } from '../../model.ts';
import { growRecord } from '../../record/fold.ts';
import { createInbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { run } from '../../run/run.ts';
import type { SkewMeter } from '../../wire/skew.ts';
import { count } from '../../words/text.ts';
import { chorePlanner } from '../cleanup/plan.ts';
import { RUN_FILES } from '../folder/folder.ts';
import { showCases } from '../follow/case-lines.ts';
import { createLiveRun } from '../follow/live-run.ts';
import { type RunProgress, showProgress } from '../follow/progress.ts';
import type { Connected } from '../open/connect.ts';
import { operatorOf } from '../open/operator.ts';
import { probe } from '../open/reach.ts';
import { secretsOf } from '../open/secrets.ts';
import type { Transport } from '../open/transport.ts';
import { say } from '../say.ts';
import type { Interrupt } from '../signals.ts';
import { type ProgressStyle, terminalOf } from '../terminal.ts';
import { VERSION } from '../version.ts';
import type { LeftToRun } from './left-to-run.ts';

/** A run about to be walked. */
export interface WalkOptions extends Connected {
  readonly transport: Transport;
  readonly plan: Plan;
  /** Whether a token's text also occurs in the inputs, so that it must not be redacted everywhere. */
  readonly isKnown?: ((text: string) => boolean) | undefined;
  readonly skewMeter?: SkewMeter | undefined;
  readonly folder: string;
  readonly interrupt: Interrupt;
  /** What the judge needs besides the record, to show progress. */
  readonly judged: Omit<JudgeInput, 'record'>;
  readonly quiet: boolean;
  /** End the run after this many failed cases. */
  readonly maxFailures?: number | undefined;
  /** How each case is shown as it ends; by default as progress. */
  readonly style?: ProgressStyle | undefined;
  /** Whether failures are printed at the end. */
  readonly isToldAtEnd?: boolean;
  /** Print each exchange and event as it happens. */
  readonly trace?: boolean | undefined;
  readonly build?: string | undefined;
  /** If the run is resumed: what is left of it, and its record so far. */
  readonly resumed?: (LeftToRun & { readonly record: readonly Observation[] }) | undefined;
}

/** By how much memory may exceed what is in use: less would cost a run much time, more saves little. */
const GROWTH_PERCENT = 50;

/** Walks the journeys of a plan, writes the record meanwhile, and returns it. */
export async function walkPlan(options: WalkOptions): Promise<readonly Observation[]> {
  const { inputs, transport, receiver, pathSecret, interrupt, resumed, judged, skewMeter, build, isKnown } = options;
  const { clock, target, send, isVirtual } = transport;
  const { contract, profile, world, validators } = inputs;
  const plan = onlyOf(options.plan, resumed?.journeys);
  const path = join(options.folder, RUN_FILES.record);
  growSlowly(GROWTH_PERCENT);
  let isCut = false;
  const file = openRecord(path, {
    isResumed: resumed !== undefined,
    isInPieces: isVirtual,
    onProblem: (found) => {
      isCut = true;
      interrupt.breakOff(found);
    },
  });

  const { record, add } = growRecord(profile, resumed?.record);
  const recorder = createRecorder({
    clock,
    write: file.write,
    secrets: secretsOf(inputs, pathSecret),
    isKnown,
    after: record.at(-1)?.seq,
    see: (seen) => see(seen),
  });
  const progress = await progressOf(options, { ...judged, plan: onlyOf(judged.plan, resumed?.journeys) });
  // If nobody watches, cases are judged as they end only if that may end the run.
  const { maxFailures = Number.POSITIVE_INFINITY } = options;
  const live = progress ?? (maxFailures === Number.POSITIVE_INFINITY ? null : createLiveRun(judged));
  const trace = options.trace ? createTrace(profile) : null;
  let failures = 0;
  const see = (observation: Observation): void => {
    // What could not be written is not judged, or the verdict would not follow from the record.
    if (!interrupt.found) add(observation);
    const told = trace?.(observation) ?? null;
    if (told !== null) say(told);
    const ended = live?.see(observation);
    if (ended?.outcome === 'failed') failures += 1;
    if (failures >= maxFailures)
      interrupt.stop(`${count(failures, 'case')} failed, and perhaps more of those under way`);
  };
  const inbox = createInbox(profile, recorder.record, { before: resumed?.deliveriesBefore });
  receiver.onDelivery(inbox.receive);
  receiver.onLost((found) => {
    recorder.record({ type: 'receiver-probed', reachable: false, detail: found.why ?? found.message });
    interrupt.breakOff(found);
  });

  try {
    await run({
      ...recorder,
      plan,
      contract,
      profile,
      world,
      target,
      send,
      inbox,
      clock,
      isSchema: validators.schema,
      signal: interrupt.signal,
      assay: VERSION,
      build,
      preflightExchanges: inputs.preflightExchanges,
      probed: isVirtual ? null : await probe(receiver.url, pathSecret, profile.delivery.acknowledge),
      planChore: chorePlanner({ ...inputs, target }, plan, clock.now),
      skewMeter,
      operator: operatorOf(target, clock, interrupt.signal),
      resumed: resumed?.lastAt === undefined ? undefined : resumed,
    });
  } finally {
    progress?.end();
    file.close();
  }
  // Some of the last part may not have been written.
  return isCut ? readRecord(path).observations : record;
}

function onlyOf(plan: Plan, ids: ReadonlySet<string> | undefined): Plan {
  return ids ? { ...plan, journeys: plan.journeys.filter(({ id }) => ids.has(id)) } : plan;
}

/** What shows the run while it goes on; null if nothing is to be shown. */
async function progressOf(options: WalkOptions, followed: WalkOptions['judged']): Promise<RunProgress | null> {
  const { quiet, style, isToldAtEnd = false, inputs, transport } = options;
  if (quiet) return null;
  if (style) return showCases(style, followed);
  if (!transport.isVirtual) return showProgress(followed, transport.clock, { answerMs: inputs.answerMs, isToldAtEnd });
  // On virtual time the run is over before progress could be read.
  if (terminalOf(process.stderr).isWatched)
    say(`${count(followed.plan.journeys.length, 'case')} on virtual time: what comes of them follows in some seconds`);
  return null;
}
