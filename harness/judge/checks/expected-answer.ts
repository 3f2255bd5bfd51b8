import { earliestOf } from '../../kci/stream.ts';
import type { CallStep, Check, Contract, Expectation, Reason } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { oncePer } from '../../values/once.ts';
import { formatAnswers, isStatus } from '../../wire/answer.ts';
import { errorCodeOf } from '../../wire/answer-body.ts';
import { defectWords } from '../../wire/defect.ts';
import { behindMs } from '../../wire/skew.ts';
import { type AnswerMismatch, answerText, judgeAnswer, UNAUTHORISED } from '../answer.ts';
import { failed, inconclusive, type JudgeContext, observed, ofExchange, passed, type Subject } from '../check.ts';
import {
  type AnsweredExchange,
  askedFor,
  bodyOwed,
  type Exchange,
  isAccepted,
  isAnswer,
  isOf,
  isRefused,
  isTurnedAway,
} from '../exchange.ts';
import { type JourneyHistory, scopeOf } from '../history.ts';
import { type Delivery, nameOf, ordersByExchange } from '../orders.ts';
import { hasTokenRunOut } from '../token-life.ts';
import { rowsOfPart, rowsOfStatus } from './answer-rows.ts';
import { BROKEN_REASONS } from './no-answer.ts';

type AnswerPart = AnswerMismatch['part'];

/** `http.status`: the answer is one of those that the step expects; of a faulty request, the documented refusal. */
export function httpStatus(context: JudgeContext): Check[] {
  return eachStep(context, 'status', ({ answer, step, journey, mismatches: [miss] }) => {
    const subject = ofExchange('http.status', answer, rowsOfStatus(context, journey, answer, miss !== undefined));
    const { verb } = answer.sent;
    const { status } = answer.response;
    if (step.expect.answers.length === 0) {
      // What only leads to something else tells nothing by itself.
      const silent = (subject.requirements ?? []).flatMap((row) => silentRows(context.contract).get(row) ?? []);
      if (step.need && silent.length === 0) return [];
      const told = { verb, status, answer: answerText(answer) };
      const risk = isAccepted(answer) ? silent.find((row) => row.risk)?.risk : undefined;
      return [observed(subject, risk ? { is: 'answer-risky', risk, ...told } : { is: 'answer-not-stated', ...told })];
    }
    const trace = traceOfRefused(journey, answer, context.history.exchanges);
    if (trace !== undefined) {
      const told = { verb, status, owed: formatAnswers(step.expect.answers), answer: answerText(answer) };
      return [failed({ ...subject, requirements: [trace] }, { is: 'trace-of-refused', ...told })];
    }
    if (isOfNoRefused(answer, step, journey, context)) return [];
    // A refusal counts only beside an accepted control; an acceptance is wrong whatever became of the control.
    const isPaired = step.role !== undefined && !isAccepted(answer);
    const refusal = isPaired ? controlRefusal(journey) : undefined;
    if (refusal !== undefined) return [inconclusive(subject, ...refusal)];
    if (!miss) return [passed(subject)];
    const came = answerText(answer);
    const owed = formatAnswers(step.expect.answers);
    if (hasTokenRunOut(answer, context.history.exchanges))
      return [inconclusive(subject, 'token-unavailable', `the token had run out when ${verb} was answered ${came}`)];
    if (isTurnedAway(answer.response))
      return [inconclusive(subject, 'rate-limited', `${verb} was answered ${came}, also when it was sent again`)];
    if (step.role === 'control' && isPaired) return [];
    if (isSteeringIgnored(step, answer))
      return [inconclusive(subject, 'steering-ignored', `asked for ${askedOf(step)}, the target answered ${came}`)];
    // Who has no valid token learns nothing of an order, whether it is over or not.
    const isUnauthorised = step.expect.answers.every((each) => each.status === String(UNAUTHORISED));
    // Who breaks down as asked to does so whatever the order is like.
    const isBreakdown = step.steer?.fault !== undefined && status >= 500;
    const over = isUnauthorised || isBreakdown ? undefined : endBefore(answer, context);
    if (over !== undefined) return [inconclusive(subject, 'need-unmet', over)];
    if (isToldOtherwise(answer, step, context)) return [];
    const operation = answer.operation?.verb ?? verb;
    const told = { verb, operation, status, owed, actual: miss.actual, answer: came };
    return [failed(subject, { ...told, ...missIn(answer, step) })];
  });
}

