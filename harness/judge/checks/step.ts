import { agreedSpan } from '../../contract/readings.ts';
import type { Check, ParallelStep, Reason } from '../../model.ts';
import { capabilityShownAt } from '../../source/capabilities.ts';
import { instantText } from '../../values/iso8601.ts';
import { isObject } from '../../values/pointer.ts';
import { isAnswered, parseAnswers, UNAUTHORISED } from '../../wire/answer.ts';
import { errorCodeOf } from '../../wire/answer-body.ts';
import { shapeInWords } from '../../words/shape-words.ts';
import { type AnswerMismatch, judgeAnswer } from '../answer.ts';
import { failed, inconclusive, type JudgeContext, ofExchange, passed, passUnless, type Subject } from '../check.ts';
import { type AnsweredExchange, askedFor, isAccepted, isAnswer } from '../exchange.ts';
import { exchangesOf, firstUnreached, type History, type JourneyHistory, scopeOf } from '../history.ts';
import { EXPIRES_IN } from '../member-names.ts';
import { isGrantToRunner, lifeOf, usesOwnToken } from '../token-life.ts';
import { BROKEN_REASONS } from './no-answer.ts';
import { unreachable } from './owed.ts';
import { bookingsIn, expiryOf } from './used-bookings.ts';

/** `step.need`: the preconditions of steps. An unmet one is no breach: the world is not as the scenario needs it. */
export function stepNeed({ history, validators }: JudgeContext): Check[] {
  return [...history.journeys.values()].flatMap((journey) =>
    journey.exchanges.filter(isAnswer).flatMap((answer) => {
      const need = answer.step?.need;
      if (!need) return [];
      const { response, json } = answer;
      const answered = { status: response.status, headers: response.headers, json };
      const misses = judgeAnswer(need, answered, { scope: scopeOf(journey), isSchema: validators.schema });
      const subject = ofExchange('step.need', answer);
      const [miss] = misses;
      if (!miss) return [passed(subject)];
      return [inconclusive(subject, 'need-unmet', bookedTooLate(answer, history) ?? needUnmet(answer, miss))];
    }),
  );
}

/** Why a booking that was meant for a slot that is still reserved shows nothing: the reservation had expired. */
function bookedTooLate(answer: AnsweredExchange, history: History): string | undefined {
  const { sent, response } = answer;
  const held = bookingsIn(history).used.find(({ tries }) => tries.includes(answer));
  const expiry = held && expiryOf(held.booking);
  if (!isAccepted(answer) || expiry === undefined || expiry > response.at) return undefined;
  return `step ${sent.step} was answered at ${instantText(response.at)}, when the reservation had expired (${instantText(expiry)})`;
}

/**
 * `step slots needs at least 1 of them at /availableTimeslots, and for UPRN 902200000001 slots gave []`, and the word for a
 * gateway that never gives it, if there is one.
 */
function needUnmet(answer: AnsweredExchange, { expected, actual, pointer }: AnswerMismatch): string {
  const { sent } = answer;
  const address = askedFor(answer, 'address');
  const whom = isObject(address) ? `for ${[address.type, address.id].map(String).join(' ')} ` : '';
  const place = pointer === '' ? '' : ` at ${pointer}`;
  const gave = `step ${sent.step} needs ${shapeInWords(expected)}${place}, and ${whom}${sent.verb} gave ${actual}`;
  const capability = capabilityShownAt(sent.verb, pointer);
  return capability === undefined ? gave : `${gave}; if it never gives one, name ${capability} under "lacks"`;
}

/** The runner's reasons for ending a journey that no other check reports. */
const TOLD_BY_RUNNER: ReadonlySet<Reason> = new Set([
  'value-missing',
  'wait-too-long',
  'world-exhausted',
  'world-lacks-role',
  'tenant-missing',
  'token-unavailable',
  'not-steerable',
  'unreachable',
  'no-answer',
]);

/**
 * `step.value`: every step of the journey was walked with all its values. A step that was not reached cannot have passed,
 * so a journey that ended early, or never began, is inconclusive unless something failed.
 */
export function stepValue(context: JudgeContext): Check[] {
  const { history } = context;
  return [...history.journeys.values()].flatMap((journey): Check[] => {
    if (journey.journey.excused) return [];
    const { started, ended } = journey;
    const { id, span } = journey.journey;
    const subject: Subject = {
      check: 'step.value',
      journey: id,
      span,
      ...(started ? { seq: (ended ?? started).seq } : {}),
    };
    if (!started) return [inconclusive(subject, 'not-run', 'the journey was not started')];
    if (!ended || ended.ended === 'interrupted') {
      const isLost = (history.probe?.seq ?? 0) > started.seq;
      const lost = isLost ? unreachable(context) : undefined;
      return [inconclusive(subject, ...(lost ?? (['interrupted', 'the run was interrupted'] as const)))];
    }
    if (ended.reason && TOLD_BY_RUNNER.has(ended.reason))
      return [inconclusive(subject, ended.reason, ended.detail ?? ended.reason)];
    const missed = firstUnreached(journey);
    return [
      missed === undefined
        ? passed(subject)
        : inconclusive(subject, 'not-run', `the journey ended before step ${missed}`),
    ];
  });
}

