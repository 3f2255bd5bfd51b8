import type { Validators } from '../contract/validators.ts';
import { callsOf } from '../journey/calls.ts';
import { isWalkedAt, quickOf } from '../journey/depth.ts';
import { certificationScopeOf } from '../journey/whole.ts';
import type { Depth, Journey, Plan, Problem, Scenario } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { operationOf } from './call.ts';
import { createPools, type PlanInput, type Pools } from './context.ts';
import { type Case, casesOfRows, journeyIdOf, planNegative, planPlain } from './journey.ts';
import { byKind, type Negative, negativesOf, onceEach } from './negatives.ts';
import { cachedJourneys } from './plan-cache.ts';
import { idShortage, idTwice, matrixProblems, once } from './problems.ts';
import { orderTypesOf } from './request-places.ts';
import { fitting, mayBeNamed, pickOnly } from './selection.ts';
import { nameSteps } from './steps.ts';
import { inTurn, ofEachTenant, ofOthers, shareOut, tenantsOf } from './tenants.ts';
import { requestProblems } from './written.ts';

/** What a plan is made from: the inputs, and which cases are wanted (case ids, scenarios, folders, `*` patterns). */
export interface ExpandOptions extends PlanInput {
  readonly only?: readonly string[];
  /** A regular expression, ignoring case: only wanted cases whose id or title matches. */
  readonly grep?: string | undefined;
  /** Cases of a greater depth are left out, unless `only` names them or their scenarios in full. Default: `standard`. */
  readonly depth?: Depth | undefined;
  /** The contract's validators: with them, requests that could not succeed are reported. */
  readonly validators?: Validators;
  /** How many times each case is walked, each time with its own ids and addresses; default once. */
  readonly repeatEach?: number;
  /** Shared by plans that must not take the same ids and addresses; the first draws as it would alone. */
  readonly pools?: Pools;
  /**
   * The name under which to cache the plan for later starts. Only for scenarios of Assay, without secrets, and with nothing
   * of one run.
   */
  readonly keptAs?: string | undefined;
}

/** The flat plan of a run, and what is wrong with it. */
export interface Expanded {
  readonly plan: Plan;
  readonly problems: Problem[];
}

/**
 * Turns scenarios into journeys: one for each row, followed by one for each defect of its matrices. The same inputs give
 * the same bytes. A journey's data depend on its id, the seed and the nonce; other scenarios, rows, defects, attempts and
 * `only` do not change them, unless two draw the same number in a narrow range. With `only`, scenarios without such cases
 * are not planned.
 */
export function expand(
  scenarios: readonly Scenario[],
  { only = [], grep, depth, keptAs, ...options }: ExpandOptions,
): Expanded {
  const asked = depth ?? (only.length > 0 ? 'thorough' : 'standard');
  const isAll = only.length === 0;
  const made = (): All => planAll(scenarios, asked, options);
  const kept = (): All =>
    keptAs === undefined ? made() : keptAll(keptAs, [scenarios.map(textOf), asked, madeOf(options)], made);
  const some = (): All =>
    planAll(
      scenarios.filter((each) => mayBeNamed(each, only)),
      asked,
      options,
    );
  const { cases, leftOut, problems, journeys } = isAll ? kept() : some();
  const names = (): readonly string[] => [...caseIds(scenarios, asked, options), ...scenarios.map(({ id }) => id)];
  const named = isAll ? { journeys: cases, problems: [] } : pickOnly(cases, only, names);
  const picked = grep === undefined ? named : fitting(named, grep);
  const isNamed = ({ id, scenario, deep, attempt }: CaseSource): boolean =>
    only.some((name) => name === id || (name === scenario && deep === 'scenario') || name === attempt?.of);
  const taken = picked.journeys.filter((each) => depth !== undefined || !each.deep || isNamed(each));
  const { seed, nonce, now } = options;
  return {
    plan: {
      version: 1,
      seed,
      nonce,
      now,
      journeys: journeys?.length === taken.length ? journeys : taken.map(({ journey }) => journey()),
      ...(depth === undefined || depth === 'standard' ? {} : { depth }),
      ...(leftOut === 0 ? {} : { leftOut }),
      // A quick or filtered plan does not know all cases of a certification.
      ...(asked === 'quick' || !isAll
        ? {}
        : { whole: certificationScopeOf(depth === 'thorough' ? cases : cases.filter(({ deep }) => !deep)) }),
    },
    problems: [...problems, ...picked.problems],
  };
}

/** A case, whether or not this run wants it. */
interface CaseSource extends Pick<Journey, 'id' | 'scenario' | 'attempt' | 'title'> {
  readonly file: string;
  /** Only in `thorough`: the whole scenario, or this case as a further combination, which only its full id selects. */
  readonly deep?: 'scenario' | 'combination' | undefined;
  readonly journey: () => Journey;
}

