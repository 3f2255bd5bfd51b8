import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openRecord } from '../../io/record-file.ts';
import { ownUsage } from '../../io/usage.ts';
import type { RunK6Options } from '../../load/k6/run.ts';
import type { LoadOptions, WalkedLoad } from '../../load/load.ts';
import { runNative } from '../../load/native.ts';
import type { LoadVerdict, Traffic, Usage } from '../../model.ts';
import { createInbox, type Inbox } from '../../run/inbox.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { LOAD_FILES, newFolder } from '../folder/folder.ts';
import { holdFolder } from '../folder/hold-folder.ts';
import type { Inputs } from '../inputs.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import type { Outlet } from '../report/outlets.ts';
import { Refusal } from '../say.ts';
import { knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import { turnsAway } from './allowed.ts';
import type { Attended } from './attend.ts';
import { downStatus, isVirtual, type OpenLoad, withOpenLoad } from './open-load.ts';
import { showLoad } from './progress.ts';
import { reportLoad } from './reports.ts';

/** What drives a load: k6, or the runner of a certification. */
export type EngineName = 'k6' | 'native' | 'simulated';

/** What is chosen for k6 alone: of so many journeys one is judged whole, and its own arguments. */
export type ForK6 = Pick<RunK6Options, 'oneIn' | 'args'>;

/** What the user chose for one load. */
export interface LoadChoice {
  readonly engine: EngineName;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly out?: string | undefined;
  readonly outlets: readonly Outlet[];
  readonly quiet: boolean;
  readonly ofK6?: ForK6;
  /** Prints where it stands, each second, for programs. */
  readonly jsonLines?: boolean;
  /** What makes ids the load's own; one that no other load had unless given. */
  readonly nonce?: string | undefined;
  /** Reports show no contact. */
  readonly maskContacts?: boolean;
  /** k6 runs elsewhere, with files that were written before. */
  readonly attended?: Attended;
}

/** A load about to be made. */
export interface PreparedLoad extends OpenLoad {
  readonly folder: string;
  readonly options: LoadOptions;
  readonly ofK6?: ForK6 | undefined;
  readonly inboxFor: (load: WalkedLoad) => Inbox;
  readonly onBegun: (load: WalkedLoad) => void;
}

/** Sends the traffic, judges every journey and reports; the exit status says how it went. */
export async function executeLoad(inputs: Inputs, traffic: Traffic, choice: LoadChoice): Promise<ExitCode> {
  const unshared = isVirtual(inputs, choice) ? `seed-${choice.seed}` : randomBytes(6).toString('hex');
  // Nobody turns any delivery away to see it come again.
  const isApart = traffic.receiverDown.length === 0 && !turnsAway(inputs.scenarios);
  const place = { nonce: choice.nonce ?? unshared, receives: true, isApart };
  return withOpenLoad(inputs, traffic, choice, place, async (opened) => {
    const { interrupt, door } = opened;
    const folder = newFolder(choice.out, `${traffic.id}-${door.target.target}`, new Date());
    holdFolder(folder);
    const driven = await drive({ ...opened, folder }, choice);
    const verdict = {
      ...driven,
      ...(door.isVirtual ? {} : { generator: sumOf(ownUsage(), driven.generator) }),
      ...(interrupt.found ? { note: interrupt.found.message } : {}),
    };
    reportLoad(folder, verdict, inputs, choice);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return interrupt.exitCode ?? exitCodeOfLoad(verdict);
  });
}

function sumOf(own: Usage, ofK6: Usage = { processorMs: 0, memoryBytes: 0 }): Usage {
  return { processorMs: own.processorMs + ofK6.processorMs, memoryBytes: own.memoryBytes + ofK6.memoryBytes };
}

/** Journeys judged together: many where nobody waits for an answer meanwhile. */
const BATCH = { virtual: 100, real: 20 } as const;

async function drive(opened: OpenLoad & { readonly folder: string }, choice: LoadChoice): Promise<LoadVerdict> {
  const { inputs, traffic, door, receiver, folder, interrupt, nonce, pathSecret } = opened;
  const { contract, validators, profile, world, scenarios } = inputs;
  const failed = openRecord(join(folder, LOAD_FILES.failed), { onProblem: interrupt.breakOff });
  const { quiet, jsonLines = false } = choice;
  const progress = quiet && !jsonLines ? null : await showLoad(traffic, jsonLines);
  const options: LoadOptions = {
    traffic,
    world,
    judged: { contract, validators, profile, target: targetWithoutSecrets(door.target, inputs.secrets) },
    engine: choice.engine,
    seed: choice.seed,
    nonce,
    assay: VERSION,
    clock: door.clock,
    ...(choice.attended ? { plannedFrom: choice.attended.plannedFrom } : {}),
    secrets: secretsOf(inputs, pathSecret),
    isKnown: knownTo(inputs, JSON.stringify(scenarios)),
    keep: failed.write,
    batch: door.isVirtual ? BATCH.virtual : BATCH.real,
    isVirtual: door.isVirtual,
  };
  const prepared: PreparedLoad = {
    ...opened,
    options,
    ofK6: choice.ofK6,
    inboxFor: (load) => {
      const inbox = createInbox(profile, load.record, () => downStatus(traffic, door.clock.now() - load.startedAt()));
      receiver?.onDelivery(inbox.receive);
      return inbox;
    },
    onBegun: (load) => progress?.follow(load),
  };
  try {
    if (choice.attended) {
      const { attendLoad } = await import('./attend.ts');
      return await attendLoad(prepared, choice.attended);
    }
    if (choice.engine === 'k6') {
      const { runWithK6 } = await import('./k6.ts');
      return await runWithK6(prepared);
    }
    const { send } = door;
    return await runNative({
      ...options,
      clock: door.clock,
      target: door.target,
      scenarios,
      hold: door.hold,
      send,
      signal: interrupt.signal,
      inboxFor: prepared.inboxFor,
      onBegun: prepared.onBegun,
    });
  } finally {
    progress?.end();
    failed.close();
  }
}

/** Crossed thresholds outweigh failed journeys: what must hold is for the traffic to say. */
export function exitCodeOfLoad({ outcome, failures }: LoadVerdict): ExitCode {
  if (outcome === 'incomplete') return EXIT.environment;
  if (outcome === 'crossed') return EXIT.crossed;
  return failures.length > 0 ? EXIT.failed : EXIT.passed;
}
