import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../application/inputs.ts';
import { shippedPath } from '../../home.ts';
import { pem } from '../../io/testing/peer.ts';
import type { WireRequest } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { about, lookAt, lookAtAll, problemsIn, servingFake } from '../../testing/doctor.ts';
import { answering, targetFileFor } from '../../testing/target.ts';
import { bytesOf, decodeUtf8 } from '../../wire/wire.ts';
import { exitCodeOfLines } from './line.ts';

const { operations } = loadSpec().contract;
const TLS = { cert: pem('localhost'), key: pem('key') };
const authority = new URL('../../io/test-certificates/localhost.pem', import.meta.url).pathname;

describe('a set-up that stands', () => {
  test('has no problem and no warning, and nothing was created by looking', async () => {
    const seen: WireRequest[] = [];
    const url = await servingFake((answer, request) => {
      seen.push(request);
      return answer;
    });
    const lines = await lookAtAll(targetFileFor(url, (text) => text.replace('kci: 30s', 'kci: 20d')));
    expect(lines.filter(({ state }) => state === 'problem' || state === 'warning')).toEqual([]);
    expect(exitCodeOfLines(lines)).toBe(0);
    const bodies = seen.filter(({ method, url: to }) => method === 'POST' && !to.endsWith(operations.token.path));
    expect(bodies).toHaveLength(4);
    for (const { body } of bodies) expect(() => JSON.parse(decodeUtf8(body ?? bytesOf('')) ?? '')).toThrow();
  });

  test('of the embedded fake is looked at within this process', async () => {
    const { code, stdout } = await assay(['doctor', '--json']);
    const { lines, counts } = JSON.parse(stdout) as { lines: { subject: string; state: string }[]; counts: object };
    expect(lines).toContainEqual(expect.objectContaining({ subject: 'role newLine', state: 'ok' }));
    expect(counts).toMatchObject({ problem: 0, warning: 0 });
    expect(code).toBe(0);
  });

  test('registers the webhook only when asked to', async () => {
    const calls: string[] = [];
    const url = await servingFake((answer, { method, url: to }) => {
      if (method === 'PUT') calls.push(to);
      return answer;
    });
    const file = targetFileFor(url);
    expect(about(await lookAt(file), 'registration')).toMatchObject([{ state: 'not checked' }]);
    expect(calls).toEqual([]);
    expect(about(await lookAt(file, { register: true }), 'registration')).toMatchObject([{ state: 'ok' }]);
    expect(calls).toHaveLength(1);
  });
});

describe('the files', () => {
  test('each mistake is a line with its place, and ends with 2', async () => {
    const { code, stdout, stderr } = await assay(['doctor', '--target', 'example']);
    expect(stdout).toContain(
      'fix in fixtures/targets/example.yaml:22: set it before the run: export GATEWAY_CLIENT_SECRET=…',
    );
    expect(stdout).toContain('3 problems, 2 not checked, 0 ok. Change what the fixes say, and look again.');
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  });

  test('a host that is not allowed is a mistake of the file', async () => {
    const file = targetFileFor('http://127.0.0.1:1', (text) =>
      text.replace('allow-hosts: [127.0.0.1]', 'allow-hosts: [a]'),
    );
    const lines = await lookAt(file);
    expect(problemsIn(lines)[0]).toContain('the host 127.0.0.1 is not in "allow-hosts"');
    expect(exitCodeOfLines(lines)).toBe(2);
  });
});

test('what no reading makes anybody owe is told before it is looked for in vain', async () => {
  const told = async (readings: string) =>
    about(await lookAt(targetFileFor('http://127.0.0.1:1', (text) => `${text}\nreadings: ${readings}\n`)), 'readings');
  expect(await told('{}')).toMatchObject([{ state: 'not checked', seen: expect.stringContaining('STA-04') }]);
  expect(await told('{ STA-04: kept }')).not.toMatchObject([{ seen: expect.stringContaining('STA-04') }]);
});

test('a reading that no row leaves open is a mistake of the target file, as for a run', async () => {
  const lines = await lookAt(
    targetFileFor('http://127.0.0.1:1', (text) => `${text}\nreadings: { AVL-01: accepted }\n`),
  );
  expect(problemsIn(lines)[0]).toContain('readings: row AVL-01 leaves nothing to be agreed on');
  expect(exitCodeOfLines(lines)).toBe(2);
});

