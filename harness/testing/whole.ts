import { previewPlan } from '../application/cases/preview-plan.ts';
import { loadInputs } from '../application/inputs.ts';
import { VIRTUAL_START } from '../application/open/transport.ts';
import { callsOf } from '../journey/calls.ts';
import type { CallStep, Journey, KciProfile, Verb } from '../model.ts';
import { caseIds } from '../plan/expand.ts';
import { isObject } from '../values/pointer.ts';
import { count } from '../words/text.ts';

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
const courseOf = ({ scenario, steps, kci }: Journey, profile: KciProfile): string =>
  JSON.stringify([scenario, kci, steps.map((step) => (step.kind === 'call' ? askedIn(step, profile) : step))]);

/** Types of orders that have one lifecycle follow the same course. */
const askedIn = ({ request: { verb, body }, steer, role, receiver }: CallStep, { lifecycles }: KciProfile) => [
  verb,
  isObject(body) && lifecycles.findIndex(({ orders }) => orders.some((type) => type === body.orderType)),
  [steer, role, receiver],
];

/**
 * The cases in which events come, or those of them with a call of one kind; of those that follow the same course, the
 * first.
 */
export function casesWithEvents(verb?: Verb): readonly string[] {
  const { plan, inputs } = previewPlan([], { target: 'fake', seed: 1 });
  const withEvents = plan.journeys
    .filter(({ id }) => /^(orders|amendments|cancellations|tenancy|kci)\/[^~]*$/.test(id))
    .filter((journey) => verb === undefined || callsOf(journey).some(({ request }) => request.verb === verb));
  return [...Map.groupBy(withEvents, (journey) => courseOf(journey, inputs.profile)).values()].flatMap(
    ([first]) => first?.id ?? [],
  );
}
