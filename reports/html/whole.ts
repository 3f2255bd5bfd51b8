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
export function inOutline({ id, scenario, kci, values, steps, tenant, ...rest }: Journey): Journey {
  const awaited = steps.flatMap((step) => (step.kind === 'await' ? [step.for] : []));
  const named = [
    'ids',
    ...[...kci.map((owed) => owed.for), ...awaited].map((reference) => /[\w-]+/.exec(reference)?.[0]),
  ];
  return {
    ...(rest.attempt && { attempt: rest.attempt }),
    id,
    scenario,
    title: '',
    tags: [],
    covers: [],
    tenant,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => named.includes(name))),
    leases: [],
    steps: steps.map(stepInOutline),
    kci,
    span: NOWHERE,
  };
}

function stepInOutline(step: Step): Step {
  if (step.kind === 'call') return callInOutline(step);
  return step.kind === 'parallel' ? { ...step, steps: step.steps.map(callInOutline) } : step;
}

function callInOutline({ kind, name, as, tenant, role, steer, request, expect }: CallStep): CallStep {
  const { verb, method, path, headers, auth, defect } = request;
  const names = Object.fromEntries(Object.keys(headers).map((each) => [each, '']));
  return {
    kind,
    name,
    request: { verb, method, path, headers: names, query: {}, auth, ...(defect && { defect }) },
    ...(as !== undefined && { as }),
    tenant,
    ...(role && { role }),
    ...(steer && { steer }),
    expect: { answers: expect.answers },
    span: NOWHERE,
  };
}
