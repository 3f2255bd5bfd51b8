import type { Journey, KciProfile, Observation, Plan, RunEnded, RunStarted } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import { requestIdsOf } from './open-journey.ts';

/** Some journeys of a load, and all that was observed of them. */
export interface Batch {
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** Journeys of a load, gathered to be judged together. */
export type Batches = ReturnType<typeof createBatches>;

/** Which load the batches belong to, and who takes them. */
interface BatchesOptions {
  readonly started: RunStarted;
  readonly seed: number;
  readonly nonce: string;
  readonly size: number;
  readonly now: () => number;
  readonly onBatch: (batch: Batch) => void;
}

/** The most observations without a journey that are kept: bounds memory if a gateway floods us. */
const MAX_LOOSE = 20_000;

/** Makes batches of `size` journeys: for each a plan and a record, as if a run had had these journeys alone. */
export function createBatches({ started, seed, nonce, size, now, onBatch }: BatchesOptions) {
  let journeys: Journey[] = [];
  let observed: (readonly Observation[])[] = [];
  const loose: Observation[] = [];
  let { seq } = started;

  const handOver = (): void => {
    if (journeys.length === 0 && observed.length === 0) return;
    // A walk is handed in when it is over; what came meanwhile was recorded before it.
    const inOrder = observed.flat().sort((a, b) => a.at - b.at || Number(came(a)) - Number(came(b)) || a.seq - b.seq);
    const renumbered = inOrder.map((each) => ({ ...each, seq: ++seq }));
    const ended: RunEnded = { type: 'run-ended', ended: 'finished', seq: seq + 1, at: now() };
    const record = [started, ...renumbered, ended];
    const plan = { version: 1 as const, seed, nonce, now: started.at, journeys };
    onBatch({ plan, record });
    journeys = [];
    observed = [];
  };

  return {
    add: (journey: Journey, seen: readonly Observation[]): void => {
      journeys.push(journey);
      observed.push(seen);
      if (journeys.length >= size) handOver();
    },
    /**
     * Takes what belongs to no journey: the runner's own requests, unexpected deliveries. Handed over as a batch at the
     * end.
     */
    addLoose: (observation: Observation): void => {
      if (loose.length < MAX_LOOSE) loose.push(observation);
    },
    /** Hands over what is left. */
    end: (): void => {
      handOver();
      if (loose.length > 0) observed = [loose];
      handOver();
    },
  };
}

const came = ({ type }: Observation): boolean => type === 'delivery-received';

/** All that was observed of these journeys of a batch: requests, answers, and deliveries about their orders. */
export function observedOf({ plan, record }: Batch, journeys: ReadonlySet<string>, profile: KciProfile): Observation[] {
  const orders = new Set(plan.journeys.filter(({ id }) => journeys.has(id)).flatMap(requestIdsOf));
  const told = foldOf(record, profile).arrivals.filter(({ event }) => orders.has(event.orderId ?? ''));
  const about = new Set<Observation>(told.map(({ seen }) => seen));
  return record.filter((each) => about.has(each) || ('journey' in each && journeys.has(each.journey)));
}
