import { randomBytes } from 'node:crypto';
import { ownUsage } from '../../io/usage.ts';
import { type Books, type BooksOptions, openBooks, runLoad } from '../../load/books.ts';
import type { RunK6Options } from '../../load/k6/run.ts';
import { openBooksInWorker } from '../../load/load-worker.ts';
import type { LoadVerdict, TrafficProfile, Usage } from '../../model.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { folderForRun } from '../folder/hold-folder.ts';
import type { Inputs } from '../inputs.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { Refusal } from '../say.ts';
import { asBytes, knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import { turnsAway } from './allowed.ts';
import type { Attended } from './attend.ts';
import { walkBy } from './engine.ts';
import { downStatus, isVirtual, type OpenLoad, withOpenLoad } from './open-load.ts';
import { showLoad } from './progress.ts';
import { type LoadReportOptions, openKept, reportLoad } from './reports.ts';

/** What drives a load: k6, or the runner of a certification. */
export type EngineName = 'k6' | 'native' | 'simulated';

/** What the user chose for one load. */
export interface LoadChoice extends LoadReportOptions {
  readonly engine: EngineName;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly out?: string | undefined;
  /** One in this many journeys on real time is judged whole; by default each. */
  readonly oneIn?: number;
  /** Arguments of k6's own. */
  readonly args?: RunK6Options['args'];
  /** Prints the standing each second as JSON, for programs. */
  readonly jsonLines?: boolean;
  /** What makes the load's ids its own; by default one that no other load had. */
  readonly nonce?: string | undefined;
  /** Set if k6 runs elsewhere, with files written before. */
  readonly attended?: Attended;
}

/** Sends the traffic, judges every journey and reports. Returns the exit code. */
export async function executeLoad(inputs: Inputs, traffic: TrafficProfile, choice: LoadChoice): Promise<ExitCode> {
  const unshared = isVirtual(inputs, choice) ? `seed-${choice.seed}` : randomBytes(6).toString('hex');
  // Only if no delivery is ever turned away to see it repeated.
  const isInWorker = traffic.receiverDown.length === 0 && !turnsAway(inputs.scenarios);
  const place = { nonce: choice.nonce ?? unshared, receives: true, isInWorker };
  return withOpenLoad(inputs, traffic, choice, place, async (opened) => {
    const { interrupt, transport } = opened;
    const folder = folderForRun(`${traffic.id}-${transport.target.target}`, choice);
    const driven = await drive({ ...opened, folder }, choice);
    const verdict = {
      ...driven,
      ...(transport.isVirtual ? {} : { generator: sumOf(ownUsage(), driven.generator) }),
      ...(interrupt.found ? { note: interrupt.found.message } : {}),
    };
    await reportLoad(folder, verdict, inputs, choice);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return interrupt.exitCode ?? exitCodeOfLoad(verdict);
  });
}

function sumOf(own: Usage, ofK6: Usage = { processorMs: 0, memoryBytes: 0 }): Usage {
  return { processorMs: own.processorMs + ofK6.processorMs, memoryBytes: own.memoryBytes + ofK6.memoryBytes };
}

async function drive(opened: OpenLoad & { readonly folder: string }, choice: LoadChoice): Promise<LoadVerdict> {
  const { inputs, traffic, transport, receiver, folder, interrupt, nonce, pathSecret } = opened;
  const { contract, validators, profile, world, scenarios } = inputs;
  const { clock, hold } = transport;
  const { engine, seed, quiet, jsonLines = false, attended } = choice;
  const kept = openKept(folder, { onProblem: interrupt.breakOff });
  const progress = quiet && !jsonLines ? null : await showLoad(traffic, jsonLines);
  const options: BooksOptions = {
    traffic,
    world,
    engine,
    seed,
    nonce,
    clock,
    judged: { contract, validators, profile, target: targetWithoutSecrets(transport.target, inputs.secrets) },
    assay: VERSION,
    signal: interrupt.signal,
    ...(attended ? { plannedFrom: attended.plannedFrom } : {}),
    secrets: secretsOf(inputs, pathSecret),
    isKnown: knownTo(inputs, asBytes(scenarios)),
    keep: kept.keep,
    isVirtual: transport.isVirtual,
    isCollected: engine === 'k6',
    closed: (sinceMs) => downStatus(traffic, sinceMs),
  };
  const follow = <B extends Books>(books: B): B => {
    receiver?.onDelivery(books.receive);
    progress?.follow(books);
    return books;
  };
  try {
    const walkOf = ({ arrivals, arrivalAt }: Books) => ({ ...opened, ...choice, nonce, arrivals, arrivalAt });
    if (hold) {
      const books = follow(openBooksInWorker(options, hold));
      return await runLoad(books, walkBy({ ...walkOf(books), port: books }), options);
    }
    const books = follow(openBooks(options));
    if (attended) {
      const { attendLoad } = await import('./attend.ts');
      return await attendLoad(walkOf(books), books, attended);
    }
    const walk = { ...walkOf(books), port: books, onPlanned: books.expect, onStarted: books.begins };
    return await runLoad(books, walkBy(walk), options);
  } finally {
    progress?.end();
    kept.close();
  }
}

/** Crossed thresholds outweigh failed journeys: the traffic says what must hold. */
export function exitCodeOfLoad({ outcome, failures }: LoadVerdict): ExitCode {
  if (outcome === 'incomplete') return EXIT.environment;
  if (outcome === 'crossed') return EXIT.crossed;
  return failures.length > 0 ? EXIT.failed : EXIT.passed;
}
