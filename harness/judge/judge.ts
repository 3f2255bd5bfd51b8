import { callsByName } from '../journey/calls.ts';
import type { Check, Journey, Plan, Verdict } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import type { Skew } from '../wire/skew.ts';
import type { CheckFunction, JudgeContext, JudgeInput } from './check.ts';
import { ACROSS_RUNS, CHECKS, type CheckId } from './checks/table.ts';
import { CLIENT_CHECKS } from './client/table.ts';
import { askedFor, type Exchange, isAccepted } from './exchange.ts';
import { type History, readHistory } from './history.ts';
import { withCauses } from './link-causes.ts';
import { rowsOf } from './rows.ts';
import { haveOneGateway, runSections, wholeSpan } from './runs-in-record.ts';
import { type CasesFound, casesFound, conclude, isFailed } from './verdict.ts';

/**
 * The verdict on a run, from its record alone. Pure: the same inputs give the same verdict, to the byte. A record that was
 * cut off is judged as far as it goes, and the verdict is `incomplete`. If the record has several runs, joined or resumed,
 * each is judged by what it watched itself, and what must be unique is judged over all.
 */
export function judge(input: JudgeInput): Verdict {
  return judgeWhole(input).verdict;
}

/** The verdict with every check behind it, including passed ones. */
export function judgeWhole(input: JudgeInput): { readonly verdict: Verdict; readonly checks: readonly Check[] } {
  const { history, checks } = runChecks(input);
  return { verdict: conclude(history, checks, input), checks };
}

/**
 * The outcome of each case in a part of a run's record, and the failures of cases and of the run. Only failures get their
 * requirements. `around`: what only the whole run knows, such as whether events came for other orders, and how far the
 * gateway's clock is off. `further` checks look at all parts and replace checks that would need them.
 */
export function judgeCases(
  input: JudgeInput,
  around: PartOf = { isHeard: true },
  further?: Readonly<Record<string, CheckFunction>>,
): CasesFound {
  const table = further && { ...OF_PARTS, ...further };
  const { history, checks } = runChecks({ ...input, ...around }, isFailed, table);
  return casesFound(history, checks);
}

/** What is known of the run that the record is a part of. */
interface PartOf {
  readonly isHeard: boolean;
  readonly skew?: Skew | undefined;
}

/** Checks that need only a part of a run. */
const OF_PARTS = Object.fromEntries(Object.entries(CHECKS).filter(([id]) => !ACROSS_RUNS.has(id)));

/** All checks of a record, and the history that they rest on. `isNamed` selects the checks that get their rows. */
function runChecks(
  { plan, contract, validators, profile, target, record, isHeard = false, skew }: JudgeInput & Partial<PartOf>,
  isNamed: (check: Check) => boolean = () => true,
  table: Readonly<Record<string, CheckFunction>> = plan.side === 'client' ? CLIENT_CHECKS : CHECKS,
): { readonly history: History; readonly checks: readonly Check[] } {
  const fold = foldOf(record, profile);
  const whole = readHistory({ ...fold, skew: skew ?? fold.skew }, { plan, contract, profile });
  const { covered, isPlaced, attach } = rowsOf(contract);
  const isAuthored = authoredIn(plan);
  const named = (check: Check): Check =>
    isAuthored(check) ? { ...check, requirements: [], isAuthors: true } : isNamed(check) ? attach(check) : check;
  const shared = { contract, validators, profile, target, covered, isPlaced, isHeard };
  const isNowhereAccepted = nowhereAccepted(whole.exchanges);
  const contextOf = (its: Plan, history: History): JudgeContext => ({
    ...shared,
    plan: its,
    history,
    isNowhereAccepted,
  });

  const sections = runSections(record, plan, whole);
  if (sections.length === 1) {
    const context = contextOf(plan, whole);
    const isVisible = isVisibleIn(plan);
    const found: Check[] = [];
    for (const check of Object.values(table))
      for (const each of check(context)) if (isVisible(each)) found.push(named(each));
    return { history: whole, checks: withCauses(whole, found, contract.headers.conversation) };
  }
  const contexts = sections.map(({ superseded, ...its }) =>
    contextOf(its.plan, readHistory(foldOf(its.record, profile), { plan: its.plan, contract, profile, superseded })),
  );
  const { ended: _, ...rest } = whole;
  const isOneGateway = haveOneGateway(record);
  const joined: History = { ...rest, ...wholeSpan(record) };
  const places = new Map(plan.journeys.map(({ id }, place) => [id, place]));
  const placeOf = ({ journey }: Check): number => places.get(journey) ?? -1;
  const found = Object.entries(table).flatMap(([id, check]) =>
    isOneGateway && ACROSS_RUNS.has(id)
      ? check(contextOf(plan, joined))
      : contexts.flatMap(check).sort((a, b) => placeOf(a) - placeOf(b)),
  );
  return { history: joined, checks: withCauses(joined, found.map(named), contract.headers.conversation) };
}

/**
 * Returns a predicate: did the operation of an exchange accept nothing in the whole run? For an order: nothing of its type?
 * If anything was, the common requirements of such requests work, and a failure is the request's own.
 */
function nowhereAccepted(exchanges: readonly Exchange[]): (exchange: Exchange) => boolean {
  const accepted = new Set(exchanges.filter(isAccepted).map(useOf));
  return (exchange) => !accepted.has(useOf(exchange));
}

function useOf(exchange: Exchange): string {
  const verb = exchange.operation?.verb;
  return verb === 'order' ? `order ${JSON.stringify(askedFor(exchange, 'orderType') ?? null)}` : String(verb);
}

/** Checks of what a scenario asks by itself, beyond the contract. */
const AUTHORED: ReadonlySet<string> = new Set<CheckId>([
  'http.headers',
  'http.body',
  'tally',
  'kci.sequence',
  'kci.never',
  'kci.once',
  'kci.silence',
]);

/** Tells whether a check is about what the author of an own scenario wrote, not about what the contract owes. */
function authoredIn({ journeys }: Plan): (check: Check) => boolean {
  const own = new Map(journeys.flatMap((journey) => (journey.isOwn ? [[journey.id, journey] as const] : [])));
  const isAuthors = (journey: Journey, step = ''): boolean => callsByName(journey).get(step)?.expect.isAuthors ?? false;
  return ({ check, journey, step }) => {
    const its = own.get(journey);
    if (!its) return false;
    return check === 'http.status' ? isAuthors(its, step) : AUTHORED.has(check);
  };
}

/**
 * Checks that need more than watching: whether the webhook was the right one and proved its origin, what the world was like
 * before, and what others did whose traffic was not seen.
 */
const UNSEEN: ReadonlySet<string> = new Set<CheckId | 'client.operation'>([
  'kci.path',
  'kci.authentication',
  'kci.retry',
  'world.facts',
  'world.state',
  'slots.narrowed',
  'booking.gone',
  'booking.held',
  'booking.ordered',
  'booking.freed',
  'booking.expired',
  // A gateway may have operations beyond the specification.
  'client.operation',
]);

/** Whether a check counts. For traffic of others, only if watching is enough to know. */
export function isVisibleIn({ watched }: Plan): (check: Check) => boolean {
  if (!watched) return () => true;
  return ({ check, result }) =>
    !UNSEEN.has(check) &&
    // The order may have been placed before watching began.
    !(check === 'kci.unexpected' && result.outcome !== 'passed') &&
    // Others owe no control requests.
    !(result.outcome === 'inconclusive' && result.reason === 'control-refused');
}
