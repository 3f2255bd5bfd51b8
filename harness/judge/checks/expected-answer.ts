import { earliestOf, isFinal } from '../../kci/stream.ts';
import type { CallStep, Check, Contract, Expectation, Reason } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { sameJson } from '../../values/equal.ts';
import { instantText } from '../../values/iso8601.ts';
import { oncePer } from '../../values/once.ts';
import { asksToRetryLater, formatAnswers, isStatus, mustSucceed, UNAUTHORISED } from '../../wire/answer.ts';
import { errorCodeOf } from '../../wire/answer-body.ts';
import { defectWords } from '../../wire/defect.ts';
import { behindMs } from '../../wire/skew.ts';
import { type AnswerMismatch, answerText, judgeAnswer } from '../answer.ts';
import { failed, inconclusive, type JudgeContext, observed, ofExchange, passed, type Subject } from '../check.ts';
import {
  type AnsweredExchange,
  askedFor,
  bodyOwed,
  type Exchange,
  hasVerb,
  isAccepted,
  isAnswer,
  isRefused,
} from '../exchange.ts';
import { type JourneyHistory, scopeOf } from '../history.ts';
import { type Delivery, eventName, ordersByExchange } from '../orders.ts';
import { hasTokenRunOut } from '../token-life.ts';
import { rowsOfPart, rowsOfStatus } from './answer-rows.ts';
import { BROKEN_REASONS } from './no-answer.ts';
import { expiredBefore } from './used-bookings.ts';

type AnswerPart = AnswerMismatch['part'];

/** `http.status`: the answer is one that the step expects; for a faulty request, the documented refusal. */
export function httpStatus(context: JudgeContext): Check[] {
  return eachStep(context, 'status', ({ answer, step, journey, mismatches: [miss] }) => {
    const subject = ofExchange('http.status', answer, rowsOfStatus(context, journey, answer, miss !== undefined));
    if (step.expect.answers.length === 0) return whereNothingIsOwed(subject, answer, step, context);
    const { verb } = answer.sent;
    const { status } = answer.response;
    const told = { verb, status, owed: formatAnswers(step.expect.answers), answer: answerText(answer) };
    const trace = traceOfRefused(journey, answer, context.history.exchanges);
    if (trace !== undefined)
      return [failed({ ...subject, requirements: [trace] }, { is: 'trace-of-refused', ...told })];
    if (isOfOtherRequests(answer, step, journey, context)) return [];
    // A refusal counts only with an accepted control; an acceptance is wrong whatever the control's answer.
    const isPaired = step.role !== undefined && !isAccepted(answer);
    const refusal = isPaired ? controlRefusal(journey) : undefined;
    if (refusal !== undefined) return [inconclusive(subject, ...refusal)];
    if (!miss) return [passed(subject)];
    const excuse = excuseFor(answer, step, journey, context);
    if (excuse === 'told-elsewhere') return [];
    if (excuse !== undefined) return [inconclusive(subject, ...excuse)];
    if (isToldOtherwise(answer, step, context)) return [];
    const found = { ...told, operation: answer.operation?.verb ?? verb, actual: miss.actual };
    return [failed(subject, { ...found, ...missIn(answer, step) })];
  });
}

/** Where a step expects no answer, what came is observed, with its risk. A step that only prepares proves nothing. */
function whereNothingIsOwed(
  subject: Subject,
  answer: AnsweredExchange,
  step: CallStep,
  { contract }: JudgeContext,
): Check[] {
  const silent = (subject.requirements ?? []).flatMap((row) => silentRows(contract).get(row) ?? []);
  if (step.need && silent.length === 0) return [];
  const told = { verb: answer.sent.verb, status: answer.response.status, answer: answerText(answer) };
  const risk = isAccepted(answer) ? silent.find((row) => row.risk)?.risk : undefined;
  return [observed(subject, risk ? { is: 'answer-risky', risk, ...told } : { is: 'answer-not-stated', ...told })];
}

