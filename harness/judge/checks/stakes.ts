import type { AnswerMismatch } from '../answer.ts';
import type { JudgeContext } from '../check.ts';
import { type Answer, isAccepted } from '../exchange.ts';
import type { JourneyHistory } from '../history.ts';
import { rowsAlong, rowsWithin } from '../schema-rows.ts';

/**
 * Which rows are at stake when an answer is as expected, or is not. A right answer speaks of everything its request made
 * use of; a wrong one only of what it breaks.
 */

/** The rows of a status. */
export function rowsOfStatus(
  context: JudgeContext,
  journey: JourneyHistory,
  answer: Answer,
  isMiss: boolean,
): readonly string[] {
  const { operation, step, response } = answer;
  const { answers = [], requirements = [] } = step?.expect ?? {};
  if (answers.length === 0 || step?.role === 'negative') return requirements;
  const covered = coveredBy(context, journey, 'status', answer);
  const rowOf = (status: string): string | readonly string[] => operation?.responses[status]?.requirement ?? [];
  if (!isMiss) return unique([requirements, covered, rowOf(String(response.status)), exercisedBy(context, answer)]);
  // The first row of an operation is its own; the others it shares, and they are not in doubt.
  const [own = [], ...shared] = operation?.requirements ?? [];
  const owed = [...answers.map(({ status }) => rowOf(status)), own];
  // A request that was accepted with another status than the right one has been understood.
  if (isAccepted(answer) && answers.some(({ status }) => status.startsWith('2'))) return unique(owed);
  const told = unique([requirements, covered]).filter((row) => !shared.includes(row));
  return unique([...owed, ...told]);
}

/** The rows of an expected header or body; of a miss in the body, the nearest that the contract names on the way to it. */
export function rowsOfPart(
  context: JudgeContext,
  journey: JourneyHistory,
  answer: Answer,
  part: 'headers' | 'body',
  miss?: AnswerMismatch,
): readonly string[] {
  const { operation, step, response } = answer;
  const { answers = [], requirements = [] } = step?.expect ?? {};
  if (answers.length === 0 || step?.role === 'negative') return requirements;
  const covered = coveredBy(context, journey, part, answer);
  if (!miss) return unique([requirements, covered]);
  // What the right status has already shown is not in doubt; what an optional parameter asks for is.
  const optional = (operation?.parameters ?? []).flatMap((each) => (each.required ? [] : (each.requirement ?? [])));
  const shown = new Set(exercisedBy(context, answer).filter((row) => !optional.includes(row)));
  const doubtful = unique([requirements, covered]).filter((row) => !shown.has(row));
  const schema = part === 'body' ? operation?.responses[String(response.status)]?.schema : undefined;
  const along = rowsAlong(schema, miss.pointer);
  // What is wrong with a list may be said of its elements: there the scenario says which of their rows is meant.
  const within = rowsWithin(schema, miss.pointer);
  const nearest = [...along, ...within].find((row) => doubtful.includes(row)) ?? along[0];
  // Rows that the responses of the operation name elsewhere are not what was missed here.
  return unique([nearest ?? [], doubtful.filter((row) => !context.isPlaced(row))]);
}

/** What a scenario covers; a case about one fault is about that alone. */
function coveredBy(
  context: JudgeContext,
  { journey, exchanges }: JourneyHistory,
  part: AnswerMismatch['part'],
  answer: Answer,
): readonly string[] {
  const isAboutFault = exchanges.some(({ step }) => step?.role === 'negative');
  return isAboutFault ? [] : context.covered(journey.covers, `http.${part}`, answer);
}

/** The rows that an accepted request made use of: its operation's, its parameters', its body's. */
function exercisedBy({ validators }: JudgeContext, answer: Answer): readonly string[] {
  const { operation, asked, sent } = answer;
  if (!operation || !isAccepted(answer) || sent.verb === 'http') return [];
  const request = { headers: Object.fromEntries(sent.headers), query: asked.query, body: asked.body };
  return [...operation.requirements, ...validators.exercised(operation.verb, request)];
}

function unique(rows: readonly (string | readonly string[])[]): readonly string[] {
  return [...new Set(rows.flat())];
}
