import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestSent } from '../../harness/model.ts';
import { HOSTILE } from '../testing/sample-runs.ts';
import { curl } from './curl.ts';

const request: RequestSent = {
  type: 'request-sent',
  seq: 1,
  at: 0,
  exchange: 1,
  journey: 'orders/cease',
  step: 'order',
  verb: 'order',
  tenant: 'ACME',
  method: 'POST',
  url: 'https://gateway.example/orders?a={b}',
  headers: [
    ['Host', 'gateway.example'],
    ['Content-Length', '12'],
    ['authorization', 'Bearer [secret:access-token-1]'],
    ['Tenant', ''],
    ['X-Request-ID', "it's"],
  ],
  body: { text: '{"id":"$1"}', sizeBytes: 11 },
};

test('a request is repeated with its own headers, and a token from the reader’s shell', () => {
  expect(curl(request)).toBe(
    `curl --include --globoff --path-as-is \\
  --request POST \\
  --url 'https://gateway.example/orders?a={b}' \\
  --header 'authorization: Bearer '"$TOKEN" \\
  --header 'Tenant;' \\
  --header 'X-Request-ID: it'\\''s' \\
  --data-raw '{"id":"$1"}'`,
  );
});

test('basic credentials are left to the reader as well', () => {
  expect(curl({ ...request, headers: [['Authorization', 'Basic [secret:authorization-1]']], body: null })).toContain(
    '--user "$CREDENTIALS"',
  );
});

test('other secrets are variables by their kind, wherever they stood', () => {
  const text = curl({ ...request, headers: [], body: { text: 'a=[secret:client-secret-2]&b=[secret]', sizeBytes: 9 } });
  expect(text).toContain(`--data-raw a="$CLIENT_SECRET_2"'&b='"$SECRET"`);
});

test('a body that cannot be typed goes through base64', () => {
  const text = curl({ ...request, headers: [], body: { base64: 'AAH/', sizeBytes: 3 } });
  expect(text).toMatch(/^printf %s AAH\/ \| base64 -d \| curl /);
  expect(text).toMatch(/--data-binary @-$/);
  expect(curl({ ...request, body: { text: 'a\0', sizeBytes: 2 } })).toMatch(/^printf %s '?YQA='? \| base64 -d/);
});

test('a pasted command runs curl and nothing else, whatever the record holds', () => {
  const hostile = HOSTILE.replaceAll('\0', '').toWellFormed();
  const command = curl({
    ...request,
    url: hostile,
    method: hostile,
    headers: [[hostile, hostile]],
    body: { text: hostile, sizeBytes: 1 },
  });
  const out = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' });
  const args = out.split('\0').slice(0, -1);
  expect(args).toEqual([
    ...['--include', '--globoff', '--path-as-is', '--request', hostile, '--url', hostile],
    ...['--header', `${hostile}: ${hostile}`, '--data-raw', hostile],
  ]);
});

test('whatever a request holds, a shell hands curl exactly that request', () => {
  // No argument of a process can hold a NUL; bodies with one go through base64, and are shown above.
  const text = fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((each) => each.replaceAll('\0', '').toWellFormed())
    .filter((each) => !each.includes('[secret'));
  const hostile = fc.oneof(
    text,
    fc.constantFrom(
      '$(id)',
      '`id`',
      "'; id; '",
      '\n id',
      '\\',
      '--config=/etc/passwd',
      '@/etc/passwd',
      '${HOME}',
      '!!',
      '~',
    ),
  );
  // Those that curl writes itself are left out of the command.
  const name = fc.string({ unit: fc.constantFrom('X', '-', 'a', '7'), minLength: 2, maxLength: 12 });
  const one = fc.record({
    url: hostile,
    method: hostile,
    headers: fc.array(fc.tuple(name, hostile), { maxLength: 4 }),
    body: hostile,
  });
  const requests = fc.sample(one, { numRuns: 100, seed: 5 });
  const commands = requests.map(({ url, method, headers, body }) =>
    curl({ ...request, url, method, headers, body: { text: body, sizeBytes: Buffer.byteLength(body) } }),
  );

  const script = `curl() { printf '%s\\0' "$@" $'\\x1e'; }\n${commands.join('\n')}`;
  const out = execFileSync('bash', ['-c', script], { encoding: 'utf8', env: { PATH: process.env.PATH ?? '' } });

  const expected = requests.map(({ url, method, headers, body }) => [
    ...['--include', '--globoff', '--path-as-is', '--request', method, '--url', url],
    ...headers.flatMap(([each, value]) => ['--header', value === '' ? `${each};` : `${each}: ${value}`]),
    ...(body === '' ? [] : ['--data-raw', body]),
    '\x1e',
  ]);
  expect(out.split('\0').slice(0, -1)).toEqual(expected.flat());
});
