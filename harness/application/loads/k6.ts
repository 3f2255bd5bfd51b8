import { randomBytes } from 'node:crypto';
import { findK6 } from '../../load/k6/binary.ts';
import { type RunK6Options, runK6 } from '../../load/k6/run.ts';
import { beginLoad, type Load } from '../../load/load.ts';
import { createLoadPlanner, journeysOf, SPARE } from '../../load/planner.ts';
import type { LoadPort } from '../../load/port.ts';
import { type FollowedWalks, portOf } from '../../load/walks.ts';
import { stagesFrom } from '../../load/week.ts';
import type { Journey, LoadVerdict, Usage } from '../../model.ts';
import { EXIT } from '../exit.ts';
import { shown } from '../places.ts';
import { problem, Refusal, sayProblems } from '../say.ts';
import type { PreparedLoad } from './execute-load.ts';

/** Makes a load with k6: it sends, and Assay takes the events, judges every journey and tells k6 what came. */
export async function runWithK6(prepared: PreparedLoad): Promise<LoadVerdict> {
  const { load, journeyOf, port } = beginForK6(prepared);
  prepared.onBegun(load);
  const { dropped, note, usage } = await walkByK6(prepared, {
    port,
    journeys: { count: load.arrivals.count, of: journeyOf },
    onPlanned: load.ledger.expect,
    onStarted: load.begins,
  });
  for (let i = 0; i < dropped; i++) load.dropped(prepared.door.clock.now());
  const verdict = await load.conclude(note);
  return usage ? { ...verdict, generator: usage } : verdict;
}

/** A load whose books follow what a k6 tells, wherever that runs. */
export function beginForK6({ inputs, door, interrupt, options, inboxFor }: PreparedLoad): {
  readonly load: Load;
  readonly journeyOf: (index: number) => Journey;
  readonly port: LoadPort & FollowedWalks;
} {
  const { contract, profile, world, scenarios } = inputs;
  const { target, clock } = door;
  const { signal } = interrupt;
  const load = beginLoad({ ...options, isCollected: true });
  const planner = createLoadPlanner(scenarios, { ...options, contract, target, world, profile });
  const journeyOf = journeysOf(planner, load.arrivalAt);
  const port = portOf(load, journeyOf, { contract, profile, target, inbox: inboxFor(load), clock, signal });
  return { load, journeyOf, port };
}

/** Has k6 walk a load or a segment of it, and says what it could not begin, and why not all of it is known. */
export async function walkByK6(
  {
    inputs,
    traffic,
    door,
    folder,
    interrupt,
    ofK6,
  }: Pick<PreparedLoad, 'inputs' | 'traffic' | 'door' | 'folder' | 'interrupt' | 'ofK6'>,
  walk: Pick<RunK6Options, 'port' | 'journeys' | 'segment' | 'onPlanned' | 'onStarted'>,
): Promise<{ readonly dropped: number; readonly note?: string; readonly usage?: Usage | undefined }> {
  const k6 = await findK6(process.env);
  if ('message' in k6) throw new Refusal([k6], EXIT.environment);
  const { contract, profile, world, secrets } = inputs;
  const { target, clock } = door;
  const { kind, note, lines, lost, dropped, usage } = await runK6({
    ...{ k6, traffic, target, secrets, contract, profile, clock, folder, ...ofK6 },
    ...walk,
    journeys: { ...walk.journeys, count: walk.journeys.count + SPARE },
    stages: stagesFrom(traffic, world, clock.now()),
    control: { host: '127.0.0.1', listenPort: 0, secret: randomBytes(16).toString('hex') },
    environment: process.env,
    signal: interrupt.signal,
  });
  // What was measured until then is kept, and reported as incomplete.
  if (kind === 'broke')
    sayProblems([problem(note ?? 'k6 broke', lines.join('\n'), `its log is ${shown(folder)}/k6.log`)]);
  if (kind !== 'held' && kind !== 'crossed') return { dropped, usage, note: note ?? `k6 was ${kind}` };
  return lost > 0 ? { dropped, usage, note: `of ${lost} journeys Assay was not told` } : { dropped, usage };
}
