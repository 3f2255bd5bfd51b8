import { randomBytes } from 'node:crypto';
import { findK6 } from '../../load/k6/binary.ts';
import { type K6Result, runK6 } from '../../load/k6/run.ts';
import { beginLoad } from '../../load/load.ts';
import { createLoadPlanner, journeysOf, SPARE } from '../../load/planner.ts';
import { portOf } from '../../load/walks.ts';
import { stagesFrom } from '../../load/week.ts';
import type { LoadVerdict } from '../../model.ts';
import { EXIT } from '../exit.ts';
import { shown } from '../places.ts';
import { problem, Refusal, sayProblems } from '../say.ts';
import type { PreparedLoad } from './execute-load.ts';

/** Makes a load with k6: it sends, and Assay takes the events, judges every journey and tells k6 what came. */
export async function runWithK6(prepared: PreparedLoad): Promise<LoadVerdict> {
  const { inputs, traffic, door, folder, interrupt, options, inboxFor, onBegun } = prepared;
  const k6 = await findK6(process.env);
  if ('message' in k6) throw new Refusal([k6], EXIT.environment);
  const { contract, profile, world, scenarios } = inputs;
  const { target, clock } = door;
  const load = beginLoad({ ...options, isCollected: true });
  const planner = createLoadPlanner(scenarios, { ...options, contract, target, world, profile });
  const journeyOf = journeysOf(planner, load.arrivalAt);
  const inbox = inboxFor(load);
  const port = portOf(load, journeyOf, { contract, profile, target, inbox, clock, signal: interrupt.signal });
  onBegun(load);
  const result = await runK6({
    k6,
    traffic,
    stages: stagesFrom(traffic, world, clock.now()),
    target,
    secrets: inputs.secrets,
    contract,
    profile,
    clock,
    folder,
    port,
    journeys: {
      count: load.arrivals.count + SPARE,
      of: journeyOf,
    },
    onPlanned: load.ledger.expect,
    oneIn: prepared.oneIn,
    control: { host: '127.0.0.1', listenPort: 0, secret: randomBytes(16).toString('hex') },
    environment: process.env,
    signal: interrupt.signal,
    onStarted: load.begins,
  });
  for (let i = 0; i < result.dropped; i++) load.dropped(clock.now());
  // What was measured until then is kept, and reported as incomplete.
  if (result.kind === 'broke') {
    sayProblems([problem(result.note ?? 'k6 broke', result.lines.join('\n'), `its log is ${shown(folder)}/k6.log`)]);
  }
  return load.conclude(incompleteness(result));
}

/** Why not the whole load was made, or not all of it is known, but for what k6 could not begin; undefined where neither is so. */
function incompleteness({ kind, note, lost }: K6Result): string | undefined {
  if (kind !== 'held' && kind !== 'crossed') return note ?? `k6 was ${kind}`;
  return lost > 0 ? `of ${lost} journeys Assay was not told` : undefined;
}
