import { isAgreedAnswer } from '../../contract/readings.ts';
import type { Operation } from '../../model.ts';
import { oncePer, remembered } from '../../values/once.ts';
import { partsOf, pointerOf } from '../../values/pointer.ts';
import type { AnswerMismatch } from '../answer.ts';
import type { JudgeContext } from '../check.ts';
import { type AnsweredExchange, isAccepted, sentView } from '../exchange.ts';
import type { JourneyHistory } from '../history.ts';
import { rowsAlong, rowsWithin } from '../schema-rows.ts';

/** Which rows an answer speaks for: a right answer shows exactly the rows that a wrong one would break. */

/** The rows of a status. */
export function rowsOfStatus(
  context: JudgeContext,
  journey: JourneyHistory,
  answer: AnsweredExchange,
  isMiss: boolean,
): readonly string[] {
  const { operation, step, response } = answer;
  const { answers = [], requirements = [] } = step?.expect ?? {};
  if (answers.length === 0) return requirements;
  const agreed = agreedRows(context, answer);
  if (isMiss && agreed.length > 0) return agreed;
  if (step?.role === 'negative') return rowsOfRefusal(answer, isMiss);
  const covered = coveredBy(context, journey, 'status', answer);
  const rowsOf = (status: string): readonly string[] => {
    const { requirement, also = [] } = operation?.responses[status] ?? {};
    return requirement === undefined ? [] : [requirement, ...also];
  };
  if (!isMiss) {
    const used = isAccepted(answer) ? operation?.requirements : undefined;
    return unique([requirements, covered, rowsOf(String(response.status)), used ?? [], agreed]);
  }
  if (!answers.some(({ status }) => status.startsWith('2'))) {
    return unique([
      ...answers.map(({ status }) => operation?.responses[status]?.requirement ?? []),
      requirements,
      covered,
    ]);
  }
  // The first row of an operation is its own; it shares the others, which any other operation shows as well.
  const [own = [], ...shared] = operation?.requirements ?? [];
  // A request accepted with the wrong success status was at least understood.
  if (isAccepted(answer)) return unique([...answers.map(({ status }) => rowsOf(status)), own]);
  const owed = answers.map(({ status }) => operation?.responses[status]?.requirement ?? []);
  const told = unique([requirements, covered]).filter((row) => !shared.includes(row));
  return unique([
    ...owed,
    own,
    ...told,
    ...(context.isNowhereAccepted(answer) ? sharedAt(shared, context, answer) : []),
  ]);
}

/**
 * The row on which the target agreed to a status. It is no promise of the specification, so a breach breaks only this row.
 */
function agreedRows({ target, contract }: JudgeContext, answer: AnsweredExchange): readonly string[] {
  const { operation, step } = answer;
  const { answers = [], requirements = [] } = step?.expect ?? {};
  const isSuccess = isAccepted(answer) && answers.every(({ status }) => status.startsWith('2'));
  const rows = [...requirements, ...(isSuccess ? [operation?.successBy ?? ''] : [])];
  return rows.filter((id) => isAgreedAnswer(id, contract, target.readings, { orStatus: true }));
}

/** The shared rows of operations that an answer speaks for if it refuses everything. */
function sharedAt(
  shared: readonly string[],
  { contract }: JudgeContext,
  { response }: AnsweredExchange,
): readonly string[] {
  return shared.filter((row) => contract.toldBy[row]?.includes(String(response.status)) ?? true);
}

/**
 * The rows of a faulty request: those of the owed refusal, and of the fault's place, which is required there and typed. A
 * refusal other than the owed one still shows the place's row.
 */
function rowsOfRefusal(answer: AnsweredExchange, isMiss: boolean): readonly string[] {
  const { operation, step } = answer;
  const { requirements = [] } = step?.expect ?? {};
  const at = step?.request.defect?.at;
  if (!operation || at === undefined || (isMiss && !isAccepted(answer))) return requirements;
  return unique([requirements, rowAt(operation, at) ?? []]);
}

/** The nearest row of a place in a request. */
export function rowAt(operation: Operation, at: string): string | undefined {
  return rowsIn(operation)(at);
}

const MAX_PLACES = 1_000;
const rowsIn = oncePer((operation: Operation) => remembered(MAX_PLACES, (at: string) => readRowAt(operation, at)));

function readRowAt({ body, parameters }: Operation, at: string): string | undefined {
  const [part, name = '', ...within] = partsOf(at);
  if (part === 'body') return rowsAlong(body?.schema, at.slice('/body'.length))[0];
  const parameter = parameters.find((each) => each.name === name);
  const inside = within.length === 0 ? [] : rowsAlong(parameter?.schema, pointerOf(within));
  return inside[0] ?? parameter?.requirement;
}

/**
 * The rows of an expected header or body; for a mismatch in the body, the nearest row that the contract names on the way to
 * it.
 */
export function rowsOfPart(
  context: JudgeContext,
  journey: JourneyHistory,
  answer: AnsweredExchange,
  part: 'headers' | 'body',
  miss?: AnswerMismatch,
): readonly string[] {
  const { operation, step, response } = answer;
  const { answers = [], requirements = [] } = step?.expect ?? {};
  if (answers.length === 0 || step?.role === 'negative') return requirements;
  const covered = coveredBy(context, journey, part, answer);
  if (!miss) return unique([requirements, covered]);
  // What the right status has already shown is not in doubt, but what an optional parameter asks for is.
  const optional = (operation?.parameters ?? []).flatMap((each) => (each.required ? [] : (each.requirement ?? [])));
  const used = isAccepted(answer) && operation ? exercisedBy(context, answer) : [];
  const shown = new Set([...(operation?.requirements ?? []), ...used].filter((row) => !optional.includes(row)));
  const doubtful = unique([requirements, covered]).filter((row) => !shown.has(row));
  const schema = part === 'body' ? operation?.responses[String(response.status)]?.schema : undefined;
  const along = rowsAlong(schema, miss.pointer);
  // A mismatch of a list may be about its elements: the scenario then says which of their rows is meant.
  const within = rowsWithin(schema, miss.pointer);
  const nearest = [...along, ...within].find((row) => doubtful.includes(row)) ?? along[0];
  // Rows that the operation's responses name at other places are not at stake here; what is asked of a list says more than
  // that it is a list.
  const told = doubtful.filter((row) => !context.isPlaced(row));
  return unique(nearest !== undefined && doubtful.includes(nearest) ? [nearest, told] : [told, nearest ?? []]);
}

/** What a scenario covers; a case about one fault covers only that. */
function coveredBy(
  context: JudgeContext,
  { journey, exchanges }: JourneyHistory,
  part: AnswerMismatch['part'],
  answer: AnsweredExchange,
): readonly string[] {
  const isAboutFault = exchanges.some(({ step }) => step?.role === 'negative');
  return isAboutFault || journey.isOwn ? [] : context.covered(journey.covers, `http.${part}`, answer);
}

/** The rows of the parameters and body members that a request used. */
function exercisedBy({ validators }: JudgeContext, answer: AnsweredExchange): readonly string[] {
  const { operation, sent } = answer;
  if (!operation || sent.verb === 'http') return [];
  return validators.exercised(operation.verb, sentView(answer));
}

function unique(lists: readonly (string | readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
