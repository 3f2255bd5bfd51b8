import { describe, expect, test } from 'vitest';
import type { CallStep, Json, JsonObject } from '../../model.ts';
import {
  AVAILABLE,
  answered,
  availability,
  BOOKED,
  book,
  ERROR,
  OFFER,
  OFFERED,
  SLOT,
  SLOTS,
  slots,
} from '../../testing/answered.ts';
import {
  type Came,
  call,
  findingsOf,
  order,
  outcomesOf,
  REAL,
  rowsWith,
  SITE,
  SPAN,
  tell,
} from '../../testing/record-builder.ts';

function slotAt(start: string, classification: string, hours = 2): Json {
  const end = new Date(Date.parse(start) + hours * 3_600_000).toISOString();
  const slot = { ...OFFERED, timeslotStartDateTime: start, timeslotEndDateTime: end, classification };
  return { ...SLOTS, availableTimeslots: [slot] };
}

describe('legal answers never fail', () => {
  const cases: readonly [title: string, step: CallStep, status: number, came: Came][] = [
    ['a body with members nobody named', availability, 200, { body: { ...AVAILABLE, extra: { deep: [1] } } }],
    ['a booking answered 200', book, 200, { body: BOOKED }],
    ['a booking answered 201', book, 201, { body: BOOKED }],
    [
      'header names in any case, a charset and an odd type',
      availability,
      200,
      { headers: [['CONTENT-TYPE', 'Application/JSON; charset=UTF-8']], body: AVAILABLE },
    ],
    [
      'the same moments written with an offset and without milliseconds',
      book,
      200,
      { body: { ...BOOKED, timeslot: { ...OFFERED, timeslotEndDateTime: '2026-12-08T14:00:00+01:00' } } },
    ],
    ['a 202 without any header', order(5), 202, {}],
    [
      'a slot of a class without stated hours',
      slots,
      200,
      { body: slotAt('2026-12-08T06:00:00.000Z', 'WEEKDAY_EARLY') },
    ],
    [
      'a 409 with any body at all',
      { ...book, expect: { answers: [{ status: '409' }] } },
      409,
      { text: 'taken', headers: [['Content-Type', 'text/plain']] },
    ],
    [
      'a 409 with a text that could be read as JSON',
      { ...book, expect: { answers: [{ status: '409' }] } },
      409,
      { text: '409', headers: [['Content-Type', 'text/plain']] },
    ],
  ];

  test.each(cases)('%s', (_, step, status, came) => {
    const verdict = answered(step, status, came).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
  });
});

