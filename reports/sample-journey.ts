/** Test support: the parts of a journey, as a plan has them. */
import type { CallStep, Json, ParallelStep, ScenarioKci } from '../harness/model.ts';
import { readPattern } from '../harness/pattern.ts';
import { span } from './sample.ts';

const FILE = 'scenarios/orders/sample.yaml';

/** A call of the step of that name. */
export function call(name: string, more: Partial<CallStep> = {}, request: Partial<CallStep['request']> = {}): CallStep {
  return {
    kind: 'call',
    name,
    as: name,
    tenant: 'ACME',
    expect: { answers: [{ status: '202' }] },
    span: span(FILE, 3),
    request: {
      verb: 'order',
      method: 'POST',
      path: '/v1/order',
      headers: { 'X-Conversation-ID': 'talk' },
      query: {},
      auth: 'bearer',
      ...request,
    },
    ...more,
  };
}

/** Calls sent at once. */
export function parallel(...steps: readonly CallStep[]): ParallelStep {
  return { kind: 'parallel', name: 'parallel', steps, span: span(FILE, 5) };
}

const DAY = 86_400_000;

/** What is owed of the order that a step placed; the pattern as authors write it. */
export function owed(step: string, pattern: Json, more: Partial<ScenarioKci> = {}): ScenarioKci {
  const read = readPattern(pattern);
  return {
    for: `$${step}`,
    pattern: read.pattern,
    never: [],
    exactlyOnce: [],
    withinMs: 5 * DAY,
    span: span(FILE, 20),
    ...more,
  };
}
