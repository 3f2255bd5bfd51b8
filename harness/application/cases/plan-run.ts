import { randomBytes } from 'node:crypto';
import { cached, codeDigest } from '../../cached.ts';
import { displayPath, shippedPath } from '../../home.ts';
import { callsOf } from '../../journey/calls.ts';
import { certificationScopeOf, type JourneyId } from '../../journey/whole.ts';
import { usualRetryMs } from '../../judge/retry.ts';
import type { CertificationScope, Depth, Journey, KciProfile, Plan, Scenario, Target } from '../../model.ts';
import type { Pools } from '../../plan/context.ts';
import { caseIds, expand } from '../../plan/expand.ts';
import { PLANNED_BY } from '../../plan/plan-cache.ts';
import { type ShardChoice, shardOf, shuffled } from '../../plan/selection.ts';
import type { CertifyingInputs } from '../inputs.ts';
import type { Transport } from '../open/transport.ts';
import { inputError, refuseOn } from '../say.ts';

/** Which cases there are, in which order, and with which data. */
export interface PlanChoice {
  readonly seed: number;
  readonly only: readonly string[];
  readonly grep?: string | undefined;
  readonly depth?: Depth | undefined;
  /** How many times each case is walked; by default once. */
  readonly repeatEach?: number | undefined;
  /** Whether to order the cases by the seed, instead of by file. */
  readonly shuffle?: boolean | undefined;
  /** Only this part of the cases. */
  readonly shard?: ShardChoice | undefined;
  /** What makes the run's ids its own; by default one that no other run had. */
  readonly nonce?: string | undefined;
}

/** What makes a plan's data its own, and the pools that several plans share. */
export interface PlanSeed {
  readonly nonce: string;
  readonly now: number;
  readonly pools?: Pools;
}

/**
 * The cases of a run or of one of its shards. On virtual time everything follows from the seed; against a real gateway each
 * run needs ids of its own.
 */
export function planRun(inputs: CertifyingInputs, transport: Transport, options: PlanChoice): Plan {
  return planAt({ nonce: nonceOf(transport, options), now: transport.clock.now() }, inputs, transport, options);
}

/** Plans a new or resumed run, for the given time and nonce. */
export function planAt(occasion: PlanSeed, inputs: CertifyingInputs, transport: Transport, options: PlanChoice): Plan {
  const { shuffle = false, shard } = options;
  const expanded = planCases(occasion, inputs, transport, options);
  if (expanded.journeys.length === 0)
    throw inputError('there is nothing to run', 'no case fits what was asked for', 'see "assay list"');
  // On virtual time the fake skips every wait. On real time, cases that wait for long are left out.
  const isFakeOnRealTime = inputs.target.baseUrl === 'embedded' && !transport.isVirtual;
  const journeys = isFakeOnRealTime
    ? expanded.journeys.filter((each) => fits(each, transport.target, inputs.profile))
    : expanded.journeys;
  const known = { ...expanded, journeys };
  const all = shuffle ? shuffled(known) : known;
  if (!shard) return all;
  const plan = shardOf(all, shard, inputs.world);
  if (plan.journeys.length > 0) return plan;
  const { length } = all.journeys;
  throw inputError(
    `no case is left for shard ${shard.nth}/${shard.of}`,
    `there are ${length} in all, and some must stay together`,
    'use fewer shards',
  );
}

/** All cases that were asked for, in the order of the files, and the whole certification that they are all or a part of. */
export function planCases(
  occasion: PlanSeed,
  inputs: CertifyingInputs,
  { target, isVirtual }: Pick<Transport, 'target' | 'isVirtual'>,
  options: PlanChoice,
): Plan {
  const { seed, only, grep, depth, repeatEach = 1 } = options;
  const { plan, problems } = expand(inputs.scenarios, {
    ...inputs,
    ...occasion,
    target,
    seed,
    only,
    grep,
    depth,
    repeatEach,
    keptAs: isVirtual && !occasion.pools ? keptName(inputs, target, options) : undefined,
  });
  refuseOn(problems);
  const whole = wholeFor(inputs, plan, { ...occasion, target });
  return { ...plan, ...(whole ? { whole } : {}) };
}

/** Whether no wait that a plan knows of is longer than the target allows. */
function fits({ steps }: Journey, { deadlines: { waitMs } }: Target, profile: KciProfile): boolean {
  const waits = steps.map((step) => (step.kind === 'wait' ? (step.forMs ?? Number.POSITIVE_INFINITY) : 0));
  const retries = callsOf({ steps }).map(({ receiver }) => (receiver ? usualRetryMs(profile, receiver) : 0));
  return waitMs === null || Math.max(0, ...waits, ...retries) <= waitMs;
}

/**
 * The name under which to cache a plan that depends only on the seed, has all scenarios of Assay and no secrets; else
 * undefined.
 */
function keptName(
  { scenarios, certification, variables, profile, world }: CertifyingInputs,
  { target, baseUrl }: Target,
  { depth = 'standard', repeatEach = 1 }: Pick<PlanChoice, 'depth' | 'repeatEach'>,
): string | undefined {
  if (scenarios !== certification.shipped || variables.length > 0 || repeatEach > 1) return undefined;
  // Names everything that differs between starts, so that they do not overwrite each other's plan.
  const by = [target, baseUrl, profile.profile, world.world, displayPath(shippedPath('scenarios'))];
  return `plan for ${by.join(' ')} ${depth}`;
}

/**
 * The scope of the certification that the plan of these inputs belongs to. Problems of its other cases do not matter here.
 */
function wholeFor(
  { certification: { shipped, own }, ...inputs }: CertifyingInputs,
  planned: Plan,
  { nonce, now, target }: Omit<PlanSeed, 'pools'> & Pick<CertifyingInputs, 'target'>,
): CertificationScope | undefined {
  if (inputs.scenarios === shipped && planned.whole) return planned.whole;
  const depth = planned.depth === 'thorough' ? 'thorough' : 'standard';
  const cases = (scenarios: readonly Scenario[]): readonly JourneyId[] =>
    caseIds(scenarios, depth, { ...inputs, target, nonce, now, seed: planned.seed }).map((id) => ({ id }));
  const { contract, profile, world } = inputs;
  // Which cases there are depends on what the target is, but not on the occasion, or where and how it is reached.
  const { tenants, clients, token, steering, lacks, readings, ids } = target;
  const kind = [tenants, clients, token, steering, lacks, readings, ids];
  const texts = shipped.map(({ id, text }) => [id, text]);
  const of = [texts, contract, profile, world, kind, planned.seed, depth, codeDigest(...PLANNED_BY)];
  // Names everything that differs between starts, so that they do not overwrite each other's entry.
  const name = ['whole for', target.target, profile.profile, world.world, depth].join(' ');
  // The names of all cases are needed only if there are own scenarios.
  if (own.length === 0)
    return cached(name, JSON.stringify(of), () => ({ value: certificationScopeOf(cases(shipped)) }));
  const walks = cached(`names of the ${name}`, JSON.stringify(of), () => ({ value: cases(shipped) }));
  return certificationScopeOf(walks, cases(own));
}

function nonceOf(transport: Transport, { nonce, seed, shard }: PlanChoice): string {
  if (nonce !== undefined) return nonce;
  if (transport.isVirtual) return `seed-${seed}`;
  if (!shard) return randomBytes(6).toString('hex');
  throw inputError(
    '--shard needs --nonce',
    'all shards of a run must share one, or they would use the same ids and addresses',
    'give all of them the same, which no earlier run had: --nonce build-71',
  );
}
