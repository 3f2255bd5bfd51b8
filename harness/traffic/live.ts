import { judgeCases } from '../judge/judge.ts';
import type { KciProfile, Observation } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import type { WatchOptions } from './watch.ts';
import { watchedPlan } from './watched-plan.ts';

/** What broke so far in a conversation that goes on. What must hold over several of them is left to the end. */
export function brokenIn(
  record: readonly Observation[],
  journey: string,
  input: Pick<WatchOptions, 'contract' | 'validators' | 'profile' | 'target' | 'world'>,
): readonly string[] {
  const part = partOf(record, input.profile, new Set([journey]));
  const plan = watchedPlan(part, input.profile, { ...input, file: '' });
  const { cases } = judgeCases({ ...input, plan, record: part });
  return cases.flatMap(({ id, findings }) =>
    findings.flatMap(({ result, requirements }) =>
      result.outcome === 'failed' ? [`${id}: ${result.finding.summary} (${requirements.join(', ')})`] : [],
    ),
  );
}

/** What belongs to some journeys: their exchanges, the deliveries that name their orders, and what their run did for them and all. */
export function partOf(
  record: readonly Observation[],
  profile: KciProfile,
  journeys: ReadonlySet<string>,
): readonly Observation[] {
  const { walks } = foldOf(record, profile);
  const orders = [...journeys].flatMap((id) => walks.get(id) ?? []).flatMap((walk) => walk.orders);
  const told = new Set(orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen.seq)));
  return record.filter((each) =>
    each.type === 'delivery-received' ? told.has(each.seq) : !('journey' in each) || journeys.has(String(each.journey)),
  );
}
