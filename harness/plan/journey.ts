import { doesWithout, eventNames } from '../kci/pattern.ts';
import { retrySpacing } from '../kci/webhook.ts';
import type { CallStep, Defect, Depth, Journey, Json, JsonObject, Scenario, ScenarioStep, Step } from '../model.ts';
import { flatSteps } from '../scenario/uses.ts';
import { asksForAny, asksForDates, valueAt } from '../values/bind.ts';
import { formatDuration } from '../values/duration.ts';
import { isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';
import { isStatus, mustSucceed, parseAnswers } from '../wire/answer.ts';
import { fillOf, isRefusal, planCalls } from './call.ts';
import type { Context, Excuse, PlanInput, Pools } from './context.ts';
import type { FillTemplate } from './expectation.ts';
import { bindGiven } from './given.ts';
import { type Negative, owedFor } from './negatives.ts';
import { settleOptional, steerGiven } from './steering.ts';
import { type NamedStep, nameSteps, planKci, planSteps } from './steps.ts';
import { pasteScenario } from './substitute.ts';
import { shareOut, tenantOfScenario } from './tenants.ts';

/** A row of a scenario, filled in. */
export interface Case {
  readonly id: string;
  /** The number of this attempt, from 1; absent if there is only one. */
  readonly attempt?: number;
  readonly title: string;
  readonly scenario: Scenario;
  readonly row: JsonObject;
  /** The least depth at which it is walked. */
  readonly depth?: Depth;
  /** Its position among rows with an outcome, or among refusals of one kind; selects the tenant. */
  readonly turn?: { readonly of: string; readonly nth: number };
  /**
   * Its refusals are also tried by tenants that have not met them in the case itself: once at each place, or with all
   * values, one kind after another.
   */
  readonly ofOthers?: 'once' | 'kinds';
}

/** The case itself: all steps in order, and the owed events. */
export function planPlain(one: Case, input: PlanInput, pools: Pools): Journey {
  const prepared = prepare(one, one.scenario, input, pools);
  const steps = planSteps(prepared.named, prepared, prepared.context);
  const kci = planKci(prepared, steps, prepared.context);
  const excused = prepared.excused ?? momentNotTold(steps, input);
  return journeyOf(one, { ...prepared, ...(excused ? { excused } : {}) }, { covers: one.scenario.covers, steps, kci });
}

/**
 * A negative case: the steps before `index`, then that step's request with one defect, perhaps again with others, and
 * finally without any, which must be accepted (the control). Each request has its own id. So a refusal is known to be for
 * the defect, and events of a refused request are recognised by its id.
 */
export function planNegative(one: Case, index: number, negative: Negative, input: PlanInput, pools: Pools): Journey {
  const upTo = { ...one.scenario, steps: one.scenario.steps.slice(0, index + 1), kci: [] };
  const prepared = prepare(one, upTo, input, pools);
  const { scenario, values, context } = prepared;
  const before = planSteps(prepared.named.slice(0, index), prepared, context);
  const last = prepared.named[index];
  if (!last) throw new Error(`${one.id}: the scenario has no step ${index}`);
  const called = { ...last, scenario, values };
  const fill = fillOf(called, context);
  const callAs = planCalls(called, context);
  const refused = negative.tries.map((one, i): CallStep => {
    const nth = i === 0 ? 'negative' : `negative:${i + 1}`;
    const { expect, need, as, ...faulty } = callAs(`${last.name}/${nth}`);
    return {
      ...faulty,
      name: `${last.name}~${nth}`,
      request: { ...faulty.request, defect: filledDefect(one.defect, fill) },
      expect: owedFor(one, fill),
      role: 'negative',
    };
  });
  const control: CallStep = { ...callAs(last.name), role: 'control' };
  return journeyOf(one, prepared, { covers: [], steps: [...before, ...refused, control], kci: [] });
}

function filledDefect(defect: Defect, fill: FillTemplate): Defect {
  return defect.value === undefined ? defect : { ...defect, value: fill(defect.value, '/defect') };
}

/** What the steps of a journey are planned from. */
interface Prepared extends Pick<Journey, 'tenant' | 'values' | 'leases'> {
  readonly context: Context;
  readonly scenario: Scenario;
  readonly named: readonly NamedStep[];
  readonly excused?: Excuse;
}

/** Binds the values of a case, and finds why it cannot run, if it cannot. */
function prepare(one: Case, written: Scenario, input: PlanInput, pools: Pools): Prepared {
  const scenario = shareOut(settleOptional(written, input), one.turn ?? { of: one.id, nth: 0 }, input);
  const context: Context = { ...input, journey: journeyIdOf(one), pools, ids: new Map() };
  const tenant = tenantOfScenario(scenario, input.target);
  const steered = steerGiven(scenario, input);
  const given = bindGiven(context, steered.given, { row: one.row, tenant: tenant.name });
  const excused =
    unmetRequirement(scenario, input) ??
    refusedByAgreement(scenario, input) ??
    retriesNotPromised(scenario, input) ??
    eventsNotSent(scenario, input) ??
    tenant.excused ??
    given.excused ??
    steered.excused;
  const settled = pasteScenario(scenario, given.pending);
  return {
    context,
    scenario: settled,
    named: nameSteps(settled.steps),
    values: { ...given.values, row: one.row, tenant: tenant.name },
    leases: given.leases,
    tenant: tenant.name,
    ...(excused ? { excused } : {}),
  };
}

function unmetRequirement({ requires }: Scenario, { target, contract }: PlanInput): Excuse | undefined {
  const lacked = requires.filter((capability) => target.lacks.includes(capability));
  if (lacked.length > 0) {
    const detail = `the target "${target.target}" declares that it lacks ${lacked.join(', ')}`;
    return { outcome: 'not-applicable', reason: 'capability-declared-absent', detail };
  }
  const open = requires
    .filter((row) => !isTaken(target.readings[row]) && contract.register.some(({ id }) => id === row))
    .map(
      (row) => `${row} (${target.readings[row] === undefined ? 'nothing agreed' : `agreed: ${target.readings[row]}`})`,
    );
  if (open.length === 0) return undefined;
  const detail = `the target "${target.target}" has agreed on no reading of ${open.join(', ')} with which this can be tried`;
  return { outcome: 'not-applicable', reason: 'reading-not-agreed', detail };
}

/** Excuse for a case with a step that must be accepted although the target agreed to refuse it. */
function refusedByAgreement({ steps }: Scenario, { target }: PlanInput): Excuse | undefined {
  const isRefused = (row: string): boolean => target.readings[row] !== undefined && !isTaken(target.readings[row]);
  const row = flatSteps(steps)
    .filter(({ need }) => mustSucceed(need?.answers ?? []))
    .flatMap(({ covers }) => covers ?? [])
    .find(isRefused);
  if (row === undefined) return undefined;
  const detail = `the target "${target.target}" has agreed that what this needs is refused (${row})`;
  return { outcome: 'not-applicable', reason: 'reading-not-agreed', detail };
}

/** Whether a reading is a yes or an acceptance. */
function isTaken(reading: string | undefined): boolean {
  return reading !== undefined && reading !== 'refused' && !isRefusal(parseAnswers(reading) ?? []);
}

/** The id of an attempt. The first one has the case's id, and so the same data as a single walk. */
export function journeyIdOf({ id, attempt = 1 }: Case): string {
  return attempt === 1 ? id : `${id}@${attempt}`;
}

function journeyOf(
  one: Case,
  { context, values, leases, tenant, excused }: Prepared,
  what: Pick<Journey, 'covers' | 'kci'> & { readonly steps: readonly Step[] },
): Journey {
  const { id, attempt, title, scenario } = one;
  return {
    id: journeyIdOf(one),
    ...(attempt === undefined ? {} : { attempt: { of: id, number: attempt } }),
    scenario: scenario.id,
    title,
    ...(scenario.isOwn ? { isOwn: true } : {}),
    tags: scenario.tags,
    ...what,
    ...(excused ? { excused } : {}),
    tenant,
    values: {
      ...values,
      ids: Object.fromEntries(context.ids),
      ...(asksForDates(scenario.text ?? '') ? { 'time-zone': context.world.timeZone } : {}),
      ...(asksForAny(scenario.text ?? '') ? { any: hash32(id) } : {}),
    },
    leases,
    span: scenario.span,
  };
}

/** The cases of a scenario's rows; one case if it has none. */
export function casesOfRows(scenario: Scenario): Case[] {
  const { id: of, title, rows, depth = 'quick' } = scenario;
  if (rows.length === 0) return [{ id: of, title, scenario, row: {}, depth }];
  return rows.map(({ id, values, covers = [], requires = [] }, i) => {
    const claimed = {
      ...scenario,
      // The row's own rows first: they are more specific.
      covers: [...new Set([...covers, ...scenario.covers])],
      requires: [...scenario.requires, ...requires],
    };
    const all = pasteScenario(claimed, { row: values });
    const pasted = { ...all, steps: all.steps.map((step) => withoutNone(step, values)) };
    // A title with the row's values is distinct already.
    const title = pasted.title === scenario.title ? `${scenario.title}: ${id}` : pasted.title;
    return {
      id: `${scenario.id}#${id}`,
      title,
      scenario: pasted,
      row: values,
      depth: i === 0 ? depth : (scenario.depth ?? 'standard'),
    };
  });
}

/** A step, and steps in it, without fields and members for which its row has no value. */
function withoutNone(step: ScenarioStep, row: JsonObject): ScenarioStep {
  const isNone = (value: Json): boolean =>
    typeof value === 'string' && value.startsWith('$row.') && valueAt(value.slice(1), { row }) === null;
  const kept = (value: Json): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (isNone(each) ? [] : [[name, kept(each)]])))
      : value;
  const steps = step.steps?.map((each) => withoutNone(each, row));
  return { ...step, fields: kept(step.fields) as JsonObject, ...(steps ? { steps } : {}) };
}

