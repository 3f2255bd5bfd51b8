import { isWhole } from '../journey/whole.ts';
import type { CaseOutcome, CaseVerdict, Check, Verb, Verdict } from '../model.ts';
import { isInProcess } from '../wire/in-process.ts';
import { notableSkew } from '../wire/skew.ts';
import { attemptsAsOne, casesByJourney } from './attempts.ts';
import { boardOf } from './board.ts';
import { circumstancesIn } from './circumstances.ts';
import type { History, JourneyHistory } from './history.ts';
import type { JudgeInput } from './judge.ts';
import { openOrders } from './open-orders.ts';
import { judgeRows, tallyRows } from './row-verdict.ts';
import { causesOf } from './told-causes.ts';
import { countUnanswered } from './unanswered.ts';

type Counts = Verdict['counts']['checks'];

/** Folds checks, already with their rows, into the verdict. */
export function conclude(
  history: History,
  checks: readonly Check[],
  { contract, profile, plan, target, validators }: Omit<JudgeInput, 'record'>,
): Verdict {
  const { started, ended, horizon, journeys, exchanges, deliveries, skew } = history;
  const ofJourney = groupByJourney(checks);
  const order = new Map(contract.register.map(({ id }, i) => [id, i]));
  const startedAt = started?.at ?? 0;
  const walked = [...journeys.values()].map(({ journey }) => journey);
  const attempts = [...journeys.values()].map((journey) =>
    judgeCase(journey, ofJourney.get(journey.journey.id) ?? [], startedAt, order),
  );
  const cases = attemptsAsOne(walked, attempts);
  const findings = distinct(ofNoCase(ofJourney, journeys).filter(isFinding));
  const failed = checks.filter(isFailed);
  const speaks = circumstancesIn(history, { profile, validators });
  const rows = casesByJourney(
    walked,
    judgeRows(contract.register, checks, attempts, { journeys: walked, profile, target, speaks }),
  );
  const clock = notableSkew(skew);
  const left = plan.side === 'client' || isOver(started?.baseUrl) ? [] : openOrders(history, profile);
  const unanswered = countUnanswered(exchanges);
  const isFlawed = findings.some(({ result }) => result.outcome === 'failed');
  return {
    version: 3,
    assay: started?.assay ?? '',
    ...(plan.side ? { side: plan.side } : {}),
    outcome: ended?.ended === 'finished' ? outcomeOf(cases, { isFlawed, isWhole: isWhole(plan) }) : 'incomplete',
    ...(plan.watched ? { watched: true } : {}),
    scope: { cases: cases.length, of: plan.whole?.cases ?? cases.length },
    ...(started?.build === undefined ? {} : { build: started.build }),
    ...(plan.shard ? { shard: { nth: plan.shard.nth, of: plan.shard.of } } : {}),
    seed: started?.seed ?? plan.seed,
    target: started?.target ?? '',
    baseUrl: started?.baseUrl ?? '',
    profile: started?.profile ?? '',
    world: started?.world ?? '',
    contract: started?.contract ?? contract.digest,
    startedAt,
    endedAt: horizon,
    counts: {
      cases: tallyCases(cases),
      checks: count(checks),
      requests: exchanges.length,
      ...(unanswered > 0 ? { unanswered } : {}),
      deliveries: deliveries.length,
      rows: tallyRows(rows),
    },
    cases,
    findings,
    requirements: rows,
    board: boardOf(contract, rows, failed, verbsIn(history)),
    causes: causesOf(failed, contract.register, caseNames(cases)),
    ...(clock ? { clock } : {}),
    ...(left.length > 0 ? { openOrders: left } : {}),
  };
}

/** The case that a journey is of. */
function caseNames(cases: readonly CaseVerdict[]): (journey: string) => string | undefined {
  const names = new Map(
    cases.flatMap(({ id, attempts }) => (attempts ?? [{ journey: id }]).map((of) => [of.journey, id])),
  );
  return (journey) => names.get(journey);
}

/** The operation of the step that a check is about. */
function verbsIn({ exchanges }: History): (check: Check) => Verb | undefined {
  const verbs = new Map(exchanges.map(({ sent, operation }) => [`${sent.journey} ${sent.step}`, operation?.verb]));
  return ({ journey, step }) => verbs.get(`${journey} ${step}`);
}

/** Whether the target ended with the run, as one in its process does. */
function isOver(baseUrl = ''): boolean {
  return baseUrl === '' || isInProcess(baseUrl);
}