/** The rows of which nothing was agreed on. */
const silentRows = oncePer(
  ({ register }: Contract) => new Map(register.flatMap((row) => (row.level === 'silent' ? [[row.id, row]] : []))),
);

/** Faulty requests that are accepted differ by what is wrong with them; refusals of another kind are alike. */
function missIn(answer: AnsweredExchange, { request }: CallStep) {
  const { operation, json } = answer;
  const { status } = answer.response;
  const isDone = isAccepted(answer);
  const { defect } = request;
  const told = defect && { place: defect.at, fault: defectWords(defect) };
  // Headers are looked at before it is known what is asked for.
  if (told?.place.startsWith('/headers/'))
    return { is: isDone ? 'header-accepted' : 'header-refused-otherwise', ...told } as const;
  // A status that the contract does not know there is the same whatever was asked.
  const isKnown = operation?.responses[String(status)] ?? operation?.conflicts?.[String(status)];
  if (!isDone && (status >= 500 || isKnown === undefined))
    return { is: 'error-status', ...(told && { fault: told.fault }) } as const;
  if (isDone && errorCodeOf(json) !== undefined) return { is: 'error-code-in-success' } as const;
  if (told) return { is: isDone ? 'fault-accepted' : 'fault-refused-otherwise', ...told } as const;
  // Who does not take a token does so whatever is asked.
  return { is: operation?.auth === 'bearer' && status === UNAUTHORISED ? 'token-refused' : 'wrong-status' } as const;
}

/** `http.headers`: the headers that the step expects. */
export function httpHeaders(context: JudgeContext): Check[] {
  return eachStep(context, 'headers', (looked) => partChecks(context, looked, 'headers'));
}

/** `http.body`: the shape of the body that the step expects. */
export function httpBody(context: JudgeContext): Check[] {
  return eachStep(context, 'body', (looked) =>
    // Without any JSON there is no shape to speak of; `http.json` says so where a body is expected.
    looked.answer.json === undefined && bodyOwed(looked.answer) ? [] : partChecks(context, looked, 'body'),
  );
}

interface Looked {
  readonly journey: JourneyHistory;
  readonly step: CallStep;
  readonly answer: AnsweredExchange;
  readonly mismatches: readonly AnswerMismatch[];
}

/** Looks at one part of every answer that a step expects something of. */
function eachStep(context: JudgeContext, part: AnswerPart, look: (looked: Looked) => Check[]): Check[] {
  const isSchema = context.validators.schema;
  return [...context.history.journeys.values()].flatMap((journey) => {
    const tallied = part === 'status' ? talliedSteps(journey) : undefined;
    return journey.exchanges.flatMap((answer) => {
      if (!isAnswer(answer)) return [];
      const { step, response, json } = answer;
      if (!step || (part !== 'status' && step.expect[part] === undefined)) return [];
      // Of a counted group only the counts are owed.
      if (tallied?.has(step.name)) return [];
      const scope = part === 'status' ? {} : scopeOf(journey);
      const expectation = part === 'status' ? { answers: step.expect.answers } : step.expect;
      const answered = { status: response.status, headers: response.headers, json };
      const mismatches = judgeAnswer(expectation, answered, { scope, isSchema });
      // An answer with another status has another body; saying so twice helps nobody.
      if (part !== 'status' && mismatches.some((each) => each.part === 'status')) return [];
      // Nor is a body owed where the world is not as the step needs it; `step.need` says so.
      const isNeedMet = (need: Expectation): boolean => judgeAnswer(need, answered, { scope, isSchema }).length === 0;
      if (part !== 'status' && step.need && !isNeedMet(step.need)) return [];
      return look({ journey, step, answer, mismatches: mismatches.filter((each) => each.part === part) });
    });
  });
}