/** Why an answer that was not expected does not prove the gateway wrong: the first reason that holds. */
function excuseFor(
  answer: AnsweredExchange,
  step: CallStep,
  journey: JourneyHistory,
  context: JudgeContext,
): readonly [Reason, string] | 'told-elsewhere' | undefined {
  const { verb } = answer.sent;
  const came = answerText(answer);
  if (hasTokenRunOut(answer, context.history.exchanges)) {
    // One of several that a scenario shows on purpose may come too late to prove anything.
    if (step.request.credentials && journey.exchanges.some(isShownInTime)) return 'told-elsewhere';
    return ['token-unavailable', `the token had run out when ${verb} was answered ${came}`];
  }
  if (asksToRetryLater(answer.response))
    return ['rate-limited', `${verb} was answered ${came}, also when it was sent again`];
  const isSuccessOwed = mustSucceed(step.expect.answers);
  const taken = isSuccessOwed ? takenMeanwhile(answer, journey, context) : undefined;
  if (taken !== undefined) return ['need-unmet', taken];
  // The refused control of a request that is wrong in another way.
  if (step.role === 'control' && !isAccepted(answer)) return 'told-elsewhere';
  const conditions = conditionsOf(step, context);
  const expired = isSuccessOwed && isRefused(answer) ? expiredBefore(answer, journey, context.history) : undefined;
  if (expired !== undefined && !conditions.includes('expired')) {
    const at = instantText(expired);
    return ['need-unmet', `the reservation that ${verb} names had expired (${at}) when it was answered ${came}`];
  }
  if (isSteeringIgnored(step, answer))
    return ['steering-ignored', `asked for ${askedOf(step)}, the target answered ${came}`];
  // A client without a valid token learns nothing of an order, so it does not matter whether the order is over.
  const isUnauthorised = step.expect.answers.every((each) => each.status === String(UNAUTHORISED));
  // A breakdown that was asked for happens whatever the state of the order.
  const isBreakdown = step.steer?.fault !== undefined && answer.response.status >= 500;
  if (isUnauthorised || isBreakdown || conditions.includes('ended')) return undefined;
  const over = endBefore(answer, context);
  return over === undefined ? undefined : ['need-unmet', over];
}

const isShownInTime = (each: Exchange): boolean =>
  each.step?.request.credentials !== undefined && each.operation?.auth === 'bearer' && isAccepted(each);

/**
 * Why a booking may rightly be a conflict although its slot was listed: another journey booked the slot since, and nothing
 * says that addresses have slots of their own. Not if its own journey asked for the slot before, which may be the reason.
 */
function takenMeanwhile(
  answer: AnsweredExchange,
  { exchanges: own, journey }: JourneyHistory,
  { history: { exchanges } }: JudgeContext,
): string | undefined {
  const { operation, response, sent } = answer;
  const slot = askedFor(answer, 'timeslot');
  if (slot === undefined || operation?.conflicts?.[String(response.status)] === undefined) return undefined;
  const isSlot = (each: Exchange): boolean => sameJson(askedFor(each, 'timeslot') ?? null, slot);
  if (own.some((each) => each.sent.seq < sent.seq && isSlot(each))) return undefined;
  const listed = own.findLast((each) => hasVerb(each, 'slots') && isAccepted(each) && each.sent.seq < sent.seq);
  if (!listed) return undefined;
  const taker = exchanges.find(
    (each) =>
      each.sent.journey !== journey.id &&
      isAccepted(each) &&
      Number(each.response?.seq) > listed.sent.seq &&
      each.sent.seq < response.seq &&
      isSlot(each),
  );
  return taker && `the slot was listed, and then booked by ${taker.sent.journey}: addresses may share their slots`;
}

/** The silent rows. */
const silentRows = oncePer(
  ({ register }: Contract) => new Map(register.flatMap((row) => (row.level === 'silent' ? [[row.id, row]] : []))),
);

/** Accepted faulty requests differ by their fault; refusals with another status are alike. */
function missIn(answer: AnsweredExchange, { request }: CallStep) {
  const { operation, json } = answer;
  const { status } = answer.response;
  const isDone = isAccepted(answer);
  const { defect } = request;
  const told = defect && { place: defect.at, fault: defectWords(defect) };
  // Headers are checked before the operation is known.
  if (told?.place.startsWith('/headers/'))
    return { is: isDone ? 'header-accepted' : 'header-refused-otherwise', ...told } as const;
  // A status that the contract does not have there is the same failure, whatever was asked.
  const isKnown = operation?.responses[String(status)] ?? operation?.conflicts?.[String(status)];
  if (!isDone && (status >= 500 || isKnown === undefined))
    return { is: 'error-status', ...(told && { fault: told.fault }) } as const;
  if (isDone && errorCodeOf(json) !== undefined) return { is: 'error-code-in-success' } as const;
  if (told) return { is: isDone ? 'fault-accepted' : 'fault-refused-otherwise', ...told } as const;
  // A gateway that refuses a token does so whatever is asked.
  return { is: operation?.auth === 'bearer' && status === UNAUTHORISED ? 'token-refused' : 'wrong-status' } as const;
}

