import type { CallStep, Journey, Span, Step } from '../../harness/model.ts';
import type { Moment } from '../story/moments.ts';

/** A moment as a page holds it. What a delivery holds of the order stands in its body already. */
export function inWhole(moment: Moment): Moment {
  if (moment.kind !== 'arrival') return moment;
  const { order: _order, ordered: _ordered, ...event } = moment.event;
  return { ...moment, event };
}

const NOWHERE: Span = { file: '', line: 0, col: 0, length: 0, excerpt: '' };

/**
 * A journey in which nothing was found, as far as a diagram tells of it. What its requests were made of, findings alone are
 * compared with: as they were sent, they stand in the moments. What is left out is empty.
 */
export function inOutline(journey: Journey): Journey {
  const { steps, kci, values } = journey;
  const orders = [...kci, ...steps.filter((step) => step.kind === 'await')].map((owed) => owed.for);
  const named = ['ids', ...orders.map((reference) => /[\w-]+/.exec(reference)?.[0])];
  return {
    ...journey,
    ...{ title: '', tags: [], covers: [], leases: [], span: NOWHERE },
    values: Object.fromEntries(Object.entries(values).filter(([name]) => named.includes(name))),
    steps: steps.map(stepInOutline),
  };
}

function stepInOutline(step: Step): Step {
  if (step.kind === 'call') return callInOutline(step);
  return step.kind === 'parallel' ? { ...step, steps: step.steps.map(callInOutline) } : step;
}

function callInOutline({ request, expect, need: _need, ...call }: CallStep): CallStep {
  const { body: _body, pathParameters: _parameters, headers, ...line } = request;
  const names = Object.fromEntries(Object.keys(headers).map((each) => [each, '']));
  return {
    ...call,
    request: { ...line, headers: names, query: {} },
    expect: { answers: expect.answers },
    span: NOWHERE,
  };
}