const MOST_MISMATCHES = 5;

function partChecks(context: JudgeContext, looked: Looked, part: 'headers' | 'body'): Check[] {
  const { answer, step, journey, mismatches } = looked;
  const subjectAt = (miss?: AnswerMismatch): Subject =>
    ofExchange(`http.${part}`, answer, rowsOfPart(context, journey, answer, part, miss));
  const isSilent = step.expect.answers.length === 0;
  if (mismatches.length === 0) return isSilent ? [] : [passed(subjectAt())];
  const told = {
    is: 'other-part',
    verb: answer.sent.verb,
    status: answer.response.status,
    part: part === 'body' ? 'body' : 'header',
  } as const;
  return mismatches.slice(0, MOST_MISMATCHES).map((miss) => {
    const { pointer, expected, actual } = miss;
    const fact = { ...told, expected, actual, ...(pointer === '' ? {} : { pointer }) };
    return (isSilent ? observed : failed)(subjectAt(miss), fact);
  });
}

const askedOf = ({ steer }: CallStep): string | undefined => steer?.fault ?? steer?.problemCode;

/**
 * A target that was asked to misbehave and did as always, or found the request wanting, has not been shown wrong, nor
 * has one that refuses to name a problem which it may not know.
 */
function isSteeringIgnored({ steer, expect }: CallStep, answer: AnsweredExchange): boolean {
  if (steer?.fault === undefined) return steer?.problemCode !== undefined && isRefused(answer);
  const isServerFault = expect.answers.length > 0 && expect.answers.every(({ status }) => status.startsWith('5'));
  return isAccepted(answer) || (isServerFault && answer.response.status < 500);
}

/**
 * That the order was over, or as good as over, before its amendment or cancellation was refused: then the spec does not
 * say what is owed (SIL-13). An end that came late may say itself that it was earlier. Undefined where the order went on.
 */
function endBefore(answer: AnsweredExchange, { history, profile }: JudgeContext): string | undefined {
  const order = isOf(answer, 'amend', 'cancel') ? ordersByExchange(history.orders).get(answer) : undefined;
  const until = answer.response.at + profile.delivery.aheadMs;
  const happened = ({ event: { issuedAt = Infinity } }: Delivery): number => issuedAt + behindMs(history.skew);
  const end = order?.stream.find(
    (each) => profile.events[each.event.name ?? '']?.terminal && Math.min(earliestOf(each), happened(each)) <= until,
  );
  if (!order || !end || isAccepted(answer)) return undefined;
  const said = `${answer.sent.verb} was answered ${answerText(answer)}`;
  const laterMs = Math.min(end.at, happened(end)) - answer.response.at;
  if (laterMs <= 0) return `order ${order.id} had ended (${nameOf(end)}) when ${said}`;
  const { aheadMs } = profile.delivery;
  return `order ${order.id} ended (${nameOf(end)}) ${formatDuration(laterMs)} after ${said}; within ${formatDuration(aheadMs)} (KCI profile, ahead) the one may be of the other`;
}

/**
 * Whether the status is right and only the code is not, in a way that other checks tell: a code that does not go with its
 * status (`error.code`), or an error body that is not as described (`http.json`, `http.schema`).
 */
function isToldOtherwise(answer: AnsweredExchange, { expect }: CallStep, { contract }: JudgeContext): boolean {
  const { response, operation, json } = answer;
  if (!expect.answers.some(({ status }) => isStatus(status, response.status))) return false;
  const row = operation?.responses[String(response.status)]?.requirement;
  const isListed = contract.errors.some((rule) => rule.status === String(response.status) && rule.requirement === row);
  return isListed && (errorCodeOf(json) !== undefined || Boolean(bodyOwed(answer)));
}

