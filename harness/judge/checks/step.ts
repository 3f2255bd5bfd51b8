import type { Check, Reason } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { shapeInWords } from '../../values/shape-words.ts';
import { type AnswerMismatch, judgeAnswer } from '../answer.ts';
import { inconclusive, type JudgeContext, ofExchange, passed, type Subject } from '../check.ts';
import { type Answer, askedFor, isAnswer } from '../exchange.ts';
import { firstUnreached, scopeOf } from '../history.ts';
import { unreachable } from './owed.ts';

/** `step.need`: the preconditions that steps state. A miss is no breach: the world is not as the scenario needs it. */
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
      return [inconclusive(subject, 'need-unmet', needUnmet(answer, miss))];
    }),
  );
}

/** `step slots needs at least 1 of them at /availableTimeslots, and for UPRN 902200000001 slots gave []`. */
function needUnmet(answer: Answer, { expected, actual, pointer }: AnswerMismatch): string {
  const { sent } = answer;
  const address = askedFor(answer, 'address');
  const whom = isObject(address) ? `for ${[address.type, address.id].map(String).join(' ')} ` : '';
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return `step ${sent.step} needs ${shapeInWords(expected)}${place}, and ${whom}${sent.verb} gave ${actual}`;
}

/** Reasons that a runner gives for ending a journey, and that no other check tells. */
const TOLD_BY_RUNNER: ReadonlySet<Reason> = new Set([
  'value-missing',
  'wait-too-long',
  'world-exhausted',
  'world-lacks-role',
  'token-unavailable',
  'not-steerable',
  'unreachable',
  'no-answer',
]);

/**
 * `step.value`: every step of the journey was walked with all its values. What was never reached cannot have passed, so
 * a journey that ended early, or never began, is inconclusive unless something failed.
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
