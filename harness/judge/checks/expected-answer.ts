import { formatAnswers } from '../../answer.ts';
import type { CallStep, Check } from '../../model.ts';
import { type AnswerMismatch, judgeAnswer } from '../answer.ts';
import {
  type AnswerOf,
  failed,
  inconclusive,
  type JudgeContext,
  observed,
  ofExchange,
  passed,
  quote,
  type Subject,
} from '../check.ts';
import { type Answer, isAccepted, isAnswer } from '../exchange.ts';
import { exchangesOf, type JourneyHistory, scopeOf } from '../history.ts';

type Part = AnswerMismatch['part'];

/** `http.status`: the answer is one of those that the step expects; of a faulty request, the documented refusal. */
export function httpStatus(context: JudgeContext): Check[] {
  return eachStep(context, 'status', (looked) => {
    const { answer, step, journey, subject } = looked;
    const [miss] = looked.mismatches;
    if (step.expect.answers.length === 0) return [observed(subject, silentFinding(answer))];
    if (step.role === 'control')
      return [miss ? inconclusive(subject, 'control-refused', controlDetail(answer)) : passed(subject)];
    if (miss && isSteeringIgnored(step, answer)) {
      return [
        inconclusive(
          subject,
          'steering-ignored',
          `asked for ${step.steer?.fault}, the target answered ${saidBy(answer)}`,
        ),
      ];
    }
    if (step.role === 'negative' && !isAccepted(answer)) {
      const refusal = controlRefusal(journey);
      if (refusal) return [inconclusive(subject, 'control-refused', refusal)];
    }
    if (!miss) return [passed(subject)];
    return [
      failed(subject, {
        summary: `${answer.sent.verb} answered ${miss.actual} where ${miss.expected} is owed`,
        expected: formatAnswers(step.expect.answers),
        actual: saidBy(answer),
      }),
    ];
  });
}

/** `http.headers`: the headers that the step expects. */
export function httpHeaders(context: JudgeContext): Check[] {
  return eachStep(context, 'headers', (looked) => partChecks(looked, 'header'));
}

/** `http.body`: the shape of the body that the step expects. */
export function httpBody(context: JudgeContext): Check[] {
  return eachStep(context, 'body', (looked) => partChecks(looked, 'body'));
}

interface Looked {
  readonly journey: JourneyHistory;
  readonly step: CallStep;
  readonly answer: Answer;
  readonly subject: Subject;
  readonly mismatches: readonly AnswerMismatch[];
}

/** Looks at one part of every answer that a step expects something of. */
function eachStep(context: JudgeContext, part: Part, look: (looked: Looked) => Check[]): Check[] {
  const isSchema = context.validators.schema;
  return [...context.history.journeys.values()].flatMap((journey) => {
    const tallied = talliedSteps(journey);
    const isNegative = journey.exchanges.some(({ step }) => step?.role === 'negative');
    const scope = journey.exchanges.some(({ step }) => step?.expect.body ?? step?.expect.headers)
      ? scopeOf(journey)
      : {};
    return journey.exchanges.filter(isAnswer).flatMap((answer) => {
      const { step } = answer;
      if (!step || (part !== 'status' && step.expect[part] === undefined)) return [];
      // Of a counted group only the counts are owed.
      if (part === 'status' && tallied.has(step.name)) return [];
      const mismatches = judgeAnswer(step.expect, answerOf(answer), { scope, isSchema });
      // An answer with another status has another body; saying so twice helps nobody.
      if (part !== 'status' && mismatches.some((each) => each.part === 'status')) return [];
      const check = `http.${part}`;
      const isMiss = mismatches.some((each) => each.part === part);
      // In a case about one fault only the row of that fault is at stake.
      const others = isNegative
        ? []
        : [...context.covered(journey.journey.covers, check, answer), ...statusRows(part, isMiss, answer, context)];
      const subject = ofExchange(check, answer, [...new Set([...(step.expect.requirements ?? []), ...others])]);
      return look({ journey, step, answer, subject, mismatches: mismatches.filter((each) => each.part === part) });
    });
  });
}