describe('the way to the gateway', () => {
  test('nobody listens: the line in base-url is named, and what lies behind is not checked', async () => {
    const file = targetFileFor('http://127.0.0.1:1');
    const lines = await lookAt(file);
    expect(lines.filter(({ state }) => state === 'problem')).toEqual([
      {
        part: 'address',
        subject: 'connection',
        state: 'problem',
        seen: 'the connection was refused: connect ECONNREFUSED 127.0.0.1:1',
        fix: 'is the gateway running, is the port in base-url right, and does a firewall let this machine through?',
        place: `${file}:6`,
      },
    ]);
    const gateway = lines.filter(({ part }) => part === 'gateway');
    expect(gateway.every(({ state, seen }) => state === 'not checked' && seen === 'there is no way to it')).toBe(true);
    expect(exitCodeOfLines(lines)).toBe(3);
  });

  test('a name that is no name', async () => {
    const file = targetFileFor('http://gateway.invalid', (text) =>
      text.replace('[127.0.0.1]', '[gateway.invalid]').replace('tenants-from: fake', tenant),
    );
    const lines = await lookAt(file);
    expect(problemsIn(lines)).toHaveLength(2);
    expect(problemsIn(lines)[0]).toMatch(
      /^name resolution: the host name has no address: getaddrinfo E\w+ gateway.invalid$/,
    );
    expect(problemsIn(lines)[1]).toMatch(/^public URL: only this machine reaches http:/);
  });
  const tenant = "tenants: [{ name: northwind, client-id: northwind-client, client-secret: '$env.PATH' }]";

  test('a certificate that is self-signed', async () => {
    const url = await servingFake((answer) => answer, TLS);
    const lines = await lookAt(targetFileFor(url));
    expect(problemsIn(lines)).toEqual([
      'TLS certificate: the certificate is self-signed (TLSv1.3, for localhost, 127.0.0.1, valid until 2099-12-31)',
    ]);
    expect(about(lines, 'TLS certificate')[0]?.fix).toBe(
      "save its authority's certificate as a PEM file and name it: tls: { ca: file.pem }",
    );
  });

  test('a certificate whose authority the target file names', async () => {
    const url = await servingFake((answer) => answer, TLS);
    const lines = await lookAt(targetFileFor(url, (text) => `${text}tls: { ca: ${authority} }\n`));
    expect(problemsIn(lines)).toEqual([]);
    expect(about(lines, 'TLS certificate')).toMatchObject([{ state: 'ok' }]);
  });

  test('a certificate that nobody checks', async () => {
    const url = await servingFake((answer) => answer, TLS);
    const lines = await lookAt(targetFileFor(url, (text) => `${text}tls: { insecure: true }\n`));
    expect(about(lines, 'TLS certificate')).toMatchObject([{ state: 'warning' }]);
    expect(problemsIn(lines)).toEqual([]);
  });

  test.each([
    ['other-host', /^TLS certificate: the certificate is for another host name/],
    ['expired', /^TLS certificate: the certificate has expired/],
  ])('a certificate of %s', async (name, words) => {
    const url = await servingFake((answer) => answer, { cert: pem(name), key: pem('key') });
    const ca = new URL(`../../io/test-certificates/${name}.pem`, import.meta.url).pathname;
    const lines = await lookAt(targetFileFor(url, (text) => `${text}tls: { ca: ${ca} }\n`));
    expect(problemsIn(lines)).toEqual([expect.stringMatching(words)]);
  });

  test('https written for a peer that does not speak TLS', async () => {
    const url = await servingFake((answer) => answer);
    const lines = await lookAt(targetFileFor(url.replace('http:', 'https:')));
    expect(problemsIn(lines)).toEqual(['TLS certificate: no secure connection: the peer does not speak TLS']);
  });
});

