import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { UnderLoad } from '../../../reports/input.ts';
import { displayPath } from '../../home.ts';
import type { Contract, LoadVerdict, SpecVerb, ThresholdVerdict, Verdict } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { LOAD_FILES } from '../folder/folder.ts';
import { inputError } from '../say.ts';
import { readChecked } from './stored-run.ts';

/** The number of orders says how large a load was, not how well it was served. */
const PLACED = 'orders';

/** Metrics that belong to an operation but have another name. */
const OF_OPERATION: Readonly<Record<string, SpecVerb>> = { [PLACED]: 'order', 'double-bookings': 'book' };

/** Prefix of metrics about KCI events, the part of the service without an operation. */
const EVENTS = 'kci';

const RANK = ['not-applicable', 'safe', 'unproven', 'blocked'] as const;

/** The verdict on the load in a folder. */
export function readLoad(named: string): LoadVerdict {
  const folder = resolve(named);
  if (!existsSync(join(folder, LOAD_FILES.verdict)))
    throw inputError(
      `there is no load in ${displayPath(folder)}`,
      `${LOAD_FILES.verdict} is missing`,
      'name the folder of a load',
    );
  return readChecked<LoadVerdict>(
    folder,
    LOAD_FILES.verdict,
    ({ thresholds, metrics }) => Array.isArray(thresholds) && isObject(metrics),
  );
}

/** What loads of a run's gateway say of each part of the service; `folders` are those of the loads. */
export function readUnderLoad(
  folders: readonly string[],
  contract: Contract,
  run: Pick<Verdict, 'target' | 'baseUrl'>,
): readonly UnderLoad[] {
  const loads = folders.map((folder) => {
    const load = readLoad(folder);
    if (load.target !== run.target || load.baseUrl !== run.baseUrl)
      throw inputError(
        `the load in ${displayPath(resolve(folder))} is of another gateway`,
        `it pressed ${load.target} at ${load.baseUrl}, and the run is of ${run.target} at ${run.baseUrl}`,
        'name a load of the same target',
      );
    return load;
  });
  return (contract.tags ?? []).map((tag) => {
    const all = loads.map((load) => ofPart(load, tag, contract));
    return all.reduce((worst, one) => (RANK.indexOf(one.outcome) > RANK.indexOf(worst.outcome) ? one : worst), {
      tag,
      outcome: 'not-applicable',
    });
  });
}

/**
 * A part of the service under one load: safe if the load held and measured something of the part against a threshold. A
 * crossed threshold that belongs to no part blocks every part that the load used.
 */
function ofPart({ outcome, thresholds, metrics, traffic }: LoadVerdict, tag: string, contract: Contract): UnderLoad {
  const verbs = Object.values(contract.operations).flatMap((each) => (each.tag === tag ? each.verb : []));
  const pressed = verbs.length === 0 ? [`${EVENTS}.received`] : verbs;
  if (!pressed.some((metric) => (metrics.counts[metric] ?? 0) > 0)) return { tag, outcome: 'not-applicable' };
  const measured = verbs.length === 0 ? [EVENTS] : verbs;
  const ofWhat = ({ metric }: ThresholdVerdict): string | undefined =>
    metric.startsWith(`${EVENTS}.`)
      ? EVENTS
      : (OF_OPERATION[metric] ?? (Object.hasOwn(contract.operations, metric) ? metric : undefined));
  const own = thresholds.filter((each) => measured.includes(ofWhat(each) ?? ''));
  const ofNone = thresholds.filter((each) => ofWhat(each) === undefined);
  const crossed = [...own, ...ofNone].find((each) => each.outcome === 'failed');
  if (crossed) return { tag, outcome: 'blocked', traffic, why: `${crossed.metric} ${crossed.text}` };
  const isShown = outcome !== 'incomplete' && own.some((each) => each.outcome === 'passed' && each.metric !== PLACED);
  return { tag, outcome: isShown ? 'safe' : 'unproven', traffic };
}
