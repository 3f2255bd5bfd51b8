import type { Journey, Observation, RunEnded, RunStarted } from '../model.ts';
import type { Heap } from './judges.ts';

/** Makes heaps of journeys: for each a plan and a record, as if a run had had these journeys alone. */
export interface Batch {
  add(journey: Journey, observed: readonly Observation[]): void;
  /** What belongs to no journey: requests of the runner itself, deliveries that nobody expected. A heap at the end. */
  addLoose(observation: Observation): void;
  /** Hands over what is left. */
  end(): void;
}

/** Of which load the heaps are, and who takes them. */
export interface BatchOptions {
  readonly started: RunStarted;
  readonly seed: number;
  readonly nonce: string;
  readonly size: number;
  readonly now: () => number;
  readonly onHeap: (heap: Heap) => void;
}

/** The most loose observations that are kept: a gateway gone wild must not fill the memory. */
const LOOSE = 20_000;

/** Heaps of `size` journeys. */
export function createBatch({ started, seed, nonce, size, now, onHeap }: BatchOptions): Batch {
  let journeys: Journey[] = [];
  let observed: (readonly Observation[])[] = [];
  const loose: Observation[] = [];

  const handOver = (): void => {
    if (journeys.length === 0 && observed.length === 0) return;
    const inOrder = observed.flat().sort((a, b) => a.seq - b.seq);
    const last = inOrder.at(-1)?.seq ?? started.seq;
    const ended: RunEnded = { type: 'run-ended', ended: 'finished', seq: last + 1, at: now() };
    const record = [started, ...inOrder, ended];
    const plan = { version: 1 as const, seed, nonce, now: started.at, journeys };
    onHeap({ plan, record });
    journeys = [];
    observed = [];
  };

  return {
    add: (journey, seen) => {
      journeys.push(journey);
      observed.push(seen);
      if (journeys.length >= size) handOver();
    },
    addLoose: (observation) => {
      if (loose.length < LOOSE) loose.push(observation);
    },
    end: () => {
      handOver();
      if (loose.length > 0) observed = [loose];
      handOver();
    },
  };
}
