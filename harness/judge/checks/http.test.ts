import { describe, expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import type { CallStep, Json, JsonObject } from '../../model.ts';
import {
  type Came,
  call,
  facetsWith,
  findingsOf,
  order,
  outcomesOf,
  REAL,
  rowsWith,
  SITE,
  SPAN,
  type Story,
  tell,
} from '../../testing/record-builder.ts';

const ERROR = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: ['no'] };
const OTHER_UUID = '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e02';
const SLOT = { timeslotStartDateTime: '2026-12-08T08:00:00.000Z', timeslotEndDateTime: '2026-12-08T13:00:00.000Z' };
const OFFERED = { ...SLOT, classification: 'WEEKDAY_AM', standard: true };
const SERVICE = { id: 'fttp', name: 'FTTP' };
const OFFER = { ...SERVICE, serviceCharacteristics: [] };
const AVAILABLE = { address: { identifier: SITE }, serviceSpecifications: [OFFER], unavailabilityReasons: [] };
const SLOTS = { address: SITE, serviceSpecification: SERVICE, availableTimeslots: [OFFERED] };
const BOOKED = {
  id: 4,
  address: SITE,
  serviceSpecification: SERVICE,
  purpose: 'PROVIDE',
  timeslot: OFFERED,
  supplierReference: 'APT-1',
};

const availability = call('availability', { query: { address: SITE } });
const slots = call('slots', {
  query: { address: SITE, appointmentPurpose: 'PROVIDE', serviceSpecification: SERVICE },
});
const book = call('book', {
  body: { id: 4, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: SLOT },
});

/** One case of one step, answered so. */
function answered(step: CallStep, status: number, came: Came = {}): Story {
  return tell().journey('a', [step]).start('a').ask('a', step.name, status, came).end('a').finish();
}

