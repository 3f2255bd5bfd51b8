import { describe, expect, test } from 'vitest';
import { doctorSummary } from '../../../reports/words/doctor.ts';
import { loadInputs } from '../../application/inputs.ts';
import type { Headers, WireResponse } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { bytesOf } from '../../wire/wire.ts';
import { certificateLine } from './address.ts';
import { exitCodeOfLines, lineOfProblem, linesFor, lineText } from './line.ts';
import { operationLine } from './operations.ts';
import { clockLine, tokenLines } from './tokens.ts';
import { wantsOf } from './wants.ts';
import { siteLine } from './world.ts';

/** What the doctor makes of what it saw, without a socket. */

const inputs = loadInputs({ target: 'fake' }, []);
const inTarget = (pointer: string): string => `acme.yaml${pointer}`;
const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const DAY_MS = 86_400_000;

function answer(status: number, body = '', headers: Headers = []): WireResponse {
  return { status, headers, body: bytesOf(body), tookMs: 1 };
}

describe('the clock', () => {
  const at = (ms: number): Headers => [['date', new Date(ms).toUTCString()]];
  const between = { sentAt: NOON, receivedAt: NOON + 300 };

  test.each([
    ['to the second', 0, 'ok', "within 5 s of this machine's"],
    ['five seconds behind', -6_000, 'ok', "within 5 s of this machine's"],
    ['six seconds ahead', 6_400, 'warning', "it is 6 s ahead of this machine's"],
    ['an hour behind', -3_601_000, 'warning', "it is 3600 s behind this machine's"],
  ])('%s', (_, apart, state, seen) => {
    expect(clockLine(at(NOON + apart), between)).toMatchObject({ state, seen });
  });

  test('an answer that came late is not held against it', () => {
    expect(clockLine(at(NOON + 20_000), { sentAt: NOON, receivedAt: NOON + 40_000 })).toMatchObject({ state: 'ok' });
  });

  test('without a date, nothing is known', () => {
    expect(clockLine([], between)).toMatchObject({ state: 'not checked', seen: 'its answers carry no Date header' });
    expect(clockLine([['Date', 'today']], between)).toMatchObject({
      state: 'warning',
      seen: 'its Date header is no date: today',
    });
  });
});

describe('the certificate', () => {
  const by = { now: NOON, isInsecure: false, inTarget };
  const seen = { refused: undefined, validTo: NOON + 90 * DAY_MS, names: 'cvt.gateway.example', protocol: 'TLSv1.3' };

  test('that verifies and lasts is right', () => {
    expect(certificateLine(seen, by)).toMatchObject({
      state: 'ok',
      seen: 'TLSv1.3, for cvt.gateway.example, valid until 2027-02-19',
    });
  });

  test('that runs out within three weeks is worth a warning', () => {
    expect(certificateLine({ ...seen, validTo: NOON + DAY_MS }, by)).toMatchObject({
      state: 'warning',
      seen: 'it runs out in 1 day (TLSv1.3, for cvt.gateway.example, valid until 2026-11-22)',
    });
  });

  test('for another host says what to write', () => {
    expect(certificateLine({ ...seen, refused: 'the certificate is for another host name' }, by)).toMatchObject({
      state: 'problem',
      fix: 'write the host name of the certificate into base-url and allow-hosts',
    });
  });
});

