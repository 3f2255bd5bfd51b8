import { expect, test } from 'vitest';
import { loadInputs } from '../application/inputs.ts';
import type { CallStep, Journey } from '../model.ts';
import { errorText } from './words.ts';

const span = { file: 'orders/cease.yaml', line: 1, col: 1, length: 1, excerpt: 'scenario: A line is ceased' };

test('a case sees an error code also where one of several requests at once may be answered so', () => {
  const request = { verb: 'order', method: 'POST', path: '/', headers: {}, query: {}, auth: 'bearer' } as const;
  const answers = [{ status: '422', code: 'INVALID_REQUEST' }];
  const call: CallStep = { kind: 'call', name: 'order', request, tenant: 'acme', expect: { answers }, span };
  const journey: Journey = {
    id: 'orders/two-at-once',
    scenario: 'orders/two-at-once',
    title: 'Two orders at once',
    covers: [],
    tags: [],
    tenant: 'acme',
    values: {},
    leases: [],
    kci: [],
    span,
    steps: [{ kind: 'parallel', name: 'parallel', steps: [call], span }],
  };

  const { contract, profile } = loadInputs({ target: 'fake' }, []);
  const text = errorText('INVALID_REQUEST', { contract, profile, journeys: [journey], faults: [] });

  expect(text).toContain('\n  cases that see it (1)\n    orders/two-at-once');
});
