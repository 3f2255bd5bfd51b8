import { describe, expect, test } from 'vitest';
import { reportPath } from './guard.ts';
import { asked, benchWith, callOf, PORT, TOKEN } from './testing/bench.ts';

const name = '2026-01-02T03-04-05-fake';
const bench = benchWith({
  runs: { report: (run) => (run === name ? new TextEncoder().encode('<!doctype html>the report') : undefined) },
});
const gate = { token: TOKEN, port: () => PORT };
const statusOf = async (...call: Parameters<typeof callOf>): Promise<number> =>
  (await asked(bench.send, callOf(...call))).status;

describe('a call is let in', () => {
  test('from the page, with its token', async () => {
    expect(await asked(bench.send, callOf('/api/runs'))).toMatchObject({ status: 200, body: [] });
  });

  test('from a program that has the token, and says nothing of where it comes from', async () => {
    expect(await statusOf('/api/runs', { headers: { 'Sec-Fetch-Site': null } })).toBe(200);
  });

  test('by the other name of this computer', async () => {
    const headers = { Host: `localhost:${PORT}`, Origin: `http://localhost:${PORT}` };
    expect(await statusOf('/api/runs', { headers })).toBe(200);
  });
});

test.for([
  ['without a token', { 'X-Assay-Token': null }],
  ['with another token', { 'X-Assay-Token': 'another-token' }],
  ['with a token that only begins right', { 'X-Assay-Token': TOKEN.slice(0, -1) }],
  ['with the token as a cookie alone', { 'X-Assay-Token': null, Cookie: `token=${TOKEN}` }],
  ['for another host, as a name bound anew makes it', { Host: `rebound.example:${PORT}` }],
  ['for another port', { Host: '127.0.0.1:80' }],
  ['for no host', { Host: null }],
  ['from another page', { Origin: 'http://attacker.example' }],
  ['from another server of this computer', { Origin: 'http://127.0.0.1:8080' }],
  ['from a page of no origin', { Origin: 'null' }],
  ['from a page of the same site', { 'Sec-Fetch-Site': 'same-site' }],
  ['from a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
] as const)('a call is turned away %s, whatever it asks', async ([, headers]) => {
  const signal = new AbortController().signal;
  expect(await statusOf('/api/runs', { headers })).toBe(403);
  expect(await statusOf('/api/start', { method: 'POST', headers, body: {} })).toBe(403);
  expect(await statusOf('/api/stop', { method: 'POST', headers })).toBe(403);
  expect(bench.stream(callOf('/api/live', { headers }), signal)).toBeUndefined();
  expect(await statusOf('/api/live', { headers })).toBe(403);
  expect(bench.started).toEqual([]);
});

test('two hosts in one call are one too many', async () => {
  const call = callOf('/api/runs');
  const twice = { ...call, headers: [...call.headers, ['Host', `127.0.0.1:${PORT}`] as const] };
  expect((await asked(bench.send, twice)).status).toBe(403);
});

describe('the page', () => {
  test('is for whoever comes, from wherever, and holds nothing', async () => {
    const headers = { 'X-Assay-Token': null, 'Sec-Fetch-Site': 'cross-site' };
    expect(await asked(bench.send, callOf('/', { headers }))).toMatchObject({
      status: 200,
      headers: {
        'content-security-policy': "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  test('is for no other host', async () => {
    expect(await statusOf('/', { headers: { Host: `rebound.example:${PORT}` } })).toBe(403);
  });
});

describe('a report', () => {
  test('is opened by its own address, as a page of no origin', async () => {
    const { status, headers, body } = await asked(
      bench.send,
      callOf(reportPath(name, gate), { headers: { 'X-Assay-Token': null } }),
    );
    expect([status, body]).toEqual([200, '<!doctype html>the report']);
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts allow-downloads allow-modals allow-popups; default-src 'none';/,
    );
  });

  test('has an address that opens no other', async () => {
    expect(await statusOf(reportPath(name, gate).replace('-fake', '-acme'))).toBe(404);
    expect(await statusOf(`/report/key/${name}`)).toBe(404);
    expect(await statusOf(reportPath(name, { ...gate, token: 'another' }))).toBe(404);
  });

  test('is not shown in a page of another site', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await statusOf(reportPath(name, gate), { headers })).toBe(403);
  });

  test.for(['..%2f..%2fetc', '%2e%2e', '..%5c', '%00', '%zz'])('has no address like %s', async (run) => {
    expect(await statusOf(`/report/key/${run}`)).toBe(404);
  });
});

test.for([
  ['GET', '/api/start'],
  ['DELETE', '/api/runs'],
  ['OPTIONS', '/api/start'],
  ['GET', '/api/nothing'],
  ['GET', '/api/toString'],
  ['GET', '/etc/passwd'],
  ['GET', '/../../etc/passwd'],
  ['POST', '/'],
])('there is nothing for %s %s', async ([method, path]) => {
  expect(await statusOf(path as string, { method: method as string })).toBe(404);
});

test('a call whose address is none is answered all the same', async () => {
  const call = { ...callOf('/'), url: 'http://127.0.0.1:7357http://[' };
  expect((await asked(bench.send, call)).status).toBe(404);
});