describe('wrong answers fail by name', () => {
  const refused = { ...order(5), expect: { answers: [{ status: '422', code: 'INVALID_REQUEST' }] } };
  const cases: readonly [title: string, step: CallStep, status: number, came: Came, findings: readonly string[]][] = [
    ['another status', order(5), 201, {}, ['http.status failed: order answered 201 where 202 is expected']],
    [
      'another code',
      refused,
      422,
      { body: { ...ERROR, code: 'NOPE' } },
      ['error.code failed: order answered 422 with the code "NOPE"'],
    ],
    [
      'a shape that the step does not expect',
      { ...availability, expect: { answers: [{ status: '200' }], body: { unavailabilityReasons: '~len(>= 1)' } } },
      200,
      { body: AVAILABLE },
      ['http.body failed: availability answered 200 with another body than expected at /unavailabilityReasons'],
    ],
    [
      'a header that the step does not expect',
      { ...availability, expect: { answers: [{ status: '200' }], headers: { 'retry-after': '~present' } } },
      200,
      { body: AVAILABLE },
      ['http.headers failed: availability answered 200 with another header than expected at /retry-after'],
    ],
    [
      'a body of the wrong type',
      availability,
      200,
      { body: { ...AVAILABLE, unavailabilityReasons: {} } },
      ['http.schema failed: availability answered 200 with a wrong body at /unavailabilityReasons'],
    ],
    [
      'an error body without its uuid',
      refused,
      422,
      { body: { code: 'INVALID_REQUEST', messages: [] } },
      ['http.schema failed: order answered 422 with a wrong body at /uuid'],
    ],
    [
      'a body where there is none',
      order(5),
      202,
      { body: { status: 'OK' } },
      ['http.empty-body failed: order answered 202 with a body'],
    ],
    [
      'no body where there is one',
      availability,
      200,
      {},
      ['http.json failed: availability answered 200 without a body'],
    ],
    [
      'a body that is not JSON',
      availability,
      200,
      { text: '<html>' },
      ['http.json failed: availability answered 200 with a body that is not JSON'],
    ],
    [
      'JSON under another name',
      availability,
      200,
      { body: AVAILABLE, headers: [['Content-Type', 'text/plain']] },
      ['http.content-type failed: availability answered JSON as "text/plain"'],
    ],
    [
      'JSON under no name, which nothing forbids',
      availability,
      200,
      { body: AVAILABLE, headers: [] },
      ['http.content-type observed: availability answered JSON without a content type'],
    ],
    [
      'another code of OAuth where the form of a token request is not described',
      { ...call('token'), expect: { answers: [] } },
      400,
      { body: { error: 'unsupported_grant_type', error_description: 'none' } },
      [
        'http.status observed: token answered 400',
        'error.code observed: token answered 400 with the code "unsupported_grant_type"',
      ],
    ],
    [
      'another address than was asked for',
      availability,
      200,
      { body: { ...AVAILABLE, address: { identifier: { ...SITE, id: '7' } } } },
      ['availability.echo failed: availability answered with another address than was asked for'],
    ],
    [
      'slots of another service',
      slots,
      200,
      { body: { ...SLOTS, serviceSpecification: { id: 'sogea', name: 'x' } } },
      ['slots.echo failed: slots answered with another service than was asked for'],
    ],
    [
      'another booking than was asked for',
      book,
      200,
      { body: { ...BOOKED, id: 5, timeslot: { ...OFFERED, timeslotStartDateTime: '2026-12-08T08:30:00.000Z' } } },
      [
        'booking.echo failed: book answered with another id than was asked for',
        'booking.echo failed: book answered with another timeslot than was asked for',
      ],
    ],
    [
      'a slot that ends before it starts',
      slots,
      200,
      { body: slotAt('2026-12-08T10:00:00.000Z', 'WEEKDAY_EARLY', -1) },
      ['slots.order failed: 1 of 1 slots do not start before they end'],
    ],
    [
      'a morning that is called a full day',
      slots,
      200,
      { body: slotAt('2026-12-08T08:00:00.000Z', 'WEEKDAY') },
      ['slots.classification failed: 1 of 1 slots are not what their class says'],
    ],
    [
      'a morning in the afternoon',
      slots,
      200,
      { body: slotAt('2026-12-08T12:00:00.000Z', 'WEEKDAY_AM') },
      ['slots.classification failed: 1 of 1 slots are not what their class says'],
    ],
    [
      'a Saturday on a Sunday',
      slots,
      200,
      { body: slotAt('2026-12-06T09:00:00.000Z', 'SATURDAY_EVENING') },
      ['slots.classification failed: 1 of 1 slots are not what their class says'],
    ],
    [
      'hours that are right by UTC alone, whose zone nobody names',
      slots,
      200,
      { body: slotAt('2027-07-06T11:00:00.000Z', 'WEEKDAY_AM') },
      ['slots.local observed: 1 of 1 slots are not what their class says in local time'],
    ],
    [
      'hours that are right by two clocks, and by neither of them together',
      slots,
      200,
      {
        body: {
          ...SLOTS,
          availableTimeslots: ['2027-07-06T07:00', '2027-07-07T07:00', '2027-07-08T11:00'].map((start) => ({
            ...OFFERED,
            timeslotStartDateTime: `${start}:00.000Z`,
            timeslotEndDateTime: new Date(Date.parse(`${start}Z`) + 7_200_000).toISOString(),
          })),
        },
      },
      [
        "slots.classification failed: 1 of 3 slots are not what their class says in the others' time",
        'slots.local observed: 1 of 3 slots are not what their class says in local time',
      ],
    ],
    [
      'a slot in the past, of which nothing is said',
      slots,
      200,
      { body: slotAt('2026-11-02T08:00:00.000Z', 'WEEKDAY_AM') },
      ['slots.begun observed: 1 of 1 slots lie in the past'],
    ],
    [
      'a slot before the date that was asked for',
      { ...slots, request: { ...slots.request, query: { ...slots.request.query, appointmentFromDate: '2026-12-09' } } },
      200,
      { body: SLOTS },
      ['slots.future failed: 1 of 1 slots lie before the date asked for'],
    ],
  ];

  test.each(cases)('%s', (_, step, status, came, findings) => {
    const verdict = answered(step, status, came).judge();
    expect(findingsOf(verdict)).toEqual(findings);
    expect(outcomesOf(verdict)).toEqual([findings.every((each) => / observed: /.test(each)) ? 'passed' : 'failed']);
  });

  test('quoting what was expected and what came, and where', () => {
    const { cases: judged } = answered(order(5), 202, { body: { status: 'OK' } }).judge();
    expect(judged[0]?.findings).toEqual([
      {
        check: 'http.empty-body',
        requirements: expect.arrayContaining(['ORD-04', 'GEN-09']),
        journey: 'a',
        step: 'order',
        seq: 4,
        span: SPAN,
        result: {
          outcome: 'failed',
          finding: {
            summary: 'order answered 202 with a body',
            expected: '202 with no body',
            actual: '202 with {"status":"OK"}',
            fact: { is: 'body-not-owed', verb: 'order', status: 202, body: { status: 'OK' } },
          },
        },
      },
    ]);
  });
});