interface All {
  readonly cases: readonly CaseSource[];
  /** The journeys of all cases, if they were cached. */
  readonly journeys?: readonly Journey[];
  /** How many cases have a greater depth than asked for. */
  readonly leftOut: number;
  readonly problems: readonly Problem[];
}

function planAll(
  scenarios: readonly Scenario[],
  asked: Depth,
  { repeatEach = 1, pools: shared, validators, ...input }: Omit<ExpandOptions, 'only' | 'depth'>,
): All {
  const pools = shared ?? createPools(input.target.ids, input.world);
  const problems: Problem[] = [];
  const byId = new Map<string, CaseSource>();
  const isWalked = (one: Case): boolean => isWalkedAt(one.depth ?? 'quick', asked);
  const cases = casesFor(scenarios, input);
  const inOrder = walkedOf(cases, asked);
  // Separate pools: cases that are only counted must not use up ids.
  const spare = createPools(input.target.ids, input.world);
  const made = (one: Case, from: Pools, found: Problem[]): PlannedCase[] => plannedOf(one, input, from, found);
  const countOf = (one: Case): number => (hasMatrix(one) ? made(one, spare, []).length : 1);
  let leftOut = cases.reduce((sum, one) => sum + (isWalked(one) ? 0 : countOf(one)), 0);
  for (let attempt = 1; attempt <= repeatEach; attempt += 1) {
    for (const one of inOrder) {
      const all = made(repeatEach === 1 ? one : { ...one, attempt }, pools, problems);
      const taken = asked === 'quick' ? all.filter(({ isQuick }) => isQuick) : all;
      if (attempt === 1) leftOut += all.length - taken.length;
      for (const { journey: plan } of taken) {
        const journey = plan();
        const { id, scenario, attempt, title } = journey;
        const named = { id, scenario, title, ...(attempt && { attempt }) };
        if (byId.has(id)) problems.push(idTwice(journey));
        else byId.set(id, { ...named, file: one.scenario.file, deep: deepOf(one), journey: () => journey });
      }
    }
  }
  if (validators) {
    const spec = { contract: input.contract, validators };
    problems.push(...requestProblems(scenarios, spec, ({ id }) => byId.get(id)?.journey().steps ?? []));
  }
  const all = [...byId.values()];
  problems.push(
    ...idShortage(
      all.map(({ journey }) => journey()),
      input,
    ),
  );
  return { cases: all, leftOut, problems: once(problems) };
}

/** The ids of the cases at a depth. Cheaper than `expand`, since most requests need not be planned for it. */
export function caseIds(scenarios: readonly Scenario[], asked: Depth, input: PlanInput): readonly string[] {
  const pools = createPools(input.target.ids, input.world);
  const ids = walkedOf(casesFor(scenarios, input), asked).flatMap((one) => {
    if (!hasMatrix(one)) return [one.id];
    const all = plannedOf(one, input, pools, []);
    return (asked === 'quick' ? all.filter(({ isQuick }) => isQuick) : all).map(({ id }) => id);
  });
  return [...new Set(ids)];
}

/** The cases of all depths. */
function casesFor(scenarios: readonly Scenario[], input: PlanInput): readonly Case[] {
  return scenarios
    .flatMap(casesOfRows)
    .map((one) => inTurn(one, input))
    .flatMap((one) => [...ofEachTenant(one, input), ...(hasMatrix(one) ? [] : ofOthers(one, input))])
    .flatMap((one) => [one, ...forOthers(one)]);
}

function deepOf({ depth, scenario }: Case): CaseSource['deep'] {
  if (depth !== 'thorough') return undefined;
  return scenario.depth === 'thorough' ? 'scenario' : 'combination';
}

/** The cases to walk at a depth. Those only in `thorough` come last, so that they change no ids of others. */
function walkedOf(cases: readonly Case[], asked: Depth): readonly Case[] {
  const walked = cases.filter((one) => isWalkedAt(one.depth ?? 'quick', asked));
  return [...walked.filter((one) => !deepOf(one)), ...walked.filter(deepOf)];
}

/** Cached by an earlier start, or made now. */
function keptAll(name: string, of: readonly unknown[], make: () => All): All {
  const { head, journeys } = cachedJourneys(name, of, () => {
    const { cases, ...rest } = make();
    const heads = cases.map(({ journey: _, ...each }) => each);
    return { head: { ...rest, cases: heads }, journeys: cases.map(({ journey }) => journey()) };
  });
  const cases = head.cases.map((each, i) => ({ ...each, journey: () => journeys[i] as Journey }));
  return { ...head, cases, journeys };
}

const madeOf = ({ contract, target, world, profile, seed, nonce, now, validators, repeatEach }: ExpandOptions) => [
  [contract, target, world, profile],
  [seed, nonce, now, validators !== undefined, repeatEach],
];

const textOf = ({ id, file, text, isOwn }: Scenario) => ({ id, file, text, isOwn });

const hasMatrix = ({ scenario }: Case): boolean => scenario.steps.some(({ matrix }) => matrix !== undefined);

