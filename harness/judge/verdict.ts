import { isWhole } from '../journey/whole.ts';
import type { CaseOutcome, CaseVerdict, Check, Verb, Verdict } from '../model.ts';
import { isInProcess } from '../wire/in-process.ts';
import { notableSkew } from '../wire/skew.ts';
import { attemptsAsOne, casesByJourney } from './attempts.ts';
import { boardOf } from './board.ts';
import type { JudgeInput } from './check.ts';
import { circumstancesIn } from './circumstances.ts';
import type { History, JourneyHistory } from './history.ts';
import { openOrders } from './open-orders.ts';
import { judgeRows, tallyRows } from './row-verdict.ts';
import { causesOf } from './run-causes.ts';
import { countUnanswered } from './unanswered.ts';

type Counts = Verdict['counts']['checks'];

/** Folds checks, which have their rows already, into the verdict. */
export function conclude(
  history: History,
  checks: readonly Check[],
  { contract, profile, plan, target, validators }: Omit<JudgeInput, 'record'>,
): Verdict {
  const { started, ended, horizon, journeys, exchanges, deliveries, skew } = history;
  const ofJourney = seenIn(checks);
  const order = new Map(contract.register.map(({ id }, i) => [id, i]));
  const startedAt = started?.at ?? 0;
  const walked = [...journeys.values()].map(({ journey }) => journey);
  const attempts = [...journeys.values()].map((journey) =>
    judgeCase(journey, ofJourney.get(journey.journey.id) ?? nothingSeen(), startedAt, order),
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
      checks: sumOf([...ofJourney.values()]),
      requests: exchanges.length,
      ...(unanswered > 0 ? { unanswered } : {}),
      deliveries: deliveries.length,
      rows: tallyRows(rows),
    },
    cases,
    findings,
    requirements: rows,
    board: boardOf(contract, rows, failed, verbsIn(history)),
    causes: causesOf(checks, contract.register, caseNames(cases)),
    ...(clock ? { clock } : {}),
    ...(left.length > 0 ? { openOrders: left } : {}),
  };
}

/** The case of a journey, by the journey's id. */
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

/** Whether the target ended with the run, as one in this process does. */
function isOver(baseUrl = ''): boolean {
  return baseUrl === '' || isInProcess(baseUrl);
}

/** The outcomes of cases, and what failed. */
export type CasesFound = ReturnType<typeof casesFound>;

/** The outcome of each journey by its own checks. */
export function casesFound({ journeys }: History, checks: readonly Check[]) {
  const ofJourney = seenIn(checks);
  const cases = [...journeys.values()].map(({ journey }) => {
    const own = ofJourney.get(journey.id) ?? nothingSeen();
    return { id: journey.id, ...caseOutcome(journey, own), findings: own.told.filter(isFailed) };
  });
  return { cases, findings: distinct(ofNoCase(ofJourney, journeys).filter(isFailed)) };
}

function ofNoCase(ofJourney: ReadonlyMap<string, Seen>, journeys: History['journeys']): readonly Check[] {
  return [...ofJourney].flatMap(([id, { told }]) => (journeys.has(id) ? [] : told));
}

function judgeCase(
  { journey, started, ended }: JourneyHistory,
  seen: Seen,
  startedAt: number,
  order: ReadonlyMap<string, number>,
): CaseVerdict {
  const { id, scenario, title, span, tags } = journey;
  const rows = new Set([...seen.rows].flat());
  return {
    id,
    scenario,
    title,
    ...caseOutcome(journey, seen),
    span,
    tags,
    startedAt: started?.at ?? startedAt,
    endedAt: ended?.at ?? started?.at ?? startedAt,
    checks: seen.counts,
    findings: seen.told.filter(isFinding),
    requirements: [...rows].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  };
}

function caseOutcome(
  { excused }: JourneyHistory['journey'],
  { counts, told, isShown }: Seen,
): Pick<CaseVerdict, 'outcome' | 'reason' | 'detail'> {
  if (excused) return excused;
  if (counts.failed > 0) return { outcome: 'failed' };
  for (const { result } of told) {
    if (result.outcome === 'inconclusive') return result;
  }
  if (!isShown) return { outcome: 'inconclusive', reason: 'no-check', detail: 'nothing was checked' };
  return { outcome: 'passed' };
}

function outcomeOf(
  cases: readonly CaseVerdict[],
  run: { readonly isFlawed: boolean; readonly isWhole: boolean },
): Verdict['outcome'] {
  const has = (outcome: CaseOutcome): boolean => cases.some((each) => each.outcome === outcome);
  if (run.isFlawed || has('failed')) return run.isWhole ? 'not-certified' : 'failed';
  // If no case passed, nothing was shown.
  if (has('inconclusive') || !has('passed')) return 'inconclusive';
  return run.isWhole ? 'certified' : 'passed';
}

/** Whether a check saw a promise broken. */
export const isFailed = ({ result }: Check): boolean => result.outcome === 'failed';
const isFinding = (check: Check): boolean => isFailed(check) || check.result.outcome === 'observed';

/** A finding that the runner's own requests repeat is reported once. */
function distinct(findings: readonly Check[]): readonly Check[] {
  const seen = new Set<string>();
  return findings.filter(({ check, step, result }) => {
    const key = JSON.stringify([check, step, 'finding' in result ? result.finding : null]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The checks of one journey. Passed ones, nearly all, are only counted. */
interface Seen {
  readonly counts: { -readonly [Outcome in keyof Counts]: number };
  /** Lists of rows that the checks speak for. */
  readonly rows: Set<readonly string[]>;
  /** Checks that did not pass, by `seq`. */
  readonly told: Check[];
  /** Whether any check passed that says something of the target; that the steps could be walked does not. */
  isShown: boolean;
}

const nothingSeen = (): Seen => ({ counts: noChecks(), rows: new Set(), told: [], isShown: false });
const noChecks = () => ({ passed: 0, failed: 0, observed: 0, inconclusive: 0 });

/** What the checks saw, by journey. */
function seenIn(checks: readonly Check[]): ReadonlyMap<string, Seen> {
  const ofJourney = new Map<string, Seen>();
  for (const check of checks) {
    let seen = ofJourney.get(check.journey);
    if (!seen) {
      seen = nothingSeen();
      ofJourney.set(check.journey, seen);
    }
    const { outcome } = check.result;
    seen.counts[outcome] += 1;
    seen.rows.add(check.requirements);
    if (outcome !== 'passed') seen.told.push(check);
    else if (!check.check.startsWith('step.')) seen.isShown = true;
  }
  // Sorting is stable, so one observation's checks stay in the table's order.
  for (const { told } of ofJourney.values()) told.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  return ofJourney;
}

function sumOf(all: readonly Seen[]): Counts {
  const sum = noChecks();
  for (const { counts } of all)
    for (const outcome of Object.keys(sum) as (keyof Counts)[]) sum[outcome] += counts[outcome];
  return sum;
}

function tallyCases(cases: readonly CaseVerdict[]): Readonly<Record<CaseOutcome, number>> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 };
  for (const { outcome } of cases) counts[outcome] += 1;
  return counts;
}
