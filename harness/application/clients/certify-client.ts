import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadClientContract } from '../../contract/client.ts';
import { openRecord } from '../../io/record-file.ts';
import { TASK_DONE } from '../../judge/client/task.ts';
import { pickOnly } from '../../plan/selection.ts';
import { clientCases, clientPlan } from '../cases/client-cases.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { RUN_FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import type { Aim, AimOptions } from '../inputs.ts';
import { playedBy } from '../open/make-fake.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { inputError, refuseOn, say } from '../say.ts';
import { listenForInterrupt } from '../signals.ts';
import { judgeRun } from '../stored/rejudge.ts';
import { VERSION } from '../version.ts';
import { readRunWaivers } from '../waivers.ts';
import { stepText } from './attach-page.ts';
import { type ClientDriver, type ClientEnd, type ClientSetting, type Played, runClient } from './run.ts';

/** What the user chose for the certification of a client. */
export interface ClientOptions extends ReportOptions, AimOptions, Partial<Omit<Played, 'name'>> {
  readonly name: string;
  /** The command that starts the client, for each case. */
  readonly command?: string | undefined;
  /** Whether the client runs already; a person or its own tests drive it. */
  readonly attach?: boolean | undefined;
  /** Globs of cases. */
  readonly only?: readonly string[] | undefined;
  readonly allowInconclusive?: boolean | undefined;
  /** A file of known failures. */
  readonly waivers?: string | undefined;
  readonly out?: string | undefined;
  /** The command in a form that a reader can repeat. */
  readonly words: string;
}

/** For a client that runs already: a person is asked to act, and may be away. */
const ATTACHED_MS = 900_000;
const STARTED_MS = 20_000;
const ATTACHED_PORT = 8080;

/** What a certification of a client needs. */
export type ClientInputs = ReturnType<typeof loadClientInputs>;

/**
 * Reads all that a certification of a client needs, with the contract by which clients are judged. Refuses on any problem.
 */
export function loadClientInputs(options: AimOptions, paths: readonly string[]) {
  const played = playedBy(options);
  const aim: Aim = { ...played, contract: loadClientContract(played.contract) };
  const { journeys, problems } = clientCases(paths, aim);
  refuseOn(problems);
  return { aim, journeys, shipped: paths.length === 0 ? journeys : clientCases([], aim).journeys };
}

/**
 * Certifies a client from beginning to end: the fake plays the gateway, and the judge says which requirements the client
 * met.
 */
export async function certifyClient(paths: readonly string[], options: ClientOptions): Promise<ExitCode> {
  const { command, attach = false, out, quiet = false, only = [], name } = options;
  if ((command === undefined) !== attach) {
    const fix = "say --command 'npm run journey' or --attach";
    throw inputError('how is the client to be driven?', 'it is started for each case, or runs already', fix);
  }
  const { aim, journeys, shipped } = loadClientInputs(options, paths);
  const { journeys: picked, problems } = pickOnly(journeys, only.length === 0 ? ['*'] : only);
  refuseOn(problems);
  const { contract, profile, world, validators } = aim;
  const waivers = readRunWaivers(options.waivers, contract, false);
  holdForRun(out);
  const nonce = randomBytes(4).toString('hex');
  const plan = clientPlan(picked, shipped, { seed: 1, nonce, now: Date.now() });
  const target = { ...targetWithoutSecrets(aim.target, aim.secrets), target: name, title: name };
  const inputs: RunInputs = { contract, profile, world, target, command: options.words, assay: VERSION, waivers };
  const folder = folderForRun(name, options);
  writeFile(join(folder, RUN_FILES.inputs), `${JSON.stringify(inputs)}\n`);
  writeFile(join(folder, RUN_FILES.plan), `${JSON.stringify(plan)}\n`);
  const interrupt = listenForInterrupt();
  const file = openRecord(join(folder, RUN_FILES.record), { onProblem: interrupt.breakOff });
  const drive: ClientDriver = command === undefined ? byHand() : byCommand(command);
  try {
    const record = await runClient({
      ...options,
      port: options.port ?? (attach ? ATTACHED_PORT : 0),
      within: options.within ?? (attach ? ATTACHED_MS : STARTED_MS),
      aim,
      plan,
      drive,
      write: file.write,
      secrets: secretsOf(aim, nonce),
      signal: interrupt.signal,
      onCase: (journey, nth) => {
        if (!quiet) say(`${nth} of ${picked.length}  ${journey.id}`);
      },
    });
    const judged = judgeRun({ folder, plan, record, inputs }, validators);
    await report(folder, judged, options);
    return interrupt.exitCode ?? exitCodeOf(judged.input, options);
  } finally {
    file.close();
    interrupt.release();
  }
}