/** Variants of a case in which other tenants try its refusals. */
function forOthers(one: Case): Case[] {
  if (!hasMatrix(one)) return [];
  const once: Case = { ...one, depth: one.depth === 'thorough' ? 'thorough' : 'standard', ofOthers: 'once' };
  return [once, { ...one, depth: 'thorough', ofOthers: 'kinds' }];
}

interface PlannedCase {
  readonly id: string;
  readonly journey: () => Journey;
  readonly isQuick: boolean;
}

function plannedOf(one: Case, input: PlanInput, pools: Pools, problems: Problem[]): PlannedCase[] {
  return one.ofOthers ? planOthers(one, input, pools) : planCase(one, input, pools, problems);
}

function planCase(one: Case, input: PlanInput, pools: Pools, problems: Problem[]): PlannedCase[] {
  const plain = planPlain(one, input, pools);
  const negatives = matricesOf(one, plain, input, problems).flatMap(({ index, named, turns }) => {
    const quick = quickOf(turns.map(({ negative }) => negative.tries[0]?.defect.kind));
    return turns.map(({ negative, turn }, i) => {
      const its = { ...one, ...named(negative), turn };
      const journey = () => planNegative(its, index, negative, input, pools);
      return { id: journeyIdOf(its), journey, isQuick: quick[i] === true };
    });
  });
  return [{ id: plain.id, journey: () => plain, isQuick: true }, ...negatives];
}

/** The refusals of a case's matrices, for tenants that have not met them in the case itself. */
function planOthers(one: Case, input: PlanInput, pools: Pools): PlannedCase[] {
  const unseen = createPools(input.target.ids, input.world);
  const tenants = tenantsOf(one, input);
  return matricesOf(one, planPlain(one, input, unseen), input, []).flatMap(({ index, named, turns }) =>
    tenants.flatMap((tenant, nth) => {
      const isMet = ({ turn }: Turn): boolean => shareOut(one.scenario, turn, input).tenant === tenant;
      const tries = turns.filter((each) => !isMet(each)).flatMap(({ negative }) => negative.tries);
      return (one.ofOthers === 'once' ? onceEach(tries) : byKind(tries)).map((negative) => {
        const { id, title } = named(negative);
        const words = { id: `${id}-tenant-${nth + 1}`, title: `${title}, for tenant ${nth + 1}` };
        const theirs = { ...one, ...words, scenario: { ...one.scenario, tenant } };
        const journey = () => planNegative(theirs, index, negative, input, pools);
        return { id: journeyIdOf(theirs), journey, isQuick: false };
      });
    }),
  );
}

/** A negative with the tenant's turn. */
interface Turn {
  readonly negative: Negative;
  readonly turn: NonNullable<Case['turn']>;
}

interface MatrixOfStep {
  readonly index: number;
  readonly turns: readonly Turn[];
  readonly named: (negative: Negative) => Pick<Case, 'id' | 'title'>;
}

/** The matrices of a case, each with its negatives. */
function matricesOf(one: Case, plain: Journey, input: PlanInput, problems: Problem[]): MatrixOfStep[] {
  const names = nameSteps(one.scenario.steps).map(({ name }) => name);
  const indexes = one.scenario.steps.flatMap(({ matrix }, index) => (matrix ? [index] : []));
  return indexes.flatMap((index) => {
    const step = one.scenario.steps[index];
    const valid = plain.steps[index];
    if (!step?.matrix || valid?.kind !== 'call') return [];
    const operation = operationOf(step, input);
    const found = negativesOf(step.matrix, operation, valid.request, one.scenario);
    problems.push(...matrixProblems(found, step.matrix, step.verb ?? 'http'));
    const prefix = indexes.length > 1 ? `${names[index]}.` : '';
    const kindOf = ({ tries }: Negative): string => `${tries[0]?.defect.kind}`;
    // Refusals tried once in each operation, or for each order type, also take turns with tenants.
    const before = Object.keys(input.contract.operations).indexOf(operation?.verb ?? '') + typeIn(plain, input);
    const turns = found.negatives.map((negative, i): Turn => {
      const of = kindOf(negative);
      const nth = before + found.negatives.slice(0, i).filter((each) => kindOf(each) === of).length;
      return { negative, turn: { of, nth } };
    });
    const named: MatrixOfStep['named'] = ({ label, words }) => ({
      id: `${one.id}~${prefix}${label}`,
      title: `${one.title}: ${names[index]} ${words}`,
    });
    return [{ index, turns, named }];
  });
}

/** The number, in the contract's order, of the first order type that a journey asks for; 0 if none. */
function typeIn(journey: Journey, { contract }: PlanInput): number {
  const types = orderTypesOf(contract);
  const asked = callsOf(journey).map(({ request: { body } }) =>
    isObject(body) ? types.indexOf(String(body.orderType)) : -1,
  );
  return asked.find((nth) => nth >= 0) ?? 0;
}
