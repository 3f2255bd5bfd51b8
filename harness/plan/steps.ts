import { isRejecting } from '../contract/readings.ts';
import { callsOf } from '../journey/calls.ts';
import { DONE } from '../kci/pattern.ts';
import type { Json, JsonObject, Pattern, Scenario, ScenarioKci, ScenarioStep, Step } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { camel } from '../values/spelling.ts';
import { answersBy, isRefusal, planCall } from './call.ts';
import { type Context, knownIn } from './context.ts';
import { substitute } from './substitute.ts';
import { openChanges, placedIn, toldCourse, toldMoment } from './told-course.ts';

/** A step of a scenario with the name it has in its journey. */
export interface NamedStep {
  readonly step: ScenarioStep;
  /** Its `as`, else its verb or kind, with a number from the second on. */
  readonly name: string;
  /** The steps of a `parallel`; else empty. */
  readonly group: readonly NamedStep[];
}

/** Gives each step a unique name; a step keeps its name when others are added after it. */
export function nameSteps(steps: readonly ScenarioStep[]): NamedStep[] {
  const taken = new Set<string>();
  const nameOne = (step: ScenarioStep): NamedStep => {
    const word = step.as ?? step.verb ?? step.kind;
    let name = word;
    for (let number = 2; taken.has(name); number++) name = `${word}-${number}`;
    taken.add(name);
    return { step, name, group: (step.steps ?? []).map(nameOne) };
  };
  return steps.map(nameOne);
}

/** What steps are planned with: the scenario, and the values known by name. */
interface Surroundings {
  readonly scenario: Scenario;
  readonly values: JsonObject;
}

/** Steps with all values filled in that are known before the run. */
export function planSteps(named: readonly NamedStep[], prepared: Surroundings, context: Context): Step[] {
  const steps: Step[] = [];
  for (const each of named) steps.push(planStep(each, prepared, context, steps));
  return steps;
}

function planStep(
  { step, name, group }: NamedStep,
  { scenario, values }: Surroundings,
  context: Context,
  before: readonly Step[],
): Step {
  const { span } = step;
  if (step.kind === 'call') return planCall({ step, name, scenario, values }, context);
  if (step.kind === 'parallel') {
    const tally = step.tally === undefined || !isCounted(step, context) ? {} : { tally: step.tally };
    const steps = group.map((each) => planCall({ ...each, scenario, values, ...tally }, context));
    const covers = step.covers === undefined ? {} : { covers: step.covers };
    return {
      kind: 'parallel',
      name,
      steps,
      ...(step.as === undefined ? {} : { as: step.as }),
      ...tally,
      ...covers,
      span,
    };
  }
  if (step.kind === 'await') {
    const { for: order = '', pattern: written = DONE, until, withinMs = 0 } = step.awaited ?? {};
    const placed = placedIn(before, order);
    const open = until === 'answered' && placed ? openChanges(placed) : [];
    const told = until && placed && toldMoment(context.profile, placed, until, open);
    const pattern = told ?? planPattern(written, name, values, context);
    const otherwise = until && placed && open.length > 0 ? toldMoment(context.profile, placed, until) : undefined;
    const ifOpen = open.length > 0 && { ifAccepted: open.map((each) => each.name), ...(otherwise && { otherwise }) };
    return { kind: 'await', name, for: order, pattern, withinMs, ...ifOpen, span };
  }
  const until =
    step.until === undefined ? {} : { until: String(substitute(step.until, knownIn(context, name, values))) };
  const short = step.short && { short: step.short };
  const like = step.like && { like: step.like, lessMs: step.lessMs ?? 0 };
  return {
    kind: 'wait',
    name,
    ...(step.forMs === undefined ? {} : { forMs: step.forMs }),
    ...until,
    ...short,
    ...like,
    span,
  };
}

/**
 * Whether the answers of a group are tallied. If it covers a silent row, only if the target agreed that such a request is
 * refused.
 */
function isCounted({ covers = [], steps = [] }: ScenarioStep, { contract, target }: Context): boolean {
  const [operation] = steps.flatMap(({ verb }) => contract.operations[verb ?? ''] ?? []);
  return covers.every((row) => {
    const reading = target.readings[row];
    if (reading === undefined || !operation) return contract.register.find(({ id }) => id === row)?.level !== 'silent';
    return isRefusal(answersBy(reading, operation, contract) ?? []);
  });
}

/**
 * The KCI expectations of a journey with all values filled in that are known before the run. Refused requests have none.
 */
export function planKci(
  { scenario: { kci }, values }: Surroundings,
  steps: readonly Step[],
  context: Context,
): ScenarioKci[] {
  const refused = new Set(
    callsOf({ steps }).flatMap(({ as, expect }) => (as && isRefusal(expect.answers) ? `$${as}` : [])),
  );
  const isOwed = ({ agreed, for: order }: ScenarioKci) =>
    agreed === undefined || (isRejecting(context.target.readings[agreed]) && !refused.has(order));
  return kci.filter(isOwed).map(({ told, ...each }, i) => {
    const placed = told && placedIn(steps, each.for);
    if (placed) return { ...each, ...toldCourse(context.profile, placed, told.outcome) };
    return { ...each, pattern: planPattern(each.pattern, `kci/${i}`, values, context) };
  });
}

function planPattern(pattern: Pattern, place: string, values: JsonObject, context: Context): Pattern {
  return inOurNames(substitute(pattern as unknown as Json, knownIn(context, place, values)) as unknown as Pattern);
}

/** A pattern whose `match` uses the names in `KciEvent`: `delivery-id` becomes `deliveryId`. */
function inOurNames(pattern: Pattern): Pattern {
  if (pattern.kind === 'repeat') return { ...pattern, of: inOurNames(pattern.of) };
  if (pattern.kind !== 'event') return { ...pattern, of: pattern.of.map(inOurNames) };
  if (!isObject(pattern.match)) return pattern;
  const match = Object.entries(pattern.match).map(([name, shape]): [string, Json] => [
    camel(name.replace(/^event(?=\??$)/, 'wireName')),
    shape ?? null,
  ]);
  return { ...pattern, match: Object.fromEntries(match) };
}