/**
 * The rows that a status speaks of without being told: a right one of what the contract says of it and of all that the
 * request made use of, a wrong one of what the contract says of the answers that were owed.
 */
function statusRows(part: Part, isMiss: boolean, answer: Answer, { validators }: JudgeContext): readonly string[] {
  const { operation, step, asked, sent, response } = answer;
  if (part !== 'status' || !operation) return [];
  const rowOf = (status: string): readonly string[] => {
    const row = operation.responses[status]?.requirement;
    return row === undefined ? [] : [row];
  };
  if (isMiss) return step?.expect.answers.flatMap(({ status }) => rowOf(status)) ?? [];
  if (!isAccepted(answer) || sent.verb === 'http') return rowOf(String(response.status));
  const request = { headers: Object.fromEntries(sent.headers), query: asked.query, body: asked.body };
  return [
    ...rowOf(String(response.status)),
    ...operation.requirements,
    ...validators.exercised(operation.verb, request),
  ];
}

function answerOf({ response, json }: Answer) {
  return { status: response.status, headers: response.headers, json };
}

const MOST = 5;

function partChecks({ answer, step, subject, mismatches }: Looked, what: string): Check[] {
  if (mismatches.length === 0) return step.expect.answers.length === 0 ? [] : [passed(subject)];
  const conclude = step.expect.answers.length === 0 ? observed : failed;
  return mismatches.slice(0, MOST).map(({ pointer, expected, actual }) =>
    conclude(subject, {
      summary: `${answer.sent.verb} answered ${answer.response.status} with another ${what} than expected${pointer === '' ? '' : ` at ${pointer}`}`,
      expected,
      actual,
      ...(pointer === '' ? {} : { pointer }),
    }),
  );
}

/** A target that was asked to misbehave and did as always has not been shown wrong. */
function isSteeringIgnored(step: CallStep, answer: Answer): boolean {
  return step.steer?.fault !== undefined && isAccepted(answer);
}

/** Why a refusal proves nothing: the same request without its fault was not accepted either. Undefined where it was. */
function controlRefusal(journey: JourneyHistory): string | undefined {
  const control = journey.exchanges.findLast(({ step }) => step?.role === 'control');
  if (!control) return 'the same request without the fault was not sent';
  if (!isAnswer(control)) return 'the same request without the fault had no answer';
  const { step } = control;
  const isMet =
    step && judgeAnswer(step.expect, answerOf(control), { scope: {} }).every(({ part }) => part !== 'status');
  return isMet ? undefined : controlDetail(control);
}

function controlDetail(control: Answer): string {
  return `the same request without the fault was answered ${saidBy(control)}`;
}

/** `202 with {"status":"OK"}`. */
export function saidBy({ response, json }: Pick<AnswerOf, 'response' | 'json'>): string {
  const text = json === undefined ? quoteText(response.body.text) : quote(json);
  return response.body.sizeBytes === 0 ? `${response.status} with no body` : `${response.status} with ${text}`;
}

function quoteText(text: string | undefined): string {
  return text === undefined ? 'bytes that are no text' : quote(text);
}

function silentFinding(answer: Answer) {
  return {
    summary: `${answer.sent.verb} answered ${answer.response.status}; the spec does not say what is owed`,
    expected: 'not stated',
    actual: saidBy(answer),
  };
}

function talliedSteps({ journey }: JourneyHistory): ReadonlySet<string> {
  return new Set(
    journey.steps.flatMap((step) => (step.kind === 'parallel' && step.tally ? step.steps.map(({ name }) => name) : [])),
  );
}

/** The answers of a parallel group's calls, in the plan's order; null for a call without an answer. */
export function groupAnswers(journey: JourneyHistory, steps: readonly CallStep[]): readonly (Answer | null)[] {
  return steps.map(({ name }) => exchangesOf(journey, name).find(isAnswer) ?? null);
}
