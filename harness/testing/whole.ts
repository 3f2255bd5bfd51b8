import { count } from '../../reports/words/text.ts';
import { planFor } from '../application/cases/plan-for.ts';
import { loadInputs } from '../application/inputs.ts';
import { VIRTUAL_START } from '../application/open/door.ts';
import type { CallStep, Journey } from '../model.ts';
import { caseIds } from '../plan/expand.ts';
import { isObject } from '../values/pointer.ts';

let known: number | undefined;

/** How many cases the whole certification of the embedded fake has. */
export function casesOfWhole(): number {
  known ??= planned();
  return known;
}

function planned(): number {
  const inputs = loadInputs({ target: 'fake' }, []);
  const occasion = { seed: 1, nonce: 'seed-1', now: VIRTUAL_START };
  return caseIds(inputs.certification.shipped, 'standard', { ...inputs, ...occasion }).length;
}

/** The same, where a text is looked for: "2 of 1,003 cases". */
export const WHOLE = count(casesOfWhole(), 'case');

/** What a course of events may change in a case: what is asked for, in which steps, and what is to come of it. */
const courseOf = ({ scenario, steps, kci }: Journey): string =>
  JSON.stringify([scenario, kci, steps.map((step) => (step.kind === 'call' ? askedIn(step) : step))]);

const askedIn = ({ request: { verb, body }, steer, role, receiver }: CallStep) => [
  verb,
  isObject(body) && body.orderType,
  [steer, role, receiver],
];

/** The cases in which events come; of those that follow the same course, the first. */
export function casesWithEvents(): readonly string[] {
  const { journeys } = planFor([], { target: 'fake', seed: 1 }).plan;
  const withEvents = journeys.filter(({ id }) => /^(orders|amendments|cancellations|tenancy|kci)\/[^~]*$/.test(id));
  return [...Map.groupBy(withEvents, courseOf).values()].flatMap(([first]) => first?.id ?? []);
}
