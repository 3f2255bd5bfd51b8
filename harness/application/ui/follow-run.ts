import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '../../../reports/story/lane.ts';
import { laneOf } from '../../../reports/story/lay-lane.ts';
import { compileContract } from '../../contract/validators.ts';
import { tail } from '../../io/lines.ts';
import { readDelivery } from '../../kci/read.ts';
import type { DeliveryReceived, Journey, KciProfile, Observation, Plan } from '../../model.ts';
import { isInProcess } from '../../wire/in-process.ts';
import type { Follow } from '../../workbench/ports.ts';
import type { CameKci, EndedCase, LiveNews, LiveStand } from '../../workbench/protocol.ts';
import { LOAD_FILES, RUN_FILES, readJson } from '../folder/folder.ts';
import type { CaseSoFar } from '../follow/cases-so-far.ts';
import { createLiveRun, type LiveRun } from '../follow/live-run.ts';
import { readInputs } from '../stored/stored-run.ts';

/** Cases judged again at a time after something came late. */
const MAX_LATE = 50;

/**
 * Follows a run of another process by the record that it writes. Each case is judged as it ends, as in that run's terminal;
 * only the verdict on the whole record counts. For a load, follows the orders that it has judged and keeps.
 */
export const followRun: Follow = (folder, since) => {
  const record = tail(join(folder, RUN_FILES.record));
  const orders = tail(join(folder, LOAD_FILES.orders));
  let judging: Judging | undefined;
  return {
    look: () => {
      judging ??= open(folder, since);
      const lanes = orders.read().flatMap(readLine<Lane>);
      return [
        ...(lanes.length > 0 ? [{ type: 'lanes', lanes } as const] : []),
        ...(judging ? newsOf(judging, record.read().flatMap(readLine<Observation>)) : []),
      ];
    },
    close: () => {
      record.close();
      orders.close();
    },
  };
};

interface Judging {
  readonly profile: KciProfile;
  readonly journeys: ReadonlyMap<string, Journey>;
  readonly run: LiveRun;
  readonly isVirtual: boolean;
  readonly since: number;
  /** On the clock of the run. */
  firstAt?: number;
  lastAt: number;
}

/** Opens a run. Its files are written before its first observation; a resumed run writes a new plan. */
function open(folder: string, since: number): Judging | undefined {
  if (![RUN_FILES.record, RUN_FILES.plan, RUN_FILES.inputs].every((name) => existsSync(join(folder, name))))
    return undefined;
  if (statSync(join(folder, RUN_FILES.plan)).mtimeMs < since) return undefined;
  const { contract, profile, target } = readInputs(folder);
  const plan = readJson<Plan>(folder, RUN_FILES.plan);
  return {
    profile,
    journeys: new Map(plan.journeys.map((journey) => [journey.id, journey])),
    run: createLiveRun({ plan, contract, validators: compileContract(contract), profile, target }),
    isVirtual: isInProcess(target.baseUrl),
    since: Date.now(),
    lastAt: 0,
  };
}

function newsOf(judging: Judging, observations: readonly Observation[]): readonly (LiveNews | LiveStand)[] {
  const { run } = judging;
  const ended: CaseSoFar[] = [];
  const kcis: CameKci[] = [];
  for (const seen of observations) {
    judging.firstAt ??= seen.at;
    judging.lastAt = Math.max(judging.lastAt, seen.at);
    const one = run.see(seen);
    if (one) ended.push(one);
    if (seen.type === 'delivery-received') kcis.push(...kcisOf(seen, judging));
  }
  ended.push(...run.late(MAX_LATE));
  const now = judging.isVirtual ? judging.lastAt : Math.max(judging.lastAt, Date.now());
  return [
    ...(ended.length > 0 ? [{ type: 'cases', cases: ended.map((one) => endedCase(one, judging)) } as const] : []),
    ...(kcis.length > 0 ? [{ type: 'kcis', kcis } as const] : []),
    { type: 'stand', state: run.state(Date.now() - judging.since, now) },
  ];
}

function endedCase(one: CaseSoFar, { journeys }: Judging): EndedCase {
  return { ...one, title: journeys.get(one.id)?.title ?? '' };
}

function kcisOf(seen: DeliveryReceived, judging: Judging): CameKci[] {
  const { profile, firstAt = seen.at, run, journeys } = judging;
  return readDelivery(profile, seen).map(({ event }) => {
    const name = event.name ?? event.wireName;
    const order = seen.unproven === undefined ? run.orders.get(event.orderId ?? '') : undefined;
    const lane = order && laneOf(order, { journey: journeys.get(order.journey), profile });
    const mark = lane?.marks.find((each) => each.seq === seen.seq && each.name === name);
    const strange = seen.unproven ?? event.unreadable ?? (seen.expectedPath ? undefined : 'it came to another path');
    return {
      atMs: seen.at - firstAt,
      name,
      orderId: event.orderId,
      strange,
      lane: order && mark && { case: order.journey, mark },
    };
  });
}

function readLine<T>(line: string): T[] {
  try {
    return [JSON.parse(line) as T];
  } catch {
    // Problems of a record are reported when the whole is judged.
    return [];
  }
}
