import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loadClientContract } from '../../contract/client.ts';
import { openRecord } from '../../io/record-file.ts';
import type { Journey } from '../../model.ts';
import { pickOnly } from '../../plan/selection.ts';
import { clientCases, clientPlan } from '../cases/client-cases.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import type { Aim, AimOptions } from '../inputs.ts';
import { playedBy } from '../open/make-fake.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { refusal, refuseOn, say } from '../say.ts';
import { listenForInterrupt } from '../signals.ts';
import { judgeRun } from '../stored/rejudge.ts';
import { VERSION } from '../version.ts';
import { readRunWaivers } from '../waivers.ts';
import { byCommand, byHand } from './drivers.ts';
import { type ClientDriver, type Played, runClient } from './run.ts';

/** What the user chose for the certification of a client. */
export interface ClientOptions extends ReportOptions, AimOptions, Partial<Omit<Played, 'name'>> {
  readonly name: string;
  /** Started for each case. */
  readonly command?: string | undefined;
  /** The client is running, and a person or its own tests drive it. */
  readonly attach?: boolean | undefined;
  /** Globs of cases. */
  readonly only?: readonly string[] | undefined;
  readonly allowInconclusive?: boolean | undefined;
  /** A file of known failures. */
  readonly waivers?: string | undefined;
  readonly out?: string | undefined;
  /** The command as a reader may repeat it. */
  readonly words: string;
}

/** A person is asked to do something, and may be away. */
const ATTACHED_MS = 900_000;
const STARTED_MS = 20_000;
const ATTACHED_PORT = 8080;

/** What a client is certified by. */
export interface ClientInputs {
  /** With the contract by which clients are judged. */
  readonly aim: Aim;
  readonly journeys: readonly Journey[];
  readonly shipped: readonly Journey[];
}

/** Reads all that a certification of a client needs; whatever is wrong stops everything. */
export function loadClientInputs(options: AimOptions, paths: readonly string[]): ClientInputs {
  const played = playedBy(options);
  const aim = { ...played, contract: loadClientContract(played.contract) };
  const { journeys, problems } = clientCases(paths, aim);
  refuseOn(problems);
  return { aim, journeys, shipped: paths.length === 0 ? journeys : clientCases([], aim).journeys };
}

/** Certifies a client from beginning to end: the fake plays the gateway, the judge says what the client kept. */
export async function certifyClient(paths: readonly string[], options: ClientOptions): Promise<ExitCode> {
  const { command, attach = false, out, quiet = false, only = [], name } = options;
  if ((command === undefined) !== attach) {
    const fix = "say --command 'npm run journey' or --attach";
    throw refusal('how is the client to be driven?', 'it is started for each case, or runs already', fix);
  }
  const { aim, journeys, shipped } = loadClientInputs(options, paths);
  const { journeys: picked, problems } = pickOnly(journeys, only.length === 0 ? ['*'] : only);
  refuseOn(problems);
  const { contract, profile, world, validators } = aim;
  const waivers =
    options.waivers === undefined ? undefined : readRunWaivers(options.waivers, contract, new Date(), false);
  holdForRun(out);
  const nonce = randomBytes(4).toString('hex');
  const plan = clientPlan(picked, shipped, { seed: 1, nonce, now: Date.now() });
  const target = { ...targetWithoutSecrets(aim.target, aim.secrets), target: name, title: name };
  const inputs: RunInputs = { contract, profile, world, target, command: options.words, assay: VERSION, waivers };
  const folder = folderForRun(name, options);
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(inputs)}\n`);
  writeFile(join(folder, FILES.plan), `${JSON.stringify(plan)}\n`);
  const interrupt = listenForInterrupt();
  const file = openRecord(join(folder, FILES.record), { onProblem: interrupt.breakOff });
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
