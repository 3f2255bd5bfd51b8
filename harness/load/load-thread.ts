import { workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import type { Journey } from '../model.ts';
import { beginLoad } from './load.ts';
import type { Books, Done, Entry, Task } from './load-worker.ts';
import { createLoadPlanner } from './planner.ts';
import { workFor } from './thread.ts';

/** The books' own side. Time is what the entries say it is. */
const { scenarios, planned: input, judged, ...books } = workerData as Books;
const planner = createLoadPlanner(scenarios, input);
const validators = compileContract(judged.contract);
/** Planned here, and not yet begun. */
const planned = new Map<string, Journey>();
const kept: string[] = [];
let now = books.startedAt;
const load = beginLoad({
  ...books,
  judged: { ...judged, validators },
  clock: { now: () => now },
  ...(books.isKept ? { keep: (line) => kept.push(line) } : {}),
});

const enter = (entry: Entry): void => {
  if ('secret' in entry) {
    load.addSecret(entry.kind, entry.secret);
    return;
  }
  now = entry.at;
  if ('seen' in entry) load.record(entry.seen, now);
  else if ('closed' in entry) load.ledger.close(entry.closed, now);
  else {
    const journey = planned.get(entry.opened);
    planned.delete(entry.opened);
    if (journey) load.ledger.open(journey, entry.intendedAt);
  }
};

const work = async (task: Task): Promise<Done> => {
  if ('plan' in task) {
    const journeys = task.plan.map(planner.journeyOf);
    for (const journey of journeys) planned.set(journey.id, journey);
    return { journeys };
  }
  for (const entry of task.enter) enter(entry);
  now = task.at;
  const standing = (): Pick<Done, 'standing'> => ({ standing: load.standing() });
  const lines = (): Pick<Done, 'kept'> => ({ kept: kept.splice(0) });
  if (!task.concludes) return { ...lines(), ...(task.asks ? standing() : {}) };
  const concluded = await load.conclude(task.incomplete);
  return { concluded, ...lines(), ...standing() };
};

// The walkers wait for plans, and not for what is in the books.
workFor(work, (task) => 'plan' in task);
