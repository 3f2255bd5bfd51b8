import type { Check, ParallelStep } from '../../model.ts';
import { errorCodeOf, isAnswered, parseAnswers } from '../../wire/answer.ts';
import { inconclusive, type JudgeContext, type Subject, verdictOn } from '../check.ts';
import { type Answer, isAnswer } from '../exchange.ts';
import { exchangesOf, type JourneyHistory } from '../history.ts';

/** `tally`: of requests sent at once, as many were answered so as the scenario counts. */
export function tally(context: JudgeContext): Check[] {
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
    check: 'tally',
    requirements: [...new Set([...context.covered(covers, 'tally', first), ...own])],
    journey: id,
    step: step.name,
    seq: first.sent.seq,
    span: step.span,
  };
  const answered = group.filter((each): each is Answer => each !== null);
  if (answered.length < group.length) {
    return [
      inconclusive(subject, 'no-answer', `${group.length - answered.length} of ${group.length} requests had no answer`),
    ];
  }
  const statuses = answered.map(({ response }) => response.status).sort((a, b) => a - b);
  return verdictOn(
    subject,
    Object.entries(counts).flatMap(([key, owed]) => {
      const allowed = parseAnswers(key) ?? [];
      const count = answered.filter(({ response, json }) =>
        isAnswered(allowed, response.status, errorCodeOf(json)),
      ).length;
      if (count === owed) return [];
      const is = count < owed ? 'too-few-answered' : 'too-many-answered';
      return [{ is, count, of: group.length, answer: key, owed, statuses }] as const;
    }),
  );
}