test('an answer to an earlier request that is given again is told as that', () => {
  const other = call('book', {
    name: 'other',
    body: { id: 5, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: SLOT },
    expect: { answers: [{ status: '409' }] },
  });
  const story = tell().journey('a', [book, other]).start('a').ask('a', 'book', 200, { body: BOOKED });
  const failures = findingsOf(story.ask('a', 'other', 200, { body: BOOKED }).end('a').finish().judge());
  expect(failures).toContain('booking.echo failed: book got the answer to an earlier request');
  expect(failures.filter((each) => each.startsWith('booking.echo failed'))).toHaveLength(1);
});

test('slots are of a service by its own name or one that is no other service’s', () => {
  const named = (name: string): string[] => {
    const offers = { ...AVAILABLE, serviceSpecifications: [OFFER, { ...OFFER, id: 'sogea', name: 'SOGEA' }] };
    const came = { ...SLOTS, serviceSpecification: { id: 'fttp', name } };
    const story = tell().journey('a', [availability, slots]).start('a').ask('a', 'availability', 200, { body: offers });
    return findingsOf(story.ask('a', 'slots', 200, { body: came }).end('a').finish().judge());
  };
  expect(named('FTTP')).toEqual([]);
  expect(named('Full fibre')).toEqual([]);
  expect(named('SOGEA')).toEqual(['slots.echo failed: a service has the name of another']);
});

describe('a page of the HTTP server in place of an error', () => {
  const page: Came = { headers: [['Content-Type', 'text/html']], text: '<h1>400 Bad Request</h1>' };
  const failuresOf = (kind: 'not-encoded' | 'malformed-json') => {
    const request = { ...availability.request, defect: { kind, at: '/query/address' } } as const;
    return rowsWith(answered({ ...availability, role: 'negative', request }, 400, page).judge(), 'breached');
  };

  test('is right where the request line is no URL, and nowhere else', () => {
    expect(failuresOf('not-encoded')).toEqual([]);
    expect(failuresOf('malformed-json')).toContain('STD-05');
  });
});

test('a breach of rows on which the spec is silent is only observed', () => {
  const register = REAL.contract.register.map((row) =>
    row.id === 'AVL-31' || row.id === 'AVL-32' ? { ...row, level: 'silent' as const } : row,
  );
  const contract = { ...REAL.contract, register };
  const story = answered(availability, 200, {
    body: { ...AVAILABLE, serviceSpecifications: [], unavailabilityReasons: 5 },
  });
  const verdict = story.judge({ contract });
  expect(findingsOf(verdict)).toEqual([
    'http.schema observed: availability answered 200 with a wrong body at /unavailabilityReasons',
  ]);
  expect(outcomesOf(verdict)).toEqual(['passed']);
  expect(rowsWith(verdict, 'observed')).toEqual(['AVL-31', 'AVL-32']);
});

test('a body that is more than Assay reads is nobody’s breach, and no pass either', () => {
  const verdict = answered(availability, 200, { text: '['.repeat(100_000) }).judge();
  expect(findingsOf(verdict)).toEqual([]);
  expect(verdict.cases).toMatchObject([
    {
      outcome: 'inconclusive',
      reason: 'no-answer',
      detail: 'availability had no answer to read: the JSON is nested more than 200 levels deep',
    },
  ]);
});

test('a wrong body that another tenant was answered with before is said to be that', () => {
  const owed: CallStep['expect'] = { answers: [{ status: '200' }], body: { unavailabilityReasons: '~len(1)' } };
  const story = tell()
    .journey('a', [
      { ...availability, name: 'theirs', tenant: 'another' },
      { ...availability, expect: owed },
    ])
    .start('a')
    .ask('a', 'theirs', 200, { body: AVAILABLE });
  story.later(40).ask('a', availability.name, 200, { body: AVAILABLE });
  const { cases } = story.end('a').finish().judge();
  const told = cases.flatMap(({ findings }) =>
    findings.flatMap(({ check, result }) =>
      check === 'http.body' && result.outcome === 'failed' ? result.finding.actual : [],
    ),
  );
  expect(told).toEqual([expect.stringMatching(/; another was answered the same \d+ ms before$/)]);
});

test('a conflict proves nothing where another journey booked the slot since it was listed, at whatever address', () => {
  const owed = { ...book, expect: { answers: [{ status: '201' }] } };
  const there = { ...SITE, id: '900100000099' };
  const { request } = book;
  const other = { ...book, request: { ...request, body: { ...(request.body as JsonObject), id: 9, address: there } } };
  const refused = (isBefore: boolean): string[] => {
    const story = tell().journey('a', [slots, owed]).journey('b', [other]).start('a').start('b');
    const take = () =>
      story.ask('b', other.name, 201, { body: { ...BOOKED, id: 9, supplierReference: 'APT-9' } }).end('b');
    if (isBefore) take();
    story.ask('a', slots.name, 200, { body: SLOTS });
    if (!isBefore) take();
    story.ask('a', owed.name, 409, { body: { ...ERROR, code: 'SLOT_TAKEN' } });
    return findingsOf(story.end('a').finish().judge()).filter((each) => each.startsWith('http.status'));
  };
  expect(refused(true)).toEqual(['http.status failed: book answered 409 SLOT_TAKEN where 201 is expected']);
  expect(refused(false)).toEqual([]);
});
