import { parentPort, workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import type { Keep } from './load.ts';
import type { Done, Entry, FarBooks, Task } from './load-worker.ts';
import { openReplay } from './replay.ts';

/** The thread that keeps the books. */
const { judged, isKept, startedAt, ...books } = workerData as FarBooks;
const kept: Parameters<Keep>[] = [];
const replay = openReplay({
  ...books,
  startedAt,
  judged: { ...judged, validators: compileContract(judged.contract) },
  ...(isKept ? { keep: (...line: Parameters<Keep>) => void kept.push(line) } : {}),
});
let isDrained = false;

const enter = (entry: Entry): void => {
  if ('walked' in entry) replay.books.walked(entry.walked);
  else if ('delivered' in entry) replay.deliver(entry.delivered);
  else if ('expected' in entry) replay.books.expect(entry.expected);
  else if ('secret' in entry) replay.books.learnt(...entry.secret);
  else if ('turnAway' in entry) replay.books.turnAway(...entry.turnAway);
  else {
    void replay.books.drained().then(() => {
      isDrained = true;
      // Anything that still comes is too late.
      replay.stop();
    });
  }
};

const work = async ({ enter: entries, at, asks, concludes }: Task): Promise<Done> => {
  for (const entry of entries) replay.plan(entry.at, () => enter(entry));
  await replay.reach(at);
  const done = { kept: kept.splice(0), isDrained };
  if (!concludes) return { ...done, ...(asks ? { standing: replay.books.standing() } : {}) };
  const concluded = await replay.books.conclude(concludes);
  return { kept: [...done.kept, ...kept], isDrained, standing: replay.books.standing(), concluded };
};

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: Task) => {
  last = last.then(async () => parentPort?.postMessage(await work(task)));
});
