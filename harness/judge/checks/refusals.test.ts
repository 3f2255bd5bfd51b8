import { describe, expect, test } from 'vitest';
import type { CallStep, JsonObject } from '../../model.ts';
import { AVAILABLE, answered, availability, book, ERROR, OTHER_UUID } from '../../testing/answered.ts';
import {
  type Came,
  facetsWith,
  findingsOf,
  order,
  outcomesOf,
  rowsWith,
  type Story,
  tell,
} from '../../testing/record-builder.ts';

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
      'http.status failed: book answered 409, though the only request before it was refused',
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
