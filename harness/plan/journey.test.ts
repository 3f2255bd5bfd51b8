import { describe, expect, test } from 'vitest';
import type { CallStep, JsonObject } from '../model.ts';
import { byId, callAt, cease, input, journeys, provide, scenario, target } from './testing/sample.ts';

describe('a case', () => {
  const [home] = journeys([provide]);

  test('has what is known put in, and what is not left as a path', () => {
    const { body, query } = callAt(home, 1).request;
    const { site, customer, reference, ids } = (home?.values ?? {}) as Record<string, JsonObject>;
    expect(query).toEqual({});
    expect(body).toEqual({
      id: ids?.placed,
      orderType: 'NEW',
      tenant: 'northwind',
      address: { id: site?.id, type: 'UPRN' },
      serviceOrderItem: {
        serviceSpecification: {
          id: '$offer.serviceSpecifications[0].id',
          name: '$offer.serviceSpecifications[0].name?',
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
    const { site, day } = (ceased?.values ?? {}) as { site: JsonObject; day: string };
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

  test('differs from its control by the defect and the ids of the request, and by nothing else', () => {
    for (const journey of list.filter(({ id }) => id.includes('~'))) {
      const { defect, headers, body, ...faulty } = callAt(journey, -2).request;
      const { headers: usual, body: right, ...control } = callAt(journey, -1).request;
      expect(defect).toBeDefined();
      expect(headers['X-Request-ID']).not.toBe(usual['X-Request-ID']);
      expect((body as JsonObject).id).not.toBe((right as JsonObject).id);
      expect({ ...headers, 'X-Request-ID': usual['X-Request-ID'] }).toEqual(usual);
      expect({ ...(body as JsonObject), id: (right as JsonObject).id as number }).toEqual(right);
      expect(faulty).toEqual(control);
    }
  });

  test('has its own site, people and ids', () => {
    const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
    expect(distinct(list.map(({ values }) => values.site))).toBe(list.length);
    expect(distinct(list.map(({ values }) => (values.ids as JsonObject).placed))).toBe(list.length);
  });
});

test('sites of listed roles are leased at run time, and what rests on them waits', () => {
  const text = `scenario: S
given:
  site: $world.known
  service: $site.serviceId
  note: For \${site.id}
steps:
  - order: { orderType: CEASE, serviceId: $service, notes: $note }
`;
  const [journey] = journeys([scenario('x', text)]);
  expect(journey?.leases).toEqual([{ name: 'site', role: 'known', pick: expect.any(Number) }]);
  expect(Object.keys(journey?.values ?? {})).toEqual(['row', 'tenant', 'ids']);
  expect(callAt(journey, 0).request.body).toMatchObject({ serviceId: '$site.serviceId', notes: 'For ${site.id}' });
});

test('which listed site a run prefers is its own, as what an earlier run did there outlives it; where all share, the seed decides', () => {
  const text = 'scenario: S\ngiven: { site: $world.known }\nsteps:\n  - availability: { address: $site }\n';
  const picks = (use: 'once' | 'shared') => {
    const world = { ...input.world, roles: { ...input.world.roles, known: { sites: [], use } } };
    return ['a', 'b', 'c'].map((nonce) => journeys([scenario('x', text)], { nonce, world })[0]?.leases[0]?.pick);
  };
  expect(new Set(picks('once')).size).toBe(3);
  expect(new Set(picks('shared')).size).toBe(1);
});

test('what an event is to look like is said in the words of a profile, and looked for where they are read', () => {
  const text = `scenario: S
steps:
  - order: { orderType: CEASE, serviceId: X }
    as: placed
  - await: { for: $placed, event: { ACKNOWLEDGED: { match: { event: received } } }, within: 1s }
kci:
  for: $placed
  sequence: { repeat: [ACKNOWLEDGED, COMPLETED: { match: { delivery-id?: ~string, problemCode: X, dates: { by-then: ~date } } }] }
  within: 1s
`;
  const [journey] = journeys([scenario('x', text)]);
  expect(journey?.steps[1]).toMatchObject({ pattern: { match: { wireName: 'received' } } });
  expect(journey?.kci[0]?.pattern).toMatchObject({
    of: { of: [{}, { match: { 'deliveryId?': '~string', problemCode: 'X', dates: { 'by-then': '~date' } } }] },
  });
});