test('an answer to an earlier request that is given again is told as that', () => {
  const other = call('book', {
    name: 'other',
    body: { id: 5, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: SLOT },
    expect: { answers: [{ status: '409' }] },
  });
  const story = tell().journey('a', [book, other]).start('a').ask('a', 'book', 200, { body: BOOKED });
  const failures = findingsOf(story.ask('a', 'other', 200, { body: BOOKED }).end('a').finish().judge());
  expect(failures).toContain('booking.echo failed: book was given an earlier answer again');
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

function slotAt(start: string, classification: string, hours = 2): Json {
  const end = new Date(Date.parse(start) + hours * 3_600_000).toISOString();
  const slot = { ...OFFERED, timeslotStartDateTime: start, timeslotEndDateTime: end, classification };
  return { ...SLOTS, availableTimeslots: [slot] };
}

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

describe('an exchange that broke', () => {
  test.each([
    ['refused', 'inconclusive unreachable'],
    ['unresolved', 'inconclusive unreachable'],
    ['tls', 'inconclusive unreachable'],
    ['timed-out', 'inconclusive no-answer'],
    ['reset', 'inconclusive no-answer'],
    ['too-large', 'inconclusive no-answer'],
    ['aborted', 'inconclusive interrupted'],
    ['truncated', 'inconclusive no-answer'],
    ['malformed', 'inconclusive no-answer'],
  ] as const)('alone, by %s, is %s', (fault, outcome) => {
    const story = tell().journey('a', [availability]).start('a').breaks('a', 'availability', fault);
    expect(outcomesOf(story.end('a', { stopped: true }).finish().judge())).toEqual([outcome]);
  });

  test('where the spec is silent is only observed', () => {
    const step = { ...order(5), expect: { answers: [] } };
    const verdict = tell().journey('a', [step]).start('a').breaks('a', 'order', 'timed-out').end('a').finish().judge();
    expect(findingsOf(verdict)).toEqual(['http.no-answer observed: order had no answer: it was timed-out']);
    expect(outcomesOf(verdict)).toEqual(['inconclusive no-check']);
  });
});

test('how many requests had no answer is counted, but for those that we broke off', () => {
  const story = tell().journey('a', [availability]).start('a').ask('a', availability.name, 200, { body: AVAILABLE });
  const { counts } = story.breaks('a', 'availability', 'reset').breaks('a', 'availability', 'aborted').finish().judge();
  expect([counts.requests, counts.unanswered]).toEqual([3, 1]);
  expect(answered(availability, 200, { body: AVAILABLE }).judge().counts).not.toHaveProperty('unanswered');
});

describe('exchanges that break alike', () => {
  const slots = call('slots', { query: { address: SITE } });
  /** Tries of one request, with an answer of another operation before, between and after them where wanted. */
  const tried = (breaks: number, alive: { readonly amid: boolean; readonly after: boolean }) => {
    const story = tell().journey('a', [availability]).journey('s', [slots]).start('a').start('s');
    for (let i = 0; i < breaks; i += 1) {
      story.breaks('a', 'availability', 'timed-out');
      if (alive.amid && i === 0) story.ask('s', 'slots', 200);
    }
    if (alive.after) story.ask('s', 'slots', 200);
    return outcomesOf(story.end('a', { stopped: true }).end('s').finish().judge())[0];
  };

  test('are the failure of the gateway where another operation is answered amid them and after', () => {
    expect(tried(3, { amid: true, after: true })).toBe('failed');
  });

  test('prove nothing where they are few, or nothing else is answered', () => {
    expect(tried(2, { amid: true, after: true })).toBe('inconclusive no-answer');
    expect(tried(3, { amid: false, after: true })).toBe('inconclusive no-answer');
    expect(tried(3, { amid: true, after: false })).toBe('inconclusive no-answer');
  });

  test('at one moment prove nothing, though others are answered before and after it', () => {
    const ids = ['a', 'b', 'c'];
    const story = ids.reduce((told, id) => told.journey(id, [availability]).start(id), tell()).journey('s', [slots]);
    story.start('s').ask('s', 'slots', 200);
    for (const id of ids) story.breaks(id, 'availability', 'reset').end(id, { stopped: true });
    const verdict = story.ask('s', 'slots', 200).end('s').finish().judge();
    expect(outcomesOf(verdict).slice(0, 3)).toEqual(Array(3).fill('inconclusive no-answer'));
  });

  test('now and then are the failure of the gateway where the others do not', () => {
    const ids = Array.from({ length: 9 }, (_, i) => `a${i}`);
    const story = ids.reduce((told, id) => told.journey(id, [availability, slots]).start(id), tell());
    for (const [i, id] of ids.entries()) {
      if (i % 3 === 0) story.breaks(id, 'availability', 'reset').end(id, { stopped: true });
      else story.ask(id, 'availability', 200).ask(id, 'slots', 200).end(id);
    }
    const failed = findingsOf(story.finish().judge()).filter((each) => each.startsWith('http.no-answer'));
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatch(/^http\.no-answer failed: availability gave no answer to 3 of 9 requests, while other /);
  });
});

describe('a faulty request', () => {
  const defect = { kind: 'omit', at: '/body/orderType' } as const;
  const expectation = { answers: [{ status: '422', code: 'INVALID_REQUEST' }], requirements: ['ORD-05'] };
  const negative = { ...order(5, { defect }), name: 'faulty', role: 'negative', expect: expectation } as const;
  const control = { ...order(5), role: 'control' } as const;
  const run = (status: number, came: Came, controlStatus: number): Story =>
    tell()
      .journey('n', [negative, control], { covers: ['STA-05'] })
      .start('n')
      .ask('n', 'faulty', status, came)
      .ask('n', 'order', controlStatus, controlStatus === 202 ? {} : { body: { ...ERROR, uuid: OTHER_UUID } })
      .end('n')
      .finish();

  test('passes when it was refused as documented and its control was accepted', () => {
    const verdict = run(422, { body: ERROR }, 202).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(facetsWith(verdict, 'ORD-05', 'shown')).toEqual(['omit /body/orderType']);
    expect(rowsWith(verdict, 'met')).not.toContain('STA-05');
  });

  test('proves nothing when its control was refused too', () => {
    const verdict = run(422, { body: ERROR }, 422).judge();
    expect(verdict.cases[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: 'control-refused',
      detail: expect.stringMatching(/^the same request without the fault was answered 422 with \{"uuid":/),
    });
  });

  test('says why its control was refused, and not only that an error came', () => {
    const why = `the address ${'x'.repeat(60)} has no line that could be changed`;
    const told = tell()
      .journey('n', [negative, control])
      .start('n')
      .ask('n', 'faulty', 422, { body: ERROR })
      .ask('n', 'order', 422, { body: { ...ERROR, uuid: OTHER_UUID, messages: [why] } });
    const said = `422 with {"code":"INVALID_REQUEST","messages":["${why}"]}`;
    expect(told.end('n').finish().judge().cases[0]?.detail).toBe(
      `the same request without the fault was answered ${said}`,
    );
  });

  test('proves nothing when its control was cut off, and that is no refusal', () => {
    const begun = () => tell().journey('n', [negative, control]).start('n').ask('n', 'faulty', 422, { body: ERROR });
    const aborted = begun().breaks('n', 'order', 'aborted').end('n', { stopped: true }).finish().judge();
    const unsent = begun().finish().judge();
    const reset = begun().breaks('n', 'order', 'reset').end('n').finish().judge();
    expect([aborted, unsent, reset].map(({ cases }) => cases[0]?.reason)).toEqual([
      'interrupted',
      'interrupted',
      'no-answer',
    ]);
  });

  test('fails when it was accepted, whatever became of its control', () => {
    const verdict = run(202, {}, 409).judge();
    expect(findingsOf(verdict).filter((each) => each.includes('failed'))).toEqual([
      'http.status failed: order answered 202 where 422 INVALID_REQUEST is expected: sent without body/orderType',
    ]);
    // The member that was accepted wrong has a row of its own.
    expect(rowsWith(verdict, 'breached')).toEqual(['ORD-11', 'ORD-05']);
  });

  test('is only observed where the spec is silent', () => {
    const silent = { ...negative, expect: { answers: [], requirements: ['SIL-02'] } };
    const story = tell().journey('n', [silent, control]).start('n');
    const verdict = story
      .ask('n', 'faulty', 422, { body: ERROR })
      .ask('n', 'order', 202)
      .event(5, 'ACKNOWLEDGED')
      .end('n')
      .finish()
      .judge();
    expect(findingsOf(verdict)).toEqual(['http.status observed: order answered 422']);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(rowsWith(verdict, 'observed')).toEqual(['SIL-02']);
  });
});

test('an acceptance that puts something at risk is told so, and nothing of what only leads to something else', () => {
  const told = (status: number, requirements: readonly string[]): readonly string[] => {
    const answers = [{ status: '2xx' }, { status: '4xx' }];
    const step = { ...availability, need: { answers }, expect: { answers: [], requirements } };
    const body = status === 200 ? AVAILABLE : ERROR;
    return findingsOf(answered(step, status, { body }).judge()).filter((each) => each.startsWith('http.status'));
  };
  expect(told(200, ['SIL-19'])).toEqual([
    'http.status observed: availability answered 200, a risk to the separation of tenants',
  ]);
  expect(told(422, ['SIL-19'])).toEqual(['http.status observed: availability answered 422']);
  expect(told(200, ['SIL-02'])).toEqual(['http.status observed: availability answered 200']);
  expect(told(200, [])).toEqual([]);
});

describe('a booking right after a faulty one was refused', () => {
  const expectation = { answers: [{ status: '422' }], requirements: ['APT-02'] };
  const faulty = (id: number) => {
    const { body, ...request } = book.request;
    const defect = { kind: 'omit', at: '/body/purpose' } as const;
    const asked = { ...(body as JsonObject), id };
    return {
      ...book,
      name: 'faulty',
      request: { ...request, body: asked, defect },
      role: 'negative',
      expect: expectation,
    };
  };
  const control = { ...book, role: 'control', expect: { answers: [{ status: '2xx' }] } } as const;
  const booked = (status: number, controlStatus: number, id = 3) =>
    tell()
      .journey('n', [faulty(id) as CallStep, control])
      .start('n')
      .ask('n', 'faulty', status, { body: ERROR })
      .ask('n', 'book', controlStatus, { body: { ...ERROR, uuid: OTHER_UUID } })
      .end('n', { stopped: true })
      .finish()
      .judge();

  test('is no trace where a booking that followed none was told so too', () => {
    const verdict = tell()
      .journey('n', [faulty(3) as CallStep, control])
      .journey('plain', [{ ...book, name: 'plain', expect: { answers: [{ status: '200' }] } }])
      .start('n')
      .ask('n', 'faulty', 422, { body: ERROR })
      .ask('n', 'book', 409, { body: { ...ERROR, uuid: OTHER_UUID } })
      .end('n', { stopped: true })
      .start('plain')
      .ask('plain', 'plain', 409)
      .end('plain', { stopped: true })
      .finish()
      .judge();
    expect(findingsOf(verdict)).toEqual(['http.status failed: book answered 409 where 200 is expected']);
  });

  test('fails on a slot that is gone: only the refused one can have taken it', () => {
    const verdict = booked(422, 409);
    expect(findingsOf(verdict)).toEqual([
      'http.status failed: book answered 409, after nothing but a request that was refused',
    ]);
    expect(rowsWith(verdict, 'breached')).toEqual(['APT-04']);
  });

  test.each([
    ['the faulty one found the slot gone as well', 409, 409, 3],
    ['the faulty one was not refused but broke down', 500, 409, 3],
    ['both have one id, and that may be meant', 422, 409, 4],
    ['the answer is about the request', 422, 400, 3],
  ] as const)('is no failure where %s', (_, status, controlStatus, id) => {
    expect(rowsWith(booked(status, controlStatus, id), 'breached')).not.toContain('APT-04');
  });
});

test('a fault that was asked for and did not come is no fault of the target', () => {
  const step = { ...availability, steer: { fault: 'SUPPLIER_FAULT' }, expect: { answers: [{ status: '500' }] } };
  const verdict = answered(step, 200, { body: AVAILABLE }).judge();
  expect(outcomesOf(verdict)).toEqual(['inconclusive steering-ignored']);
});

describe('a request that a rate limit turned away', () => {
  const limited = { code: 'TOO_MANY_REQUESTS', messages: ['Slow down'], uuid: 'E3C5D2B0-7C1E-4A43-9A7B-0C6A0B9B9D01' };

  test('and was let through when it was sent again is not looked at', () => {
    const story = tell().journey('a', [availability]).start('a').ask('a', availability.name, 429, { body: limited });
    const verdict = story.ask('a', availability.name, 200, { body: AVAILABLE }).end('a').finish().judge();
    expect(outcomesOf(verdict)).toEqual(['passed']);
  });

  test('to the last shows nothing', () => {
    const verdict = answered(availability, 429, { body: limited }).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['inconclusive rate-limited']);
  });
});

describe('a group sent at once', () => {
  const one = { ...book, name: 'one' };
  const two = { ...book, name: 'two' };
  const group = {
    kind: 'parallel',
    name: 'both',
    steps: [one, two],
    tally: { '2xx': 1, '409': 1 },
    span: SPAN,
  } as const;
  const race = (first: number, second: number): Story =>
    tell()
      .journey('r', [group], { covers: ['APT-04'] })
      .start('r')
      .ask('r', 'one', first, { body: first < 300 ? BOOKED : ERROR })
      .ask('r', 'two', second, { body: second < 300 ? { ...BOOKED, supplierReference: 'APT-2' } : ERROR })
      .end('r')
      .finish();

  test('passes when as many were answered so as the scenario counts', () => {
    const verdict = race(409, 201).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(rowsWith(verdict, 'met')).toContain('APT-04');
  });

  test('fails when more than one won', () => {
    expect(findingsOf(race(200, 201).judge())).toEqual([
      'tally failed: 0 of 2 requests sent at once were answered 409 where 1 should be',
      'tally failed: 2 of 2 requests sent at once were answered 2xx where 1 should be',
    ]);
  });

  test.each([
    ['reset', 'no-answer'],
    ['aborted', 'interrupted'],
  ] as const)('is inconclusive when an answer is missing: %s', (fault, reason) => {
    const story = tell().journey('r', [group]).start('r').ask('r', 'one', 200, { body: BOOKED });
    expect(outcomesOf(story.breaks('r', 'two', fault).end('r').finish().judge())).toEqual([`inconclusive ${reason}`]);
  });

  test('fails whatever a missing answer was, where the others are too many', () => {
    const most = { ...group, steps: [one, two, { ...book, name: 'three' }], tally: { '2xx': 1 } };
    const story = tell().journey('r', [most]).start('r').ask('r', 'one', 200, { body: BOOKED });
    const other = { ...BOOKED, supplierReference: 'APT-2' };
    const verdict = story.ask('r', 'two', 200, { body: other }).breaks('r', 'three', 'reset').end('r').finish().judge();
    expect(findingsOf(verdict)).toEqual([
      'tally failed: 2 of 3 requests sent at once were answered 2xx where 1 should be',
    ]);
  });
});

describe('values that are unique over the run', () => {
  const other = call('book', { name: 'again', body: { ...(book.request.body as object), id: 9 } });
  const twice = (second: CallStep, body: Json): Story =>
    tell()
      .journey('b', [book, second])
      .start('b')
      .ask('b', 'book', 200, { body: BOOKED })
      .ask('b', second.name, 200, { body })
      .end('b')
      .finish();

  test('two bookings with one reference are a finding of the run', () => {
    const verdict = twice(other, { ...BOOKED, id: 9 }).judge();
    expect(findingsOf(verdict)).toEqual([
      'booking.reference-unique failed: the bookings 4 and 9 have the same reference',
    ]);
    expect(outcomesOf(verdict)).toEqual(['passed']);
    expect(verdict.outcome).toBe('not-certified');
    expect(rowsWith(verdict, 'breached')).toEqual(['APT-16']);
  });

  test('a reference that is told is told with its own bookings, however many others are shared', () => {
    const bookings = ['APT-1', 'APT-1', 'APT-2', 'APT-2', 'APT-1'].map((supplierReference, id) => ({
      ...BOOKED,
      id,
      supplierReference,
    }));
    const named = bookings.map(({ id }) =>
      call('book', { name: `book${id}`, body: { ...(book.request.body as object), id } }),
    );
    const story = tell().journey('b', named).start('b');
    for (const body of bookings) story.ask('b', `book${body.id}`, 200, { body });
    expect(story.end('b').finish().judge().findings).toMatchObject([
      { result: { finding: { actual: '"APT-1" for 3 bookings' } } },
    ]);
  });

  test('one booking asked for twice is one booking', () => {
    expect(findingsOf(twice({ ...book, name: 'again' }, BOOKED).judge())).toEqual([]);
  });

  test.each<[string, Json, readonly Json[], readonly string[]]>([
    [
      'of two addresses',
      { id: '1', type: 'UPRN' },
      ['LN1'],
      ['availability.line-unique failed: 2 lines have the same id, of "10002429380" and of "1"'],
    ],
    [
      'of one address',
      SITE,
      ['LN1', 'LN1'],
      [`availability.line-unique failed: 2 lines have the same id, of "10002429380" and of "10002429380"`],
    ],
    ['of one address asked for twice', SITE, ['LN1'], []],
    ['of one place under two kinds of id', { id: '1', type: 'UDPRN' }, ['LN1'], []],
    ['that is empty', { id: '1', type: 'UPRN' }, [''], []],
  ])('two lines with one id, %s', (_, identifier, lines, expected) => {
    const answer = (of: Json, ids: readonly Json[]): JsonObject => {
      const existingLines = ids.map((lineId) => ({ lineId }));
      return { ...AVAILABLE, address: { identifier: of }, siteInformation: { newLine: false, existingLines } };
    };
    const again = call('availability', { name: 'again', query: { address: identifier } });
    const story = tell()
      .journey('a', [availability, again])
      .start('a')
      .ask('a', 'availability', 200, { body: answer(SITE, ['LN1']) })
      .ask('a', 'again', 200, { body: answer(identifier, lines) });
    expect(findingsOf(story.end('a').finish().judge())).toEqual(expected);
  });

  test('two errors with one uuid are a finding of the run', () => {
    const refused = { ...order(5), expect: { answers: [{ status: '422' }] } };
    const story = (uuid: string): Story =>
      tell()
        .journey('e', [refused, { ...refused, name: 'again' }])
        .start('e')
        .ask('e', 'order', 422, { body: ERROR })
        .ask('e', 'again', 422, { body: { ...ERROR, uuid } })
        .end('e')
        .finish();
    expect(findingsOf(story(OTHER_UUID).judge())).toEqual([]);
    expect(findingsOf(story(ERROR.uuid).judge())).toEqual([
      'error.uuid-unique observed: 1 of 2 errors repeat the uuid of another',
    ]);
  });
});

describe('a token', () => {
  const TOKEN = '{"access_token":"<redacted>","token_type":"Bearer","scope":"gateway","expires_in":3600}';
  const withToken = (laterMs: number, status: number): Story => {
    const story = tell().journey('a', [{ ...availability, expect: { answers: [{ status: '200' }] } }]);
    const at = { journey: '', step: 'token', verb: 'token', tenant: availability.tenant } as const;
    story.see({
      type: 'request-sent',
      exchange: 99,
      ...at,
      method: 'POST',
      url: 'http://gateway.test',
      headers: [],
      body: null,
    });
    story.see({
      type: 'response-received',
      exchange: 99,
      ...at,
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: { text: TOKEN, sizeBytes: 90 },
      tookMs: 1,
    });
    const body = status === 200 ? AVAILABLE : { ...ERROR, code: 'NOT_AUTHORISED' };
    return story.later(laterMs).start('a').ask('a', 'availability', status, { body }).end('a').finish();
  };

  test('is taken until it expires', () => {
    const verdict = withToken(3_500_000, 200).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(rowsWith(verdict, 'met')).toContain('AUT-08');
  });

  test('lives no longer than agreed, and for less where it comes out of a cache', () => {
    const under = (life: string): string[] => {
      const readings = { 'SIL-96': life };
      const contract = underReadings(REAL.contract, readings);
      return findingsOf(withToken(0, 200).judge({ contract, target: { ...REAL.target, readings } }));
    };
    expect(under('1h')).toEqual([]);
    expect(under('2h')).toEqual([]);
    expect(under('59m')).toEqual(['token.life failed: a token is told to be valid for 1 h, not as agreed for 59 min']);
  });

  test('that is refused while it lives fails, beside the refusal itself', () => {
    expect(findingsOf(withToken(3_500_000, 401).judge())).toEqual([
      'http.status failed: availability answered 401 NOT_AUTHORISED where 200 is expected',
      'token.reuse failed: availability answered 401 to a token with 100 seconds to live',
    ]);
  });

  test.each([
    ['lives', 3_500_000, ['failed']],
    ['has expired', 3_700_000, ['inconclusive token-unavailable']],
  ])('that a journey was granted for itself and %s is refused', (_, laterMs, outcomes) => {
    const { request } = availability;
    const headers = { ...request.headers, Authorization: 'Bearer own' };
    const asking: CallStep = {
      ...availability,
      expect: { answers: [{ status: '200' }] },
      request: { ...request, headers, credentials: { bearer: '$first.access_token' } },
    };
    const story = tell()
      .journey('a', [call('token', { as: 'first' }), asking])
      .start('a')
      .ask('a', 'token', 200, { text: TOKEN.replace('<redacted>', 'own') })
      .later(laterMs)
      .ask('a', 'availability', 401, { body: { ...ERROR, code: 'NOT_AUTHORISED' } });
    expect(outcomesOf(story.end('a').finish().judge())).toEqual(outcomes);
  });

  test('that has expired is rightly refused, which shows nothing of what was asked', () => {
    const verdict = withToken(3_700_000, 401).judge();
    expect(findingsOf(verdict)).toEqual([]);
    expect(outcomesOf(verdict)).toEqual(['inconclusive token-unavailable']);
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

test('a token may say that it lives for ever', () => {
  const token = call('token');
  const story = tell().journey('a', [token, availability]).start('a');
  const text = '{"access_token":"t","token_type":"Bearer","scope":"gateway","expires_in":1e400}';
  expect(() =>
    story.ask('a', 'token', 200, { text }).ask('a', 'availability', 401).end('a').finish().judge(),
  ).not.toThrow();
});
