import { join, resolve } from 'node:path';
import { isLoopback } from '../../contract/target-checks.ts';
import { displayPath } from '../../home.ts';
import { digestOf } from '../../journey/whole.ts';
import type { Journey, Observation, Problem, Shard, Target } from '../../model.ts';
import type { Waiver } from '../../verdict/waiver.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { type Alike, targetWithout, unlike } from '../folder/alike.ts';
import { RUN_FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { inputError, problem, Refusal } from '../say.ts';
import { judgeRun } from './rejudge.ts';
import { readRun, type StoredRun } from './stored-run.ts';

/** The joined run of all shards. */
type MergedRun = Omit<StoredRun, 'folder'>;

interface ShardRun extends StoredRun {
  readonly shard: Shard;
}

/** Joins the runs of all shards of one plan, in any order; refuses runs that do not belong together. */
export function mergeRuns(runs: readonly StoredRun[]): MergedRun {
  const [first, ...others] = runs.map(asShard).sort((a, b) => a.shard.nth - b.shard.nth);
  if (!first) throw inputError('there is nothing to join');
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
  throw inputError(
    `${displayPath(run.folder)} is not the run of a shard`,
    'it was made without --shard',
    'join the folders that "assay run --shard i/n" leaves',
  );
}

/** Problems of a shard that does not belong to the first one. */
function strangeIn(other: ShardRun, first: ShardRun): Problem[] {
  const isOfAsMany = other.shard.of === first.shard.of;
  const ground = ({ plan: { seed, nonce, whole }, shard, inputs }: ShardRun): Alike[] => [
    ['seed', seed, `${seed}`],
    ['nonce', nonce, nonce],
    ['version of Assay', inputs.assay, inputs.assay],
    ['contract', inputs.contract.digest, inputs.contract.digest.slice(0, 12)],
    // These may differ between shards.
    ['target', targetWithout(inputs.target, 'webhook', 'baseUrl', 'allowHosts'), inputs.target.target],
    ['address', addressOf(inputs.target), addressOf(inputs.target)],
    ['KCI profile', inputs.profile, inputs.profile.profile],
    ['waiver file', waiversIn(inputs), `of ${waiversIn(inputs).length}`],
    ['world', inputs.world, inputs.world.world],
    ['build', inputs.words?.build, inputs.words?.build ?? 'not stated'],
    ['number of shards', shard.of, `${shard.of}`],
    ['list of cases', isOfAsMany && shard.digest, shard.digest],
    ['certification', isOfAsMany && whole, `of ${whole?.cases} cases`],
  ];
  return unlike(ground(first), ground(other)).map(({ what, was, is }) =>
    problem(
      `${displayPath(other.folder)} has another ${what} than ${displayPath(first.folder)}`,
      is === was ? `both call it ${is}, but it is not the same` : `${is} is not ${was}`,
      'join shards of one run',
    ),
  );
}

/** The waivers of a run, without the place of each in its file. */
function waiversIn({ waivers }: RunInputs): readonly Omit<Waiver, 'span'>[] {
  return (waivers?.waivers ?? []).map(({ span: _, ...waiver }) => waiver);
}

/** On the loopback, each run may have had its own gateway, so the port does not matter. */
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
    const [one, two] = having.map(({ folder }) => displayPath(folder));
    return [problem(`shard ${nth}/${of} is there twice`, `in ${one} and in ${two}`, 'name one of them')];
  });
}

/** The journeys in the order of the whole plan. */
function inOrder(runs: readonly ShardRun[]): readonly Journey[] {
  const placed = runs.flatMap(({ plan, shard }) =>
    plan.journeys.map((journey, i) => ({ journey, place: shard.places[i] ?? 0 })),
  );
  const journeys = placed.sort((a, b) => a.place - b.place).map(({ journey }) => journey);
  if (digestOf(journeys.map(({ id }) => id)) === runs[0]?.shard.digest) return journeys;
  throw inputError('the shards do not make up the whole list of cases', 'one of the plans was changed after its run');
}

/** Joins records one after the other and renumbers them. Where each run begins and ends stays visible. */
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

/** What the user chose for the joined run. */
interface MergeOptions extends ReportOptions {
  readonly out?: string | undefined;
  readonly allowInconclusive?: boolean | undefined;
}

/** Joins the runs of shards into one in a new folder, judges and reports it. Returns the exit code of that run. */
export async function reportMerge(folders: readonly string[], options: MergeOptions): Promise<ExitCode> {
  const { out } = options;
  if (out !== undefined && folders.some((each) => resolve(each) === resolve(out)))
    throw inputError('--out is one of the folders to join', out, 'name another, or none');
  holdForRun(out);
  const { plan, inputs, record } = mergeRuns(folders.map(readRun));
  const folder = folderForRun(inputs.target.target, options);
  writeFile(join(folder, RUN_FILES.plan), `${JSON.stringify(plan)}\n`);
  writeFile(join(folder, RUN_FILES.inputs), `${JSON.stringify(inputs)}\n`);
  writeFile(join(folder, RUN_FILES.record), record.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const judged = judgeRun({ folder, plan, inputs, record });
  await report(folder, judged, options);
  return exitCodeOf(judged.input, options);
}
