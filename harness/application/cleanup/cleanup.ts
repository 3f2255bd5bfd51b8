import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../../contract/target-checks.ts';
import { displayPath } from '../../home.ts';
import { realClock } from '../../io/real-clock.ts';
import { openRecord, readRecord } from '../../io/record-file.ts';
import { readHistory } from '../../judge/history.ts';
import type { Observation } from '../../model.ts';
import { createFold, foldOf } from '../../record/fold.ts';
import { createInbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { run } from '../../run/run.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { ISSUED } from '../folder/folder.ts';
import { holdWhereThere } from '../folder/hold-folder.ts';
import { type Aim, type AimOptions, loadAim } from '../inputs.ts';
import { connect } from '../open/connect.ts';
import { secretsOf } from '../open/secrets.ts';
import { openTransport } from '../open/transport.ts';
import { inputError, print, Refusal, refuseOn } from '../say.ts';
import { listenForInterrupt } from '../signals.ts';
import { folderOf, readRun, type StoredRun } from '../stored/stored-run.ts';
import { VERSION } from '../version.ts';
import { type Chores, planChores } from './plan.ts';
import { choreLines, outcomeLines } from './text.ts';

/** What the user chose. */
interface CleanupOptions extends Omit<AimOptions, 'target'> {
  readonly target?: string;
  /** Only prints the requests, and sends none. */
  readonly dryRun?: boolean;
  /** Sends also to a target on another machine. */
  readonly yes?: boolean;
  /** Also ceases services that the run had delivered. */
  readonly cease?: boolean;
}

/**
 * Asks the target of a run to cancel the orders that the run left open, within the target's limits, and prints the answers.
 * Requests and answers go to `cleanup.ndjson` in the run's folder, so that nothing is asked twice.
 */
export async function cleanup(named: string | undefined, options: CleanupOptions): Promise<ExitCode> {
  // Orders that a running run still needs must not be cancelled.
  holdWhereThere(folderOf(named));
  const stored = readRun(named);
  const aim = aimAgain(stored, options);
  const path = join(stored.folder, ISSUED.cleanup);
  const before = [...stored.record, ...earlier(path)];
  const history = readHistory(foldOf(before, aim.profile), { ...aim, plan: stored.plan });
  const nonce = `cleanup-${randomBytes(6).toString('hex')}`;
  const chores = planChores(history, aim, { cease: options.cease ?? false, nonce, now: realClock.now() });
  if (chores.chores.length === 0) {
    print(`${displayPath(stored.folder)} left nothing open at ${aim.target.baseUrl}`);
    return EXIT.passed;
  }
  if (options.dryRun) {
    print(choreLines(chores.chores, aim.target.baseUrl));
    return EXIT.passed;
  }
  if (!options.yes && !isLoopback(aim.target.baseUrl)) {
    print(choreLines(chores.chores, aim.target.baseUrl));
    const why = `target "${aim.target.target}" at ${aim.target.baseUrl} is not on this machine`;
    throw inputError('nothing was sent', why, 'add --yes to go ahead');
  }
  const { answers, interrupted } = await ask(chores, { aim, path, before });
  const { text, isAllAccepted } = outcomeLines(chores.chores, answers);
  print(text);
  return interrupted ?? (isAllAccepted ? EXIT.passed : EXIT.policy);
}

/** The target of the run, with its secrets read again. */
function aimAgain({ folder, inputs }: StoredRun, options: CleanupOptions): Aim {
  const { words, target: was } = inputs;
  const { target = words?.target ?? was.target, ...given } = options;
  const aim = loadAim({ ...words, ...given, target });
  if (aim.target.baseUrl === 'embedded') {
    const why = 'its target was the fake in the process of the run';
    throw inputError(`nothing is left of the run in ${displayPath(folder)}`, why);
  }
  if (aim.target.baseUrl === was.baseUrl) return aim;
  const why = `the run was against ${was.baseUrl}, target "${aim.target.target}" is at ${aim.target.baseUrl}`;
  throw inputError('the orders are at another target', why, 'name the target of the run with --target');
}

function earlier(path: string): readonly Observation[] {
  if (!existsSync(path)) return [];
  const { observations, problems } = readRecord(path);
  refuseOn(problems);
  return observations;
}

interface CleanupRun {
  readonly aim: Aim;
  readonly path: string;
  /** All observations of the run and of earlier clean-ups. */
  readonly before: readonly Observation[];
}

/** Makes the requests of a plan, with a record of its own. `interrupted` is the exit code if a signal ended it. */
async function ask({ plan }: Chores, { aim, path, before }: CleanupRun) {
  const transport = await openTransport(aim, { seed: plan.seed, faults: [] });
  const interrupt = listenForInterrupt('the requests under way are awaited');
  try {
    const pathSecret = aim.target.webhook.pathSecret ?? '';
    const knowing = await connect(aim, transport, pathSecret);
    const file = openRecord(path, { isResumed: true, onProblem: interrupt.breakOff });
    const { clock, send, target } = transport;
    const after = before.reduce((most, { seq }) => Math.max(most, seq), 0);
    const answers = createFold(aim.profile);
    const recorder = createRecorder({
      clock,
      write: file.write,
      secrets: secretsOf(knowing, pathSecret),
      after,
      see: answers.see,
    });
    const exchangesBefore = before.reduce((most, each) => Math.max(most, 'exchange' in each ? each.exchange : 0), 0);
    await run({
      ...aim,
      ...recorder,
      plan,
      // There is no receiver, and nothing is waited for.
      target: { ...target, deadlines: { ...target.deadlines, settleMs: 0 } },
      send,
      clock,
      inbox: createInbox(aim.profile, recorder.record),
      isSchema: aim.validators.schema,
      signal: interrupt.signal,
      assay: VERSION,
      probed: null,
      resumed: { exchangesBefore, spent: [] },
    });
    file.close();
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return { answers, interrupted: interrupt.exitCode };
  } finally {
    interrupt.release();
    await transport.close();
  }
}
