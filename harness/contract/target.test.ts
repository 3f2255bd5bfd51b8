import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Problem } from '../model.ts';
import type { Environment } from './environment.ts';
import { FIXTURES } from './fixture.ts';
import { loadTarget, readTarget } from './target.ts';

const env: Environment = {
  GATEWAY_TENANT: 'acme',
  GATEWAY_CLIENT_ID: 'acme-client',
  GATEWAY_CLIENT_SECRET: 'hush',
  KCI_PATH_SECRET: 'path',
};
const text = readFileSync(join(FIXTURES, 'targets', 'example.yaml'), 'utf8');
const mine = join(FIXTURES, 'targets', 'mine.yaml');
const worded = ({ span, message, why, fix }: Problem): string =>
  [`${span?.line}:${span?.col} ${message}`, ...(why ? [why] : []), ...(fix ? [`fix: ${fix}`] : [])].join(' | ');
const changed = (from: string, to: string, by: Environment = env) => {
  if (!text.includes(from)) throw new Error(`example.yaml does not say ${from}`);
  return readTarget(
    text.replace(from, () => to),
    mine,
    by,
  );
};

describe('the shipped targets', () => {
  it('the fake is embedded and has three tenants', () => {
    const { target, problems } = loadTarget('fake', {});
    expect(problems).toEqual([]);
    expect([target?.baseUrl, target?.tenants.length, target?.limits.requestsPerSecond]).toEqual(['embedded', 3, null]);
    expect(target?.steering.headers).toEqual({
      outcome: 'X-Scenario',
      problemCode: 'X-Problem-Code',
      kciDelay: 'X-Kci-Delay',
      fault: 'X-Fault',
    });
    expect(target?.kciDelaySeconds).toBe(30);
  });

  it('the fake over HTTP has the same tenants, told once', () => {
    const { target, problems } = loadTarget('fake-http', {});
    expect(problems).toEqual([]);
    expect(target?.tenants).toEqual(loadTarget('fake', {}).target?.tenants);
    expect(target?.webhook.registration).toEqual({
      method: 'PUT',
      url: '${base}/_fake/webhook',
      body: { url: '$url' },
    });
  });

  it('the example says nothing but what a gateway without steering has anyway', () => {
    const needed = /^(target|title|base-url|allow-hosts|profile|world): .*$|^tenants:\n( .*\n)+/gm;
    const bare = (text.match(needed) ?? []).join('\n');
    expect(readTarget(bare, mine, env).target).toEqual(loadTarget('example', env).target);
  });
});

describe('the secrets of a target', () => {
  it('are what came from the environment, but not the names that reports need', () => {
    expect(loadTarget('example', env).secrets).toEqual(['acme-client', 'hush']);
  });

  it('are the made-up ones, for the fake', () => {
    expect(loadTarget('fake', {}).secrets).toEqual([
      'northwind-made-up-secret',
      'harbour-made-up-secret',
      'meadow:made%20up+sécret "&= ☂',
      'lapsed-made-up-secret',
      'whsec_bWFkZSB1cCBmb3IgdGhlIGZha2Ugb2YgQXNzYXk=',
    ]);
  });

  it('that are missing are told all at once, with what to do', () => {
    expect(
      loadTarget('example', { ...env, GATEWAY_CLIENT_ID: undefined, GATEWAY_CLIENT_SECRET: '' }).problems.map(worded),
    ).toEqual([
      '21:16 the environment variable GATEWAY_CLIENT_ID is not set | the target takes this value from the environment | fix: set it before the run: export GATEWAY_CLIENT_ID=…',
      '22:20 the environment variable GATEWAY_CLIENT_SECRET is empty | the target takes this value from the environment | fix: set it before the run: export GATEWAY_CLIENT_SECRET=…',
    ]);
  });

  it('may be missing where nothing is sent, and then nothing that follows is wrong', () => {
    const text = [
      'target: acme',
      'title: Acme',
      'base-url: $env.URL',
      'allow-hosts: [acme.example]',
      'profile: supplier',
      'world: fake',
      'tenants: [{ name: ours, client-id: $env.ID, client-secret: $env.SECRET }]',
      'restore: { by: reset, call: { method: POST, url: "${base}/reset" } }',
    ].join('\n');
    const problems = readTarget(text, 'acme.yaml', {}).problems.map(({ message }) => message);
    expect(problems).toEqual(['URL', 'ID', 'SECRET'].map((name) => `the environment variable ${name} is not set`));
    const { target } = readTarget(text, 'acme.yaml', {}, { mayLack: true });
    expect(target?.tenants.map(({ name }) => name)).toEqual(['ours']);
    const wrong = readTarget(text.replace('by: reset', 'by: nobody'), 'acme.yaml', {}, { mayLack: true });
    expect(wrong.problems.map(({ span }) => span?.line)).toContain(8);
  });

  it('may be part of a text', () => {
    const { target } = changed('https://cvt.gateway.example\n', 'https://${env.STAGE}.gateway.example\n', {
      ...env,
      STAGE: 'cvt',
    });
    expect(target?.baseUrl).toBe('https://cvt.gateway.example');
  });
});

