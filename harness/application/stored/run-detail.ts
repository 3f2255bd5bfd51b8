import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../model.ts';
import type { Again } from '../../workbench/ports.ts';
import type { Chosen, RunDetail, RunEntry, TroubledCase } from '../../workbench/protocol.ts';
import { commandLine, runWords } from '../../workbench/words.ts';
import { FILES, type RunInputs, type RunWords, readJson } from '../folder/folder.ts';
import { shown } from '../places.ts';

/** The file by which the folder of a load is known. */
export const LOAD = 'load.json';
/** Cases that did not pass, as many as a reader looks at before opening the report. */
const MOST_TROUBLED = 200;

/** What a reader is told of a run or a load before opening its report. */
export function detailOf(folder: string, entry: RunEntry): RunDetail {
  const inputs = inputsIn(folder);
  const verdict = entry.kind === 'run' ? readJson<Verdict>(folder, FILES.verdict) : undefined;
  const { cases = [], openOrders = [], causes } = verdict ?? {};
  const rank = { failed: 0, inconclusive: 1, passed: 2, 'not-applicable': 3 };
  const troubled = cases
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive')
    .sort((a, b) => rank[a.outcome] - rank[b.outcome])
    .map(({ id, title, outcome, reason, detail }): TroubledCase => ({ id, title, outcome, reason, detail }));
  return {
    entry,
    folder: shown(folder),
    command: entry.kind === 'run' && inputs ? commandOf(inputs, entry.seed) : '',
    ...(causes && { causes }),
    troubled: troubled.slice(0, MOST_TROUBLED),
    untold: Math.max(0, troubled.length - MOST_TROUBLED),
    openOrders: openOrders.length,
  };
}

/** The whole command; of a run of an earlier Assay what there is of it, which does not say which cases. */
function commandOf(inputs: RunInputs, seed: number): string {
  const { words, command } = inputs;
  if (!words) return command === '' ? '' : `${command} --seed ${seed}`;
  const tags = [
    ...words.tags.map((tag) => `--tag=${tag}`),
    ...(words.excludeTags ?? []).map((tag) => `--exclude-tag=${tag}`),
    ...(words.grep === undefined ? [] : [`--grep=${words.grep}`]),
  ];
  const [name = '', ...rest] = runWords({ ...chosenBy(words, inputs, seed), only: words.only }, words.paths);
  return commandLine([name === 'certify' && tags.length > 0 ? 'run' : name, ...rest, ...tags]);
}

function chosenBy(words: RunWords, { waivers }: RunInputs, seed: number): Chosen {
  const { target, profile, world, baseUrl, envFile, door, faults } = words;
  const aim = { target, profile, world, baseUrl, envFile, var: words.var?.join('\n') };
  // The file is where its waivers are.
  const file = waivers?.waivers[0]?.span.file;
  return { ...aim, seed, faults, only: [], isOnRealTime: door === 'socket', waivers: file };
}

/** What a run was told, and what failed in it; undefined where its folder does not say. */
export function againIn(folder: string): Again | undefined {
  const inputs = inputsIn(folder);
  const words = inputs?.words;
  if (!words || !existsSync(join(folder, FILES.verdict))) return undefined;
  const { seed, cases } = readJson<Verdict>(folder, FILES.verdict);
  return {
    chosen: chosenBy(words, inputs, seed),
    paths: words.paths,
    failed: cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
  };
}

/** What a run was judged against, where its folder says so. */
export function inputsIn(folder: string): RunInputs | undefined {
  return existsSync(join(folder, FILES.inputs)) ? readJson<RunInputs>(folder, FILES.inputs) : undefined;
}