describe('tokens', () => {
  const tenants = ['acme', 'other'].map((name) => ({ name, clientId: name, clientSecret: 'hush' }));
  const asked = (tenant: string, token: string | null, body: string, status = 200) => ({
    tenant,
    token,
    url: '',
    sentAt: NOON,
    receivedAt: NOON,
    answer: answer(status, body),
  });

  test.each([
    ['{"access_token":"t","expires_in":3600}', 'ok', 'it lives 3,600 seconds'],
    ['{"access_token":"t","expires_in":1}', 'warning', 'it lives 1 second, and is asked for again and again'],
    ['{"access_token":"t","expires_in":0}', 'warning', 'it came with expires_in 0: it is over as it comes'],
    ['{"access_token":"t"}', 'warning', 'it came without expires_in: Assay will ask anew for every request'],
    [
      '{"access_token":"t","expires_in":3600000}',
      'warning',
      'it lives 3,600,000 seconds, which is 42 days: is expires_in in seconds?',
    ],
  ])('%s', (body, state, seen) => {
    expect(tokenLines([asked('acme', 't', body)], { tenants }, inTarget)).toMatchObject([{ state, seen }]);
  });

  test('that two tenants of one client share are as they should be', () => {
    const body = '{"access_token":"t","expires_in":3600}';
    const one = tenants.map((each) => ({ ...each, clientId: 'one' }));
    const lines = tokenLines([asked('acme', 't', body), asked('other', 't', body)], { tenants: one }, inTarget);
    expect(lines.map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  test('that two tenants share are worth a warning', () => {
    const body = '{"access_token":"t","expires_in":3600}';
    expect(tokenLines([asked('acme', 't', body), asked('other', 't', body)], { tenants }, inTarget)).toMatchObject([
      { state: 'ok' },
      { state: 'warning', seen: 'the same token as that of acme', place: 'acme.yaml/tenants/1/client-id' },
    ]);
  });

  test('that do not come name the place of the secret, or the address where there is no such path', () => {
    expect(tokenLines([asked('acme', null, '{"error":"invalid_client"}', 401)], { tenants }, inTarget)).toMatchObject([
      { seen: 'no access_token came but 401: {"error":"invalid_client"}', place: 'acme.yaml/tenants/0/client-secret' },
    ]);
    expect(tokenLines([asked('acme', null, '', 404)], { tenants }, inTarget)).toMatchObject([
      { seen: 'no access_token came but 404 without a body', place: 'acme.yaml/base-url' },
    ]);
  });
});

describe('an operation', () => {
  const { order, availability } = inputs.contract.operations;
  const by = { token: 't', inTarget };

  test.each([
    [
      400,
      '{"code":"MALFORMED_REQUEST"}',
      'ok',
      'it refuses a body that is no JSON, as it should: 400 MALFORMED_REQUEST',
    ],
    [422, '{"code":"INVALID_REQUEST"}', 'ok', 'it refuses a body that is no JSON, as it should: 422 INVALID_REQUEST'],
    [415, '', 'ok', 'it refuses a body that is no JSON, as it should: 415 without a body'],
    [202, '', 'warning', 'a body that is no JSON was taken: 202 without a body'],
    [401, '{"code":"NOT_AUTHORISED"}', 'problem', 'it refuses the token: 401 NOT_AUTHORISED'],
    [404, '', 'problem', '404 without a body'],
    [405, '', 'problem', '405 without a body'],
    [429, '', 'problem', 'too many requests for it: 429 without a body'],
    [503, 'down', 'problem', 'it is there and fails: 503: down'],
    [301, '', 'problem', '301, a redirect to somewhere else'],
  ])('that takes orders, and answers %i', (status, body, state, seen) => {
    expect(operationLine(order, answer(status, body), by)).toMatchObject({ state, seen });
  });

  test('is there where it asks for the token that could not be had', () => {
    expect(operationLine(order, answer(401), { ...by, token: null })).toMatchObject({
      state: 'ok',
      seen: 'it is there: without a token it answers 401 without a body',
    });
  });

  test('that looks an address up must answer it', () => {
    expect(operationLine(availability, answer(200, '{}'), by)).toMatchObject({ state: 'ok' });
    expect(operationLine(availability, answer(422, '{"code":"INVALID_REQUEST"}'), by)).toMatchObject({
      state: 'warning',
      seen: 'it is there, and does not take the address: 422 INVALID_REQUEST',
    });
  });
});

describe('what cases want of the world', () => {
  const { plan } = expand(inputs.scenarios, { ...inputs, seed: 1, nonce: 'n', now: NOON });
  const wants = wantsOf(plan, inputs.world);

  test('every role that a runnable case takes is there, with one of its addresses', () => {
    expect(wants.map(({ role }) => role)).toContain('newLine');
    for (const { role, site } of wants) expect(site.id, role).toMatch(/^\d{12}$/);
  });

  test('what a case needs of availability is held against the answer', () => {
    const place = 'world.yaml:3';
    const isSchema = inputs.validators.schema;
    const needs = [{ body: { siteInformation: { newLine: true } }, cases: ['a', 'b'] }];
    const want = { role: 'newLine', site: { id: '1', type: 'UPRN' }, cases: 2, needs };
    expect(siteLine(want, { siteInformation: { newLine: true } }, { place, isSchema })).toMatchObject({ state: 'ok' });
    expect(siteLine(want, { siteInformation: {} }, { place, isSchema })).toEqual({
      part: 'world',
      subject: 'role newLine',
      state: 'problem',
      seen: 'availability of 1: siteInformation.newLine is nothing, not true; 2 cases will be inconclusive',
      fix: 'list an address of this kind; where it is one, the answer is wrong (a fake says what its world has under "defaults: availability", or for the role under "site: availability")',
      place,
    });
  });
});

describe('what is printed', () => {
  const pen = linesFor('gateway');
  const ok = pen.ok('clock', 'right');
  const wrong = pen.problem('HTTP', 'a \u001b[31mred\u001b[0m page', { fix: 'another address', place: 'acme.yaml:8' });

  test('headings stand once, fixes below what was seen, and nothing of the target reaches the terminal raw', () => {
    const gap = ' '.repeat(35);
    expect(lineText(ok, undefined)).toBe(`The gateway\n  ok           clock${gap}right`);
    expect(lineText(wrong, ok)).toBe(
      `  problem      HTTP${gap} a \\u001b[31mred\\u001b[0m page\n${' '.repeat(55)}fix in acme.yaml:8: another address`,
    );
  });

  test('the last line counts, and says what comes next', () => {
    expect(doctorSummary([ok], 'assay certify')).toBe('1 ok. The set-up stands. Next: assay certify');
    expect(doctorSummary([ok, wrong], 'assay certify')).toBe(
      '1 problem, 1 ok. Change what the fixes say, and look again.',
    );
  });

  test('input weighs more than the environment, and warnings nothing', () => {
    const input = lineOfProblem('files', 'target', { severity: 'error', message: 'no such key' }, true);
    expect([[ok], [ok, pen.warning('x', 'y')], [wrong], [wrong, input]].map(exitCodeOfLines)).toEqual([0, 0, 3, 2]);
  });
});
