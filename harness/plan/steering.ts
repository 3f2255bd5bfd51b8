import type { CallStep, JsonObject, Scenario, ScenarioStep, World } from '../model.ts';
import type { Excuse, PlanInput } from './context.ts';

type Called = ScenarioStep['verb'];
/** What a step asks a steerable target for. */
export type Steer = NonNullable<CallStep['steer']>;

/** The outcomes that what a verb submits may have by the profile, one list for each lifecycle, the usual one first. */
function outcomesOf({ profile }: Pick<PlanInput, 'profile'>, verb: Called): readonly (readonly string[])[] {
  if (verb === 'order') return profile.lifecycles.map(({ outcomes }) => Object.keys(outcomes));
  if (verb === 'amend') return [Object.keys(profile.requests.amendment)];
  return verb === 'cancel' ? [Object.keys(profile.requests.cancellation)] : [];
}

/** What a step asks for: its own words, else those of the scenario where they are meant for its verb. */
export function steerOf(step: ScenarioStep, scenario: Scenario, input: Pick<PlanInput, 'profile'>): Steer | undefined {
  const known = outcomesOf(input, step.verb).flat();
  // An outcome that the profile does not know is asked for where outcomes usually are.
  const isMeant =
    scenario.outcome !== undefined && isKnown(scenario.outcome, input)
      ? known.includes(scenario.outcome)
      : step.verb === 'order';
  const outcome = step.outcome ?? (isMeant ? scenario.outcome : undefined);
  const problemCode = step.problemCode ?? (isMeant ? scenario.problemCode : undefined);
  if (outcome === undefined && problemCode === undefined && step.fault === undefined) return undefined;
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(problemCode === undefined ? {} : { problemCode }),
    ...(step.fault === undefined ? {} : { fault: step.fault }),
  };
}

function isKnown(outcome: string, input: Pick<PlanInput, 'profile'>): boolean {
  return (['order', 'amend', 'cancel'] as const).some((verb) => outcomesOf(input, verb).flat().includes(outcome));
}

/** What must really be asked for: all but the outcome that comes unasked. */
function asked(steer: Steer, verb: Called, input: Pick<PlanInput, 'profile'>): [keyof Steer, string][] {
  const usual = outcomesOf(input, verb).map(([first]) => first);
  const parts = Object.entries(steer) as [keyof Steer, string][];
  return parts.filter(([part, word]) => part !== 'outcome' || !usual.includes(word));
}

/** Why the target cannot be asked for this, or undefined where it can. */
export function unsteerable(steer: Steer, verb: Called, input: PlanInput): Excuse | undefined {
  const { target, world } = input;
  const why = {
    headers: 'its steering names no header for that',
    addresses: `no role of the world "${world.world}" steers to it`,
    operator: 'it is steered by its operator, whom nobody asks during a run',
    none: 'it declares no steering',
  }[target.steering.by];
  for (const [part, word] of asked(steer, verb, input)) {
    if (target.steering.by === 'headers' && target.steering.headers?.[part] !== undefined) continue;
    if (target.steering.by === 'addresses' && isMagic(world, word)) continue;
    const detail = `the target "${target.target}" cannot be asked for ${PARTS[part]} ${word}: ${why}`;
    return { outcome: 'inconclusive', reason: 'not-steerable', detail };
  }
  return undefined;
}

const PARTS: Readonly<Record<keyof Steer, string>> = {
  outcome: 'outcome',
  problemCode: 'problem code',
  fault: 'fault',
};

function isMagic({ roles }: World, word: string): boolean {
  return Object.values(roles).some(({ steers }) => steers === word);
}

/** The headers that ask for a steer and, on requests whose events follow, for their pace, never slower than the profile promises. */
export function steeringHeaders(steer: Steer | undefined, verb: Called, { target, profile }: PlanInput): JsonObject {
  if (target.steering.by !== 'headers') return {};
  const isSubmission = verb === 'order' || verb === 'amend' || verb === 'cancel';
  const { firstWithinMs, betweenWithinMs } = profile.delivery;
  const slowest = Math.min(firstWithinMs, betweenWithinMs) / 1000;
  const wanted = target.kciDelaySeconds;
  const pace = isSubmission && wanted !== undefined ? { kciDelay: String(Math.min(wanted, slowest)) } : {};
  const headers = Object.entries({ ...steer, ...pace }).map(([part, word]) => [target.steering.headers?.[part], word]);
  return Object.fromEntries(headers.filter(([name]) => name !== undefined));
}

/**
 * For a target steered by addresses: the role to take sites of in place of the one written, so that they ask for what
 * is wanted. Undefined where the world has none that shares the facts of the role written.
 */
export function magicRole(role: string, steer: Steer, verb: Called, input: PlanInput): string | undefined {
  const { roles } = input.world;
  const [word] = asked(steer, verb, input).map(([, each]) => each);
  if (word === undefined || roles[role]?.steers === word) return role;
  return Object.keys(roles).find((name) => roles[name]?.steers === word && roles[name]?.like === role);
}
