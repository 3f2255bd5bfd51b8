import type { Fault } from '../../fake/fault.ts';
import { judgeWhole } from '../../judge/judge.ts';
import type { Check, Observation, Plan, Verdict } from '../../model.ts';
import { walkFake } from '../../prove/certification.ts';
import { sampleStage } from '../../prove/testing/stage.ts';
import { readHar, type ToldByHar, writeHar } from '../har.ts';
import type { SeenTraffic } from '../seen.ts';
import { createWatch } from '../watch.ts';

/** Test support: traffic between the runner and the fake, as an observer sees it. */

type Stage = ReturnType<typeof sampleStage>;

/** A run of these cases, with at most one fault, and its stage. */
export async function walked(
  only: readonly string[],
  fault?: Fault,
): Promise<Stage & { readonly record: readonly Observation[] }> {
  const { stage, validators } = sampleStage(only);
  const { record } = await walkFake(stage, validators, fault ? { fault } : {});
  return { stage, validators, record };
}

/** A run written as HAR and read back. */
export function overHar({ stage: { plan }, record }: Stage & { readonly record: readonly Observation[] }): ToldByHar {
  const told = readHar(JSON.parse([...writeHar({ plan, record }, 'test')].join('')), () => false);
  if (!told) throw new Error('it is no HAR');
  return told;
}

/** What can be said of traffic by watching it. */
export function lookedOn(
  seen: readonly SeenTraffic[],
  { stage, validators }: Stage,
): {
  readonly plan: Plan;
  readonly record: readonly Observation[];
  readonly verdict: Verdict;
  readonly checks: readonly Check[];
} {
  const [first] = seen;
  const at = first?.at ?? 0;
  const watch = createWatch({ ...stage, validators, write: null, secrets: [], assay: 'test', file: 'capture.har', at });
  for (const each of seen) watch.see(each);
  watch.end(seen.at(-1)?.at ?? at);
  const plan = watch.plan();
  return { plan, record: watch.record, ...judgeWhole({ ...stage, validators, plan, record: watch.record }) };
}
