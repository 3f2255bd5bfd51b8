import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verdict } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

test('a run that was watched is waived, sealed, compared and kept like any, and each says which side it judges', {
  timeout: 90_000,
}, async () => {
  const folder = emptyFolder();
  const at = (...names: string[]): string => join(folder, ...names);
  const watched = async (name: string, ...fault: string[]) => {
    await assay(['run', '-q', '--only', 'orders/minimal-order', ...fault, '--out', at('ran', name)]);
    return (...words: string[]) =>
      assay(['judge-traffic', at('ran', name, 'record.ndjson'), '-q', '--out', at(name), ...words]);
  };
  const [sound, broken] = [await watched('sound'), await watched('broken', '--fault', 'kci-other-tenant')];
  expect((await sound()).code).toBe(0);
  const known = [
    {
      check: 'kci.tenant',
      requirement: 'KCI-14',
      reason: 'The supplier mends it in March.',
      owner: 'gateway team',
      expires: '2999-12-31',
    },
  ];
  writeFileSync(at('waivers.yaml'), JSON.stringify({ waivers: known }));
  expect((await broken('--waivers', at('waivers.yaml'))).code).toBe(0);
  expect((await broken()).code).toBe(1);
  // With what it is judged by again: the target, too.
  const { command } = JSON.parse(readFileSync(at('broken', 'inputs.json'), 'utf8'));
  expect(command).toMatch(/^npx assay judge-traffic .*record\.ndjson'? --target fake$/);

  const sealed = await assay(['seal', at('broken')]);
  expect(sealed).toMatchObject({ code: 0, stdout: expect.stringContaining('broken, of fake: ') });
  expect((await assay(['seal', at('broken', 'client')])).stdout).toContain('client, of client of fake: ');
  const verified = await assay(['verify', at('broken', 'client')]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('and the record leads to it') });

  const worse = await assay(['diff', at('sound'), at('broken')]);
  expect(worse).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('NEW CAUSE  1\n  an event names another tenant: 1 case'),
  });
  expect((await assay(['diff', at('sound', 'client'), at('broken', 'client')])).code).toBe(0);
  const mixed = await assay(['diff', at('sound'), at('broken', 'client')]);
  expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining('judges the gateway, the other the client') });

  writeFileSync(at('watched.har'), (await assay(['har', at('broken')])).stdout);
  expect((await assay(['judge-traffic', at('watched.har'), '-q', '--out', at('again')])).code).toBe(1);
  const breachedIn = (...names: string[]) =>
    (JSON.parse(readFileSync(at(...names, 'verdict.json'), 'utf8')) as Verdict).requirements.flatMap(
      ({ id, outcome }) => (outcome === 'breached' ? id : []),
    );
  expect(breachedIn('again')).toEqual(breachedIn('broken'));
  expect(breachedIn('again', 'client')).toEqual(breachedIn('broken', 'client'));

  const db = ['--db', at('history.db')];
  await assay(['history', 'import', at('broken'), at('broken', 'client'), ...db]);
  const kept = await assay(['history', ...db]);
  expect(kept.stdout).toMatch(/ {2}fake {2}Failed/);
  expect(kept.stdout).toMatch(/ {2}client of fake {2}Passed/);
});

test('a HAR of a run is judged as the run was, by what was asked; by another profile it is only looked at', {
  timeout: 90_000,
}, async () => {
  const folder = emptyFolder();
  const at = (...names: string[]): string => join(folder, ...names);
  const verdictIn = (name: string) => JSON.parse(readFileSync(at(name, 'verdict.json'), 'utf8'));
  // What only the runner knows: which answer was wanted, which token was meant, and when it gave up.
  const only = ['cancellations/*', 'token/*', 'appointments/slot-taken'];
  const cases = ['--depth', 'quick', ...only.flatMap((each) => ['--only', each]), '--reporter', 'json'];
  const faults = ['kci-lost-completion', 'booking-double', 'token-never-expires'].flatMap((name) => ['--fault', name]);
  expect((await assay(['run', '-q', ...cases, ...faults, '--out', at('ran')])).code).toBe(1);
  writeFileSync(at('capture.har'), (await assay(['har', at('ran')])).stdout);

  expect((await assay(['judge-traffic', at('capture.har'), '-q', '--out', at('again')])).code).toBe(1);
  const [{ outcome, scope, ...ran }, again] = [verdictIn('ran'), verdictIn('again')];
  expect(again).toMatchObject(ran);
  expect(readFileSync(at('again', 'record.ndjson'), 'utf8')).toBe(readFileSync(at('ran', 'record.ndjson'), 'utf8'));

  const other = await assay(['judge-traffic', at('capture.har'), '--profile', 'generic', '--out', at('other')]);
  expect(other.stderr).toContain('what was asked is not looked at');
  expect(verdictIn('other').watched).toBe(true);
});