/** `http.headers`: the headers that the step expects. */
export function httpHeaders(context: JudgeContext): Check[] {
  return eachStep(context, 'headers', (judged) => partChecks(context, judged, 'headers'));
}

/** `http.body`: the shape of the body that the step expects. */
export function httpBody(context: JudgeContext): Check[] {
  return eachStep(context, 'body', (judged) =>
    // Without JSON there is no shape to check; `http.json` fails if a body is expected.
    judged.answer.json === undefined && bodyOwed(judged.answer) ? [] : partChecks(context, judged, 'body'),
  );
}

interface ComparedAnswer {
  readonly journey: JourneyHistory;
  readonly step: CallStep;
  readonly answer: AnsweredExchange;
  readonly mismatches: readonly AnswerMismatch[];
}

/** Checks one part of every answer for which a step expects something. */
function eachStep(context: JudgeContext, part: AnswerPart, judge: (judged: ComparedAnswer) => Check[]): Check[] {
  const isSchema = context.validators.schema;
  return [...context.history.journeys.values()].flatMap((journey) => {
    const tallied = part === 'status' ? talliedSteps(journey) : undefined;
    return journey.exchanges.flatMap((answer) => {
      if (!isAnswer(answer)) return [];
      const { step, response, json } = answer;
      if (!step || (part !== 'status' && step.expect[part] === undefined)) return [];
      // For a counted group, only the counts are owed.
      if (tallied?.has(step.name)) return [];
      const scope = part === 'status' ? {} : scopeOf(journey);
      const expectation = part === 'status' ? { answers: step.expect.answers } : step.expect;
      const answered = { status: response.status, headers: response.headers, json };
      const mismatches = judgeAnswer(expectation, answered, { scope, isSchema });
      // An answer with another status has another body, and fails for its status only.
      if (part !== 'status' && mismatches.some((each) => each.part === 'status')) return [];
      // If the world is not as the step needs it, `step.need` says so, and no body is owed.
      const isNeedMet = (need: Expectation): boolean => judgeAnswer(need, answered, { scope, isSchema }).length === 0;
      if (part !== 'status' && step.need && !isNeedMet(step.need)) return [];
      return judge({ journey, step, answer, mismatches: mismatches.filter((each) => each.part === part) });
    });
  });
}

const MAX_MISMATCHES = 5;

function partChecks(context: JudgeContext, judged: ComparedAnswer, part: 'headers' | 'body'): Check[] {
  const { answer, step, journey, mismatches } = judged;
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
  return mismatches.slice(0, MAX_MISMATCHES).map((miss) => {
    const { pointer, expected, actual } = miss;
    const fact = {
      ...told,
      expected,
      actual,
      ...(pointer === '' ? {} : { pointer }),
      ...answeredToAnother(answer, context),
    };
    return (isSilent ? observed : failed)(subjectAt(miss), fact);
  });
}

/** Another tenant who asked for the same and was answered the same before, as from a cache that does not tell tenants apart. */
function answeredToAnother({ sent, response }: AnsweredExchange, { history: { exchanges } }: JudgeContext) {
  const before = exchanges.findLast(
    (each) =>
      each.response !== undefined &&
      each.response.seq < response.seq &&
      each.sent.tenant !== sent.tenant &&
      each.sent.url === sent.url &&
      each.response.body?.text === response.body?.text,
  );
  return before?.response && { whose: before.sent.tenant, agoMs: response.at - before.response.at };
}

const askedOf = ({ steer }: CallStep): string | undefined => steer?.fault ?? steer?.problemCode;

/**
 * Whether steering had no effect: a target that was asked to misbehave but did not, or found the request faulty, is not
 * shown wrong; neither is one that refuses to name a problem which it may not know.
 */
function isSteeringIgnored({ steer, expect }: CallStep, answer: AnsweredExchange): boolean {
  if (steer?.fault === undefined) return steer?.problemCode !== undefined && isRefused(answer);
  const isServerFault = expect.answers.length > 0 && expect.answers.every(({ status }) => status.startsWith('5'));
  return isAccepted(answer) || (isServerFault && answer.response.status < 500);
}

/**
 * A sentence if the order was over, or nearly over, before its amendment or cancellation was refused: then the spec does
 * not say what is owed (SIL-13). A late end may say itself that it happened earlier. Undefined if the order went on.
 */