/** How long the last attempt is waited for if the target does not limit waits. */
const LAST_ATTEMPT_MS = 7_200_000;

/**
 * Excuse for a case that refuses deliveries more often than the profile promises attempts, or acknowledges late where none may
 * come twice.
 */
function retriesNotPromised({ steps }: Scenario, { profile, target: { deadlines } }: PlanInput): Excuse | undefined {
  const { retry } = profile.delivery;
  const receivers = flatSteps(steps).flatMap(({ receiver }) => receiver ?? []);
  const most = Math.max(0, ...receivers.map(({ refuse }) => refuse || 1));
  const isPromised = (status: number): boolean =>
    !isStatus('4xx', status) || retry?.evenAfter?.some((each) => isStatus(each, status)) === true;
  const last = receivers.map((each) => Number(each.with)).find((status) => !isPromised(status));
  if (retry && retry.attempts > most && last === undefined && receivers.some(({ refuse }) => refuse === 0)) {
    let tries = 0;
    for (let count = 1; count < retry.attempts; count += 1) tries += retrySpacing(retry.spacingMs, count);
    if (tries <= (deadlines.waitMs ?? LAST_ATTEMPT_MS)) return undefined;
    const detail = `the KCI profile "${profile.profile}" tries for ${formatDuration(tries)}`;
    return { outcome: 'not-applicable', reason: 'wait-too-long', detail };
  }
  if (profile.delivery.duplicates === 'never' && receivers.some((each) => each.with === 'late'))
    return notPromised(profile.profile, 'no delivery that comes twice');
  if (most === 0 || (retry && retry.attempts > most && last === undefined)) return undefined;
  const promised = !retry
    ? 'nothing of deliveries that are refused'
    : last === undefined
      ? `that a delivery is tried ${retry.attempts} times`
      : `nothing of a delivery after ${last}`;
  const detail = `the KCI profile "${profile.profile}" promises ${promised}`;
  return { outcome: 'not-applicable', reason: 'not-promised', detail };
}

