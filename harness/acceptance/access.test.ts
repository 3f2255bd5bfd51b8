import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../application/open/client.ts';
import { closeAll, pem } from '../io/testing/peer.ts';
import { openProxy } from '../io/testing/proxy.ts';
import type { WireRequest } from '../model.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { lookAt, problemsIn } from '../testing/doctor.ts';
import { RUN_FOLDER, verdictIn } from '../testing/run-folder.ts';
import { answering, servedFake, serving, targetFileFor } from '../testing/target.ts';
import { bytesOf, decodeUtf8, headerOf } from '../wire/wire.ts';

const CERTIFICATES = new URL('../io/test-certificates/', import.meta.url).pathname;
const KEY = 'guarded-by-this-api-key';
const env = { API_KEY: KEY, PROXY: '', PROXY_PASSWORD: 'let-the-tenant-through' };

/** A fake behind mutual TLS and an API key, which takes credentials in the form alone and limits the rate at first. */
async function guardedGateway(): Promise<{ readonly url: string; readonly refused: string[] }> {
  const fake = await servedFake();
  const onward = await openClient({ responseMs: 10_000, allowHosts: ['127.0.0.1'] });
  onTestFinished(onward.close);
  const refused: string[] = [];
  const seen = new Set<string>();
  const say = (status: number, headers: [string, string][] = []) => ({
    status,
    headers,
    body: bytesOf(''),
    tookMs: 0,
  });
  const url = await serving(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (request.clientCertificate?.isTrusted !== true || headerOf(request.headers, 'X-Api-Key') !== KEY) {
        refused.push(`${request.method} ${pathname}`);
        return say(403);
      }
      if (pathname.endsWith('/service-availability') && !seen.has(pathname)) {
        seen.add(pathname);
        return say(503, [['Retry-After', '1']]);
      }
      return onward.send(pathname.endsWith('/token') ? asBasic(request, fake) : at(request, fake));
    },
    { cert: pem('by-authority'), key: pem('key'), clientCa: pem('authority') },
  );
  return { url, refused };
}

function at(request: WireRequest, fake: string): WireRequest {
  const headers = request.headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
  const { pathname, search } = new URL(request.url);
  return { method: request.method, url: `${fake}${pathname}${search}`, headers, body: request.body };
}

function asBasic(request: WireRequest, fake: string): WireRequest {
  const { headers, ...rest } = at(request, fake);
  const form = new URLSearchParams(decodeUtf8(request.body ?? bytesOf('')) ?? '');
  if (!form.has('client_id')) return { ...rest, headers };
  const basic = Buffer.from(`${form.get('client_id')}:${form.get('client_secret')}`).toString('base64');
  return { ...rest, headers: [...headers, ['Authorization', `Basic ${basic}`]] };
}

const guarded = (text: string, more = ''): string =>
  text
    .replace('form: { grant_type: client_credentials }', '$&\n  credentials: form')
    .replace('load: allowed', `load: allowed\nheaders: { X-Api-Key: $env.API_KEY }\n${more}`);

const OWN = `tls: { ca: ${CERTIFICATES}authority.pem, cert: ${CERTIFICATES}by-authority.pem, key: ${CERTIFICATES}key.pem }`;

describe('a gateway behind a proxy, mutual TLS, an API key and a rate limit', () => {
  test('is certified as any other, and no secret of its access is left behind', async () => {
    const heard: string[] = [];
    const { url, refused } = await guardedGateway();
    const proxy = (await openProxy(heard)).replace('//', '//tenant:${env.PROXY_PASSWORD}@');
    onTestFinished(closeAll);
    const target = targetFileFor(url, (text) => guarded(text, `proxy: '${proxy}'\n${OWN}`));
    const out = join(emptyFolder(), 'run');
    const cases = [
      'token/access-token',
      'token/refusals*',
      'availability/new-line',
      'orders/provide-new-without-appointment',
    ];

    const { stderr } = await assay(
      ['run', '--target', target, ...cases.flatMap((each) => ['--only', each]), '--out', out],
      { env },
    );

    const { counts, cases: seen } = verdictIn(out);
    expect(
      seen.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id),
      stderr,
    ).toEqual([]);
    expect(counts.deliveries).toBeGreaterThan(0);
    expect(refused).toEqual([]);
    expect(new Set(heard)).toEqual(
      new Set([`CONNECT ${new URL(url).host} Basic ${btoa(`tenant:${env.PROXY_PASSWORD}`)}`]),
    );
    const left = RUN_FOLDER.map((file) => readFileSync(join(out, file), 'utf8')).join('');
    expect([KEY, env.PROXY_PASSWORD].filter((secret) => left.includes(secret))).toEqual([]);
  });
});

describe('an access that is shut ends with 3 before anything is sent, and says by whom', () => {
  const end = async (edit: (text: string) => string, baseUrl = 'https://127.0.0.1:1') => {
    const { code, stderr } = await assay(['run', 'scenarios/token', '--target', targetFileFor(baseUrl, edit)], { env });
    return `${code} ${stderr.split('\n').slice(0, 2).join(' ')}`;
  };

  test('a proxy that refuses', async () => {
    const proxy = await answering(403, [], 'not you');
    expect(await end((text) => `${text}\nproxy: ${proxy}\n`)).toContain(
      `3 https://127.0.0.1:1 cannot be reached   the proxy at ${new URL(proxy).host} answered 405 Method Not Allowed to CONNECT 127.0.0.1:1`,
    );
  });

  test('a client certificate that has expired', async () => {
    const tls = `tls: { cert: ${CERTIFICATES}expired.pem, key: ${CERTIFICATES}key.pem }`;
    expect(await end((text) => `${text}\n${tls}\n`)).toContain('3 the client certificate under tls: cert has expired');
  });

  test('a key that is not that of the certificate is a mistake in the input', async () => {
    const key = join(emptyFolder(), 'key.pem');
    writeFileSync(key, '-----BEGIN PRIVATE KEY-----\nno\n-----END PRIVATE KEY-----\n');
    const tls = `tls: { cert: ${CERTIFICATES}expired.pem, key: ${key} }`;
    expect(await end((text) => `${text}\n${tls}\n`)).toContain(
      '2 the client certificate under tls: cert cannot be used',
    );
  });

  test('the doctor tells a proxy that is not there from a gateway that is not', async () => {
    const target = targetFileFor('https://127.0.0.1:2', (text) => `${text}\nproxy: http://127.0.0.1:1\n`);
    const lines = await lookAt(target);
    expect(problemsIn(lines)[0]).toContain('connection: the connection was refused');
    expect(lines.find(({ state }) => state === 'problem')?.fix).toContain('is the proxy running');
  });
});

test('k6 is not asked for what it cannot do', async () => {
  const target = targetFileFor('https://127.0.0.1:1', (text) => guarded(text, `proxy: http://127.0.0.1:1\n${OWN}`));
  const { code, stderr } = await assay(['load', 'smoke', '--target', target], { env });
  expect(stderr).toContain(
    'k6 cannot send with a client certificate (tls: cert), a proxy (proxy), credentials in the form (token: credentials), headers that hold a secret (headers)',
  );
  expect(code).toBe(2);
  const { stdout } = await assay(['check', '--target', target], { env });
  expect(stdout).toContain('warning: k6 cannot send with');
});
