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

type StepVerb = ScenarioStep['verb'];
/** What a step asks a steerable target for. */
type Steer = NonNullable<CallStep['steer']>;
type SteerPart = keyof Steer;

/** The possible outcomes of a verb in the profile, one list for each lifecycle, the usual outcome first. */
function outcomesOf({ profile }: Pick<PlanInput, 'profile'>, verb: StepVerb): readonly (readonly string[])[] {
  if (verb === 'order') return profile.lifecycles.map(({ outcomes }) => Object.keys(outcomes));
  if (verb === 'amend') return [Object.keys(profile.requests.amendment)];
  return verb === 'cancel' ? [Object.keys(profile.requests.cancellation)] : [];
}

/** The target's client for which the token endpoint does what the step asks for; undefined if there is none. */
export function clientFor({ verb, fault }: ScenarioStep, { clients = [] }: Target): string | undefined {
  return verb === 'token' ? clients.find((each) => each.for === fault)?.for : undefined;
}

/** What a step asks for: its own words, else the scenario's if they are meant for its verb. */
export function steerOf(
  step: ScenarioStep,
  scenario: Scenario,
  input: Pick<PlanInput, 'profile' | 'target'>,
): Steer | undefined {
  if (clientFor(step, input.target) !== undefined) return undefined;
  const known = outcomesOf(input, step.verb).flat();
  // An outcome that the profile does not know is asked for with the order, as usual.
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

/** What must really be asked for: everything except the usual outcome, which comes unasked. */
function asked(steer: Steer, verb: StepVerb, input: Pick<PlanInput, 'profile'>): [SteerPart, string][] {
  const usual = outcomesOf(input, verb).map(([first]) => first);
  const parts = Object.entries(steer) as [SteerPart, string][];
  return parts.filter(([part, word]) => part !== 'outcome' || !usual.includes(word));
}

/** Why the target cannot be asked for this; undefined if it can. */
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

/** The first way in which the target can be asked for one part of a steer. */
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

/** The words of a steer that are asked for in one way. */
function askedBy(way: SteeringWay, steer: Steer, step: ScenarioStep, input: PlanInput): readonly string[] {
  return asked(steer, step.verb, input).flatMap((each) => (wayOf(each, step, input) === way ? [each[1]] : []));
}

function isMagic({ roles }: World, word: string): boolean {
  return Object.values(roles).some(({ steers }) => steers === word);
}

/** The factor for the distance of events if something must be asked between two of them. */
const SLOWLY = 10;
/** The same distance in seconds, if the target has no pace of its own. */
const SLOW = 2;

/**
 * The request with what asks for the steer and, if events follow, for their pace, never slower than the profile promises:
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
  // Half of what the profile allows leaves time for the gateway itself.
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

/** A pace in the gateway's words, by default in seconds. */
function paceIn(seconds: number, words: Json | undefined): string {
  if (typeof words !== 'string') return String(seconds);
  return words.replaceAll('${seconds}', String(seconds)).replaceAll('${milliseconds}', String(seconds * 1000));
}

/** What to ask the operator for, in the gateway's words if there are any; undefined if nothing. */
export function askFor(steer: Steer | undefined, step: ScenarioStep, input: PlanInput): string | undefined {
  const words = steer === undefined ? [] : askedBy('operator', steer, step, input);
  if (words.length === 0) return undefined;
  const named = words.map((word) => String(input.target.steering.values?.[word] ?? word)).join(' with ');
  return steer?.fault === undefined
    ? `have the next ${step.verb} end as ${named}`
    : `have the next ${step.verb} answered with ${named}`;
}

/**
 * For a target steered by addresses: the role whose sites ask for `word`, in place of `role`. Undefined if no such role
 * shares the facts of `role`.
 */
function magicRole(role: string, word: string | undefined, { world: { roles } }: PlanInput): string | undefined {
  if (word === undefined || roles[role]?.steers === word) return role;
  return Object.keys(roles).find((name) => roles[name]?.steers === word && roles[name]?.like === role);
}

/** The givens of a journey after steering by addresses. */
interface SteeredGiven {
  readonly given: JsonObject;
  readonly excused?: Excuse;
}

/**
 * Steers by addresses: takes the site of the steered step from the role that steers. Other ways change nothing here. With
 * the reason if the target cannot be asked.
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
    // If no address can ask for it, the request itself may.
    const inRequest = { ...input, target: { ...input.target, steering: without(input.target.steering, BESIDE) } };
    if (typeof moved !== 'string') given = moved;
    else if (unsteerable(steer, step, inRequest)) return { given, excused: notSteerable(moved) };
  }
  return { given };
}

/** The givens with the step's site moved to the role that steers, or why that is impossible. */
function moveSite(
  given: JsonObject,
  { step, steer, word }: { readonly step: ScenarioStep; readonly steer: Steer; readonly word: string },
  steps: readonly ScenarioStep[],
  input: PlanInput,
): JsonObject | string {
  const sites = Object.keys(given).filter((name) => roleOf(given[name]) !== undefined);
  const own = sites.find((name) => references(step.fields).includes(name));
  // An amendment or cancellation names no address: its order's site steers its outcome.
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

/** Ends an outcome that is only wanted if the target can be asked for it. */
const OPTIONAL = '?';

/**
 * The scenario with optional wishes (`outcome: ORDER_IN_PROGRESS?`, `problem-code: FAULT_AT_NODE?`) made required if the
 * target can be asked for them, else removed.
 */
export function settleOptional(scenario: Scenario, input: PlanInput): Scenario {
  if (!scenario.steps.some(isOptional)) return scenario;
  const granted = { ...scenario, steps: scenario.steps.map(asRequired) };
  const isKnown = granted.steps.every(({ outcome = '' }) => !input.profile.unsent?.outcomes.includes(outcome));
  // An operator is not asked for optional wishes.
  const unattended = { ...input, target: { ...input.target, steering: without(input.target.steering, ['operator']) } };
  if (isKnown && !steerGiven(granted, unattended).excused) return granted;
  return { ...scenario, steps: scenario.steps.map(withoutWishes) };
}

/** The ways to ask outside of the request. */
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

/** What the operator will be asked for, one line for each case and request. */
export function asksOf({ journeys }: Pick<Plan, 'journeys'>): readonly string[] {
  return journeys
    .filter(({ excused }) => excused === undefined)
    .flatMap((journey) => callsOf(journey).flatMap(({ ask }) => (ask === undefined ? [] : [`${journey.id}: ${ask}`])));
}