/** Excuse for a case that needs an event or outcome that the profile's gateway never sends. */
function eventsNotSent({ steps, kci, outcome }: Scenario, { profile }: PlanInput): Excuse | undefined {
  const { events, outcomes } = profile.unsent ?? { events: [], outcomes: [] };
  if (events.length + outcomes.length === 0) return undefined;
  const each = flatSteps(steps);
  const asked = [outcome, ...each.map((step) => step.outcome)].find((name) => name && outcomes.includes(name));
  if (asked !== undefined) return notPromised(profile.profile, `no outcome ${asked}`);
  const owed = [...kci.map(({ pattern }) => pattern), ...each.flatMap(({ awaited }) => awaited?.pattern ?? [])];
  const lacking = events.find((name) => owed.some((pattern) => !doesWithout(pattern, (event) => event === name)));
  return lacking === undefined ? undefined : notPromised(profile.profile, `no event ${lacking}`);
}

/** Excuse for a case that waits for a moment of which the profile has no event. */
function momentNotTold(steps: readonly Step[], { profile }: PlanInput): Excuse | undefined {
  const untold = steps.find((step) => step.kind === 'await' && eventNames(step.pattern).length === 0);
  return untold && notPromised(profile.profile, `no event for what ${untold.name} waits for`);
}

function notPromised(profile: string, what: string): Excuse {
  return { outcome: 'not-applicable', reason: 'not-promised', detail: `the KCI profile "${profile}" has ${what}` };
}