describe('the access of a target', () => {
  it('takes a certificate as a file beside it, or as the text that a variable holds', () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----';
    const own = 'tls: { cert: ../contract/openapi.yaml, key: $env.KEY }\n# ids: {';
    const inText = changed('# ids: {', own, { ...env, KEY: pem });
    expect(inText.target?.tls).toEqual({ cert: join(FIXTURES, 'contract/openapi.yaml'), key: pem });
    expect(inText.secrets).toContain(pem);
    const inFile = changed('# ids: {', own, { ...env, KEY: '../contract/openapi.yaml' });
    expect(inFile.target?.tls?.key).toBe(join(FIXTURES, 'contract/openapi.yaml'));
    expect(inFile.secrets).not.toContain('../contract/openapi.yaml');
  });
});

test('a target that states a range of ids has none that are larger, unless it states all', () => {
  const lacking = (ids: string) => changed('# ids: { from: 1, to: 2147483647 }', ids, env).target?.lacks;
  expect(lacking('')).toEqual([]);
  expect(lacking('ids: { from: 1, to: 2147483647 }')).toEqual(['large-ids']);
  expect(lacking('ids: { from: 1, to: 9007199254740991 }')).toEqual([]);
});

describe('how a target gives addresses back', () => {
  const restoring = (restore: string) => changed('# ids: {', `restore: ${restore}\n# ids: {`);

  it('may be one means or several', () => {
    expect(restoring('{ by: cancel }').target?.restore).toEqual({ by: ['cancel'] });
    expect(restoring('{ by: [cancel, cease] }').target?.restore).toEqual({ by: ['cancel', 'cease'] });
  });

  it.each([
    ['{ by: reset }', '"reset" and the "call" by which it is done belong together'],
    ['{ by: cancel, call: { method: POST, url: "${base}/reset" } }', '"reset" and the "call"'],
    [
      '{ by: reset, call: { method: POST, url: "https://other.example/reset" } }',
      'not in "allow-hosts": https://other',
    ],
    ['{ by: magic }', '"magic"'],
  ])('is wrong where it says %s', (written, message) => {
    expect(restoring(written).problems.map((each) => each.message)).toEqual([expect.stringContaining(message)]);
  });
});

describe('a value from the environment', () => {
  it('may stand wherever a value can, also where that is a number or a time', () => {
    const limits = 'requests-per-second: $env.RATE';
    const { target, problems, secrets } = changed('requests-per-second: 5', limits, { ...env, RATE: '12' });
    expect(problems).toEqual([]);
    expect(target?.limits.requestsPerSecond).toBe(12);
    expect(secrets).not.toContain('12');
    const response = changed('response: 30s', 'response: $env.LONG', { ...env, LONG: '45s' });
    expect(response.target?.deadlines.responseMs).toBe(45_000);
    const name = changed('name: $env.GATEWAY_TENANT', 'name: $env.GATEWAY_TENANT', { ...env, GATEWAY_TENANT: '4711' });
    expect(name.target?.tenants[0]?.name).toBe('4711');
  });

  it('that does not fit its place is told at the place', () => {
    const { problems } = changed('requests-per-second: 5', 'requests-per-second: $env.RATE', { ...env, RATE: 'fast' });
    expect(problems.map(worded)).toEqual([
      '52:24 "fast" is not a number or unlimited | How many requests may start each second, or `unlimited`.',
    ]);
  });
});

describe('what the command line names', () => {
  it('need not be there in the file', () => {
    const bare = text.replace(/^(profile|world): .*\n/gm, '');
    expect(readTarget(bare, mine, env).problems.map(({ message }) => message)).toHaveLength(2);
    expect(readTarget(bare, mine, env, { profile: 'generic', world: 'fake' }).problems).toEqual([]);
    const lost = text.replace('profile: supplier', 'profile: ./lost.yaml');
    expect(readTarget(lost, mine, env).problems).toHaveLength(1);
    expect(readTarget(lost, mine, env, { profile: 'generic' }).target?.profile).toBe('generic');
  });
});

