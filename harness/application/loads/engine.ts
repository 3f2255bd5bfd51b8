import { randomBytes } from 'node:crypto';
import { displayPath } from '../../home.ts';
import type { BooksHere, EngineEnd } from '../../load/books.ts';
import type { K6Binary } from '../../load/k6/binary.ts';
import type { RunK6Options } from '../../load/k6/run.ts';
import { walkNative } from '../../load/native.ts';
import { createLoadPlanner, journeysOf, SPARE } from '../../load/planner.ts';
import type { LoadPort } from '../../load/port.ts';
import type { Schedule } from '../../load/schedule.ts';
import type { Segment } from '../../load/segment.ts';
import { stagesFrom } from '../../load/week.ts';
import type { Journey } from '../../model.ts';
import { EXIT } from '../exit.ts';
import { problem, Refusal, sayProblems } from '../say.ts';
import type { EngineName } from './execute-load.ts';
import type { OpenLoad } from './open-load.ts';

/** A load for an engine to walk, or one segment of it. A whole load is segment 1 of 1. */
export interface EngineWalk
  extends Omit<OpenLoad, 'receiver'>,
    Schedule,
    Pick<RunK6Options, 'onPlanned' | 'onStarted'> {
  readonly engine: EngineName;
  readonly seed: number;
  readonly folder: string;
  readonly port: LoadPort & Partial<Pick<BooksHere, 'feed'>>;
  readonly segment?: Segment | undefined;
  readonly oneIn?: number | undefined;
  readonly args?: RunK6Options['args'];
}

/** Journeys of a load, by their index. */
export function journeysFor(
  walk: Pick<EngineWalk, 'inputs' | 'transport' | 'seed' | 'nonce' | 'arrivalAt'>,
): (index: number) => Journey {
  const { inputs, transport, seed, nonce, arrivalAt } = walk;
  return journeysOf(
    createLoadPlanner(inputs.scenarios, { ...inputs, target: transport.target, seed, nonce }),
    arrivalAt,
  );
}

/** Has the engine walk its journeys and hand in each one. Returns what it could not begin, and why not all is known. */
export async function walkBy(walk: EngineWalk): Promise<EngineEnd> {
  const { inputs, transport, traffic, seed, nonce, interrupt, arrivals, segment = ALONE } = walk;
  if (walk.engine === 'k6') return walkByK6(walk);
  const { target } = transport;
  return walkNative({
    ...walk,
    ...inputs,
    ...transport,
    journeyOf: createLoadPlanner(inputs.scenarios, { ...inputs, target, seed, nonce }),
    segment,
    signal: interrupt.signal,
    count: arrivals.count,
    lastMs: arrivals.durationMs + traffic.drainMs,
  });
}

const ALONE: Segment = { nth: 1, of: 1 };

async function walkByK6(walk: EngineWalk): Promise<EngineEnd> {
  const { inputs, traffic, transport, folder, interrupt, port, arrivals } = walk;
  const k6 = await k6OrRefuse();
  const { runK6 } = await import('../../load/k6/run.ts');
  const { kind, note, lines, lost, dropped, usage } = await runK6({
    ...inputs,
    ...walk,
    ...transport,
    k6,
    // A segment's collector has nothing to collect.
    port: { feed: () => NOTHING, ...port },
    journeys: { count: arrivals.count + SPARE, of: journeysFor(walk) },
    stages: stagesFrom(traffic, inputs.world, transport.clock.now()),
    secret: randomBytes(16).toString('hex'),
    environment: process.env,
    signal: interrupt.signal,
  });
  // What was measured so far is kept, and reported as incomplete.
  if (kind === 'broke')
    sayProblems([problem(note ?? 'k6 broke', lines.join('\n'), `its log is ${displayPath(folder)}/k6.log`)]);
  if (kind !== 'held' && kind !== 'crossed') return { dropped, usage, note: note ?? `k6 was ${kind}` };
  return lost > 0 ? { dropped, usage, note: `of ${lost} journeys Assay was not told` } : { dropped, usage };
}

/** The k6 of this machine. Ends the command if there is none, or an old one. */
export async function k6OrRefuse(): Promise<K6Binary> {
  const { findK6 } = await import('../../load/k6/binary.ts');
  const k6 = await findK6(process.env);
  if ('message' in k6) throw new Refusal([k6], EXIT.environment);
  return k6;
}

const NOTHING = { lags: [], received: 0, missing: 0, duplicate: 0, unexpected: 0, pending: 0, isDrained: true };
