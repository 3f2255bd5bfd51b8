import { waysOf } from '../contract/target-checks.ts';
import { callsOf } from '../journey/calls.ts';
import type {
  CallStep,
  Json,
  JsonObject,
  Plan,
  RequestTemplate,
  Scenario,
  ScenarioStep,
  SteeringWay,
  Target,
  World,
} from '../model.ts';
import { references } from '../values/bind.ts';
import { isObject, pointerOf, setAt } from '../values/pointer.ts';
import type { Excuse, PlanInput } from './context.ts';
import { roleOf } from './given.ts';

type Called = ScenarioStep['verb'];
/** What a step asks a steerable target for. */
type Steer = NonNullable<CallStep['steer']>;
type SteerPart = keyof Steer;

/** The outcomes that what a verb submits may have by the profile, one list for each lifecycle, the usual one first. */
function outcomesOf({ profile }: Pick<PlanInput, 'profile'>, verb: Called): readonly (readonly string[])[] {
  if (verb === 'order') return profile.lifecycles.map(({ outcomes }) => Object.keys(outcomes));
  if (verb === 'amend') return [Object.keys(profile.requests.amendment)];
  return verb === 'cancel' ? [Object.keys(profile.requests.cancellation)] : [];
}

/** The client of the target that gets at the token endpoint what the step would have to ask for. */
export function clientFor({ verb, fault }: ScenarioStep, { clients = [] }: Target): string | undefined {
  return verb === 'token' ? clients.find((each) => each.for === fault)?.for : undefined;
}

