import type { CheckFunction, JudgeContext } from '../../judge/check.ts';
import { readHistory } from '../../judge/history.ts';
import type { Check, Journey, Observation } from '../../model.ts';
import { foldOf } from '../../record/fold.ts';
import { contract, profile } from './shipped.ts';

/** Test support: the result of a check across batches for a batch of one journey. */
export function saysOf(check: CheckFunction, journey: Journey, observed: readonly Observation[]): Check[] {
  const plan = { version: 1 as const, seed: 1, nonce: 'n', now: 0, journeys: [journey] };
  const history = readHistory(foldOf(observed, profile), { plan, contract, profile });
  return check({ history } as JudgeContext);
}
