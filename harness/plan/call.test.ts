import { expect, test } from 'vitest';
import { callAt, journeys, scenario } from './testing/sample.ts';

test('of a group whose answers are counted, each may be any that is counted', () => {
  const text = `scenario: S
steps:
  - parallel:
      - cancel: { order: 1, reasonCode: OTHER }
      - cancel: { order: 1, reasonCode: OTHER }
        tenant: 2
    as: both
    tally: { 2xx: 1, 409: 1 }
`;
  const [step] = journeys([scenario('x', text)])[0]?.steps ?? [];
  expect(step).toMatchObject({ kind: 'parallel', name: 'both', as: 'both', tally: { '2xx': 1, 409: 1 } });
  const steps = step?.kind === 'parallel' ? step.steps : [];
  expect(steps.map(({ name, tenant, expect: { answers } }) => [name, tenant, answers])).toEqual([
    ['cancel', 'northwind', [{ status: '409' }, { status: '2xx' }]],
    ['cancel-2', 'harbour', [{ status: '409' }, { status: '2xx' }]],
  ]);
});

test('a step that only needs an answer is owed none', () => {
  const text = 'scenario: S\nsteps:\n  - cancel: { order: 1, reasonCode: OTHER }\n    need: 409';
  const call = callAt(journeys([scenario('x', text)])[0], 0);
  expect([call.expect.answers, call.need?.answers]).toEqual([[], [{ status: '409' }]]);
});

test('a written request has the usual headers under its own, and sends no token where it takes Authorization out', () => {
  const text = `scenario: S
steps:
  - http: { method: POST, path: /x, headers: { tenant: mine, Authorization: null }, body: { a: 1 } }
    expect: 401
`;
  expect(callAt(journeys([scenario('x', text)])[0], 0).request).toEqual({
    verb: 'http',
    method: 'POST',
    path: '/x',
    headers: { 'X-Request-ID': expect.any(String), 'X-Conversation-ID': expect.any(String), tenant: 'mine' },
    query: {},
    contentType: 'application/json',
    body: { a: 1 },
    auth: 'none',
  });
});

test('what a row has none of is left out of the requests of a group, too', () => {
  const text = `scenario: S
for-each:
  with: { notes: Ring twice }
  without: { notes: null }
steps:
  - parallel:
      - amend: { order: 1, hazards: None, notes: $row.notes }
      - amend: { order: 2, notes: $row.notes }
    tally: { 2xx: 2 }
`;
  const bodies = journeys([scenario('x', text)]).map(({ steps: [step] }) =>
    step?.kind === 'parallel' ? step.steps.map(({ request }) => request.body) : [],
  );
  expect(bodies).toEqual([
    [expect.objectContaining({ notes: 'Ring twice' }), expect.objectContaining({ notes: 'Ring twice' })],
    [expect.not.objectContaining({ notes: expect.anything() }), expect.not.objectContaining({ notes: null })],
  ]);
});
