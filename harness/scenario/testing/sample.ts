import type { Contract, KciProfile, Operation, Verb, World } from '../../model.ts';
import type { LintContext } from '../lint-rule.ts';

/**
 * A small contract, profile and world for the tests of the language. It is not the real contract, so that the
 * messages in `fixtures/golden/bad-scenarios/` change only when the language does.
 */

function operation(verb: Verb, rest: Partial<Operation>): Operation {
  return {
    verb,
    method: 'POST',
    path: `/${verb}`,
    auth: 'bearer',
    parameters: [],
    responses: {},
    success: [{ status: '202' }],
    fields: [],
    refusals: [],
    requirements: [],
    ...rest,
  };
}

const address = { field: 'address', to: '/query/address', pick: ['id', 'type'] };
const errorBody = { type: 'object', properties: { uuid: {}, code: {}, messages: {} } };
const query = (name: string) => ({ in: 'query' as const, name, required: true, json: true, schema: {} });

const contract: Contract = {
  operations: {
    token: operation('token', { requirements: ['TOK-01'], success: [{ status: '200' }] }),
    availability: operation('availability', {
      method: 'GET',
      parameters: [query('address'), { ...query('Tenant'), in: 'header', role: 'tenant' }],
      fields: [address],
      success: [{ status: '200' }],
      responses: {
        '200': { schema: { properties: { siteInformation: {}, serviceSpecifications: {}, address: {} } } },
        '422': { schema: errorBody },
      },
      requirements: ['AVL-01'],
    }),
    slots: operation('slots', {
      method: 'GET',
      fields: [address, { field: 'purpose', to: '/query/appointmentPurpose' }],
      success: [{ status: '200' }],
      requirements: ['SLT-01'],
    }),
    book: operation('book', {
      fields: [{ field: 'slot', to: '/body/timeslot' }],
      body: {
        contentType: 'application/json',
        schema: { properties: { id: {}, address: {}, purpose: {}, timeslot: {} } },
      },
      success: [{ status: '200' }, { status: '201' }],
      responses: {
        '200': { schema: { properties: { id: {}, supplierReference: { 'x-requirement': 'APT-02' } } } },
        '422': { schema: errorBody },
      },
      requirements: ['APT-01'],
    }),
    order: operation('order', {
      fields: [{ field: 'appointment', to: '/body/appointmentReservationId', take: 'id' }],
      body: {
        contentType: 'application/json',
        schema: { properties: { id: {}, orderType: {}, tenant: {}, address: {}, serviceId: {}, notes: {} } },
      },
      requirements: ['ORD-01'],
    }),
    amend: operation('amend', { fields: [{ field: 'order', to: '/body/orderId', take: 'id' }] }),
    cancel: operation('cancel', {
      fields: [{ field: 'order', to: '/body/orderId', take: 'id' }],
      body: { contentType: 'application/json', schema: { properties: { reasonCode: {} } } },
    }),
  },
  headers: { request: 'X-Request-ID', conversation: 'X-Conversation-ID', tenant: 'Tenant' },
  schemas: { Timeslot: {}, ErrorBody: errorBody },
  register: [
    ...['TOK-01', 'AVL-01', 'SLT-01', 'APT-01', 'APT-02', 'ORD-01', 'ERR-01'].map((id) => row(id)),
    { ...row('KCI-01'), checks: ['kci.sequence'] },
    { ...row('LIM-01'), excluded: 'limits are not shown' },
  ],
  errors: [],
  toldBy: {},
  digest: '',
};

function row(id: string): Contract['register'][number] {
  return { id, level: 'stated', place: 'Somewhere', sentence: 'A sentence.', facets: [] };
}

const names = ['ACKNOWLEDGED', 'UPDATE', 'COMMITTED', 'DELAY', 'RESUMED', 'COMPLETED', 'REJECTED', 'CANCELLED'];

const profile = {
  profile: 'sample',
  read: {
    event: '$.event',
    orderId: '$.id',
    order: '$.order',
    status: '$.status',
    deliveryId: '$.id',
    dates: { committed: '$.date' },
  },
  statuses: { done: 'COMPLETED', held: 'DELAYED' },
  events: Object.fromEntries(names.map((name) => [name, { when: [name] }])),
  lifecycles: [
    {
      orders: ['NEW'],
      outcomes: { ORDER_SUCCESSFUL: { kind: 'seq', of: [] }, ORDER_DELAYED: { kind: 'seq', of: [] } },
    },
  ],
  requests: { amendment: { AMENDMENT_REJECTED: {} }, cancellation: {} },
} as unknown as KciProfile;

const world: World = {
  world: 'sample',
  title: 'A small world',
  timeZone: 'Europe/London',
  service: { id: 'fttp' },
  roles: { newLine: { use: 'exclusive' }, unavailable: { use: 'exclusive' }, activeService: { use: 'exclusive' } },
};

/** What the tests lint against. */
export const SAMPLE: LintContext = { contract, profile, world };

/** A scenario with nothing wrong in it, that uses every part of the language. */
export const GOOD = `# yaml-language-server: $schema=../../fixtures/contract/scenario.schema.json
scenario: A new line is installed with a booked morning slot
covers: [AVL-01, SLT-01, APT-02, ORD-01, KCI-01]
tags: [smoke]
requires: [x-appointments]
outcome: ORDER_DELAYED
problem-code: CAPACITY_ISSUE
given:
  site: $world.newLine
  customer: $fake.contact
for-each:
  residential: { user: RESIDENTIAL }
  business: { user: BUSINESS }
steps:
  - token:
    as: old
  - availability: { address: $site }
    as: offer
    need: { body: { siteInformation: { newLine: true } } }
  - slots:
      address: $site
      purpose: PROVIDE
    as: slots
    expect:
      status: 200
      headers: { Content-Type: ~matches(json) }
      body: { availableTimeslots: ~some(classification = WEEKDAY_AM) }
  - parallel:
      - book:
          slot: $slots.availableTimeslots[?@.classification == 'WEEKDAY_AM']
      - book:
          slot: $slots.availableTimeslots[?@.classification == 'WEEKDAY_AM']
    as: race
    tally: { 2xx: 1, 409: 1 }
  - wait: 2h
  - wait: { until: "$race[0].body.expiryDateTime" }
  - http:
      method: GET
      path: /WholesaleGateway/v1.0/gateway/service-orders
    expect: 404 | 405
  - order:
      orderType: NEW
      address: $site
      notes: For \${customer.name}, $row.user
    auth: { bearer: $old.access_token }
    tenant: 2
    as: placed
    covers: [ORD-01]
  - await: { for: $placed, event: [ACKNOWLEDGED, UPDATE*], within: 2d }
  - cancel:
      order: $placed
      reasonCode: OTHER
    expect: 400 MALFORMED_REQUEST | 422 INVALID_REQUEST
  - availability: { address: $offer.address.identifier }
    matrix:
      derive: [omit, null, malformed-json]
      rows:
        - title: the address is empty
          empty: /query/address
          expect: 422 INVALID_REQUEST
        - title: the address is a number
          set: { /query/address: 7 }
        - title: no tenant
          no-header: Tenant
        - title: no token
          no-bearer: true
kci:
  for: $placed
  sequence:
    - ACKNOWLEDGED
    - UPDATE*
    - COMPLETED: { within: 15d, match: { order: { notes: ~string } } }
  never: [REJECTED]
  exactly-once: [COMPLETED]
  within: 20d
`;