describe('a target that is wrong', () => {
  it.each([
    [
      'client-secret: $env.GATEWAY_CLIENT_SECRET',
      'client-secret: hush',
      '22:20 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      '# path-secret: $env.KCI_PATH_SECRET',
      'path-secret: hush',
      '36:16 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      'allow-hosts: [cvt.gateway.example]',
      'allow-hosts: [other.example]',
      '10:11 the host cvt.gateway.example is not in "allow-hosts" | Assay sends to the hosts listed there and to no other | fix: add it: allow-hosts: [other.example, cvt.gateway.example]',
    ],
    [
      'https://cvt.gateway.example',
      'cvt.gateway.example',
      '10:11 "cvt.gateway.example" is no address | fix: write http://… or https://…, or embedded for the fake in this process',
    ],
    [
      'https://cvt.gateway.example',
      'https://me:pw@cvt.gateway.example',
      '10:11 "base-url" holds credentials | fix: move them to "tenants", as $env values',
    ],
    [
      'https://cvt.gateway.example',
      'https://cvt.gateway.example/?a=b',
      '10:11 "base-url" goes on after its path | the paths of the specification are put behind it',
    ],
    [
      'https://cvt.gateway.example',
      '$env.NOWHERE',
      '10:11 the environment variable NOWHERE is not set | the target takes this value from the environment | fix: set it before the run: export NOWHERE=…',
    ],
    [
      'profile: supplier',
      'profile: suplier',
      '14:10 unknown KCI profile "suplier" | a KCI profile is generic, supplier, tenant or tmf641, or the path of a file | fix: did you mean "supplier"?',
    ],
    [
      'world: example-sandbox',
      'world: sandbox',
      '16:8 unknown world "sandbox" | a world is example-sandbox or fake, or the path of a file',
    ],
    [
      '# authentication: { by: standard-webhooks, secret: $env.KCI_SIGNING_SECRET }',
      'authentication: { by: bearer, token: hush }',
      '39:40 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      '# authentication: { by: standard-webhooks, secret: $env.KCI_SIGNING_SECRET }',
      'authentication: { by: mutual-tls, ca: ../contract/openapi.yaml }',
      '39:19 mutual TLS needs TLS | only a listener with a certificate of its own can ask callers for theirs | fix: add tls: { cert: …, key: … } to "webhook"',
    ],
    [
      '# authentication: { by: standard-webhooks, secret: $env.KCI_SIGNING_SECRET }',
      'authentication: { by: standard-webhooks, secret: $env.GATEWAY_CLIENT_SECRET }',
      '39:52 the secret is none of Standard Webhooks | it is "whsec_" and then 16 bytes or more as base64',
    ],
    ['by: none', 'by: headers', '47:3 steering by headers needs their names | fix: headers: { outcome: X-Scenario }'],
    ['# headers: {', 'headers: {', '48:12 header names are of no use to steering by none'],
    [
      'concurrency: 4',
      'concurency: 4',
      '53:3 unknown key "concurency" | "limits" may have requests-per-second or concurrency | fix: did you mean "concurrency"?',
    ],
    [
      'requests-per-second: 5',
      'requests-per-second: none',
      '52:24 "none" is not a number or unlimited | How many requests may start each second, or `unlimited`.',
    ],
    ['# ids: { from: 1, to: 2147483647 }', 'ids: { from: 2, to: 1 }', '78:6 the range of ids ends before it begins'],
    ['127.0.0.1:0', '127.0.0.1:70000', '32:11 70000 is no port | ports go up to 65535; 0 takes any free one'],
    [
      '# tls: { ca: gateway-ca.pem }',
      'tls: { ca: /nowhere/gateway-ca.pem }',
      '80:12 there is no file /nowhere/gateway-ca.pem',
    ],
    [
      '# ids: {',
      'headers: { X-Api-Key: hush }\n# ids: {',
      '78:23 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      '# ids: {',
      "restore: { by: [reset], call: { method: POST, url: '${base}/x', headers: { X-Api-Key: hush } } }\n# ids: {",
      '78:87 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      '# ids: {',
      'proxy: http://me:hush@proxy.example:3128\n# ids: {',
      '78:8 a secret is written in the file | secrets come from the environment | fix: write $env.NAME here and set that variable',
    ],
    [
      '# ids: {',
      'proxy: proxy.example\n# ids: {',
      '78:8 the proxy is no address | fix: write http://host:port, or https://…',
    ],
    [
      '# ids: {',
      'tls: { cert: ../contract/openapi.yaml }\n# ids: {',
      '78:6 a client certificate needs both "cert" and "key"',
    ],
    [
      'tenants:\n',
      'tenants-from: fake\ntenants:\n',
      '19:15 "tenants-from" is not for https://cvt.gateway.example | the tenants of another target are for a fake on this machine | fix: write "tenants" with secrets from $env',
    ],
  ])('with "%s" as "%s" is told', (from, to, expected) => {
    expect(changed(from, to).problems.map(worded).join('\n')).toBe(expected);
  });

  it('cannot take its tenants from a target that takes them from another, or from itself', () => {
    const http = readFileSync(join(FIXTURES, 'targets', 'fake-http.yaml'), 'utf8');
    const { problems } = readTarget(http.replace('tenants-from: fake', 'tenants-from: fake-http'), mine, {});
    expect(problems.map(worded)).toEqual([
      '12:15 "fake-http" takes its tenants from yet another target | fix: name that one here',
    ]);
  });

  it('by an empty file is told', () => {
    expect(readTarget('', mine, {}).problems.map((each) => each.message)).toEqual(['the file is empty']);
  });

  it('by an unknown name is told which there are', () => {
    expect(loadTarget('fakehttp', {}).problems).toEqual([
      {
        severity: 'error',
        message: 'unknown target "fakehttp"',
        why: 'a target is example, fake or fake-http, or the path of a file',
        fix: 'did you mean "fake-http"?',
      },
    ]);
  });
});