function endBefore(answer: AnsweredExchange, { history, profile }: JudgeContext): string | undefined {
  const order = hasVerb(answer, 'amend', 'cancel') ? ordersByExchange(history.orders).get(answer) : undefined;
  const until = answer.response.at + profile.delivery.aheadMs;
  const happened = ({ event: { issuedAt = Infinity } }: Delivery): number => issuedAt + behindMs(history.skew);
  const end = order?.stream.find(
    (each) => isFinal(profile, each.event) && Math.min(earliestOf(each), happened(each)) <= until,
  );
  if (!order || !end || isAccepted(answer)) return undefined;
  const said = `${answer.sent.verb} was answered ${answerText(answer)}`;
  const laterMs = Math.min(end.at, happened(end)) - answer.response.at;
  if (laterMs <= 0) return `order ${order.id} had ended (${eventName(end)}) when ${said}`;
  const { aheadMs } = profile.delivery;
  return `order ${order.id} ended (${eventName(end)}) ${formatDuration(laterMs)} after ${said}; within ${formatDuration(aheadMs)} (KCI profile, ahead) the one may be of the other`;
}

/**
 * Whether the status is right and only the code is wrong, in a way that other checks report: a code that does not belong to
 * its status (`error.code`), or an error body that breaks its schema (`http.json`, `http.schema`).
 */
function isToldOtherwise(answer: AnsweredExchange, { expect }: CallStep, { contract }: JudgeContext): boolean {
  const { response, operation, json } = answer;
  if (!expect.answers.some(({ status }) => isStatus(status, response.status))) return false;
  const row = operation?.responses[String(response.status)]?.requirement;
  const isListed = contract.errors.some((rule) => rule.status === String(response.status) && rule.requirement === row);
  return isListed && (errorCodeOf(json) !== undefined || Boolean(bodyOwed(answer)));
}

const conditions = oncePer(
  (register: Contract['register']) => new Map(register.flatMap(({ id, after }) => (after ? [[id, after]] : []))),
);

/** Whether the answer is owed only after something that has not happened: its row says after what. */
function isOfOtherRequests(
  answer: AnsweredExchange,
  step: CallStep,
  journey: JourneyHistory,
  context: JudgeContext,
): boolean {
  const { history, profile } = context;
  const { exchanges } = journey;
  const happened = {
    refused: () => {
      const same = exchanges.filter((each) => each !== answer && each.operation === answer.operation);
      return same.some((each) => askedFor(each, 'id') === askedFor(answer, 'id') && isRefused(each));
    },
    ended: () =>
      ordersByExchange(history.orders)
        .get(answer)
        ?.stream.some((each) => isFinal(profile, each.event) && earliestOf(each) <= answer.sent.at) === true,
    expired: () => expiredBefore(answer, journey, history) !== undefined,
  };
  return conditionsOf(step, context).some((each) => !happened[each]());
}

/** What must have happened for the answer that a step expects to be owed. */
function conditionsOf({ expect }: CallStep, { contract: { register } }: JudgeContext) {
  return (expect.requirements ?? []).flatMap((row) => conditions(register).get(row) ?? []);
}

function talliedSteps({ journey }: JourneyHistory): ReadonlySet<string> {
  return new Set(
    journey.steps.flatMap((step) => (step.kind === 'parallel' && step.tally ? step.steps.map(({ name }) => name) : [])),
  );
}

/**
 * Why the control of a faulty request was not accepted, so that the refusal proves nothing; undefined if it was. If the
 * faulty request itself was accepted, it has used up the ids of its control, which is then not needed. A control without an
 * answer was not refused.
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
 * The row of a control's refusal that is about state (a slot that is gone), not about the request: only the faulty request,
 * although refused, can have left that state. Undefined for any other control.
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
  // No sentence says what a used id leads to (SIL-11).
  if (faulty.some((each) => askedFor(each, 'id') === askedFor(control, 'id'))) return undefined;
  // A state that the faulty request itself met may have been there before.
  const isTrace = faulty.every(
    ({ response: { status: told = 0 } = {} }) => told >= 400 && told < 500 && told !== status,
  );
  return faulty.length > 0 && isTrace && !all.some((other) => isSameOfFree(other, control)) ? conflict : undefined;
}

/**
 * Whether a request that no faulty one preceded got the same answer although it should have been accepted: then the answer
 * shows no trace.
 */
function isSameOfFree(
  { step, operation, response }: Exchange,
  { operation: own, response: { status } }: AnsweredExchange,
): boolean {
  const isFree = step !== undefined && step.role === undefined && step.request.defect === undefined;
  return isFree && operation === own && response?.status === status && mustSucceed(step.expect.answers);
}
