import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { UnderLoad } from '../../../reports/input.ts';
import type { Contract, LoadVerdict, ThresholdVerdict, Verdict } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { shown } from '../places.ts';
import { refusal } from '../say.ts';
import { LOAD } from './run-detail.ts';
import { readChecked } from './stored-run.ts';

/** How many orders there were says how large a load was, and nothing of how it was borne. */
const PLACED = 'orders';

/** Metrics of a load that are of one part of the service without being called like an operation. */
const OF_PART: readonly (readonly [pattern: RegExp, verb: string | undefined])[] = [
  [/^kci\./, undefined],
  [/^orders$/, 'order'],
  [/^double-bookings$/, 'book'],
];

const RANK = ['not-applicable', 'safe', 'unproven', 'blocked'] as const;

/** What loads of the gateway of a run say of each part of the service, by the folders of the loads. */
export function readUnderLoad(
  folders: readonly string[],
  contract: Contract,
  run: Pick<Verdict, 'target' | 'baseUrl'>,
): readonly UnderLoad[] {
  const loads = folders.map((named) => {
    const folder = resolve(named);
    if (!existsSync(join(folder, LOAD)))
      throw refusal(`there is no load in ${shown(folder)}`, `${LOAD} is missing`, 'name the folder of a load');
    const load = readChecked<LoadVerdict>(
      folder,
      LOAD,
      ({ thresholds, metrics }) => Array.isArray(thresholds) && isObject(metrics),
    );
    if (load.target !== run.target || load.baseUrl !== run.baseUrl)
      throw refusal(
        `the load in ${shown(folder)} is of another gateway`,
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
 * A part is safe under a load that held, and that measured something of this part against a threshold. What crossed a
 * threshold of no part blocks all that were pressed.
 */
function ofPart({ outcome, thresholds, metrics, traffic }: LoadVerdict, tag: string, contract: Contract): UnderLoad {
  const verbs = Object.values(contract.operations).flatMap((each) => (each.tag === tag ? each.verb : []));
  const isKci = verbs.length === 0;
  const isPressed = isKci
    ? (metrics.counts['kci.received'] ?? 0) > 0
    : verbs.some((verb) => (metrics.counts[verb] ?? 0) > 0);
  if (!isPressed) return { tag, outcome: 'not-applicable' };
  const isOwn = ({ metric }: ThresholdVerdict): boolean =>
    verbs.includes(metric) ||
    OF_PART.some(([pattern, verb]) => pattern.test(metric) && (verb ? verbs.includes(verb) : isKci));
  const isOfNone = ({ metric }: ThresholdVerdict): boolean =>
    !Object.hasOwn(contract.operations, metric) && !OF_PART.some(([pattern]) => pattern.test(metric));
  const own = thresholds.filter(isOwn);
  const crossed = [...own, ...thresholds.filter(isOfNone)].filter((each) => each.outcome === 'failed');
  const [first] = crossed;
  if (first) return { tag, outcome: 'blocked', traffic, why: `${first.metric} ${first.text}` };
  const isShown = outcome !== 'incomplete' && own.some((each) => each.outcome === 'passed' && each.metric !== PLACED);
  return { tag, outcome: isShown ? 'safe' : 'unproven', traffic };
}
