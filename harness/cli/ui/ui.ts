import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { EXIT } from '../../application/exit.ts';
import { allFaults } from '../../application/faults.ts';
import { trafficNames } from '../../application/loads/traffic.ts';
import type { Question, Said } from '../../application/open/operator.ts';
import { own } from '../../application/places.ts';
import { print, refusal, say } from '../../application/say.ts';
import { LISTENS } from '../../application/signals.ts';
import { runFolders } from '../../application/stored/run-folders.ts';
import { VERSION } from '../../application/version.ts';
import { findFixture, fixtureNames, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import { serve } from '../../io/serve.ts';
import { TRAFFIC } from '../../scenario/load.ts';
import { parseSource } from '../../source/source.ts';
import { isObject } from '../../values/pointer.ts';
import { createConductor } from '../../workbench/conductor.ts';
import { createLive } from '../../workbench/live.ts';
import type { Commands } from '../../workbench/ports.ts';
import type { Aim, Choices } from '../../workbench/protocol.ts';
import { createServer } from '../../workbench/server.ts';
import { pageShell } from '../../workbench/shell.ts';
import { followRun } from './follow-run.ts';

/** What the workbench is started with. */
export interface WorkbenchOptions {
  readonly aim: Aim;
  /** Scenarios of the user's own. */
  readonly paths: readonly string[];
  readonly port: number;
  /** The folder in which the folders of runs lie. */
  readonly runs: string;
}

/** A call of the page is short. */
const MOST_BODY_BYTES = 256 * 1024;

/** Serves the workbench until the process is told to stop; a run that is under way then is stopped first. */
export async function workbench({ aim, paths, port, runs: root }: WorkbenchOptions): Promise<void> {
  let listeningAt = port;
  const gate = { token: randomBytes(32).toString('base64url'), port: () => listeningAt };
  const history = join(root, 'history.db');
  const runs = runFolders(root, gate);
  const live = createLive();
  const conductor = createConductor({ commands: ownCommands, runs, follow: followRun, live, crashed });
  const { send, stream } = createServer({
    gate,
    commands: ownCommands,
    runs,
    conductor,
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
    maxBodyBytes: MOST_BODY_BYTES,
    onLost: lost.resolve,
  });
  listeningAt = served.port;
  print(`the workbench is at ${served.url}/#token=${gate.token}`);
  print('  for this computer alone; whoever has the address may start runs');
  print('  Ctrl-C ends it');
  const stop = (): void => {
    if (conductor.stop()) say('stopping the run that is under way; once more ends it at once');
  };
  const why = await untilToldToStop({ stop, idle: conductor.idle, lost: lost.promise });
  await served.close();
  if (why === undefined) return;
  const what = `the workbench at ${served.url} can be reached no more`;
  throw refusal(what, why, 'start it again; its runs are in their folders', EXIT.environment);
}

function crashed(error: unknown): void {
  console.error(error);
  say('This is a fault of Assay: please report it with the lines above. The workbench goes on.');
}

/**
 * Resolves when the process was told to stop, or nobody can reach it any more (to why), and nothing is under way. Told
 * again, it tells again.
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

/** What there is to choose from: what comes with Assay, the files in the working folder, and what the command line named. */
function choicesFor(given: Aim, runs: string): Omit<Choices, 'paths'> {
  const files = filesHere();
  const named = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const all = (names: readonly string[], kind: keyof typeof files, own: string | undefined): string[] => [
    ...new Set([...named(own), ...names, ...files[kind]]),
  ];
  return {
    assay: VERSION,
    targets: all(fixtureNames(TARGETS), 'target', given.target).map((name) => ({ name, isEmbedded: isEmbedded(name) })),
    profiles: all(fixtureNames(PROFILES), 'profile', given.profile),
    worlds: all(fixtureNames(WORLDS), 'world', given.world),
    traffic: [...trafficNames(), ...files.traffic].map((name) => ({ name, title: titleOf(name) })),
    waivers: files.waivers,
    faults: allFaults().map(({ fault, title, legal }) => ({ name: fault, title, isLegal: legal === true })),
    given,
    runs,
  };
}

function isEmbedded(target: string): boolean {
  const { file } = findFixture(TARGETS, target);
  return file !== undefined && /^base-url: *embedded\s*$/m.test(readFileSync(file, 'utf8'));
}

/** What a traffic profile says of itself. */
function titleOf(name: string): string {
  const file = name.startsWith('./') ? name : own('scenarios', TRAFFIC, `${name}.yaml`);
  const { value } = parseSource(readFileSync(file, 'utf8'), file);
  return isObject(value) && typeof value.traffic === 'string' ? value.traffic : '';
}

const KINDS = ['target', 'profile', 'world', 'traffic', 'waivers'] as const;

/** Files of the working folder by what their first key says they are, as `assay init` writes them. */
function filesHere(): Readonly<Record<(typeof KINDS)[number], readonly string[]>> {
  const found: Record<(typeof KINDS)[number], string[]> = {
    target: [],
    profile: [],
    world: [],
    traffic: [],
    waivers: [],
  };
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    if (!entry.isFile() || !/\.ya?ml$/.test(entry.name)) continue;
    const text = readFileSync(entry.name, 'utf8');
    const [, first] = /^([a-z]+):/m.exec(text) ?? [];
    const kind = KINDS.find((each) => each === first);
    if (kind) found[kind].push(`./${entry.name}`);
  }
  return found;
}

