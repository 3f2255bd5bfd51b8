import type { Validators } from '../contract/validators.ts';
import { judgeCases } from '../judge/judge.ts';
import type { Ground, Observation } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import { watchedPlan } from './watched-plan.ts';

/** Judges conversations while they go on, each by itself. */
export interface LiveJudge {
  /** Takes what was put on record. */
  see(seen: readonly Observation[]): void;
  /** What broke in conversations of which something came since the last time, each thing once. */
  broken(): readonly string[];
}

/** What each conversation is held against. */
export interface LiveInput extends Ground {
  readonly validators: Validators;
  /** All that is on record so far. */
  readonly record: readonly Observation[];
}

/** At most so many conversations are judged at once, lest those who talk wait. */
const MOST = 20;

/** A judge of conversations that go on. What must hold over all of them, it leaves to the end. */
export function judgeLive(input: LiveInput): LiveJudge {
  const { contract, validators, profile, target, record } = input;
  const changed = new Set<string>();
  const told = new Set<string>();

  const findings = (journey: string): readonly string[] => {
    const walk = foldOf(record, profile).walks.get(journey)?.at(-1);
    if (!walk) return [];
    const { started, exchanges, orders } = walk;
    const own = [
      record[0],
      started,
      ...exchanges.flatMap(({ sent, response, broke }) => [sent, response, broke]),
      ...orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen)),
    ].flatMap((each) => each ?? []);
    const part = own.toSorted((a, b) => a.seq - b.seq);
    const plan = watchedPlan(part, profile, { ...input, file: '' });
    const { cases } = judgeCases({ plan, contract, validators, profile, target, record: part });
    return cases.flatMap(({ id, findings: found }) =>
      found.flatMap(({ result, requirements }) =>
        result.outcome === 'failed' ? [`${id}: ${result.finding.summary} (${requirements.join(', ')})`] : [],
      ),
    );
  };

  return {
    see: (seen) => {
      for (const each of seen) {
        if (each.type === 'response-received') changed.add(each.journey);
        if (each.type !== 'delivery-received') continue;
        const { orders, arrivals } = foldOf(record, profile);
        for (let i = arrivals.length - 1; arrivals[i]?.seen === each; i -= 1) {
          const order = orders.get(arrivals[i]?.event.orderId ?? '');
          if (order) changed.add(order.journey);
        }
      }
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