/** What a step asks for: its own words, else those of the scenario where they are meant for its verb. */
export function steerOf(
  step: ScenarioStep,
  scenario: Scenario,
  input: Pick<PlanInput, 'profile' | 'target'>,
): Steer | undefined {
  if (clientFor(step, input.target) !== undefined) return undefined;
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
function asked(steer: Steer, verb: Called, input: Pick<PlanInput, 'profile'>): [SteerPart, string][] {
  const usual = outcomesOf(input, verb).map(([first]) => first);
  const parts = Object.entries(steer) as [SteerPart, string][];
  return parts.filter(([part, word]) => part !== 'outcome' || !usual.includes(word));
}

/** Why the target cannot be asked for this, or undefined where it can. */
function unsteerable(steer: Steer, step: ScenarioStep, input: PlanInput): Excuse | undefined {
  const { target } = input;
  const [lost] = asked(steer, step.verb, input).filter((part) => wayOf(part, step, input) === undefined);
  if (lost === undefined) return undefined;
  const [part, word] = lost;
  const why = waysOf(target.steering).map((way) => {
    if (way === 'addresses') return `no role of the world "${input.world.world}" steers to it`;
    const isNamed = way === 'body' && target.steering.body?.[part] !== undefined;
    return isNamed ? `a request "${step.verb}" has no body to ask in` : `its steering names no ${NOUNS[way]} for that`;
  });
  const detail = `the target "${target.target}" cannot be asked for ${PARTS[part]} ${word}: ${why.join(', and ') || 'it declares no steering'}`;
  return { outcome: 'inconclusive', reason: 'not-steerable', detail };
}

const NOUNS = { headers: 'header', query: 'query parameter', body: 'member of the body', operator: 'word' } as const;

const PARTS: Readonly<Record<SteerPart, string>> = {
  outcome: 'outcome',
  problemCode: 'problem code',
  fault: 'fault',
};

/** The first way in which the target can be asked for a part of what a step wants. */
function wayOf([part, word]: [SteerPart, string], step: ScenarioStep, input: PlanInput): SteeringWay | undefined {
  const { steering } = input.target;
  const hasWord = steering.values?.[word] !== null;
  const operation = input.contract.operations[step.verb ?? ''];
  return waysOf(steering).find((way) => {
    if (way === 'operator') return true;
    if (way === 'addresses') return isMagic(input.world, word);
    return hasWord && steering[way]?.[part] !== undefined && (way !== 'body' || operation?.body !== undefined);
  });
}

/** What of a steer is asked for by one way, in our words. */
function askedBy(way: SteeringWay, steer: Steer, step: ScenarioStep, input: PlanInput): readonly string[] {
  return asked(steer, step.verb, input).flatMap((each) => (wayOf(each, step, input) === way ? [each[1]] : []));
}

function isMagic({ roles }: World, word: string): boolean {
  return Object.values(roles).some(({ steers }) => steers === word);
}

/** How many times as far apart events are asked for, where something is to be asked between two of them. */
const SLOWLY = 10;
/** So many seconds, where a target names no pace of its own. */
const SLOW = 2;

/**
 * The request with what asks for a steer and, where events follow, for their pace, never slower than the profile promises:
 * in headers, query or body, in the gateway's words.
 */
export function steered(
  request: RequestTemplate,
  steer: Steer | undefined,
  step: ScenarioStep,
  input: PlanInput,
): RequestTemplate {
  const { steering, kciDelaySeconds: wanted } = input.target;
  const { firstWithinMs, betweenWithinMs } = input.profile.delivery;
  const isSubmission = step.verb === 'order' || step.verb === 'amend' || step.verb === 'cancel';
  const most = Math.min(firstWithinMs, betweenWithinMs) / 1000;
  const usual = Math.min(wanted ?? 0, most);
  // Half of what the profile allows leaves room for what the gateway takes itself.
  const slow = wanted === undefined ? Math.min(SLOW, Math.floor(most / 2)) : Math.min(usual * SLOWLY, most / 2);
  const seconds = step.pace === 'slow' ? Math.max(usual, slow) : usual;
  const isPaced = isSubmission && (wanted !== undefined || seconds > 0);
  const parts = [...Object.entries(steer ?? {}), ...(isPaced ? [['kciDelay', seconds] as const] : [])];
  const ways = waysOf(steering).filter((way) => way === 'headers' || way === 'query' || way === 'body');
  return parts.reduce((so, [part, word]) => {
    const value =
      typeof word === 'number' ? paceIn(word, steering.values?.['kci-delay']) : (steering.values?.[word] ?? word);
    const way =
      steering.values?.[word] === null
        ? undefined
        : ways.find((each) => steering[each]?.[part] !== undefined && (each !== 'body' || isObject(so.body)));
    const name = way && steering[way]?.[part];
    if (way === undefined || name === undefined) return so;
    const at = pointerOf([way, ...(way === 'body' ? name.split('.') : [name])]);
    return setAt(so as unknown as Json, at, way === 'body' ? value : String(value)) as unknown as RequestTemplate;
  }, request);
}

/** A pace in the gateway's words: seconds, where it has none of its own. */
function paceIn(seconds: number, words: Json | undefined): string {
  if (typeof words !== 'string') return String(seconds);
  return words.replaceAll('${seconds}', String(seconds)).replaceAll('${milliseconds}', String(seconds * 1000));
}

/** What the operator is to be asked for, in the gateway's words where it has such; undefined where nobody need be asked. */
export function askFor(steer: Steer | undefined, step: ScenarioStep, input: PlanInput): string | undefined {
  const words = steer === undefined ? [] : askedBy('operator', steer, step, input);
  if (words.length === 0) return undefined;
  const named = words.map((word) => String(input.target.steering.values?.[word] ?? word)).join(' with ');
  return steer?.fault === undefined
    ? `have the next ${step.verb} end as ${named}`
    : `have the next ${step.verb} answered with ${named}`;
}

/**
 * For a target steered by addresses: the role to take sites of in place of the one written, so that they ask for what
 * is wanted. Undefined where the world has none that shares the facts of the role written.
 */
function magicRole(role: string, word: string | undefined, { world: { roles } }: PlanInput): string | undefined {
  if (word === undefined || roles[role]?.steers === word) return role;
  return Object.keys(roles).find((name) => roles[name]?.steers === word && roles[name]?.like === role);
}

/** The givens of a journey once its steps have asked for what they want. */
interface SteeredGiven {
  readonly given: JsonObject;
  readonly excused?: Excuse;
}

/**
 * Asks the target for what the steps want: by headers nothing changes here, by addresses the site of the steered step
 * is taken from the role that steers. Says why where the target cannot be asked.
 */
export function steerGiven(scenario: Scenario, input: PlanInput): SteeredGiven {
  const steps = scenario.steps.flatMap((each) => (each.kind === 'parallel' ? (each.steps ?? []) : [each]));
  let given = scenario.given;
  for (const step of steps) {
    const steer = steerOf(step, scenario, input);
    const excused = steer && unsteerable(steer, step, input);
    if (excused) return { given, excused };
    const [word] = steer ? askedBy('addresses', steer, step, input) : [];
    if (!steer || word === undefined) continue;
    const moved = moveSite(given, { step, steer, word }, steps, input);
    // Where no address can ask for it, the request itself may.
    const inRequest = { ...input, target: { ...input.target, steering: without(input.target.steering, BESIDE) } };
    if (typeof moved !== 'string') given = moved;
    else if (unsteerable(steer, step, inRequest)) return { given, excused: notSteerable(moved) };
  }
  return { given };
}

/** The givens with the step's site moved to the role that steers, or why that cannot be. */
function moveSite(
  given: JsonObject,
  { step, steer, word }: { readonly step: ScenarioStep; readonly steer: Steer; readonly word: string },
  steps: readonly ScenarioStep[],
  input: PlanInput,
): JsonObject | string {
  const sites = Object.keys(given).filter((name) => roleOf(given[name]) !== undefined);
  const own = sites.find((name) => references(step.fields).includes(name));
  // An amendment or cancellation names no address: the site of its order is the one that steers its outcome.
  const name = own ?? (steer.fault === undefined ? sites[0] : undefined);
  const role = name === undefined ? undefined : roleOf(given[name]);
  if (name === undefined || role === undefined) return `the step that asks for ${word} names no site of the world`;
  if (steer.fault !== undefined && steps.some((each) => each !== step && references(each.fields).includes(name))) {
    return `the fault ${word} is asked for by the address, and other steps use the same one`;
  }
  const magic = magicRole(role, word, input);
  if (magic !== undefined) return { ...given, [name]: `$world.${magic}` };
  return `no role of the world "${input.world.world}" steers to ${word} and stands in for "${role}"`;
}

function notSteerable(detail: string): Excuse {
  return { outcome: 'inconclusive', reason: 'not-steerable', detail };
}

/** Ends an outcome that is asked for only where the target can be asked. */
const OPTIONAL = '?';

/**
 * The scenario with what it would have where it can be had (`outcome: ORDER_IN_PROGRESS?`, `problem-code:
 * FAULT_AT_NODE?`) asked for, or forgotten where the target cannot be.
 */
export function settleOptional(scenario: Scenario, input: PlanInput): Scenario {
  if (!scenario.steps.some(isOptional)) return scenario;
  const granted = { ...scenario, steps: scenario.steps.map(asRequired) };
  const isKnown = granted.steps.every(({ outcome = '' }) => !input.profile.unsent?.outcomes.includes(outcome));
  // No operator is troubled for that.
  const unattended = { ...input, target: { ...input.target, steering: without(input.target.steering, ['operator']) } };
  if (isKnown && !steerGiven(granted, unattended).excused) return granted;
  return { ...scenario, steps: scenario.steps.map(withoutWishes) };
}

/** The ways to ask that are beside the request. */
const BESIDE: readonly SteeringWay[] = ['addresses', 'operator'];

function without(steering: Target['steering'], ways: readonly SteeringWay[]): Target['steering'] {
  return { ...steering, by: waysOf(steering).filter((way) => !ways.includes(way)) };
}

const WISHES = ['outcome', 'problemCode'] as const;

const isWish = (wish: string | undefined): boolean => wish?.endsWith(OPTIONAL) ?? false;

function isOptional(step: ScenarioStep): boolean {
  return WISHES.some((part) => isWish(step[part]));
}

function asRequired(step: ScenarioStep): ScenarioStep {
  const wished = WISHES.filter((part) => isWish(step[part]));
  return { ...step, ...Object.fromEntries(wished.map((part) => [part, step[part]?.slice(0, -OPTIONAL.length)])) };
}

function withoutWishes(step: ScenarioStep): ScenarioStep {
  const rest = Object.entries(step).filter(([part]) => !WISHES.some((wish) => wish === part && isWish(step[wish])));
  return Object.fromEntries(rest) as unknown as ScenarioStep;
}

/** What the operator will be asked for, case by case. */
export function asksOf({ journeys }: Pick<Plan, 'journeys'>): readonly string[] {
  return journeys
    .filter(({ excused }) => excused === undefined)
    .flatMap((journey) => callsOf(journey).flatMap(({ ask }) => (ask === undefined ? [] : [`${journey.id}: ${ask}`])));
}
