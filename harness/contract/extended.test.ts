import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type InPlaceOf, loadTarget } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-extended-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

put('site.yaml', 'world: site\ntitle: A site\ntime-zone: Europe/London\nroles: {}\n');
put(
  'acme.yaml',
  `target: acme
title: Acme
base-url: $env.ACME_URL
allow-hosts: [127.0.0.1]
profile: supplier
world: ./site.yaml
tenants:
  - { name: north, client-id: north, client-secret: $env.ACME_SECRET }
limits: { requests-per-second: 7, concurrency: 3 }
`,
);
const derived = put('acme-staging.yaml', 'extends: ./acme.yaml\ntarget: acme-staging\nlimits: { concurrency: 9 }\n');
const ENV = { ACME_URL: 'http://127.0.0.1:1', ACME_SECRET: 'of-the-environment' };
const load = (path: string, given: InPlaceOf = {}, env: Record<string, string> = ENV) => {
  const { target, secrets, problems } = loadTarget(path, env, given);
  return {
    target,
    secrets,
    told: problems.map(({ severity, span, message, why, fix }) => ({
      at: span && `${span.file.split('/').at(-1)}:${span.line}`,
      said: [severity, message, why, fix].filter(Boolean).join(' | '),
    })),
  };
};

test('a target extends another: maps by member, paths from the folder of who says them, places in either file', () => {
  const { target, told } = load(derived);
  expect(told).toEqual([]);
  expect(target).toMatchObject({
    target: 'acme-staging',
    title: 'Acme',
    world: join(folder, 'site.yaml'),
    limits: { requestsPerSecond: 7, concurrency: 9 },
    tenants: [{ name: 'north' }],
  });
  expect(target).not.toHaveProperty('extends');
  const wrong = load(
    put('wrong.yaml', 'extends: ./acme.yaml\ntarget: wrong\nlimts: {}\n'),
    {},
    { ACME_URL: 'ftp://x' },
  );
  expect(wrong.told).toEqual([
    { at: 'acme.yaml:8', said: expect.stringContaining('the environment variable ACME_SECRET is not set') },
    { at: 'wrong.yaml:3', said: expect.stringContaining('unknown key "limts"') },
  ]);
});

test('of what waits for a variable nothing else is wrong', () => {
  const authentication = '{ by: basic, username: gateway, password: $env.KCI_PASSWORD }';
  const { told } = load(put('union.yaml', `extends: ./acme.yaml\nwebhook: { authentication: ${authentication} }\n`));
  expect(told).toEqual([
    { at: 'union.yaml:2', said: expect.stringContaining('the environment variable KCI_PASSWORD is not set') },
  ]);
});

test('what cannot be extended is told where it is named', () => {
  put('one.yaml', 'extends: ./two.yaml\n');
  const two = put('two.yaml', 'extends: ./one.yaml\n');
  expect(load(two).told).toEqual([
    { at: 'one.yaml:1', said: expect.stringContaining('"./two.yaml" extends this target in turn') },
  ]);
  expect(load(put('lost.yaml', 'extends: ./nowhere.yaml\n')).told[0]).toEqual({
    at: 'lost.yaml:1',
    said: expect.stringMatching(/^error \| there is no file .*nowhere\.yaml/),
  });
  expect(load(put('bare.yaml', 'title: none\n')).told).toContainEqual({
    at: 'bare.yaml:1',
    said: expect.stringContaining('"base-url" is missing'),
  });
});

test('a variable given wins over the environment, that over a file of variables, and a flag over the file of the target', () => {
  const envFile = put('.env', 'ACME_URL=http://127.0.0.1:2\nACME_SECRET="of the file"\n');
  const secretOf = (given: InPlaceOf, env?: Record<string, string>) =>
    load(derived, given, env).target?.tenants[0]?.clientSecret;
  expect(secretOf({ envFile }, {})).toBe('of the file');
  expect(secretOf({ envFile })).toBe('of-the-environment');
  expect(secretOf({ envFile, var: ['ACME_SECRET=a=b'] })).toBe('a=b');
  expect(load(derived, { var: ['ACME_SECRET=a=b'] }).secrets).toContain('a=b');
  expect(load(derived, { baseUrl: 'http://127.0.0.1:3/' }).target?.baseUrl).toBe('http://127.0.0.1:3');
  expect(load(derived, { baseUrl: 'http://elsewhere.example' }).told[0]?.said).toContain(
    'the host elsewhere.example is not in "allow-hosts"',
  );
});

test('variables that nothing uses, or that are none, are told', () => {
  const envFile = put('more.env', 'ACME_URL=http://127.0.0.1:2\nOTHER=1\n');
  const { target, told } = load(derived, { envFile, var: ['ACME_SECRETS=x'] });
  expect(target).toBeDefined();
  expect(told).toEqual([
    { said: `warning | the target does not use OTHER of ${envFile} | it takes ACME_URL, ACME_SECRET from variables` },
    {
      said: 'warning | the target does not use ACME_SECRETS of --var | it takes ACME_URL, ACME_SECRET from variables | did you mean "ACME_SECRET"?',
    },
  ]);
  // What is given already is not what was meant.
  const all = ['ACME_URL=http://127.0.0.1:2', 'ACME_SECRET=x', 'ACME_SECRETS=x'];
  expect(load(derived, { var: all }).told[0]?.said).not.toContain('did you mean');
  expect(load(derived, { var: ['secret'] })).toMatchObject({
    target: undefined,
    told: [{ said: expect.stringContaining('--var secret is no variable') }],
  });
  expect(load(derived, { envFile: join(folder, 'none.env') }).told[0]?.said).toMatch(
    /^error \| cannot read .*none\.env \| there is no such file or folder \| check the path$/,
  );
});
