import { isDeepStrictEqual } from 'node:util';
import { isLoopback } from '../../contract/target-checks.ts';
import { digestOf } from '../../journey/whole.ts';
import type { Journey, Observation, Plan, Problem, Shard, Target } from '../../model.ts';
import type { Waiver } from '../../verdict/waiver.ts';
import type { RunInputs } from '../folder/folder.ts';
import { shown } from '../places.ts';
import { problem, Refusal, refusal } from '../say.ts';
import type { StoredRun } from './stored-run.ts';

/** What the runs of all shards are together. */
export interface MergedRun {
  readonly plan: Plan;
  readonly inputs: RunInputs;
  readonly record: readonly Observation[];
}

interface ShardRun extends StoredRun {
  readonly shard: Shard;
}

/** Joins the runs of all shards of one plan, in whatever order they are named; refuses what does not belong together. */
export function mergeRuns(runs: readonly StoredRun[]): MergedRun {
  const [first, ...others] = runs.map(asShard).sort((a, b) => a.shard.nth - b.shard.nth);
  if (!first) throw refusal('there is nothing to join');
  const problems = [...others.flatMap((other) => strangeIn(other, first)), ...gapsIn([first, ...others])];
  if (problems.length > 0) throw new Refusal(problems);
  const { inputs, plan } = first;
  const { shard: _, resumedAt: __, ...common } = plan;
  const all = [first, ...others];
  return {
    inputs,
    plan: {
      ...common,
      now: Math.min(...all.map((run) => run.plan.now)),
      journeys: inOrder(all),
      parts: all.map(({ plan: { now, resumedAt } }) => ({ now, ...(resumedAt ? { resumedAt } : {}) })),
    },
    record: joinRecords(all.map(({ record }) => record)),
  };
}

function asShard(run: StoredRun): ShardRun {
  const { shard } = run.plan;
  if (shard) return { ...run, shard };
  throw refusal(
    `${shown(run.folder)} is not the run of a shard`,
    'it was made without --shard',
    'join the folders that "assay run --shard i/n" leaves',
  );
}

/** What must be the same in all shards. */
function strangeIn(other: ShardRun, first: ShardRun): Problem[] {
  const told = (what: string, is: string, was: string): Problem =>
    problem(
      `${shown(other.folder)} has another ${what} than ${shown(first.folder)}`,
      is === was ? `both call it ${is}, but it is not the same` : `${is} is not ${was}`,
      'join shards of one run',
    );
  const { contract, profile, world, target, assay } = other.inputs;
  const was = first.inputs;
  const sameAs = <T>(what: string, is: T, its: T, name: (value: T) => string): Problem[] =>
    isDeepStrictEqual(is, its) ? [] : [told(what, name(is), name(its))];
  return [
    ...sameAs('seed', other.plan.seed, first.plan.seed, String),
    ...sameAs('nonce', other.plan.nonce, first.plan.nonce, String),
    ...sameAs('version of Assay', assay, was.assay, String),
    ...sameAs('contract', contract.digest, was.contract.digest, (digest) => digest.slice(0, 12)),
    ...sameAs('target', withoutPlace(target), withoutPlace(was.target), (each) => each.target),
    ...sameAs('address', addressOf(target), addressOf(was.target), String),
    ...sameAs('KCI profile', profile, was.profile, (each) => each.profile),
    ...sameAs('waiver file', waiversIn(other.inputs), waiversIn(was), (all) => `of ${all.length}`),
    ...sameAs('world', world, was.world, (each) => each.world),
    ...sameAs('build', other.inputs.words?.build, was.words?.build, (build) => build ?? 'not stated'),
    ...sameAs('number of shards', other.shard.of, first.shard.of, String),
    ...(other.shard.of === first.shard.of
      ? [
          ...sameAs('list of cases', other.shard.digest, first.shard.digest, (digest) => digest),
          ...sameAs('certification', other.plan.whole, first.plan.whole, (whole) => `of ${whole?.cases} cases`),
        ]
      : []),
  ];
}

/** The target without the addresses that each of its runs may have had of its own. */
function withoutPlace({
  webhook: _webhook,
  baseUrl: _url,
  allowHosts: _hosts,
  ...target
}: Target): Pick<Target, 'target'> {
  return target;
}

/** The waivers of a run, wherever its own copy of the file stood. */
function waiversIn({ waivers }: RunInputs): readonly Omit<Waiver, 'span'>[] {
  return (waivers?.waivers ?? []).map(({ span: _, ...waiver }) => waiver);
}

/** On the loopback each run may have had its own gateway. */
function addressOf({ baseUrl }: Target): string {
  return isLoopback(baseUrl) ? 'this machine' : new URL(baseUrl).origin;
}

function gapsIn(runs: readonly ShardRun[]): Problem[] {
  const of = runs[0]?.shard.of ?? 0;
  const numbers = Array.from({ length: of }, (_, i) => i + 1);
  return numbers.flatMap((nth) => {
    const having = runs.filter(({ shard }) => shard.nth === nth && shard.of === of);
    if (having.length === 1) return [];
    if (having.length === 0)
      return [
        problem(`shard ${nth}/${of} is missing`, 'a verdict needs every case', 'name the folder of its run, too'),
      ];
    const [one, two] = having.map(({ folder }) => shown(folder));
    return [problem(`shard ${nth}/${of} is there twice`, `in ${one} and in ${two}`, 'name one of them')];
  });
}

/** The journeys as the whole plan has them. */
function inOrder(runs: readonly ShardRun[]): readonly Journey[] {
  const placed = runs.flatMap(({ plan, shard }) =>
    plan.journeys.map((journey, i) => ({ journey, place: shard.places[i] ?? 0 })),
  );
  const journeys = placed.sort((a, b) => a.place - b.place).map(({ journey }) => journey);
  if (digestOf(journeys.map(({ id }) => id)) === runs[0]?.shard.digest) return journeys;
  throw refusal('the shards do not make up the whole list of cases', 'one of the plans was changed after its run');
}

/** One record after the other, numbered through: of each run it can still be seen where it begins and ends. */
function joinRecords(records: readonly (readonly Observation[])[]): readonly Observation[] {
  const joined: Observation[] = [];
  let exchanges = 0;
  let deliveries = 0;
  for (const record of records) {
    const [before, beforeDeliveries] = [exchanges, deliveries];
    for (const each of record) {
      const seq = joined.length + 1;
      if ('exchange' in each) {
        exchanges = Math.max(exchanges, before + each.exchange);
        joined.push({ ...each, seq, exchange: before + each.exchange });
      } else if (each.type === 'delivery-received') {
        deliveries = Math.max(deliveries, beforeDeliveries + each.delivery);
        joined.push({ ...each, seq, delivery: beforeDeliveries + each.delivery });
      } else joined.push({ ...each, seq });
    }
  }
  return joined;
}
