import type { Validators } from '../contract/validators.ts';
import type { Check, Contract, KciProfile, Observation, Plan, Target, Verdict } from '../model.ts';
import { foldOf } from '../record/fold.ts';
import { authoredIn } from './authored.ts';
import { withCauses } from './causes.ts';
import type { CheckFunction, JudgeContext } from './check.ts';
import { ACROSS_RUNS, CHECKS } from './checks/table.ts';
import { CLIENT_CHECKS } from './client/table.ts';
import { type History, readHistory } from './history.ts';
import { nowhereAccepted } from './nowhere-accepted.ts';
import { isVisibleIn } from './passive.ts';
import { rowsOf } from './rows.ts';
import { haveOneGateway, sectionsOf, spanOf } from './sections.ts';
import { type CasesFound, casesFound, conclude, isFailed } from './verdict.ts';

/** What a judgement rests on: what was meant, what is owed, and what happened. */
export interface JudgeInput {
  readonly plan: Plan;
  readonly contract: Contract;
  readonly validators: Validators;
  readonly profile: KciProfile;
  readonly target: Target;
  readonly record: readonly Observation[];
}

/**
 * The verdict on a run, from its record alone. Pure: the same inputs give the same verdict to the byte, at any time and
 * by anyone. A record that was cut off is judged as far as it goes, and the verdict says `incomplete`. Of a record of
 * several runs, joined or taken up again, each is judged by what it watched itself, and together what must be unique.
 */
export function judge(input: JudgeInput): Verdict {
  return judgeWhole(input).verdict;
}

/** The verdict with every check that it was made of, passed ones too. */
export function judgeWhole(input: JudgeInput): { readonly verdict: Verdict; readonly checks: readonly Check[] } {
  const { history, checks } = look(input);
  return { verdict: conclude(history, checks, input), checks };
}

/**
 * All that is to be said of the client in any record, such as one of real traffic, whatever the plan: by the contract that
 * `loadClientContract` gives. Nothing is held against a client that began before the record did. Of each request `tenant`
 * is whom its credentials or its header name, and `verb` its operation (`http` where it is none). A delivery says what the client answered (0, and `broke`, for nothing), how long that took (`tookMs`), and whether it
 * was `unproven`. Each check names its rows; what breaks none but silent ones is observed.
 */
export function judgeClientSide(input: JudgeInput): readonly Check[] {
  return look(input, undefined, CLIENT_CHECKS).checks;
}

/**
 * The outcome of each case, and what failed of cases and of none, as the verdict has it. The rows of the register are asked
 * for failures alone: who adds up outcomes does not need to know what else was proven. The record is a part of a run,
 * from which nobody can tell whether events came for other orders of it: `isHeard` says so.
 */
export function judgeCases(input: JudgeInput, isHeard = true): CasesFound {
  const { history, checks } = look({ ...input, isHeard }, isFailed);
  return casesFound(history, checks);
}

/**
 * All that the checks say of a record, and the history that they rest on; `isNamed` picks those that are to name their
 * rows.
 */
function look(
  { plan, contract, validators, profile, target, record, isHeard = false }: JudgeInput & { readonly isHeard?: boolean },
  isNamed: (check: Check) => boolean = () => true,
  table: Readonly<Record<string, CheckFunction>> = plan.side === 'client' ? CLIENT_CHECKS : CHECKS,
): { readonly history: History; readonly checks: readonly Check[] } {
  const whole = readHistory(foldOf(record, profile), { plan, contract, profile });
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

  const sections = sectionsOf(record, plan, whole);
  if (sections.length === 1) {
    const context = contextOf(plan, whole);
    const found = Object.values(table)
      .flatMap((check) => check(context))
      .filter(isVisibleIn(plan));
    return { history: whole, checks: withCauses(whole, found.map(named), contract.headers.conversation) };
  }
  const contexts = sections.map(({ superseded, ...its }) =>
    contextOf(its.plan, readHistory(foldOf(its.record, profile), { plan: its.plan, contract, profile, superseded })),
  );
  const { ended: _, ...rest } = whole;
  const isOneGateway = haveOneGateway(record);
  const joined: History = { ...rest, ...spanOf(record) };
  const places = new Map(plan.journeys.map(({ id }, place) => [id, place]));
  const placeOf = ({ journey }: Check): number => places.get(journey) ?? -1;
  const found = Object.entries(table).flatMap(([id, check]) =>
    isOneGateway && ACROSS_RUNS.has(id)
      ? check(contextOf(plan, joined))
      : contexts.flatMap(check).sort((a, b) => placeOf(a) - placeOf(b)),
  );
  return { history: joined, checks: withCauses(joined, found.map(named), contract.headers.conversation) };
}
