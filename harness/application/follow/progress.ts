import { wrapped } from '../../../reports/terminal/columns.ts';
import {
  afterAllLine,
  failureLine,
  furtherLine,
  type LiveFailure,
  liveKindOf,
  liveView,
  plainLine,
} from '../../../reports/terminal/live.ts';
import { spellWhole } from '../../../reports/terminal/live-state.ts';
import type { Screen } from '../../../reports/terminal/screen.ts';
import { callsOf } from '../../journey/calls.ts';
import type { JudgeInput } from '../../judge/check.ts';
import { readDelivery } from '../../kci/read.ts';
import type { Clock, DeliveryReceived, KciProfile, Observation } from '../../model.ts';
import { count, oneLine } from '../../words/text.ts';
import { say } from '../say.ts';
import { isInJob, terminalOf } from '../terminal.ts';
import type { CaseSoFar } from './cases-so-far.ts';
import { assumedOf } from './forecast.ts';
import { openBlock } from './live-block.ts';
import { createLiveRun } from './live-run.ts';

/** Shows a run while it goes on. */
export interface RunProgress {
  /** Takes an observation; returns the case that it ended. */
  see(observation: Observation): CaseSoFar | undefined;
  /** Removes the live lines. */
  end(): void;
}

/** For a gateway that was asked nothing yet. */
const TYPICAL_ANSWER_MS = 200;

/** How often late arrivals are judged and a log line is written. */
const LOOK_MS = 500;
/** Cases judged again at a time: few, so that no exchange waits for it. */
const MAX_LATE = 10;

/**
 * Shows progress of a run: a block redrawn at the end of the terminal, else a line now and then. Failed cases are shown as
 * they end, each judged by itself; only the verdict on the whole record counts.
 */
export async function showProgress(
  judged: Omit<JudgeInput, 'record'>,
  clock: Pick<Clock, 'now'>,
  {
    answerMs = TYPICAL_ANSWER_MS,
    isToldAtEnd,
  }: { readonly answerMs?: number | undefined; readonly isToldAtEnd: boolean },
): Promise<RunProgress> {
  const startedAt = Date.now();
  const { screen } = terminalOf(process.stderr);
  const run = createLiveRun(judged, assumedOf(judged.target, answerMs));
  const stateNow = () => run.state(Date.now() - startedAt, clock.now());
  const block = await openBlock((seen) => liveView(stateNow(), seen));
  let shown = stateNow();
  say(wrapped(foreseen(judged, answerMs, shown.leftMs), screen().width, 2));
  const lineOf = createFailureLines();
  let hasCome = false;

  const tell = (one: CaseSoFar): void => {
    const line = lineOf(one, screen());
    if (line === null) return;
    if (block) block.above(line);
    // The log of a CI job should have each failure once.
    else if (!(isToldAtEnd && isInJob())) say(line);
  };
  const warnOf = (delivery: DeliveryReceived): void => {
    const warning = hasCome ? undefined : misledBy(delivery, judged.profile);
    hasCome = true;
    if (warning !== undefined) (block?.above ?? say)(warning);
  };
  const look = (): void => {
    for (const one of run.late(MAX_LATE)) tell(one);
    if (block) return;
    const now = stateNow();
    const line = plainLine(shown, now, screen());
    if (line === null) return;
    shown = now;
    say(line);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    see: (observation) => {
      const one = run.see(observation);
      if (observation.type === 'delivery-received') warnOf(observation);
      if (one) tell(one);
      return one;
    },
    end: () => {
      clearInterval(timer);
      look();
      block?.end();
    },
  };
}

/** A warning if the first delivery is not what is awaited: the gateway was probably told something wrong. */
export function misledBy(delivery: DeliveryReceived, profile: KciProfile): string | undefined {
  if (!delivery.expectedPath)
    return 'warning: a delivery came to another address than the webhook: was the gateway given another one?';
  const [event] = readDelivery(profile, delivery).map((each) => each.event);
  const problem = event?.unreadable ?? (event?.orderId === undefined ? 'it names no order' : undefined);
  if (problem === undefined) return undefined;
  const whose = `is "${profile.profile}" the KCI profile of this gateway?`;
  return oneLine(`warning: the first delivery cannot be read: ${problem}; ${whose}`);
}

/** `about 5 min for 1,731 requests, where answers take 800 ms: 16 at a time, 5 in a second at most`. */
function foreseen({ plan, target }: Omit<JudgeInput, 'record'>, answerMs: number, leftMs = 0): string {
  const walked = plan.journeys.filter(({ excused }) => excused === undefined);
  const requests = walked.reduce((sum, journey) => sum + callsOf(journey).length, 0);
  const { concurrency, requestsPerSecond } = target.limits;
  const rate = requestsPerSecond === null ? '' : `, ${requestsPerSecond} in a second at most`;
  const pace = `answers take ${Math.ceil(answerMs)} ms: ${concurrency} at a time${rate}`;
  return `about ${spellWhole(leftMs)} for ${count(requests, 'request')}, where ${pace}`;
}

/** How many failures alike are shown; the reports have all. */
const MAX_ALIKE = 5;

/**
 * Words a judged case as lines that stay: the first few failures alike, then a line that there are more. If a case was
 * reported failed and then passes by what came late, says so.
 */
export function createFailureLines(): (judged: CaseSoFar, screen: Screen) => string | null {
  const told = new Map<string, LiveFailure['outcome']>();
  const named = new Set<string>();
  const kinds = new Map<string, number>();
  const unanswered = new Set<string>();

  const tellFailure = (failure: LiveFailure, screen: Screen): string | null => {
    const kind = liveKindOf(failure);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count > MAX_ALIKE + 1) return null;
    if (count === MAX_ALIKE + 1) return furtherLine(failure, screen);
    named.add(failure.id);
    return failureLine(failure, screen);
  };

  return ({ id, outcome, failure }, screen) => {
    // The user knows that they interrupted the run.
    if (failure?.outcome === 'inconclusive' && failure.reason === 'interrupted') return null;
    // That an operation is no longer asked is told once, not for each case that needs it.
    if (failure?.outcome === 'inconclusive' && failure.reason === 'no-answer') {
      if (unanswered.has(failure.detail)) return null;
      unanswered.add(failure.detail);
    }
    if (told.get(id) === failure?.outcome) return null;
    const isTakenBack = told.get(id) === 'failed' && named.delete(id);
    if (failure) told.set(id, failure.outcome);
    else told.delete(id);
    if (isTakenBack) return afterAllLine({ id, outcome }, screen);
    return failure ? tellFailure(failure, screen) : null;
  };
}
