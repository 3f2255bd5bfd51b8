import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';
import { explain } from './explain.ts';

test('a promise is explained by its sentence, its cases and the faults that break it', async () => {
  const { code, stdout } = await assay(['explain', 'apt-04']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^APT-04, stated: the specification says so, and a breach is a failure\n {2}"When the slot/);
  expect(stdout).toMatch(/\n {2}cases \(\d+\)\n {4}appointments\//);
  expect(stdout).toMatch(/\n {2}faults that break it \(\d+\)\n {4}[a-z-]+: [A-Z]/);
});

test('a check is explained by its promises, a fault by what it breaks, a case by its steps', () => {
  const check = explain('kci.sequence', { target: 'fake' });
  expect(check).toMatch(
    /^kci\.sequence, a check\n {2}The events that a scenario waits for came, in order and in time\.\n/,
  );
  expect(check).toContain('\n  promises that it tests (');
  expect(check).toContain('\n  cases in which it has something to look at (');
  const naming = '\n  further promises are named where they stand: ';
  expect([check.includes(naming), explain('http.status', { target: 'fake' }).includes(naming)]).toEqual([false, true]);
  expect(explain('faults', { target: 'fake' })).toContain(
    '\nkci-lost-completion: The last event of an order is lost\n',
  );
  const fault = explain('kci-lost-completion', { target: 'fake' });
  expect(fault).toContain('\n  see it: npx assay certify --fault kci-lost-completion');
  const one = explain('orders/provide-new#business', { target: 'fake' });
  expect(one).toContain('\n    3. booking: 200 | 201 | 202 | 203\n');
  expect(one).toContain("\n  run it: npx assay run --only 'orders/provide-new#business'");
});

test('an error code is explained by the requests that are answered so', () => {
  const stdout = explain('MALFORMED_REQUEST', { target: 'fake' });
  expect(stdout).toMatch(/^MALFORMED_REQUEST, an error code of the specification\n {2}it goes with status 400\n/);
  expect(stdout).toMatch(/\n {4}ERR-04: "/);
  expect(stdout).toMatch(
    /\n {4}availability: omit, malformed-json, truncated-json at \/query\/address: 400 MALFORMED_REQUEST \(AVL-04\)\n/,
  );
  expect(stdout).toMatch(/\n {2}cases that see it \(\d+\)\n/);
});

test('an event is explained by the profile, in whose words it comes', () => {
  const supplier = explain('COMPLETED', { target: 'fake' });
  const generic = explain('COMPLETED', { target: 'fake', profile: 'generic' });
  expect(supplier).toContain('\n  on the wire: $.reasonCode is "COMPLETED"\n');
  expect(supplier).toContain('\n  nothing follows it\n');
  expect(supplier).toMatch(/\n {2}cases that wait for it, or want none \(\d+\)\n/);
  expect(generic).toContain('\n  on the wire: $.event is "COMPLETED"\n');
});

test('an outcome is explained by its events, and a reason in a sentence', () => {
  const outcome = explain('ORDER_REJECTED', { target: 'fake' });
  const reason = explain('world-exhausted', { target: 'fake' });
  expect(outcome).toMatch(/\n {4}provide \([A-Z, ]+\): events among .*REJECTED/);
  expect(reason).toContain(
    '\n  the world of the target had none left to use\n  fix: list more addresses of that kind in the world file; some cases need several at once',
  );
});

test('a scenario of several cases is told apart from what nothing is called', async () => {
  const { code, stderr } = await assay(['explain', 'orders/provide-new']);
  expect(stderr).toBe(
    '"orders/provide-new" is a scenario of several cases\n  a case is what can be explained\n  fix: name one of its cases, as "npx assay list --only orders/provide-new" lists them: \'orders/provide-new#residential\'\n',
  );
  expect(code).toBe(2);
  expect((await assay(['explain', 'orders/provide-nw'])).stderr).toContain('did you mean "orders/provide-new"?');
});

test('what nothing is called is an error that knows what it may have meant', async () => {
  expect(await assay(['explain', 'kci.sequenze'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'nothing is called "kci.sequenze"\n  an id is a row of the register, a check, an error code, a KCI event or outcome, a fault, a case or its reason\n  fix: did you mean "kci.sequence"?\n',
  });
});

test('a case of one’s own is explained, and made a collection of, where its scenarios are named', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'apple.yaml'), 'scenario: An apple\nsteps:\n  - token: {}\n');
  const ofMine = async (command: string) => (await assay([command, 'apple', 'apple.yaml'], { cwd })).stdout;
  expect(await ofMine('explain')).toMatch(/^apple, a case of apple\n {2}An apple\n/);
  expect(JSON.parse(await ofMine('export'))).toMatchObject({ info: { name: 'apple' } });
});
