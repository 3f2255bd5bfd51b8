import type { LiveFailure } from '../../../reports/terminal/live.ts';
import type { Fact } from '../../findings.ts';
import { isRestoring } from '../../journey/restoring.ts';
import type { JudgeContext, JudgeInput } from '../../judge/check.ts';
import { CHECKS } from '../../judge/checks/table.ts';
import { judgeCases } from '../../judge/judge.ts';
import type { CasesFound } from '../../judge/verdict.ts';
import type { CapturedBody, CaseOutcome, Check, Observation } from '../../model.ts';
import type { Fold, Walk } from '../../record/fold.ts';

/** How a case came out by its own observations. */
export interface CaseSoFar {
  readonly id: string;
  readonly outcome: CaseOutcome;
  /** Why it did not pass. */
  readonly failure?: LiveFailure;
}

const { 'http.status': statuses, ...others } = CHECKS;

const OF_ALL_BOOKINGS = [
  'booking.gone',
  'booking.held',
  'booking.ordered',
  'booking.freed',
  'booking.expired',
] as const satisfies readonly (keyof typeof others)[];

/** No case can tell by itself how many bookings a slot takes, or whether another case took it or gave it back. */
const OF_ONE_CASE = {
  ...others,
  ...Object.fromEntries(OF_ALL_BOOKINGS.map((check) => [check, () => []])),
  'http.status': (context: JudgeContext) => statuses(context).filter((each) => factOf(each)?.is !== 'trace-of-refused'),
};

const factOf = ({ result }: Check): Fact | undefined => (result.outcome === 'failed' ? result.finding.fact : undefined);

/**
 * Judges each case by itself as it ends, and again if something comes late, with the judge of the whole run. The final
 * verdict may differ: values that must be unique over the run, and events that never came, may fail cases that passed here;
 * events that arrive out of order, within what the profile allows, may clear cases that failed here. While a journey goes
 * on, a delivery that only mentions its order belongs to it, too.
 */
export function judgeSoFar(judged: Omit<JudgeInput, 'record'>, fold: Pick<Fold, 'underWay' | 'skew'>) {
  const journeys = new Map(judged.plan.journeys.map((journey) => [journey.id, journey]));
  /** Observations of the run and its receiver: every case is judged by them. */
  const common: Observation[] = [];
  const observed = new Map<string, Observation[]>();
  const toJudge = new Set<string>();
  /** Id of an order that is cleared away to its journey. */
  const clearing = new Map<string, string>();
  let isHeard = false;

  const judgeOne = (id: string): CaseSoFar | undefined => {
    const journey = journeys.get(id);
    if (!journey) return undefined;
    const { attempt: _, ...alone } = journey;
    const record = [...common, ...(observed.get(id) ?? [])];
    const input = { ...judged, plan: { ...judged.plan, journeys: [alone] }, record };
    const [one] = judgeCases(input, { isHeard, skew: fold.skew }, OF_ONE_CASE).cases;
    if (!one) return undefined;
    const failure = failureOf(one);
    return { id, outcome: one.outcome, ...(failure ? { failure } : {}) };
  };

  const mentionedIn = ({ text = '' }: CapturedBody): readonly Walk[] =>
    [...fold.underWay.values()].filter(({ orders }) => orders.some(({ id }) => text.includes(id)));

  return {
    /** Takes an observation with the walks that it belongs to; returns the case that it ended. */
    see: (seen: Observation, walks: readonly Walk[]): CaseSoFar | undefined => {
      if (seen.type === 'run-started' || seen.type === 'receiver-probed') common.push(seen);
      if (seen.type === 'journey-started') observed.set(seen.journey, []);
      if (seen.type === 'restore-began') for (const id of seen.orders) clearing.set(id, seen.journey);
      // Events that answer it are recognised by this request.
      if (seen.type === 'request-sent' && isRestoring(seen.journey))
        observed.get(clearing.get(seen.journey.split('#')[1] ?? '') ?? '')?.push(seen);
      isHeard ||= seen.type === 'delivery-received' && seen.expectedPath;
      const about = seen.type === 'delivery-received' ? new Set([...mentionedIn(seen.body), ...walks]) : walks;
      for (const { journey, ended } of about) {
        observed.get(journey)?.push(seen);
        if (ended && ended !== seen) toJudge.add(journey);
      }
      return seen.type === 'journey-ended' ? judgeOne(seen.journey) : undefined;
    },
    /** Judges again ended cases about which more has come; at most this many. */
    late: (most: number): readonly CaseSoFar[] => {
      const some = [...toJudge].slice(0, most);
      for (const id of some) toJudge.delete(id);
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
