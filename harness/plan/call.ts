import { HEADER_ROLES } from '../contract/operations.ts';
import { agreedAnswers, isOfAnswers, isRejecting } from '../contract/readings.ts';
import type {
  Answer,
  CallStep,
  Contract,
  DeliveryRefusal,
  HeaderRole,
  JsonObject,
  Operation,
  Scenario,
  ScenarioStep,
  Spelling,
} from '../model.ts';
import { type Context, knownIn, uuidOf } from './context.ts';
import { type FillTemplate, neededBy, owedBy } from './expectation.ts';
import { httpRequest, verbRequest } from './request.ts';
import { askFor, clientFor, steered, steerOf } from './steering.ts';
import { substitute } from './substitute.ts';
import { tenantOf } from './tenants.ts';
import { momentNames } from './told-course.ts';

/** A step that sends a request, with its surroundings. */
interface StepContext {
  readonly step: ScenarioStep;
  /** Unique within the journey. */
  readonly name: string;
  readonly scenario: Scenario;
  /** The values known by name, such as `given` and the row. */
  readonly values: JsonObject;
  /** The tally of the group that the step is in. */
  readonly tally?: ScenarioStep['tally'];
}

/** Plans a step, with its request filled in. */
export function planCall(called: StepContext, context: Context): CallStep {
  return planCalls(called, context)(called.name);
}

/** Plans a step whose request is sent several times; the name of each request goes into its values. */
export function planCalls(called: StepContext, context: Context): (request: string) => CallStep {
  const { step, name, scenario } = called;
  const operation = operationOf(step, context);
  const tenant = tenantOf(context.target, step.tenant ?? scenario.tenant, scenario.tenant).name;
  const steer = steerOf(step, scenario, context);
  const fill = fillOf(called, context);
  const agreed = agreedOf(called, operation, context);
  const need = agreed ? undefined : neededBy(step, operation, fill);
  const ask = askFor(steer, step, context);
  const fields = fill(step.fields, '') as JsonObject;
  const all = operation ? { ...formOf(operation, context), ...fields } : fields;
  const spelling = step.spelling as Spelling | undefined;
  const client = clientFor(step, context.target);
  const own = client === undefined ? undefined : { client };
  const credentials = step.auth ? (fill(step.auth, '/auth') as JsonObject) : own;
  const expect = agreed?.expect ?? owedBy(step, operation, { tally: called.tally, isOwn: scenario.isOwn }, fill);
  return (request) => {
    const headers = usualHeaders(operation, { tenant, request }, context);
    const usual = operation
      ? verbRequest(operation, all, headers, (written) =>
          // Each request gets its own `$id`, so that two orders of a journey never share one.
          fill(written === '$id' ? `$id.${request}` : written, '/default'),
        )
      : httpRequest(all, headers);
    const template = { ...steered(usual, steer, step, context), ...(spelling ? { spelling } : {}) };
    const planned: CallStep = {
      kind: 'call',
      name,
      request: credentials ? { ...template, credentials } : template,
      ...(step.as === undefined ? {} : { as: step.as }),
      tenant,
      expect,
      ...(need ? { need } : {}),
      ...(steer ? { steer } : {}),
      ...(ask === undefined ? {} : { ask }),
      ...(agreed?.isToBeRejected ? { isToBeRejected: true } : {}),
      span: step.span,
    };
    return step.receiver ? { ...planned, receiver: atMoment(step.receiver, planned, context) } : planned;
  };
}

/**
 * What is owed by an agreement on a silent row that the step covers. Of several rows, the
 * first that is not agreed to be accepted decides, else the last; nothing is owed on a row without agreement.
 */