/** Of a verdict, how its cases came out and what failed. */
export interface CasesFound {
  readonly cases: readonly (Pick<CaseVerdict, 'id' | 'outcome' | 'reason' | 'detail'> & {
    readonly findings: readonly Check[];
  })[];
  /** Of no case. */
  readonly findings: readonly Check[];
}

/** How each journey came out by its own checks. */
export function casesFound({ journeys }: History, checks: readonly Check[]): CasesFound {
  const ofJourney = groupByJourney(checks);
  const cases = [...journeys.values()].map(({ journey }) => {
    const own = ofJourney.get(journey.id) ?? [];
    return { id: journey.id, ...caseOutcome(journey, own, count(own)), findings: own.filter(isFailed) };
  });
  return { cases, findings: distinct(ofNoCase(ofJourney, journeys).filter(isFailed)) };
}

function ofNoCase(ofJourney: ReadonlyMap<string, readonly Check[]>, journeys: History['journeys']): readonly Check[] {
  return [...ofJourney].flatMap(([id, each]) => (journeys.has(id) ? [] : each));
}

function judgeCase(
  { journey, started, ended }: JourneyHistory,
  checks: readonly Check[],
  startedAt: number,
  order: ReadonlyMap<string, number>,
): CaseVerdict {
  const { id, scenario, title, span, tags } = journey;
  const counts = count(checks);
  const rows = new Set(checks.flatMap(({ requirements }) => requirements));
  return {
    id,
    scenario,
    title,
    ...caseOutcome(journey, checks, counts),
    span,
    tags,
    startedAt: started?.at ?? startedAt,
    endedAt: ended?.at ?? started?.at ?? startedAt,
    checks: counts,
    findings: checks.filter(isFinding),
    requirements: [...rows].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  };
}

function caseOutcome(
  { excused }: JourneyHistory['journey'],
  checks: readonly Check[],
  counts: Counts,
): Pick<CaseVerdict, 'outcome' | 'reason' | 'detail'> {
  if (excused) return excused;
  if (counts.failed > 0) return { outcome: 'failed' };
  for (const { result } of checks) {
    if (result.outcome === 'inconclusive') return result;
  }
  // That the steps could be walked proves nothing of the target.
  if (!checks.some(({ check, result }) => result.outcome === 'passed' && !check.startsWith('step.')))
    return { outcome: 'inconclusive', reason: 'no-check', detail: 'nothing was checked' };
  return { outcome: 'passed' };
}

function outcomeOf(
  cases: readonly CaseVerdict[],
  run: { readonly isFlawed: boolean; readonly isWhole: boolean },
): Verdict['outcome'] {
  const has = (outcome: CaseOutcome): boolean => cases.some((each) => each.outcome === outcome);
  if (run.isFlawed || has('failed')) return run.isWhole ? 'not-certified' : 'failed';
  // No case that passed: nothing was shown.
  if (has('inconclusive') || !has('passed')) return 'inconclusive';
  return run.isWhole ? 'certified' : 'passed';
}

/** Whether a check saw a promise broken. */
export const isFailed = ({ result }: Check): boolean => result.outcome === 'failed';
const isFinding = (check: Check): boolean => isFailed(check) || check.result.outcome === 'observed';

/** What the runner's own requests show again and again is one finding. */
function distinct(findings: readonly Check[]): readonly Check[] {
  const seen = new Set<string>();
  return findings.filter(({ check, step, result }) => {
    const key = JSON.stringify([check, step, 'finding' in result ? result.finding : null]);
    return !seen.has(key) && seen.add(key);
  });
}

function groupByJourney(checks: readonly Check[]): ReadonlyMap<string, readonly Check[]> {
  const groups = new Map<string, Check[]>();
  for (const check of checks) {
    const group = groups.get(check.journey);
    if (group) group.push(check);
    else groups.set(check.journey, [check]);
  }
  // In the order of what they rest on; sorting is stable, so one observation's checks stay in the table's order.
  for (const group of groups.values()) group.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  return groups;
}

function count(checks: readonly Check[]): Counts {
  const counts = { passed: 0, failed: 0, observed: 0, inconclusive: 0 };
  for (const { result } of checks) counts[result.outcome] += 1;
  return counts;
}

function tallyCases(cases: readonly CaseVerdict[]): Readonly<Record<CaseOutcome, number>> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 };
  for (const { outcome } of cases) counts[outcome] += 1;
  return counts;
}
