/** Test support: the parts of a planned journey, and a run of such journeys. */

import { readPattern } from '../../harness/kci/pattern.ts';
import type { CallStep, Json, ParallelStep, ScenarioKci } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { failed, ofCourse, Sample, span } from './sample.ts';

const DAY = 86_400_000;
const FILE = 'scenarios/orders/sample.yaml';

/** A call in the step with this name. */
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

/** The events required for the order of a step; the pattern as authors write it. */
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

/**
 * A run with an order that left its course after many events, one that left its lifecycle, simultaneous requests, and a
 * negative with its control.
 */
export function journeysInput(): ReportInput {
  const run = new Sample();
  run.row('KCI-03', 'KCI profile, lifecycle', 'The events that a journey waits for come, in its order.', 'breached');

  const order = 'orders/long';
  run.exchange(order, 'placed', { id: 41 }, 202);
  for (let number = 1; number <= 20; number += 1) {
    run.deliver({ what: number === 1 ? 'STARTED' : 'MIDDLE', of: 41, number }, number % 3 === 0 ? DAY : 2_000);
  }
  const last = run.deliver({ what: 'FINISHED', of: 41, number: 21 });
  const kci = owed('placed', ['STARTED', 'MIDDLE+', 'CHECKED', 'FINISHED'], { never: ['BROKEN'], withinMs: 30 * DAY });
  const finding = { summary: 'order 41: FINISHED came too soon', expected: 'CHECKED', actual: 'FINISHED' };
  run.case(order, 'An order with many events', 'failed', {
    findings: [
      failed(order, 'kci.sequence', ofCourse('event-out-of-turn', finding, 'FINISHED'), {
        seq: last,
        span: kci.span,
        requirements: ['KCI-03'],
      }),
    ],
    journey: { steps: [call('placed'), call('amend')], kci: [kci], values: { ids: { placed: 41 } } },
  });

  const short = 'orders/short';
  run.exchange(short, 'placed', { id: 51, orderType: 'BUILD' }, 202);
  run.deliver({ what: 'STARTED', of: 51, number: 1 });
  const soon = run.deliver({ what: 'CHECKED', of: 51, number: 2 });
  const course = { summary: 'order 51: CHECKED came after STARTED', expected: 'MIDDLE', actual: 'STARTED, CHECKED' };
  run.case(short, 'An order that skips a part of its lifecycle', 'failed', {
    findings: [
      failed(short, 'kci.lifecycle', ofCourse('off-course', course, 'CHECKED'), {
        step: 'placed',
        seq: soon,
        order: '51',
        requirements: ['KCI-03'],
      }),
    ],
    journey: { steps: [call('placed')] },
  });

  const group = 'orders/at-once';
  run.together(group, ['first', 'second', 'third']);
  run.case(group, 'Orders at once', 'passed', {
    journey: { steps: [parallel(call('first'), call('second'), call('third'))] },
  });

  const negative = 'orders/refusals~omit:/body/id';
  const seq = run.exchange(negative, 'order~negative', { kind: 'NEW' }, 422, { uuid: 7, code: 'INVALID' });
  run.exchange(negative, 'order', { id: 50, kind: 'NEW' }, 202);
  const wrong = { summary: 'order answered 422 with a wrong body at /uuid', expected: 'a string', actual: '7' };
  run.case(negative, 'An order without an id is refused', 'failed', {
    findings: [failed(negative, 'http.schema', { ...wrong, pointer: '/uuid' }, { step: 'order~negative', seq })],
    journey: {
      steps: [
        call('order~negative', { role: 'negative' }, { defect: { kind: 'omit', at: '/body/id' } }),
        call('order', { role: 'control' }),
      ],
    },
  });

  const input = run.end();
  const more = { MIDDLE: { when: ['MIDDLE'] }, CHECKED: { when: ['CHECKED'] }, BROKEN: { when: ['BROKEN'] } };
  const legal = readPattern({ 'one-of': ['BROKEN', ['STARTED', 'MIDDLE', 'CHECKED*', 'FINISHED']] }).pattern;
  const lifecycles = [{ kind: 'build', orders: ['BUILD'], legal, outcomes: {} }];
  return { ...input, profile: { ...input.profile, lifecycles, events: { ...input.profile.events, ...more } } };
}
