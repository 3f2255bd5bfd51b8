import { expect, test } from 'vitest';
import { assay } from './test-command.ts';

test('a promise is explained by its sentence, its cases and the faults that break it', async () => {
  const { code, stdout } = await assay(['explain', 'apt-04']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^APT-04, stated: the specification says so, and a breach is a failure\n {2}"When the slot/);
  expect(stdout).toMatch(/\n {2}cases \(\d+\)\n {4}appointments\//);
  expect(stdout).toMatch(/\n {2}faults that break it \(\d+\)\n {4}[a-z-]+: [A-Z]/);
});

test('a check is explained by its promises, a fault by what it breaks, a case by its steps', async () => {
  const check = await assay(['explain', 'kci.sequence']);
  expect(check.stdout).toContain('\n  promises that it tests (');
  const fault = await assay(['explain', 'kci-lost-completion']);
  expect(fault.stdout).toContain('\n  see it: assay certify --fault kci-lost-completion');
  const one = await assay(['explain', 'orders/provide-new#business']);
  expect(one.stdout).toContain('\n    3. booking: 200 | 201\n');
  expect(one.stdout).toContain("\n  run it: assay run --only 'orders/provide-new#business'");
});

test('what nothing is called is an error that knows what it may have meant', async () => {
  expect(await assay(['explain', 'kci.sequenze'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'nothing is called "kci.sequenze"\n  an id is a row of the register, a check, a fault or a case\n  fix: did you mean "kci.sequence"?\n',
  });
});