/** `tally`: as many requests of a parallel group got each answer as the scenario says. */
export function tallyOfGroup(context: JudgeContext): Check[] {
  return [...context.history.journeys.values()].flatMap((journey) =>
    journey.journey.steps.flatMap((step) =>
      step.kind === 'parallel' && step.tally ? tallyOf(journey, step, step.tally, context) : [],
    ),
  );
}

function tallyOf(
  journey: JourneyHistory,
  step: ParallelStep,
  counts: Readonly<Record<string, number>>,
  context: JudgeContext,
): Check[] {
  const group = step.steps.map(({ name }) => exchangesOf(journey, name).find(isAnswer) ?? null);
  const sent = step.steps.flatMap(({ name }) => exchangesOf(journey, name));
  const [first] = sent;
  if (!first) return [];
  const { id, covers } = journey.journey;
  const shared = first.operation?.requirements.slice(1) ?? [];
  const own = step.steps.flatMap(({ expect }) => expect.requirements ?? []).filter((row) => !shared.includes(row));
  const subject: Subject = {
    requirements: [...new Set([...context.covered(covers, 'tally', first), ...(step.covers ?? []), ...own])],
    check: 'tally',
    journey: id,
    step: step.name,
    seq: first.sent.seq,
    span: step.span,
  };
  const answered = group.filter((each): each is AnsweredExchange => each !== null);
  const unanswered = group.length - answered.length;
  const statuses = answered.map(({ response }) => response.status).sort((a, b) => a - b);
  const wrong = Object.entries(counts).flatMap(([key, owed]) => {
    const allowed = parseAnswers(key) ?? [];
    const count = answered.filter(({ response, json }) =>
      isAnswered(allowed, response.status, errorCodeOf(json)),
    ).length;
    // Requests without an answer may have been any of them.
    if (count <= owed && count + unanswered >= owed) return [];
    const is = count < owed ? 'too-few-answered' : 'too-many-answered';
    return [{ is, count, of: group.length, answer: key, owed, statuses }] as const;
  });
  if (wrong.length > 0 || unanswered === 0) return passUnless(subject, wrong);
  const reason = BROKEN_REASONS[sent.findLast(({ broke }) => broke)?.broke?.fault ?? 'timed-out'];
  return [inconclusive(subject, reason, `${unanswered} of ${group.length} requests had no answer`)];
}

/**
 * `token.life`: a token lives no longer than its target agreed, if the answer says how long; a cached one may have less
 * left.
 */
export function tokenLife({ history, contract, target }: JudgeContext): Check[] {
  const agreedMs = agreedSpan('token.life', contract, target.readings);
  if (agreedMs === undefined) return [];
  return history.exchanges.flatMap((exchange): Check[] => {
    const lifeMs = isAccepted(exchange) && exchange.operation?.auth === 'basic' ? lifeOf(exchange.json) : undefined;
    if (lifeMs === undefined) return [];
    const fact = { is: 'token-life-not-agreed', lifeMs, agreedMs, pointer: EXPIRES_IN } as const;
    return passUnless(ofExchange('token.life', exchange), lifeMs > agreedMs && fact);
  });
}

/**
 * `token.reuse`: a token is accepted until it expires. Spec: Authentication 3, `expires_in`, "Validity in seconds". Checks
 * tokens that the runner got for itself and the requests sent with them.
 */
export function tokenReuse({ history }: JudgeContext): Check[] {
  const lives = new Map<string, { readonly from: number; readonly until: number }>();
  return history.exchanges.flatMap((exchange): Check[] => {
    const { sent, response, operation, json } = exchange;
    if (operation?.auth === 'basic') {
      const lifeMs = lifeOf(json);
      if (isGrantToRunner(exchange) && lifeMs !== undefined)
        lives.set(sent.tenant, { from: sent.at, until: sent.at + lifeMs });
      return [];
    }
    const life = lives.get(sent.tenant);
    if (!life || !response || !usesOwnToken(exchange) || !isAnswer(exchange)) return [];
    // A token that ran out while the request was under way proves nothing.
    if (response.at >= life.until) return [];
    const subject = ofExchange('token.reuse', exchange);
    if (response.status !== UNAUTHORISED) return sent.at > life.from ? [passed(subject)] : [];
    const seconds = Math.round((life.until - sent.at) / 1000);
    const told = { verb: sent.verb, status: response.status, seconds, until: life.until, at: response.at };
    return [failed(subject, { is: 'valid-token-refused', ...told })];
  });
}
