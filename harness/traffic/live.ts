import { judgeCases } from '../judge/judge.ts';
import type { KciProfile, Observation } from '../model.ts';
import { foldOf, type Walk } from '../record/fold.ts';
import type { WatchOptions } from './watch.ts';
import { watchedPlan } from './watched-plan.ts';

/** Judges conversations while they go on, each by itself. */
export interface LiveJudge {
  /** Takes those of which something came. */
  see(walks: readonly Walk[]): void;
  /** What broke in conversations of which something came since the last time, each thing once. */
  broken(): readonly string[];
}

/** At most so many conversations are judged at once, lest those who talk wait. */
const MOST = 20;

/** A judge of conversations that go on, on a record that grows. What must hold over all of them, it leaves to the end. */
export function judgeLive(
  record: readonly Observation[],
  input: Pick<WatchOptions, 'contract' | 'validators' | 'profile' | 'target' | 'world'>,
): LiveJudge {
  const changed = new Set<string>();
  const told = new Set<string>();

  const findings = (journey: string): readonly string[] => {
    const part = partOf(record, input.profile, new Set([journey]));
    const plan = watchedPlan(part, input.profile, { ...input, file: '' });
    const { cases } = judgeCases({ ...input, plan, record: part });
    return cases.flatMap(({ id, findings: found }) =>
      found.flatMap(({ result, requirements }) =>
        result.outcome === 'failed' ? [`${id}: ${result.finding.summary} (${requirements.join(', ')})`] : [],
      ),
    );
  };

  return {
    see: (walks) => {
      for (const { journey } of walks) changed.add(journey);
    },
    broken: () => {
      const some = [...changed].slice(0, MOST);
      for (const journey of some) changed.delete(journey);
      const news = some.flatMap(findings).filter((each) => !told.has(each));
      for (const each of news) told.add(each);
      return news;
    },
  };
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
