import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallStep, Journey, JsonObject, Scenario } from '../model.ts';
import { type ExpandOptions, expand } from './expand.ts';
import { input, scenario, target, world } from './sample.ts';

const provide = scenario(
  'orders/provide-new',
  `scenario: A new line is installed
covers: [ORD-01]
given:
  site: $world.newLine
  customer: $fake.contact
  reference: $fake.projectReference
for-each:
  home: { user: RESIDENTIAL }
  work: { user: BUSINESS }
steps:
  - availability: { address: $site }
    as: offer
  - order:
      orderType: NEW
      address: $site
      service: $offer.serviceSpecifications[0]
      characteristics: { END_USER_TYPE: $row.user }
      primaryContact: $customer
      notes: Ref \${reference} for \${row.user}
    as: placed
    matrix:
      derive: [omit, bad-token]
      rows:
        - title: A type nobody knows
          set: { /body/orderType: FOO }
          expect: 422 INVALID_REQUEST
  - cancel: { order: $placed, reasonCode: OTHER }
kci:
  for: $placed
  sequence: [ACKNOWLEDGED, COMPLETED: { match: { order: { id: $placed.id }, tenant: $tenant } }]
  within: 20d
`,
);
const cease = scenario(
  'orders/cease',
  `scenario: A service ends
given: { site: $world.activeService, day: $fake.completionDateTime }
steps:
  - order: { orderType: CEASE, serviceId: $site.serviceId, requestedCompletionDate: $day }
    matrix: { derive: [omit] }
  - token:
    matrix: { derive: [bad-credentials] }
`,
);
const plan = (scenarios: readonly Scenario[], more: Partial<ExpandOptions> = {}) =>
  expand(scenarios, { ...input, ...more });
const journeys = (scenarios: readonly Scenario[], more: Partial<ExpandOptions> = {}) =>
  plan(scenarios, more).plan.journeys;
const byId = (list: readonly Journey[]) => Object.fromEntries(list.map((journey) => [journey.id, journey]));
const callAt = (journey: Journey | undefined, index: number): CallStep => journey?.steps.at(index) as CallStep;

