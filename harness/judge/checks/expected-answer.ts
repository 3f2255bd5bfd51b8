import { formatAnswers } from '../../answer.ts';
import type { CallStep, Check } from '../../model.ts';
import { type AnswerMismatch, judgeAnswer } from '../answer.ts';
import { failed, inconclusive, type JudgeContext, observed, ofExchange, passed, type Subject } from '../check.ts';
import { type Answer, isAccepted, isAnswer } from '../exchange.ts';
import { type JourneyHistory, scopeOf } from '../history.ts';
import { saidBy } from '../said.ts';
import { controlRefusal } from './control.ts';

type Part = AnswerMismatch['part'];

/** `http.status`: the answer is one of those that the step expects; of a faulty request, the documented refusal. */
export function httpStatus(context: JudgeContext): Check[] {
  return eachStep(context, 'status', ({ answer, step, journey, subject, mismatches: [miss] }) => {
    if (step.expect.answers.length === 0) return [observed(subject, silentFinding(answer))];
    // A refusal counts only beside an accepted control; an acceptance is wrong whatever became of the control.
    const isPaired = step.role === 'control' || (step.role === 'negative' && !isAccepted(answer));
    const refusal = isPaired ? controlRefusal(journey) : undefined;
    if (refusal !== undefined) return [inconclusive(subject, 'control-refused', refusal)];
    if (!miss) return [passed(subject)];
    if (step.role === 'control') return [];
    if (isSteeringIgnored(step, answer)) {
      const detail = `asked for ${step.steer?.fault}, the target answered ${saidBy(answer)}`;
      return [inconclusive(subject, 'steering-ignored', detail)];
    }
    const summary = `${answer.sent.verb} answered ${miss.actual} where ${miss.expected} is owed`;
    return [failed(subject, { summary, expected: formatAnswers(step.expect.answers), actual: saidBy(answer) })];
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
    return journey.exchanges.filter(isAnswer).flatMap((answer) => {
      const { step, response, json } = answer;
      if (!step || (part !== 'status' && step.expect[part] === undefined)) return [];
      // Of a counted group only the counts are owed.
      if (part === 'status' && tallied.has(step.name)) return [];
      const scope = part === 'status' ? {} : scopeOf(journey);
      const expectation = part === 'status' ? { answers: step.expect.answers } : step.expect;
      const answered = { status: response.status, headers: response.headers, json };
      const mismatches = judgeAnswer(expectation, answered, { scope, isSchema });
      // An answer with another status has another body; saying so twice helps nobody.
      if (part !== 'status' && mismatches.some((each) => each.part === 'status')) return [];
      const own = mismatches.filter((each) => each.part === part);
      const rows = rowsAtStake(context, journey, answer, { part, isMiss: own.length > 0, isNegative });
      return look({ journey, step, answer, subject: ofExchange(`http.${part}`, answer, rows), mismatches: own });
    });
  });
}

/** Which rows an answer speaks of: those of its expectation and, unless the case is about one fault, all it makes use of. */
function rowsAtStake(
  context: JudgeContext,
  { journey }: JourneyHistory,
  answer: Answer,
  { part, isMiss, isNegative }: { readonly part: Part; readonly isMiss: boolean; readonly isNegative: boolean },
): readonly string[] {
  const { answers = [], requirements = [] } = answer.step?.expect ?? {};
  if (isNegative || answers.length === 0) return requirements;
  const covered = context.covered(journey.covers, `http.${part}`, answer);
  const ofStatus = part === 'status' ? rowsOfStatus(answer, isMiss, context) : [];
  return [...new Set([...requirements, ...covered, ...ofStatus])];
}

/**
 * The rows that a status speaks of without being told: a right one of what the contract says of it and of all that the
 * request made use of, a wrong one of what the contract says of the answers that were owed.
 */
function rowsOfStatus(answer: Answer, isMiss: boolean, { validators }: JudgeContext): readonly string[] {
  const { operation, step, asked, sent, response } = answer;
  if (!operation) return [];
  const rowsOf = (status: string): readonly string[] => {
    const row = operation.responses[status]?.requirement;
    return row === undefined ? [] : [row];
  };
  if (isMiss) return step?.expect.answers.flatMap(({ status }) => rowsOf(status)) ?? [];
  const told = rowsOf(String(response.status));
  if (!isAccepted(answer) || sent.verb === 'http') return told;
  const request = { headers: Object.fromEntries(sent.headers), query: asked.query, body: asked.body };
  return [...told, ...operation.requirements, ...validators.exercised(operation.verb, request)];
}

const MOST = 5;

function partChecks({ answer, step, subject, mismatches }: Looked, what: string): Check[] {
  const isSilent = step.expect.answers.length === 0;
  if (mismatches.length === 0) return isSilent ? [] : [passed(subject)];
  return mismatches.slice(0, MOST).map(({ pointer, expected, actual }) =>
    (isSilent ? observed : failed)(subject, {
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