/** Of what a command prints, so much is kept; what is JSON is far less. */
const MOST_TEXT = 64 * 1024 * 1024;

/** Flags that whoever starts the command decides, so that a variable of the environment must not. */
const DECIDED: ReadonlySet<string> = new Set(
  [
    ...[
      'TARGET',
      'PROFILE',
      'WORLD',
      'BASE_URL',
      'VAR',
      'ENV_FILE',
      'SEED',
      'ONLY',
      'TAG',
      'FAULT',
      'DOOR',
      'OUT',
      'REPORTER',
      'SHARD',
      'RESUME',
    ],
    ...['NONCE', 'REPEAT_EACH', 'SHUFFLE', 'QUIET', 'JSON', 'DB', 'WAIVERS', 'ENGINE', 'SEGMENT', 'PRINT_SCRIPT'],
    ...['KUBERNETES', 'ATTEND', 'DRY_RUN', 'YES', 'CEASE'],
  ].map((name) => `ASSAY_${name}`),
);

/**
 * Commands of this Assay, each in a process group of its own: Ctrl-C in the terminal reaches whoever started them, who
 * then ends them once and cleanly. Each holds the end of a channel: when whoever started them is gone, without having ended
 * them, they end by themselves (start.ts).
 */
export const ownCommands: Commands = (words, tell, asked) => {
  const environment = Object.entries(process.env).filter(([name]) => !DECIDED.has(name));
  const child = spawn(process.execPath, [own('harness/cli/assay.js'), ...words], {
    env: { ...Object.fromEntries(environment), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of tell ? (['stderr'] as const) : (['stdout', 'stderr'] as const)) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (said[name].length < MOST_TEXT) said[name] += text;
    });
  }
  // A command needs a moment until a signal ends it cleanly: one that comes earlier is kept till then, the second is not.
  const stop = { isHeard: false, isWanted: false };
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'asks' in message) asked?.((message as Question).asks);
    if (!isDeepStrictEqual(message, LISTENS)) return;
    stop.isHeard = true;
    if (stop.isWanted) child.kill('SIGINT');
  });
  if (tell && child.stdout) createInterface({ input: child.stdout }).on('line', tell);
  return {
    ended: new Promise((resolve) => {
      child.once('error', ({ message }) =>
        resolve({ code: null, stdout: '', stderr: `cannot start assay\n  ${message}` }),
      );
      child.once('close', (code) => resolve({ code, ...said }));
    }),
    answer: (said) => {
      if (child.connected) child.send({ said } satisfies Said);
    },
    interrupt: () => {
      if (stop.isHeard || stop.isWanted) child.kill('SIGINT');
      stop.isWanted = true;
    },
  };
};