describe('case ids', () => {
  test('each row is a case, followed by its negatives', () => {
    const ids = journeys([provide]).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([
      'orders/provide-new#home',
      'orders/provide-new#home~omit:/body',
      'orders/provide-new#home~omit:/body/id',
    ]);
    expect(ids).toContain('orders/provide-new#work~a-type-nobody-knows');
    expect(ids.indexOf('orders/provide-new#work')).toBe(ids.length / 2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('with several matrices, the step is named', () => {
    expect(journeys([cease]).map(({ id }) => id)).toEqual([
      'orders/cease',
      'orders/cease~order.omit:/body',
      'orders/cease~order.omit:/body/id',
      'orders/cease~order.omit:/body/orderType',
      'orders/cease~order.omit:/body/tenant',
      'orders/cease~order.omit:/body/serviceId',
      'orders/cease~token.bad-credentials:/headers/Authorization',
    ]);
  });

  test('titles tell rows and defects apart', () => {
    const list = byId(journeys([provide]));
    expect(list['orders/provide-new#home']?.title).toBe('A new line is installed: home');
    expect(list['orders/provide-new#home~omit:/body/id']?.title).toBe(
      'A new line is installed: home: placed without body/id',
    );
    const named = { ...provide, title: 'A line for ${row.user}' };
    expect(journeys([named])[0]?.title).toBe('A line for RESIDENTIAL');
  });
});

describe('a case', () => {
  const [home] = journeys([provide]);

  test('has what is known put in, and what is not left as a path', () => {
    const { body, query } = callAt(home, 1).request;
    const { site, customer, reference, ids } = home?.values as Record<string, JsonObject>;
    expect(query).toEqual({});
    expect(body).toEqual({
      id: ids?.placed,
      orderType: 'NEW',
      tenant: 'northwind',
      address: { id: site?.id, type: 'UPRN' },
      serviceOrderItem: {
        serviceSpecification: {
          id: '$offer.serviceSpecifications[0].id',
          name: '$offer.serviceSpecifications[0].name',
        },
        serviceCharacteristics: [{ name: 'END_USER_TYPE', value: 'RESIDENTIAL' }],
      },
      primaryContact: customer,
      notes: `Ref ${reference} for RESIDENTIAL`,
    });
    expect(callAt(home, 2).request.body).toMatchObject({ orderId: '$placed.id' });
  });

  test('has its own request id on each request, and one conversation', () => {
    const headers = [0, 1, 2].map((index) => callAt(home, index).request.headers);
    expect(new Set(headers.map((each) => each['X-Request-ID'])).size).toBe(3);
    expect(new Set(headers.map((each) => each['X-Conversation-ID'])).size).toBe(1);
    expect(headers[0]).toEqual({
      'X-Request-ID': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      'X-Conversation-ID': expect.any(String),
      Tenant: 'northwind',
    });
  });

  test('owes the success of each operation, resting on its rows', () => {
    expect(callAt(home, 1).expect).toEqual({
      answers: [{ status: '202' }],
      requirements: input.contract.operations.order.requirements,
    });
  });

  test('has the events owed, with what is known put in', () => {
    expect(home?.kci[0]?.pattern).toMatchObject({
      of: [
        { name: 'ACKNOWLEDGED' },
        { name: 'COMPLETED', match: { order: { id: '$placed.id' }, tenant: 'northwind' } },
      ],
    });
  });

  test('uses the facts of its site', () => {
    const [ceased] = journeys([cease]);
    const { site, day } = ceased?.values as { site: JsonObject; day: string };
    expect(site).toEqual({ id: expect.stringMatching(/^\d{12}$/), type: 'UPRN', serviceId: `SVC${site.id}` });
    expect(callAt(ceased, 0).request.body).toMatchObject({ serviceId: `SVC${site.id}`, requestedCompletionDate: day });
  });

  test('sends the form of the target for a token, with the tenant only where the target wants it', () => {
    const tokenOf = (sendTenantHeader: boolean) =>
      callAt(journeys([cease], { target: { ...target, token: { ...target.token, sendTenantHeader } } })[0], 1).request;
    expect(tokenOf(false)).toMatchObject({ auth: 'basic', headers: {}, body: { grant_type: 'client_credentials' } });
    expect(tokenOf(true).headers).toEqual({ Tenant: 'northwind' });
  });
});

describe('a negative case', () => {
  const list = journeys([provide]);
  const negative = byId(list)['orders/provide-new#home~omit:/body/orderType'];

  test('has the steps before, the faulty request, and the same without its fault', () => {
    expect(negative?.steps.map((step) => [step.name, (step as CallStep).role])).toEqual([
      ['offer', undefined],
      ['placed~negative', 'negative'],
      ['placed', 'control'],
    ]);
    expect(negative?.kci).toEqual([]);
    expect(negative?.covers).toEqual([]);
  });

  test('owes the refusal of the contract, or of the row', () => {
    expect(callAt(negative, -2).expect).toEqual({
      answers: [{ status: '422', code: 'INVALID_REQUEST' }],
      requirements: ['ORD-05'],
    });
    expect(callAt(byId(list)['orders/provide-new#home~a-type-nobody-knows'], -2).expect.answers).toEqual([
      { status: '422', code: 'INVALID_REQUEST' },
    ]);
  });

  test('differs from its control by the defect and the request id, and by nothing else', () => {
    for (const journey of list.filter(({ id }) => id.includes('~'))) {
      const { defect, headers, ...faulty } = callAt(journey, -2).request;
      const control = callAt(journey, -1).request;
      expect(defect).toBeDefined();
      expect(headers['X-Request-ID']).not.toBe(control.headers['X-Request-ID']);
      expect({ ...faulty, headers: { ...headers, 'X-Request-ID': control.headers['X-Request-ID'] } }).toEqual(control);
    }
  });

  test('has its own site, people and ids', () => {
    const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
    expect(distinct(list.map(({ values }) => values.site))).toBe(list.length);
    expect(distinct(list.map(({ values }) => (values.ids as JsonObject).placed))).toBe(list.length);
  });
});

describe('laws', () => {
  const others = [cease, { ...cease, id: 'a/first' }, { ...provide, id: 'z/last' }];

  test('the same inputs give the same bytes', () => {
    expect(JSON.stringify(plan([provide, cease]))).toBe(JSON.stringify(plan([provide, cease])));
  });

  test('a plan is plain JSON', () => {
    const made = plan([provide, cease]).plan;
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });

  test('neither other scenarios nor their order change a case', () => {
    const alone = byId(journeys([provide]));
    fc.assert(
      fc.property(fc.shuffledSubarray(others), fc.nat(3), (some, at) => {
        const all = byId(journeys(some.toSpliced(at, 0, provide)));
        for (const [id, journey] of Object.entries(alone)) expect(all[id]).toEqual(journey);
      }),
      { numRuns: 20 },
    );
  });

  test('neither other rows nor other defects change a case', () => {
    const alone = byId(journeys([provide]));
    const step = provide.steps[1] as Scenario['steps'][number];
    const matrix = { derive: ['null', 'bad-token', 'omit', 'set'], rows: [], span: step.span } as const;
    const more: Scenario = {
      ...provide,
      rows: [{ id: 'new', values: { user: 'NEW' } }, ...provide.rows],
      steps: provide.steps.with(1, { ...step, matrix: { ...matrix, rows: step.matrix?.rows ?? [] } }),
    };
    const all = byId(journeys([more]));
    for (const [id, journey] of Object.entries(alone)) expect(all[id]).toEqual(journey);
  });

  test('picking cases does not change them', () => {
    const id = 'orders/provide-new#work~omit:/body/id';
    expect(journeys([cease, provide], { only: [id] })).toEqual([byId(journeys([provide]))[id]]);
  });

  test('another seed gives other people, another nonce other ids', () => {
    const [first] = journeys([provide]);
    const [seeded] = journeys([provide], { seed: 8 });
    const [again] = journeys([provide], { nonce: 'run-2' });
    expect(seeded?.values.customer).not.toEqual(first?.values.customer);
    expect(seeded?.values.ids).toEqual(first?.values.ids);
    expect(again?.values.customer).toEqual(first?.values.customer);
    expect(again?.values.ids).not.toEqual(first?.values.ids);
  });

  test('ids are unique within the run and stay in the range of the target', () => {
    const ids = { from: 500, to: 699 };
    const chosen = journeys([provide, cease], { target: { ...target, ids } }).flatMap(({ values }) =>
      Object.values(values.ids as Record<string, number>),
    );
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(chosen.filter((id) => id < 500 || id > 699)).toEqual([]);
  });
});

describe('what cannot run is excused', () => {
  const excuseOf = (text: string, more: Partial<ExpandOptions> = {}) =>
    journeys([scenario('x', text)], more)[0]?.excused;

  test('a role that the world lacks', () => {
    expect(excuseOf('scenario: S\ngiven: { site: $world.castle }\nsteps: [availability: { address: $site }]')).toEqual({
      outcome: 'inconclusive',
      reason: 'world-lacks-role',
      detail: 'the world "small" has no role "castle"',
    });
  });

  test('a role whose range is used up', () => {
    const text =
      'scenario: S\ngiven: { a: $world.shortRoad, b: $world.shortRoad, c: $world.shortRoad }\nsteps: [availability: { address: $a }]';
    expect(excuseOf(text)).toEqual({
      outcome: 'inconclusive',
      reason: 'world-exhausted',
      detail: 'the world "small" has no site of the role "shortRoad" left',
    });
  });

  test('a capability that the target declares it lacks', () => {
    expect(excuseOf('scenario: S\nrequires: [amendments, orders]\nsteps: [token: ]')).toEqual({
      outcome: 'not-applicable',
      reason: 'capability-declared-absent',
      detail: 'the target "acme" declares that it lacks amendments',
    });
  });

  test('a tenant that the target does not have', () => {
    expect(excuseOf('scenario: S\nsteps:\n  - token:\n    tenant: 3')).toEqual({
      outcome: 'inconclusive',
      reason: 'world-lacks-role',
      detail: 'the target "acme" has no tenant 3; it has "northwind", "harbour"',
    });
    expect(excuseOf('scenario: S\ntenant: harbour\nsteps: [token: ]')).toBeUndefined();
  });
});

describe('problems', () => {
  const messagesOf = (text: string, more: Partial<ExpandOptions> = {}) =>
    plan([scenario('x', text)], more).problems.map(({ severity, message }) => `${severity}: ${message}`);

  test('two scenarios of one id', () => {
    expect(plan([cease, cease]).problems[0]?.message).toBe('the case id "orders/cease" stands twice');
  });

  test('two rows of one title', () => {
    const row = '{ title: Same, set: { /body/id: 1 }, expect: 422 }';
    expect(
      messagesOf(
        `scenario: S\nsteps:\n  - cancel: { order: 1, reasonCode: OTHER }\n    matrix: { rows: [${row}, ${row}] }`,
      ),
    ).toEqual(['error: a second row "Same" in one matrix']);
  });

  test('a row that does not say what is owed, where the contract does not either', () => {
    const text =
      'scenario: S\nsteps:\n  - http: { method: GET, path: /x }\n    expect: 200\n    matrix: { rows: [{ title: Odd, set: { /query/a: 1 } }] }';
    expect(messagesOf(text)).toEqual(['error: the row "Odd" does not say what is owed']);
  });

  test('a matrix that makes no case', () => {
    expect(
      messagesOf(
        'scenario: S\nsteps:\n  - availability: { address: { id: a, type: b } }\n    matrix: { derive: [bad-credentials] }',
      ),
    ).toEqual(['warning: the matrix of "availability" makes no case']);
  });

  test('defects that the contract says nothing of, once for all rows', () => {
    const { availability } = input.contract.operations;
    const operations = { ...input.contract.operations, availability: { ...availability, refusals: [] } };
    const text =
      'scenario: S\nfor-each: [a, b]\nsteps:\n  - availability: { address: { id: a, type: b } }\n    matrix: { derive: [omit] }';
    expect(messagesOf(text, { contract: { ...input.contract, operations } })).toEqual([
      'warning: left out of the matrix of "availability": omit:/query/address, omit:/query/address/id, omit:/query/address/type',
    ]);
  });

  test('a range of ids that is too small', () => {
    const text = 'scenario: S\ngiven: { a: $id.one, b: $id.two, c: $id.three }\nsteps: [token: ]';
    expect(messagesOf(text, { target: { ...target, ids: { from: 1, to: 2 } } })).toEqual([
      'error: the plan chooses 3 ids, and the target "acme" allows 2',
    ]);
  });
});

test('sites of listed roles are leased at run time, and what rests on them waits', () => {
  const text = `scenario: S
given: { site: $world.known, service: $site.serviceId, note: For \${site.id} }
steps: [order: { orderType: CEASE, serviceId: $service, notes: $note }]
`;
  const [journey] = journeys([scenario('x', text)], { world });
  expect(journey?.leases).toEqual([{ name: 'site', role: 'known', pick: expect.any(Number) }]);
  expect(Object.keys(journey?.values ?? {})).toEqual(['row', 'tenant', 'ids']);
  expect(callAt(journey, 0).request.body).toMatchObject({ serviceId: '$site.serviceId', notes: 'For ${site.id}' });
});

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
