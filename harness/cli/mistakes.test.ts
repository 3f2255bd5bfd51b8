import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';

/** Mistakes that people make on their first days, each with the end that it comes to: what is wrong, where, what to do. */

interface Mistake {
  /** Files that lie in the folder. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly code: number;
  /** Lines, or parts of them, that are printed in this order. */
  readonly says: readonly string[];
}

const FAKE = readFileSync(shippedPath('fixtures/targets/fake.yaml'), 'utf8').replace(/^target: fake$/m, 'target: acme');
const acme = (...edits: readonly (readonly [string | RegExp, string])[]) => ({
  'acme.yaml': edits.reduce((text, [from, to]) => text.replace(from, to), FAKE),
});
const SCENARIO = 'scenario: Mine\nsteps:\n  - token: {}\n';
/** A port that somebody else has. */
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
afterAll(() => taken.close());
const TAKEN = String((taken.address() as AddressInfo).port);
const PASSING = ['run', '--only', 'token/access-token', '--quiet'];

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a command that is misspelt': { words: ['certfy'], code: 2, says: ['unknown command "certfy"', 'certify'] },
  'a flag that is misspelt': {
    words: ['certify', '--tarjet', 'fake'],
    code: 2,
    says: ['unknown option "--tarjet"', '--target'],
  },
  'a flag without its value': { words: ['certify', '--seed'], code: 2, says: ['--seed <number>', 'argument missing'] },
  'a number that is none': { words: ['certify', '--seed', 'x'], code: 2, says: ['argument "x" is invalid'] },
  'a choice that is none': { words: ['certify', '--depth', 'fast'], code: 2, says: ['quick, standard, thorough'] },
  'a target that is not there': {
    words: ['certify', '--target', 'acme.yaml'],
    code: 2,
    says: ['there is no file', 'acme.yaml'],
  },
  'a target that is misspelt': {
    words: ['certify', '--target', 'fak'],
    code: 2,
    says: ['unknown target "fak"', 'did you mean "fake"?'],
  },
  'a target without its ending': {
    files: acme(),
    words: ['check', '--target', 'acme.yaml', '--world', 'fak'],
    code: 2,
    says: ['unknown world "fak"', 'did you mean "fake"?'],
  },
  'a key that is misspelt': {
    files: acme(['deadlines:', 'dedlines:']),
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:', 'unknown key "dedlines"', 'did you mean "deadlines"?'],
  },
  'a profile that is misspelt': {
    files: acme(['profile: supplier', 'profile: suplier']),
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:8:', 'unknown KCI profile "suplier"', 'did you mean "supplier"?'],
  },
  'a duration without a unit': {
    files: acme(['response: 30s', 'response: 30']),
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:52:13', '30 is not a text', 'fix: write it like 30s'],
  },
  'YAML that cannot be read, for the doctor': {
    files: { 'acme.yaml': 'target: acme\n  base-url: x\n' },
    words: ['doctor', '--target', 'acme.yaml'],
    code: 2,
    says: ['problem', 'not valid YAML 1.2', 'in acme.yaml:1'],
  },
  'a tab in YAML': {
    files: { 'mine.yaml': 'scenario: Mine\nsteps:\n\t- token: {}\n' },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:3:1'],
  },
  'a secret that is not set': {
    files: acme([/client-secret: northwind.*/, 'client-secret: $env.ACME_SECRET']),
    words: ['certify', '--target', 'acme.yaml'],
    code: 2,
    says: ['ACME_SECRET is not set', 'export ACME_SECRET='],
  },
  'a secret in the file of a real gateway': {
    files: acme(['base-url: embedded', 'base-url: https://gateway.invalid\nallow-hosts: [gateway.invalid]']),
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:', '$env'],
  },
  'a host that is not allowed': {
    files: acme(['base-url: embedded', 'base-url: http://127.0.0.1:9\nallow-hosts: [localhost]']),
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:', 'allow-hosts'],
  },
  'a gateway that is not there': {
    words: ['certify', '--target', 'fake-http', '--quiet'],
    env: {},
    code: 3,
    says: ['127.0.0.1'],
  },
  'a verb that is misspelt': {
    files: { 'mine.yaml': 'scenario: Mine\nsteps:\n  - oder: {}\n' },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:3:5', 'unknown verb "oder"', 'did you mean "order"?'],
  },
  'mistakes in a target and in a scenario': {
    files: { ...acme(['deadlines:', 'dedlines:']), 'mine.yaml': 'scenario: Mine\nsteps:\n  - oder: {}\n' },
    words: ['check', 'mine.yaml', '--target', 'acme.yaml'],
    code: 2,
    says: ['"dedlines"', '"oder"', '2 errors'],
  },
  'a role that no world has': {
    files: {
      'mine.yaml': 'scenario: Mine\ngiven: { site: $world.newLin }\nsteps:\n  - availability: { address: $site }\n',
    },
    words: ['check', 'mine.yaml'],
    code: 0,
    says: ['mine.yaml:2:16', 'has no role "newLin"', 'did you mean "newLine"?', 'no errors, 1 warning'],
  },
  'a value that nothing gave': {
    files: { 'mine.yaml': 'scenario: Mine\nsteps:\n  - availability: { address: $sit }\n' },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:3:', 'sit'],
  },
  'a case that there is not': {
    words: ['run', '--only', 'orders/minimal-oder'],
    code: 2,
    says: ['no case is named "orders/minimal-oder"', 'orders/minimal-order'],
  },
  'a case that nobody has, nor one like it': {
    words: ['export', 'apples'],
    code: 2,
    says: ['no case is named "apples"', 'see "assay list"'],
  },
  'a scenario file that is misspelt': {
    files: { 'mine.yaml': SCENARIO },
    words: ['run', './miné.yaml'],
    code: 2,
    says: ['no file or folder "./miné.yaml"', 'did you mean "./mine.yaml"?'],
  },
  'a KCI profile of one’s own that is misspelt': {
    files: { 'orchard.yaml': '' },
    words: ['check', '--profile', 'orchrd'],
    code: 2,
    says: ['unknown KCI profile "orchrd"', 'did you mean "./orchard.yaml"?'],
  },
  'a fragment that is misspelt': {
    files: {
      'mine.yaml': 'scenario: Mine\nsteps:\n  - use: ./fragments/vist.yaml\n',
      'fragments/visit.yaml': 'fragment: A visit\nsteps:\n  - token: {}\n',
    },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:3:', 'there is no such file', 'did you mean "./fragments/visit.yaml"?'],
  },
  'a tab': {
    files: { 'mine.yaml': 'scenario: Mine\nsteps:\n\t- token: {}\n' },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:3:1', 'Tabs', 'write blanks in place of tabs'],
  },
  'events of another profile than that of the target': {
    files: {
      'mine.yaml': `scenario: Mine
steps:
  - order: { orderType: CEASE, serviceId: SVC1, requestedCompletionDate: $fake.completionDateTime }
    as: placed
kci: { for: $placed, sequence: [PLANTED], within: 1s }
`,
    },
    words: ['run', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:5:', 'unknown event "PLANTED"', 'by --target or --profile'],
  },
  'a tag that no scenario has': { words: ['run', '--tag', 'smok'], code: 2, says: ['"smok"', 'did you mean "smoke"?'] },
  'a tag where no scenario has any': {
    files: { 'mine.yaml': SCENARIO },
    words: ['run', 'mine.yaml', '--tag', 'smoke'],
    code: 2,
    says: ['no scenario is tagged "smoke"', 'none of these has a tag'],
  },
  'a fault that there is not': {
    words: ['certify', '--fault', 'kci-lost-complete'],
    code: 2,
    says: [
      'unknown fault "kci-lost-complete"',
      '"assay explain faults" lists',
      'fix: did you mean kci-lost-completion?',
    ],
  },
  'an id to explain that there is not': { words: ['explain', 'ORD-999'], code: 2, says: ['ORD-999'] },
  'a folder without a run': {
    files: { 'empty/x.txt': '' },
    words: ['report', 'empty'],
    code: 2,
    says: ['there is no run in', 'empty'],
  },
  'a folder with files of one’s own': {
    files: { 'mine/index.html': 'precious' },
    words: [...PASSING, '--out', 'mine'],
    code: 2,
    says: ['mine holds files, such as index.html, and no run', 'name a folder that is new'],
  },
  'a folder that is a file': { files: { mine: '' }, words: [...PASSING, '--out', 'mine'], code: 3, says: ['mine'] },
  'a scenario of several megabytes': {
    files: { 'mine.yaml': `${SCENARIO}${'  - token: {}\n'.repeat(80_000)}` },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['"mine.yaml" is too large for a scenario', 'and 1000000 are the most'],
  },
  'YAML that unfolds without end': {
    files: { 'mine.yaml': `a: &a [${'1,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\n` },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:1:1', 'more than 100 nodes are written by aliases'],
  },
  'a variable that is misspelt': {
    words: ['check'],
    env: { ASSAY_TARGETT: 'x' },
    code: 0,
    says: ['ASSAY_TARGETT sets nothing', 'did you mean ASSAY_TARGET?', 'no errors, 1 warning'],
  },
  'a case of which several are meant': { words: ['export', 'orders/provide-new'], code: 2, says: ['name one of them'] },
  'a waiver without a reason': {
    files: { 'w.yaml': 'waivers:\n  - { requirement: ORD-04, owner: Ada, until: 2099-01-01 }\n' },
    words: [...PASSING, '--waivers', 'w.yaml'],
    code: 2,
    says: ['w.yaml:2:', 'reason'],
  },
  'a target where a scenario is meant': {
    files: acme(),
    words: ['check', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:5:1', 'it is a target, and no scenario', 'fix: --target acme.yaml', '1 error'],
  },
  'a target where a file of faults is meant': {
    files: acme(),
    words: ['certify', '--fault', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:5:1', 'it is a target', 'fix: --target acme.yaml'],
  },
  'an address where a target is meant': {
    words: ['certify', '--target', 'http://localhost:8080'],
    code: 2,
    says: ['a target is no address', 'fix: write a file with "base-url: http://localhost:8080"'],
  },
  'a line that a file has not': {
    files: { 'mine.yaml': SCENARIO },
    words: ['run', 'mine.yaml:99'],
    code: 2,
    says: ['mine.yaml has no line 99', 'its lines are 1 to 3'],
  },
  'a scenario where a target is meant': {
    files: { 'mine.yaml': SCENARIO },
    words: ['certify', '--target', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:1:1', 'it is a scenario, and no target', 'fix: assay check mine.yaml'],
  },
  'a file of variables that has none': {
    files: { 'my.env': '# mine\nACME_SECRET\n' },
    words: [...PASSING, '--env-file', 'my.env'],
    code: 2,
    says: ['my.env sets no variable', 'fix: write lines of NAME=value'],
  },
  'targets that extend each other': {
    files: { 'a.yaml': 'target: a\nextends: b.yaml\n', 'b.yaml': 'target: b\nextends: a.yaml\n' },
    words: ['check', '--target', 'a.yaml'],
    code: 2,
    says: ['b.yaml:2:10', 'a.yaml extends b.yaml extends a.yaml'],
  },
  'a key that stands twice': {
    files: { 'a.yaml': 'target: a\nextends: fake\nextends: fake\n' },
    words: ['check', '--target', 'a.yaml'],
    code: 2,
    says: ['a.yaml:3:1', 'a key stands twice'],
  },
  'a file of a later format': {
    files: { 'a.yaml': 'target: a\nextends: b.yaml\n', 'b.yaml': 'target: b\ncolour: red\nversion: 2\n' },
    words: ['check', '--target', 'a.yaml'],
    code: 2,
    says: ['b.yaml:3:10', 'the file is of version 2', 'this Assay reads version 1', 'npm install assay@latest'],
  },
  'a version that is none': {
    files: { 'mine.yaml': `version: 0.2.0\n${SCENARIO}` },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:1:10', '"0.2.0" is no version of a file format', 'fix: version: 1', '1 error'],
  },
  'a file named without its ending': {
    files: { ...acme(['profile: supplier', 'profile: acme-kci']), 'acme-kci.yaml': '' },
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says: ['acme.yaml:8:', 'unknown KCI profile "acme-kci"', 'fix: did you mean "acme-kci.yaml"?'],
  },
  'a target named without its ending': {
    files: acme(),
    words: ['certify', '--target', 'acme'],
    code: 2,
    says: ['unknown target "acme"', 'fix: did you mean "acme.yaml"?'],
  },
  'a path as Windows writes it': {
    files: { ...acme(['profile: supplier', "profile: '.\\kci\\acme.yaml'"]), 'kci/acme.yaml': '' },
    words: ['check', '--target', 'acme.yaml'],
    code: 2,
    says:
      process.platform === 'win32' ? ['the file is empty'] : ['acme.yaml:8:', 'fix: did you mean "./kci/acme.yaml"?'],
  },
  'text in another encoding': {
    files: { 'mine.yaml': Buffer.from(`\ufeff${SCENARIO}`, 'utf16le') },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['cannot read mine.yaml', 'it is not UTF-8 text; have it saved as UTF-8'],
  },
  'an address that is none': {
    words: ['certify', '--base-url', 'localhost:8080'],
    code: 2,
    says: ['"--base-url <url>" argument "localhost:8080" is invalid', 'write an address such as http://localhost'],
  },
  'a real gateway with the secrets of the fake': {
    files: { 'a.yaml': 'target: a\nextends: fake\nbase-url: http://127.0.0.1:9\nallow-hosts: [127.0.0.1]\n' },
    words: ['check', '--target', 'a.yaml'],
    code: 2,
    says: ['a secret is written in the file', 'extend fake-http for the fake', 'for a gateway write tenants'],
  },
  'faults by a part of their names': {
    words: ['certify', '--fault', 'kci-*'],
    code: 2,
    says: ['unknown fault "kci-*"', 'fix: name one, such as kci-', 'in all)'],
  },
  'files for certify': {
    words: ['certify', 'scenarios/orders'],
    code: 2,
    says: ['too many arguments for "certify"', 'fix: scenarios by their files are for "assay run"'],
  },
  'a port that is taken': {
    words: ['fake', '--port', TAKEN],
    code: 3,
    says: [`cannot listen on 127.0.0.1:${TAKEN}`, 'is in use by another program', 'port 0 for any free one'],
  },
  'a command for the fake that is not there': {
    words: ['fake', '--port', '0', '--', 'no-such-command'],
    code: 2,
    says: ['cannot start no-such-command', 'there is no such command'],
  },
  'a folder where a target is meant': {
    files: { 'acme.yaml/x.txt': '' },
    words: ['certify', '--target', 'acme.yaml'],
    code: 2,
    says: ['cannot read acme.yaml', 'it is a folder'],
  },
  'an event that is misspelt': {
    files: { 'mine.yaml': `${SCENARIO}kci:\n  for: $placed\n  within: 1d\n  sequence: [ACKNOWLEGED]\n` },
    words: ['check', 'mine.yaml'],
    code: 2,
    says: ['mine.yaml:7:14', 'unknown event "ACKNOWLEGED"', 'did you mean "ACKNOWLEDGED"?'],
  },
  'a client that nobody drives': {
    words: ['certify-client'],
    code: 2,
    says: ['how is the client to be driven?', "--command 'npm run journey' or --attach"],
  },
  'a command for a client that is not there': {
    words: ['certify-client', '--command', 'no-such-command', '--only', 'client/plain#cancel', '-q'],
    code: 2,
    says: ['cannot start "no-such-command"', '127'],
  },
  'a collector that is none': {
    words: ['run', 'scenarios/token', '--otel', 'ftp://collector'],
    code: 2,
    says: ['"ftp://collector" is invalid', 'write an address such as http://localhost:4318'],
  },
  'a HAR that is none': {
    files: { 'x.har': '{}' },
    words: ['judge-traffic', 'x.har'],
    code: 2,
    says: ['x.har is no HAR', 'it has no log with entries', 'name a HAR'],
  },
};

describe('a mistake ends with what is wrong, where, and what to do', () => {
  test.each(Object.entries(MISTAKES))('%s', async (_, { files = {}, words, env = {}, code, says }) => {
    const cwd = emptyFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const ended = await assay(words, { cwd, env });
    const said = `${ended.stderr}${ended.stdout}`;
    expect({ code: ended.code, said }).toEqual({ code, said: expect.stringContaining(says[0] ?? '') });
    let from = 0;
    for (const part of says) {
      const at = said.indexOf(part, from);
      expect(at, `"${part}" after ${from} in\n${said}`).toBeGreaterThanOrEqual(0);
      from = at + part.length;
    }
    expect(said).not.toMatch(/\n {4}at |fault of Assay/);
    expect(said.split('\n').length).toBeLessThan(40);
    // What was there is there as it was.
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name))).toEqual(Buffer.from(text));
  });

  test('they are thirty and more', () => {
    expect(Object.keys(MISTAKES).length).toBeGreaterThanOrEqual(30);
  });
});