function agreedOf({ step, scenario }: StepContext, operation: Operation | undefined, { target, contract }: Context) {
  if (scenario.isOwn || operation === undefined) return undefined;
  const rows = (step.covers ?? []).filter((each) => isOfAnswers(each, contract));
  const owed = rows.map((row) => answersBy(target.readings[row] ?? '', operation, contract));
  const refusal = owed.findIndex((answers) => answers === undefined || isRefusal(answers));
  const at = refusal < 0 ? rows.length - 1 : refusal;
  const answers = owed[at];
  const isToBeRejected = isRejecting(target.readings[rows[at] ?? '']);
  return answers && { expect: { answers, requirements: rows.slice(at, at + 1) }, isToBeRejected };
}

/** Whether all of these answers are refusals (4xx). */
export function isRefusal(answers: readonly Answer[]): boolean {
  return answers.length > 0 && answers.every(({ status }) => status.startsWith('4'));
}

/** The answers that a reading means for a step; undefined if it means none. */
export function answersBy(reading: string, operation: Operation, contract: Contract): readonly Answer[] | undefined {
  return reading === 'refused' ? [{ status: '4xx' }] : agreedAnswers(reading, operation, contract);
}

/** How late our receiver acknowledges, where it shall: later than many gateways wait for. */
const LATE_MS = 3_000;

/** How deliveries are turned away, with the event that tells of the moment in place of the moment. */
function atMoment({ of, ...how }: DeliveryRefusal, order: CallStep, { profile, target }: Context): DeliveryRefusal {
  const { retry, betweenWithinMs } = profile.delivery;
  // The next event may wait for it, and must be in time all the same.
  const afterMs = Math.min(LATE_MS, betweenWithinMs / 2, (target.deadlines.kciMs ?? Number.POSITIVE_INFINITY) / 2);
  const late = how.with === 'late' ? { afterMs } : {};
  const receiver = { ...how, ...late, refuse: how.refuse || (retry?.attempts ?? 1) - 1 };
  if (of === undefined) return receiver;
  const [name = of] = of === 'begun' || of === 'waiting' || of === 'completed' ? momentNames(profile, order, of) : [];
  return { ...receiver, of: name };
}

/** Fills the values that are known now into templates of a step. */
export function fillOf({ step, name, scenario, values }: StepContext, context: Context): FillTemplate {
  const tenant = tenantOf(context.target, step.tenant ?? scenario.tenant, scenario.tenant).name;
  const known = knownIn(context, name, { ...values, tenant });
  return (written, place) => substitute(written, known, place);
}

/** The operation that a step calls; undefined for `http`. */
export function operationOf({ verb }: ScenarioStep, { contract }: Pick<Context, 'contract'>): Operation | undefined {
  return contract.operations[verb ?? ''];
}

/** The target's members for every token request. */
function formOf({ auth }: Operation, { target }: Context): JsonObject {
  return auth === 'basic' ? target.token.form : {};
}

/** Who sends a request. */
interface RequestSender {
  readonly tenant: string;
  /** Names the request within its journey. */
  readonly request: string;
}

/** The headers of every request of an operation; for an `http` step, all that the contract knows. */
function usualHeaders(operation: Operation | undefined, sender: RequestSender, context: Context): JsonObject {
  const roles = operation ? operation.parameters.flatMap(({ role }) => role ?? []) : HEADER_ROLES;
  // The target decides whether a token request has the tenant; the spec does not say (Authentication 6).
  const isTenantSent = operation?.auth !== 'basic' || context.target.token.sendTenantHeader;
  const sent: HeaderRole[] = [...roles.filter((role) => role !== 'tenant'), ...(isTenantSent ? TENANT : [])];
  return Object.fromEntries(sent.map((role) => [context.contract.headers[role], VALUES[role](sender, context)]));
}

const TENANT = ['tenant'] as const;

const VALUES: Readonly<Record<HeaderRole, (sender: RequestSender, context: Context) => string>> = {
  request: ({ request }, context) => uuidOf(context, `${request}/request`),
  conversation: (_, context) => uuidOf(context, 'conversation'),
  tenant: ({ tenant }) => tenant,
};
