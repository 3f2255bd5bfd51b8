import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../../home.ts';
import type { BooksHere } from '../../load/books.ts';
import { serveControl } from '../../load/k6/control.ts';
import { ROUNDED, SPARE } from '../../load/planner.ts';
import { BEFORE_ALL } from '../../load/port.ts';
import { stagesFrom } from '../../load/week.ts';
import type { LoadVerdict } from '../../model.ts';
import { waitFor } from '../../run/wait.ts';
import { listenAddress } from '../open/receiver.ts';
import { inputError, say } from '../say.ts';
import { type EngineWalk, journeysFor } from './engine.ts';
import { secretOf } from './segment-choice.ts';

/** The file in the folder of a load for Kubernetes from which Assay reads what it must know. */
export const ATTEND = 'assay.json';

/** A load that k6 instances make elsewhere, from files written before. */
export interface Attended extends Pick<LoadVerdict, 'traffic' | 'target' | 'seed' | 'nonce'> {
  readonly plannedFrom: number;
  readonly instances: number;
  /** Where Assay listens for the instances: host and port. */
  readonly control: string;
}

/** Reads what `assay load --kubernetes` left. */
export function readAttended(named: string, control: string | undefined): Attended {
  const path = join(resolve(named), ATTEND);
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Attended;
    return control === undefined ? stored : { ...stored, control };
  } catch (error) {
    throw inputError(
      `there is no load for Kubernetes in ${displayPath(resolve(named))}`,
      error instanceof SyntaxError ? `${ATTEND} is no JSON` : `${ATTEND} cannot be read`,
      'write one with "assay load <profile> --kubernetes <folder>"',
    );
  }
}

/**
 * Takes what k6 instances elsewhere report, with the gateway's events, and judges every journey; ends when all instances
 * have.
 */
export async function attendLoad(
  walk: Omit<EngineWalk, 'port'>,
  books: BooksHere,
  attended: Attended,
): Promise<LoadVerdict> {
  const { traffic, arrivals } = walk;
  const { clock } = walk.transport;
  const { signal } = walk.interrupt;
  const journeyOf = journeysFor(walk);
  for (let index = 0; index < arrivals.count + SPARE; index++) books.expect(journeyOf(index));

  const walked = new Set<number>();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  const counting: BooksHere = {
    ...books,
    walked: (told) => {
      if (walked.size === 0 && told.index === BEFORE_ALL) books.begins();
      if (told.index !== BEFORE_ALL) walked.add(told.index);
      begun.resolve();
      books.walked(told);
    },
  };
  const { host, port: listenPort } = listenAddress(attended.control);
  const served = await serveControl({
    port: counting,
    journeyOf,
    stages: stagesFrom(traffic, walk.inputs.world, attended.plannedFrom),
    clock,
    host,
    listenPort,
    secret: secretOf('control', attended.nonce),
    onEnded: (instances) => {
      if (instances >= attended.instances) ended.resolve();
    },
  });
  try {
    say(`waiting for ${attended.instances} instances of k6 at ${new URL(served.url).origin}`);
    await Promise.race([begun.promise, ended.promise]);
    // An instance that was killed never says that it has ended.
    const mostMs = arrivals.durationMs + traffic.drainMs;
    const haveEnded = await clock.until(ended.promise, mostMs);
    await waitFor(clock, signal, books.drained(), traffic.drainMs);
    const lacking = arrivals.count - walked.size;
    const note = signal.aborted
      ? 'interrupted'
      : lacking > ROUNDED
        ? `${lacking} of ${arrivals.count} arrivals were not begun, or Assay was not told of them: ${haveEnded ? 'make the load with more instances of k6' : 'not all instances of k6 have ended'}`
        : undefined;
    return await books.conclude({ dropped: 0, note });
  } finally {
    await served.close();
  }
}