/** Environment variables that tell a client its setting. An attached client is told the same. */
function variablesOf({ gateway, tenants, webhook, authentication, task }: ClientSetting): Record<string, string> {
  const [first] = tenants;
  const secret = (authentication as { readonly secret?: string } | undefined)?.secret;
  return {
    ASSAY_GATEWAY: gateway,
    ASSAY_TENANTS: JSON.stringify(tenants),
    ASSAY_TENANT: first?.name ?? '',
    ASSAY_CLIENT_ID: first?.clientId ?? '',
    ASSAY_CLIENT_SECRET: first?.clientSecret ?? '',
    ASSAY_WEBHOOK: webhook,
    ASSAY_WEBHOOK_AUTHENTICATION: JSON.stringify(authentication ?? null),
    ...(secret === undefined ? {} : { ASSAY_WEBHOOK_SECRET: secret }),
    ASSAY_TASK: JSON.stringify(task),
  };
}

/** Exit codees of a shell whose command is missing or cannot be run. */
const NOT_FOUND = [126, 127];
/** How long a client may take to end after it was told to, and how often its processes are looked for. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;

/** Ends a process and what it started, by force if need be, and waits until all are gone; at most twice the grace. */
async function endGroup(group: number): Promise<void> {
  const isGone = (how: NodeJS.Signals | 0): boolean => {
    try {
      return !process.kill(-group, how);
    } catch {
      return true;
    }
  };
  const started = performance.now();
  let how: NodeJS.Signals | 0 = 'SIGTERM';
  while (!isGone(how) && performance.now() < started + 2 * GRACE_MS) {
    await setTimeout(LOOK_MS);
    how = performance.now() < started + GRACE_MS ? 0 : 'SIGKILL';
  }
}

/** Starts a command for each case; its exit code says whether the task was done. Fails if there is no such command. */
function byCommand(command: string): ClientDriver {
  return (setting, signal) =>
    new Promise<ClientEnd>((resolve, reject) => {
      const env = { ...process.env, ...variablesOf(setting) };
      const client = spawn(command, { shell: true, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
      let ended: Promise<void> | undefined;
      const stop = (): void => {
        if (client.pid !== undefined) ended = endGroup(client.pid);
      };
      signal.addEventListener('abort', stop, { once: true });
      client.once('error', reject);
      client.once('exit', (status, killed) => {
        signal.removeEventListener('abort', stop);
        if (NOT_FOUND.includes(status ?? 0)) {
          reject(inputError(`cannot start "${command}"`, `its exit code is ${status}: not found, or not to be run`));
        } else if (ended !== undefined) resolve(ended.then(() => ({})));
        else if (killed) resolve({ reason: 'client-ended', detail: `it was ended by ${killed}` });
        else resolve({ detail: status === 0 ? TASK_DONE : `exit code ${status}` });
      });
    });
}

/** Tells a person what a running client is to do next, and waits until that was seen or confirmed at `/_assay/task`. */
function byHand(): ClientDriver {
  let isIntroduced = false;
  return (setting, signal) => {
    const { gateway, webhook, task, seen } = setting;
    if (!isIntroduced) {
      isIntroduced = true;
      for (const [name, value] of Object.entries(variablesOf(setting))) {
        if (name !== 'ASSAY_TASK' && name !== 'ASSAY_TENANTS') say(`  ${name}=${value}`);
      }
      say(`  ${gateway}/_assay/ is a page that says what is next, and shows it done`);
      say(`  GET ${gateway}/_assay/task tells the same; POST {"done": true} or {"done": false} there when it is over`);
    }
    say(`${task.case}: ${task.title}`);
    for (const step of task.steps) say(`  do ${stepText(step)}`);
    say(`  events come to ${webhook}`);
    return new Promise((resolve) => {
      const over = (): void => {
        say(`  seen: ${seen().join(', ') || 'nothing'}`);
        resolve({});
      };
      signal.addEventListener('abort', over, { once: true });
    });
  };
}
