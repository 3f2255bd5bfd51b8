import type { LiveFailure } from '../../../reports/terminal/live.ts';
import { type JudgeInput, judgeCases } from '../../judge/judge.ts';
import type { CasesFound } from '../../judge/verdict.ts';
import type { CaseOutcome, Observation } from '../../model.ts';
import { sortRecord } from './sorted-record.ts';

/** How a case came out by its own observations. */
export interface CaseSoFar {
  readonly id: string;
  readonly outcome: CaseOutcome;
  /** Why it did not pass. */
  readonly failure?: LiveFailure;
}

/** Judges cases while a run goes on. */
export interface CasesSoFar {
  /** Takes an observation; gives the case that it ended. */
  see(observation: Observation): CaseSoFar | undefined;
  /** Cases that had ended and about which more has come; at most so many at once. */
  late(most: number): readonly CaseSoFar[];
}

/**
 * Judges each case by itself as it ends, and again when something comes late, with the judge of the whole run. That will
 * know more: what must be unique over a run, and what never came, may fail cases that passed here; and events that arrive
 * out of order, within what the profile allows, may clear cases that failed here.
 */
export function judgeSoFar(judged: Omit<JudgeInput, 'record'>): CasesSoFar {
  const journeys = new Map(judged.plan.journeys.map((journey) => [journey.id, journey]));
  const sorted = sortRecord(judged.contract, judged.profile);
  const ended = new Set<string>();
  const told = new Set<string>();
  let isHeard = false;

  const judgeOne = (id: string): CaseSoFar | undefined => {
    const journey = journeys.get(id);
    if (!journey) return undefined;
    const { attempt: _, ...alone } = journey;
    const input = { ...judged, plan: { ...judged.plan, journeys: [alone] }, record: sorted.of(id) };
    const { cases } = judgeCases(input, isHeard);
    const [one] = cases;
    if (!one) return undefined;
    const failure = failureOf(one);
    return { id, outcome: one.outcome, ...(failure ? { failure } : {}) };
  };

  return {
    see: (seen) => {
      const concerned = sorted.see(seen);
      isHeard ||= seen.type === 'delivery-received';
      if (seen.type === 'journey-ended') {
        ended.add(seen.journey);
        return judgeOne(seen.journey);
      }
      for (const journey of concerned) if (ended.has(journey)) told.add(journey);
      return undefined;
    },
    late: (most) => {
      const some = [...told].slice(0, most);
      for (const id of some) told.delete(id);
      return some.flatMap((id) => judgeOne(id) ?? []);
    },
  };
}

function failureOf({ id, outcome, findings, reason, detail }: CasesFound['cases'][number]): LiveFailure | undefined {
  if (outcome === 'inconclusive') return { id, outcome, reason: reason ?? 'no-check', detail: detail ?? '' };
  const [first] = findings;
  if (outcome !== 'failed' || first?.result.outcome !== 'failed') return undefined;
  const { check, requirements, result } = first;
  return {
    id,
    outcome,
    check,
    requirements,
    summary: result.finding.summary,
    more: findings.length - 1,
  };
}