describe('the gateway', () => {
  test('a web site answers', async () => {
    const url = await answering(200, [['content-type', 'text/html']], '<!doctype html><title>Welcome</title>');
    expect(problemsIn(await lookAt(targetFileFor(url)))).toEqual([
      `HTTP: POST ${url}${operations.token.path}: 200 with a page for people: a web site or a proxy, no gateway`,
    ]);
  });

  test('the answer is a redirect', async () => {
    const url = await answering(302, [['location', 'https://login.example/']], '');
    expect(problemsIn(await lookAt(targetFileFor(url)))).toEqual([
      `HTTP: POST ${url}${operations.token.path}: 302, a redirect to https://login.example/`,
    ]);
  });

  test('the second tenant has wrong credentials: the line of its secret is named, and the secret is not shown', async () => {
    const url = await servingFake((answer) => answer);
    const file = targetFileFor(url, (text) => text.replace('tenants-from: fake', TWO_TENANTS));
    const { code, stdout } = await assay(['doctor', '--target', file], {
      env: { FIRST: 'northwind-made-up-secret', SECOND: 'not-the-secret' },
    });
    expect(stdout).toMatch(/ok +token of northwind-broadband +it lives 3,600 seconds\n/);
    expect(stdout).toMatch(/problem +token of harbour-telecom +no access_token came but 401: /);
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('$env.SECOND')) + 1;
    expect(stdout).toContain(`fix in ${file}:${line}: check client-id and client-secret of this tenant`);
    expect(stdout).not.toMatch(/not-the-secret|northwind-made-up-secret/);
    expect(code).toBe(3);
  });
  const TWO_TENANTS = `tenants:
  - name: northwind-broadband
    client-id: northwind-client
    client-secret: $env.FIRST
  - name: harbour-telecom
    client-id: harbour-client
    client-secret: $env.SECOND`;

  test('a gateway that shows tokens has them hidden, also where they are cut off', async () => {
    const url = await servingFake((answer, { url: to, headers }) => {
      const token = headers.find(([name]) => name === 'Authorization')?.[1].slice('Bearer '.length);
      const isShown = to.endsWith(operations.amend.path);
      return isShown ? { ...answer, status: 500, body: bytesOf(`${'-'.repeat(150)} ${token}`) } : answer;
    });
    expect(problemsIn(await lookAt(targetFileFor(url)))).toEqual([
      `POST service-order-amendments: it is there and fails: 500: ${'-'.repeat(150)} [secret:t… (7 characters more)`,
    ]);
  });

  test('an operation that is not there is told from the others', async () => {
    const url = await servingFake((answer, { url: to }) =>
      to.includes(operations.order.path) && !to.includes(operations.amend.path) && !to.includes(operations.cancel.path)
        ? { ...answer, status: 404, body: bytesOf('no such route') }
        : answer,
    );
    const lines = await lookAt(targetFileFor(url));
    expect(problemsIn(lines)).toEqual(['POST service-orders: 404: no such route']);
    expect(about(lines, 'POST service-orders')[0]?.fix).toBe(
      `this path is not there: ${operations.order.path} is put behind base-url`,
    );
  });

  test('its clock is ten minutes ahead', async () => {
    const url = await servingFake((answer) => ({
      ...answer,
      headers: [...answer.headers, ['Date', new Date(Date.now() + 600_000).toUTCString()]],
    }));
    const lines = await lookAt(targetFileFor(url));
    expect(about(lines, 'clock')).toMatchObject([
      { state: 'warning', seen: expect.stringMatching(/^it is (600|599) s ahead of this machine's$/) as string },
    ]);
    expect(exitCodeOfLines(lines)).toBe(0);
  });

  test('a proxy that does not let the steering header through', async () => {
    const url = await servingFake((answer, { headers }) =>
      headers.some(([name]) => name.toLowerCase() === 'x-scenario')
        ? { ...answer, status: 403, body: bytesOf('') }
        : answer,
    );
    expect(problemsIn(await lookAt(targetFileFor(url)))).toEqual([
      'header X-Scenario: with "ORDER_SUCCESSFUL" availability answers 403 without a body, without it 200',
    ]);
  });
});

describe('the webhook', () => {
  test('a port that is taken', async () => {
    const url = await servingFake((answer) => answer);
    const { host, port } = new URL(url);
    const lines = await lookAt(targetFileFor(url, (text) => text.replace('listen: 127.0.0.1:0', `listen: ${host}`)));
    expect(problemsIn(lines)).toEqual([
      `receiver: cannot listen on ${host}; port ${port} is in use by another program`,
    ]);
  });

  test('a public URL at which something else answers', async () => {
    const url = await servingFake((answer) => answer);
    const other = await answering(502, [], 'bad gateway');
    const lines = await lookAt(
      targetFileFor(url, (text) => text.replace('listen: 127.0.0.1:0', `listen: 127.0.0.1:0\n  public-url: ${other}`)),
    );
    expect(problemsIn(lines)).toEqual(['public URL: a call does not arrive: something else answered 502']);
  });

  test('a registration at a host that is not allowed', async () => {
    const url = await servingFake((answer) => answer);
    const lines = await lookAt(
      targetFileFor(url, (text) => text.replace('${base}/_fake', 'https://hub.example')),
      {
        register: true,
      },
    );
    expect(problemsIn(lines)).toEqual([
      'registration: the call PUT https://hub.example/webhook goes to a host that is not one of allow-hosts',
    ]);
  });

  test('told by hand, the URL to hand over is printed with its secret hidden', async () => {
    const url = await servingFake((answer) => answer);
    const byHand = (text: string): string =>
      text.replace(/registration:[\s\S]*?body: .*\n/, 'path-secret: $env.HOOK\n  registration: out-of-band\n');
    const { stdout } = await assay(['doctor', '--target', targetFileFor(url, byHand)], {
      env: { HOOK: 'word-of-the-path' },
    });
    expect(stdout).toMatch(
      /warning +registration +by hand, and the port is another in each run: KCI events are expected at http:\/\/127.0.0.1:\d+\/<path-secret>\/kcis/,
    );
    expect(stdout).not.toContain('word-of-the-path');
  });
});

test('what the KCI profile does not promise is told apart from what the target lacks', async () => {
  const url = await servingFake((answer) => answer);
  const lines = await lookAtAll(targetFileFor(url), { profile: 'fixtures/strangers/kci/courier.yaml' });
  expect(about(lines, 'not promised')).toMatchObject([
    {
      state: 'ok',
      seen: expect.stringMatching(/^\d+ cases will be not applicable, the first because the KCI profile/),
    },
  ]);
  expect(about(lines, 'lacks')).toEqual([]);
});

describe('the world', () => {
  const scenarios = [shippedPath('scenarios/availability')];

  test('roles that it lacks are listed with the cases that need them, and are no problem', async () => {
    const url = await servingFake((answer) => answer);
    const lines = await lookAt(targetFileFor(url), {
      scenarios,
      world: worldFile('newLine: { use: shared, sites: [{ id: "900100000001", type: UPRN }] }'),
    });
    expect(about(lines, 'roles')).toMatchObject([
      {
        state: 'warning',
        seen: expect.stringMatching(
          /^none for activeService \(\d+ cases\), .*: [\d,]+ cases will be inconclusive$/,
        ) as string,
      },
    ]);
    expect(about(lines, 'role newLine')).toMatchObject([{ state: 'ok' }]);
    expect(exitCodeOfLines(lines)).toBe(0);
  });

  test('addresses that are used up before all cases had one', async () => {
    const url = await servingFake((answer) => answer);
    const lines = await lookAt(targetFileFor(url), {
      scenarios,
      world: worldFile('newLine: { use: once, sites: [{ id: "900100000001", type: UPRN }] }'),
    });
    expect(about(lines, 'role newLine')[0]?.seen).toMatch(
      /^1 address for \d+ cases: [\d,]+ cases will be inconclusive; with 3 \d+ do, with 10 \d+ do, \d+ are enough$/,
    );
  });

  test('an address of another kind than its role', async () => {
    const url = await servingFake((answer) => answer);
    const file = worldFile('newLine: { use: shared, sites: [{ id: "901100000001", type: UPRN }] }');
    const lines = await lookAt(targetFileFor(url), {
      scenarios,
      world: file,
    });
    expect(problemsIn(lines)).toEqual([
      expect.stringMatching(
        /^role newLine: availability of 901100000001: .* is .*, not .*; \d+ cases will be inconclusive$/,
      ),
    ]);
    expect(about(lines, 'role newLine')[0]?.place).toBe(`${file}:6`);
    expect(exitCodeOfLines(lines)).toBe(3);
  });

  test('a magic address is answered with the error that it asks for, or is a problem', async () => {
    const byAddresses = (text: string): string =>
      text.replace(/steering:[\s\S]*?kci-delay: 0s\n/, 'steering: { by: addresses }\n');
    const lines = await lookAt(targetFileFor(await servingFake((answer) => answer), byAddresses), { scenarios });
    expect(about(lines, 'role supplierFault')).toMatchObject([
      {
        state: 'ok',
        seen: expect.stringMatching(/^availability of \d+ answers 500 SUPPLIER_FAULT, as it was asked to$/),
      },
    ]);
    const healed = await servingFake((answer) => (answer.status === 500 ? { ...answer, status: 200 } : answer));
    expect(problemsIn(await lookAt(targetFileFor(healed, byAddresses), { scenarios }))).toEqual([
      expect.stringMatching(
        /^role supplierFault: availability of \d+ answers 200 SUPPLIER_FAULT, not 500 SUPPLIER_FAULT$/,
      ),
    ]);
  });

  function worldFile(role: string): string {
    const path = join(emptyFolder(), 'world.yaml');
    writeFileSync(
      path,
      `world: small\ntitle: One address\ntime-zone: Europe/London\nservice: { id: fttp }\nroles:\n  ${role}\n`,
    );
    return path;
  }
});

test('every path of the contract that takes a token is asked for', async () => {
  const url = await servingFake((answer) => answer);
  const lines = await lookAt(targetFileFor(url));
  const subjects = lines.filter(({ part, subject }) => part === 'gateway' && /^(GET|POST) /.test(subject));
  expect(subjects).toHaveLength(Object.values(operations).filter(({ auth }) => auth === 'bearer').length);
});

test('before a run of some scenarios it asks for what they need alone, and says how that run is made', async () => {
  const { code, stdout } = await assay(['doctor', 'scenarios/orders/cease.yaml']);
  expect([code, stdout.match(/role \w+/g)]).toEqual([0, ['role activeService']]);
  expect(stdout).toMatch(/Next: npx assay run scenarios\/orders\/cease\.yaml --target fake\n$/);
});
