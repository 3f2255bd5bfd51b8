import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../application/exit.ts';
import { inputError, print, say } from '../../application/say.ts';
import { runFolders } from '../../application/stored/run-folders.ts';
import { choicesFor } from '../../application/ui/choices.ts';
import { followRun } from '../../application/ui/follow-run.ts';
import { ownCommands } from '../../application/ui/own-commands.ts';
import { serve } from '../../io/serve.ts';
import { createJobRunner } from '../../workbench/job-runner.ts';
import { createLive } from '../../workbench/live.ts';
import type { TargetFlags } from '../../workbench/protocol.ts';
import { createServer } from '../../workbench/server.ts';
import { pageShell } from '../../workbench/shell.ts';

/** The flags of the workbench. */
interface UiFlags extends Omit<TargetFlags, 'var'> {
  readonly var?: readonly string[];
  readonly port: number;
  /** The folder that holds the folders of runs. */
  readonly runs: string;
}

/** The limit of a call's body: calls of the page are short. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Serves the workbench until the process is told to stop; a run in progress is stopped first. `paths`: the user's own
 * scenarios.
 */
export async function workbench(
  paths: readonly string[],
  { port, runs: root, var: assigned, ...given }: UiFlags,
): Promise<void> {
  const aim = { ...given, var: assigned?.join('\n') };
  let listeningAt = port;
  const gate = { token: randomBytes(32).toString('base64url'), port: () => listeningAt };
  const history = join(root, 'history.db');
  const runs = runFolders(root, gate);
  const live = createLive();
  const jobs = createJobRunner({ commands: ownCommands, runs, follow: followRun, live, crashed });
  const { send, stream } = createServer({
    gate,
    commands: ownCommands,
    runs,
    jobs,
    choices: () => choicesFor(aim, root),
    paths,
    history: { file: history, exists: () => existsSync(history) },
    live,
    shell: pageShell(),
    crashed,
  });
  const lost = Promise.withResolvers<string>();
  const served = await serve(send, {
    host: '127.0.0.1',
    port,
    stream,
    maxBodyBytes: MAX_BODY_BYTES,
    onLost: lost.resolve,
  });
  listeningAt = served.port;
  print(`the workbench is at ${served.url}/#token=${gate.token}`);
  print('  for this computer alone; whoever has the address may start runs');
  print('  Ctrl-C ends it');
  const stop = (): void => {
    if (jobs.stop()) say('stopping the run that is under way; once more ends it at once');
  };
  const why = await untilToldToStop({ stop, idle: jobs.idle, lost: lost.promise });
  await served.close();
  if (why === undefined) return;
  const what = `the workbench at ${served.url} can be reached no more`;
  throw inputError(what, why, 'start it again; its runs are in their folders', EXIT.environment);
}

function crashed(error: unknown): void {
  console.error(error);
  say('This is a fault of Assay: please report it with the lines above. The workbench goes on.');
}

/**
 * Resolves when nothing is under way and the process was told to stop, or nobody can reach it any more (then to the
 * reason). Each further signal calls `stop` again.
 */
async function untilToldToStop(of: {
  readonly stop: () => void;
  readonly idle: () => Promise<void>;
  readonly lost: Promise<string>;
}): Promise<string | undefined> {
  const told = Promise.withResolvers<undefined>();
  const onSignal = (): void => {
    of.stop();
    told.resolve(undefined);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  const why = await Promise.race([told.promise, of.lost]);
  if (why !== undefined) of.stop();
  await of.idle();
  for (const signal of signals) process.off(signal, onSignal);
  return why;
}