const ofRefused = oncePer((register: Contract['register']) =>
  register.flatMap(({ id, after }) => (after === 'refused' ? [id] : [])),
);

/** Whether it is owed by a row that speaks of ids of refused requests alone, and none that had its id was refused. */
function isOfNoRefused(
  answer: AnsweredExchange,
  { expect }: CallStep,
  { exchanges }: JourneyHistory,
  { contract: { register } }: JudgeContext,
): boolean {
  const isOfRefused = (row: string): boolean => ofRefused(register).includes(row);
  if (!expect.requirements?.some(isOfRefused)) return false;
  const same = exchanges.filter((each) => each !== answer && each.operation === answer.operation);
  return !same.some((each) => askedFor(each, 'id') === askedFor(answer, 'id') && isRefused(each));
}

function talliedSteps({ journey }: JourneyHistory): ReadonlySet<string> {
  return new Set(
    journey.steps.flatMap((step) => (step.kind === 'parallel' && step.tally ? step.steps.map(({ name }) => name) : [])),
  );
}

/**
 * Why the control of a case about a fault was not accepted, and the refusal of the faulty request so proves nothing;
 * undefined where it was. A faulty request that was itself accepted has used up the ids of its control: then the
 * control is not asked. A control that the world between kept from its answer was not refused.
 */
function controlRefusal({ exchanges, ended }: JourneyHistory): readonly [reason: Reason, detail: string] | undefined {
  if (exchanges.some((each) => each.step?.role === 'negative' && isAccepted(each))) return undefined;
  const control = exchanges.findLast(({ step }) => step?.role === 'control');
  if (!control) {
    const isCut = !ended || ended.ended === 'interrupted';
    return [isCut ? 'interrupted' : 'control-refused', 'the same request without the fault was not sent'];
  }
  if (!isAnswer(control)) {
    const reason = control.broke && BROKEN_REASONS[control.broke.fault];
    return [reason ?? 'control-refused', 'the same request without the fault had no answer'];
  }
  if (isAccepted(control)) return undefined;
  return ['control-refused', `the same request without the fault was answered ${answerText(control)}`];
}

/**
 * The row of a control's refusal that is about the state of things (a slot that is gone) and not about the request: that
 * state can only be what the faulty request left behind, although it was refused. Undefined for any other control.
 */
function traceOfRefused(
  { exchanges }: JourneyHistory,
  control: AnsweredExchange,
  all: readonly Exchange[],
): string | undefined {
  const { status } = control.response;
  const conflict = control.step?.role === 'control' ? control.operation?.conflicts?.[String(status)] : undefined;
  if (!conflict) return undefined;
  const faulty = exchanges.filter(({ step }) => step?.role === 'negative');
  // What a used id leads to is not said (SIL-11).
  if (faulty.some((each) => askedFor(each, 'id') === askedFor(control, 'id'))) return undefined;
  // What a faulty request was told too may have been so before.
  const isTrace = faulty.every(
    ({ response: { status: told = 0 } = {} }) => told >= 400 && told < 500 && told !== status,
  );
  return faulty.length > 0 && isTrace && !all.some((other) => isSameOfFree(other, control)) ? conflict : undefined;
}

/**
 * Whether a request that followed no faulty one was answered so as well, although it had to be accepted: then it is no
 * trace.
 */
function isSameOfFree(
  { step, operation, response }: Exchange,
  { operation: own, response: { status } }: AnsweredExchange,
): boolean {
  const isFree = step !== undefined && step.role === undefined && step.request.defect === undefined;
  return (
    isFree &&
    operation === own &&
    response?.status === status &&
    step.expect.answers.length > 0 &&
    step.expect.answers.every((answer) => answer.status.startsWith('2'))
  );
}
