import type { LiveState } from '../../reports/live.ts';
import { isAnswered } from '../answer.ts';
import type { CaseOutcome, Contract, Observation } from '../model.ts';

/** Where a run stands, counted from its observations. */
export interface Standing {
  see(observation: Observation): void;
  /** How a case that has ended came out. */
  judged(id: string, outcome: CaseOutcome | undefined): void;
  state(elapsedMs: number): LiveState;
}

/** Counts from nothing; `total` is the number of cases that will be walked. */
export function createStanding(total: number, contract: Contract): Standing {
  const { success } = contract.operations.order;
  const underWay = new Set<string>();
  /** The journeys of order requests that are not answered yet, by exchange. */
  const asked = new Map<number, string>();
  /** How many accepted orders each journey under way has. */
  const placed = new Map<string, number>();
  const counts = { done: 0, failed: 0, inconclusive: 0, requests: 0, deliveries: 0 };
  const failures: string[] = [];

  const see = (seen: Observation): void => {
    switch (seen.type) {
      case 'journey-started':
        underWay.add(seen.journey);
        return;
      case 'journey-ended':
        underWay.delete(seen.journey);
        placed.delete(seen.journey);
        counts.done += 1;
        return;
      case 'request-sent':
        counts.requests += 1;
        if (seen.verb === 'order') asked.set(seen.exchange, seen.journey);
        return;
      case 'response-received': {
        const journey = asked.get(seen.exchange);
        asked.delete(seen.exchange);
        if (journey !== undefined && isAnswered(success, seen.status, undefined))
          placed.set(journey, (placed.get(journey) ?? 0) + 1);
        return;
      }
      case 'exchange-broke':
        asked.delete(seen.exchange);
        return;
      case 'delivery-received':
        counts.deliveries += 1;
    }
  };

  return {
    see,
    judged: (id, outcome) => {
      if (outcome === 'failed') failures.push(id);
      if (outcome === 'failed' || outcome === 'inconclusive') counts[outcome] += 1;
    },
    state: (elapsedMs) => ({
      total,
      ...counts,
      inFlight: [...underWay],
      pendingKcis: [...placed.values()].reduce((sum, each) => sum + each, 0),
      elapsedMs,
      failures: [...failures],
    }),
  };
}
