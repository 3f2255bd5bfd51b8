import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { Verdict } from '../model.ts';
import { unpacked } from '../testing/canaries.ts';
import { assay, type CommandResult, emptyFolder, startAssay } from '../testing/command.ts';
import { targetFileFor } from '../testing/target.ts';

const certificate = (name: string): string => shippedPath(`harness/io/test-certificates/${name}.pem`);

const TLS = `tls: { cert: '${certificate('localhost')}', key: '${certificate('key')}' }`;
const MUTUAL = `by: mutual-tls, ca: '${certificate('authority')}'`;

/** A target file whose webhook is authenticated so, and that does not wait long for what is turned away. */
const targetWith = (authentication: string, baseUrl = 'http://127.0.0.1:8080', more = ''): string =>
  targetFileFor(baseUrl, (text) =>
    text
      .replace('webhook:\n', `webhook:\n  authentication: { ${authentication} }\n${more && `  ${more}\n`}`)
      .replace('kci: 30s', 'kci: 3s'),
  );

/**
 * Certifies a fake that proves itself in one way by a target file that wants it in another; both take secrets from `env`.
 */
async function certified(
  fake: { readonly proves: string; readonly secret: string },
  wants: string,
  secret: string,
  tls = '',
): Promise<CommandResult & { readonly verdict: Verdict; readonly written: string }> {
  const words = ['fake', '--port', '0', '--target', targetWith(fake.proves, undefined, tls)];
  const started = startAssay(words, { env: { SECRET: fake.secret } });
  const [url = ''] = await started.printed(/answers at (\S+)\n/);
  const out = join(emptyFolder(), 'run');
  const target = targetWith(wants, url, tls);
  const ended = await assay(['run', 'scenarios/orders/minimal-order.yaml', '--target', target, '--out', out, '-q'], {
    env: { SECRET: secret },
  });
  const read = (file: string): string => unpacked(readFileSync(join(out, file), 'utf8'));
  return {
    ...ended,
    verdict: JSON.parse(read('verdict.json')) as Verdict,
    written: ['plan.json', 'inputs.json', 'record.ndjson', 'verdict.json', 'index.html'].map(read).join(),
  };
}

const rowOf = ({ requirements }: Verdict): string | undefined =>
  requirements.find(({ id }) => id === 'KCI-26')?.outcome;

const BEARER = 'by: bearer, token: $env.SECRET';
const SIGNED = 'by: standard-webhooks, secret: $env.SECRET';
const SIGNING_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

const WAYS: readonly (readonly [way: string, fields: string, secret: string])[] = [
  ['bearer', BEARER, 't0ken-of-the-webhook'],
  ['basic', 'by: basic, username: gateway, password: $env.SECRET', 'pass-of-the-webhook'],
  ['header', 'by: header, name: X-Api-Key, value: $env.SECRET', 'key-of-the-webhook'],
  [
    'standard-webhooks',
    'by: standard-webhooks, secret: $env.SECRET',
    `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  ],
];

test.each(WAYS)(
  'a fake that proves itself by %s is certified, and no secret is written',
  async (_way, fields, secret) => {
    const { code, verdict, written } = await certified({ proves: fields, secret }, fields, secret);
    expect([code, verdict.outcome, rowOf(verdict)]).toEqual([0, 'passed', 'met']);
    expect(written).not.toContain(secret);
  },
);

test('so is one by mutual TLS', async () => {
  const shown = `${MUTUAL}, cert: '${certificate('by-authority')}', key: '${certificate('key')}'`;
  const { code, verdict } = await certified({ proves: shown, secret: '' }, MUTUAL, '', TLS);
  expect([code, verdict.outcome, rowOf(verdict)]).toEqual([0, 'passed', 'met']);
});

test.each<[string, { readonly proves: string; readonly secret: string }, string, string, string]>([
  ['another token', { proves: BEARER, secret: 'another-token' }, BEARER, 'the-right-token', ''],
  ['no signature', { proves: BEARER, secret: 'another-token' }, SIGNED, SIGNING_SECRET, ''],
  ['no certificate', { proves: MUTUAL, secret: '' }, MUTUAL, '', TLS],
])(
  'deliveries with %s are answered 401, are no events, and refute the row',
  async (_name, fake, wants, secret, tls) => {
    const { code, verdict } = await certified(fake, wants, secret, tls);
    expect([code, rowOf(verdict)]).toEqual([1, 'breached']);
    const [finding] = verdict.cases.flatMap(({ findings }) =>
      findings.filter(({ check }) => check === 'kci.authentication'),
    );
    expect(finding?.result).toMatchObject({
      outcome: 'failed',
      finding: { summary: expect.stringMatching(/^order \d+: a delivery does not prove to come from the target/) },
    });
    expect(verdict.counts.deliveries).toBe(0);
  },
);
