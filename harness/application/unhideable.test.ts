import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';
import { targetFileFor } from '../testing/target.ts';
import { loadAim, loadSpec } from './inputs.ts';
import { Refusal } from './say.ts';
import { asBytes, knownTo } from './unhideable.ts';

const spec = loadSpec();
const targetWith = (form: string): string =>
  targetFileFor('http://127.0.0.1:8080', (text) =>
    text
      .replace(
        'tenants-from: fake',
        'tenants:\n  - { name: northwind-broadband, client-id: northwind-client, client-secret: $env.SECRET }',
      )
      .replace('client_credentials }', `client_credentials, ${form} }`),
  );

/** Why a target is refused with these values in its environment; undefined where it is not. */
function refusalOf(target: string, env: Readonly<Record<string, string>>): string | undefined {
  try {
    loadAim({ target }, spec, env);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problems.map(({ message, why }) => `${message} | ${why?.split(':')[0]}`).join();
  }
}

test.each([
  ['hush', 'it has fewer than 5 characters'],
  ['12345678901234567890123', 'it could be a number or a time'],
  ['2026-12-20T08:00:00.000Z', 'it could be a number or a time'],
  ['deadbeef', 'it could be a part of an id'],
  ['4d2a-8f31-0011-2233', 'it could be a part of an id'],
  ['!!!!!!!!', 'it has neither letters nor digits'],
  ['ACKNOWLEDGED', 'the same text stands where nothing is secret'],
  ['northwind-broadband', 'the same text stands where nothing is secret'],
])('%s is refused for a secret, and so is it as a field that is named like one', (secret, why) => {
  const message = `the environment variable SECRET holds a secret that cannot be hidden | ${why}`;
  expect(refusalOf(targetWith('scope: x'), { SECRET: secret })).toBe(message);
  const form = message.replace('SECRET', 'FORM');
  expect(refusalOf(targetWith('api_key: $env.FORM'), { SECRET: 'made-up-secret', FORM: secret })).toBe(form);
});

test.each([
  'bench-secret',
  'northwind-made-up-secret',
  'hunter2',
  'changeme',
  's3cr&t/p\u00e4+ "w\\rd',
  '1b4e28ba-2fa1-4bd2-883f-b9d34c1a0e01',
  '0123456789abcdef',
  'eyJhbGciOi.eyJzdWIi.c2ln',
])('%s is as good a secret as any', (secret) => {
  expect(refusalOf(targetWith('password: $env.FORM'), { SECRET: secret, FORM: secret })).toBeUndefined();
});

test('what is no secret by its name may be anything', () => {
  for (const name of ['scope', 'audience', 'resource', 'grant', 'token_type'])
    expect(refusalOf(targetWith(`${name}: $env.X`), { SECRET: 'made-up-secret', X: '4111' })).toBeUndefined();
});

test('the refusal ends the command before anything is sent, names the variable, and not what it holds', async () => {
  const out = join(emptyFolder(), 'run');
  const { code, stdout, stderr } = await assay(['run', '--target', targetWith('scope: x'), '--out', out], {
    env: { SECRET: 'hush' },
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('the environment variable SECRET holds a secret that cannot be hidden');
  expect(stderr).toContain('fix: agree on another with the gateway, such as 16 random letters and digits');
  expect(stderr).not.toContain('hush');
});

test('so does one that a scenario writes out', async () => {
  const scenario = join(emptyFolder(), 'told.yaml');
  writeFileSync(scenario, 'scenario: Told\nsteps:\n  - availability: { address: { id: made-up-word, type: UPRN } }\n');
  const { code, stderr } = await assay(['run', scenario, '--target', targetWith('scope: x')], {
    env: { SECRET: 'made-up-word' },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('the same text stands where nothing is secret');
});

test('what evidence is held against is known by any part of it', () => {
  const isKnown = knownTo(loadAim({ target: 'fake' }, spec, {}), asBytes({ a: 'x"y' }));
  // However often it is asked.
  for (let times = 0; times < 50; times += 1)
    expect(['KNOWLEDGE', 'northwind', 'x"y', 'made-up-secret'].map(isKnown)).toEqual([true, true, true, false]);
});

test('wherever it stands there, and however long it is', () => {
  const told = 'The engineer rings the bell at 221b Baker Street.';
  const isKnown = knownTo(loadAim({ target: 'fake' }, spec, {}), asBytes([told]));
  for (let from = 0; from < 8; from += 1) {
    for (let length = 1; length <= 40; length += 1) {
      const part = told.slice(from, from + length);
      expect([part, isKnown(part), isKnown(`${part}~`)]).toEqual([part, true, false]);
    }
  }
});