test('a proxy that cannot stand where it should leaves no run behind', async () => {
  const cwd = emptyFolder();
  const to = ['--target', 'fake-http', '--webhook', '9000'];
  expect((await assay(['proxy', ...to], { cwd })).stderr).toContain('the webhook "9000" is no address');
  expect((await assay(['proxy', '--target', 'fake-http', '--host', '192.0.2.1'], { cwd })).code).toBe(3);
  expect(readdirSync(cwd)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('standard output that takes no more ends with one line', () => {
  const cwd = emptyFolder();
  const script = 'ulimit -f 1; printf %1024s >plan.json; exec "$0" "$1" plan --only orders/provide-new >>plan.json';
  const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, shippedPath('harness/cli/assay.js')], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: 'cannot write standard output\n  the file would become too large\n',
  });
  expect(readdirSync(cwd)).toEqual(['plan.json']);
});

test.skipIf(process.platform === 'win32')(
  'a file of variables that is not there is told by Assay, and not by Node',
  () => {
    const words = ['run', 'scenarios/token', '--env-file', 'nothere.env'];
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const options = { cwd: emptyFolder(), encoding: 'utf8', env } as const;
    const { status, stderr } = spawnSync(shippedPath('harness/cli/assay.js'), words, options);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'cannot read nothere.env\n  there is no such file or folder\n  fix: check the path\n',
    });
  },
);
