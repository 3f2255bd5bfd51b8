import { describe, expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { readHar, writeHar } from './har.ts';
import { seenIn } from './seen.ts';
import { lookedOn, overHar, walked } from './testing/looked-on.ts';

const run = await walked(['orders/minimal-order', 'token/*', 'appointments/slots-refusals~*']);

describe('a HAR of a run', () => {
  test('says the same again, in the same order', () => {
    const { seen, asked } = overHar(run);
    expect(seen).toEqual(seenIn(run.record));
    expect(seen.length).toBeGreaterThan(50);
    expect(asked).toEqual({ plan: run.stage.plan, record: run.record });
  });

  test('has what HAR 1.2 asks of every entry, and no secret', () => {
    const text = [...writeHar({ plan: run.stage.plan, record: run.record }, 'test')].join('');
    const { log } = JSON.parse(text);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Assay', version: 'test' } });
    for (const entry of log.entries) {
      expect(Object.keys(entry)).toEqual(
        expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
      );
      expect(Object.keys(entry.request)).toEqual(
        expect.arrayContaining(['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize']),
      );
      expect(Object.keys(entry.response)).toEqual(
        expect.arrayContaining(['status', 'statusText', 'httpVersion', 'cookies', 'headers', 'content', 'redirectURL']),
      );
    }
    expect(JSON.stringify(log.entries)).not.toMatch(/Bearer (?!\[secret)/);
  });
});

describe('a HAR of others', () => {
  const entry = (url: string, given: Record<string, Json> = {}): Json => ({
    startedDateTime: '2026-03-16T09:00:00.000Z',
    time: 12.4,
    request: {
      method: 'GET',
      url,
      headers: [
        { name: ':authority', value: 'x' },
        { name: 'Accept', value: '*/*' },
      ],
    },
    response: { status: 200, headers: [], content: { size: 4, text: 'bnVsbA==', encoding: 'base64' } },
    ...given,
  });
  const har = (...entries: Json[]): Json => ({ log: { version: '1.2', entries } });

  test('is read without what HTTP/2 adds, bodies decoded', () => {
    expect(readHar(har(entry('https://acme.example/a')), () => false)?.seen).toMatchObject([
      { type: 'request-sent', headers: [['Accept', '*/*']], body: null },
      { type: 'response-received', status: 200, tookMs: 12, body: { text: 'null', sizeBytes: 4 } },
    ]);
  });

  test('may lack a body, which nobody then judges, and an answer', () => {
    const left = entry('https://acme.example/a', { response: { status: 200, headers: [], content: { size: 9 } } });
    const none = entry('https://acme.example/a', { response: { status: 0, _error: 'net::ERR_FAILED' } });
    expect(readHar(har(left, none), () => false)?.seen).toMatchObject(
      [
        {},
        {},
        { body: { sizeBytes: 9, cut: true } },
        { type: 'exchange-broke', fault: 'aborted', detail: 'net::ERR_FAILED' },
      ].toSorted(() => 0),
    );
  });

  test('is none without entries', () => {
    expect(readHar({ log: {} }, () => false)).toBeUndefined();
    expect(readHar(['x'], () => false)).toBeUndefined();
  });
});

test('names of what was seen: operation, tenant, conversation', () => {
  const { record } = lookedOn(overHar(run).seen, run);
  const orders = record.filter((each) => each.type === 'request-sent' && each.verb === 'order');
  expect(orders.map((each) => 'tenant' in each && each.tenant)).not.toContain('');
  const tokens = record.filter((each) => each.type === 'request-sent' && each.verb === 'token');
  expect(new Set(tokens.map((each) => 'journey' in each && each.journey))).toEqual(new Set(['tokens']));
});
