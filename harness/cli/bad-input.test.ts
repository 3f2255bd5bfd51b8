import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';

const TOKEN = 'scenarios/token/access-token.yaml';
const WORDS: readonly (readonly [title: string, words: readonly string[], message: readonly string[]])[] = [
  ['an unknown command', ['certfy'], ['unknown command "certfy"', '  fix: did you mean "certify"?']],
  [
    'the help of an unknown command',
    ['certfy', '--help'],
    ['unknown command "certfy"', '  fix: did you mean "certify"?'],
  ],
  [
    'an unknown command behind help',
    ['help', 'certfy'],
    ['unknown command "certfy"', '  fix: did you mean "certify"?'],
  ],
  [
    'a command of a command that lacks its words',
    ['report', 'merge'],
    ['missing required argument "runs"', '  fix: see "assay report merge --help"'],
  ],
  ['an unknown flag', ['run', '--targt', 'x'], ['unknown option "--targt"', '  fix: did you mean "--target"?']],
  [
    'a flag that lacks its value',
    ['plan', '--seed'],
    ['option "--seed <number>" argument missing', '  fix: see "assay plan --help"'],
  ],
  [
    'a seed that is no number',
    ['plan', '--seed', 'x'],
    [
      'option "--seed <number>" argument "x" is invalid',
      '  it must be a whole number, 0 or more',
      '  fix: see "assay plan --help"',
    ],
  ],
  [
    'a door that does not exist',
    ['run', '--door', 'window'],
    [
      'option "--door <door>" argument "window" is invalid',
      '  allowed choices are msw, function, socket',
      '  fix: see "assay run --help"',
    ],
  ],
  [
    'a port beyond the last',
    ['fake', '--port', '99999'],
    [
      'option "--port <number>" argument "99999" is invalid',
      '  a port is 0 to 65535; 0 takes any free one',
      '  fix: see "assay fake --help"',
    ],
  ],
  [
    'a word too many',
    ['certify', 'scenarios'],
    [
      'too many arguments for "certify"',
      '  expected 0 arguments but got 1: scenarios',
      '  fix: scenarios by their files are for "assay run"',
    ],
  ],
  [
    'an address to listen on that is none',
    ['listen', '--listen', 'here'],
    [
      '"here" is no address to listen on',
      '  it is a host and a port up to 65535',
      '  fix: write it like 127.0.0.1:9000 or [::1]:9000; port 0 takes any free one',
    ],
  ],
  [
    'an unknown reporter',
    ['run', '--reporter', 'junitt'],
    [
      'unknown reporter "junitt"',
      '  a reporter is one of console, junit, html, ctrf, json, github, list, dot, line',
      '  fix: did you mean "junit"?',
    ],
  ],
  [
    'an unknown target',
    ['run', '--target', 'fke'],
    [
      'unknown target "fke"',
      '  a target is example, fake or fake-http, or the path of a file',
      '  fix: did you mean "fake"?',
    ],
  ],
  [
    'a file without the ending of one',
    ['run', '--target', 'LICENSE'],
    [
      'unknown target "LICENSE"',
      '  a target is example, fake or fake-http, or the path of a file',
      '  fix: did you mean "./LICENSE"?',
    ],
  ],
  [
    'a folder for a file',
    ['run', '--target', './scenarios'],
    ['cannot read scenarios', '  it is a folder', '  fix: name a file'],
  ],
  [
    'a file that is not there',
    ['run', '--waivers', 'none.yaml'],
    ['cannot read none.yaml', '  there is no such file or folder', '  fix: check the path'],
  ],
  [
    'a file that is no text',
    ['run', '--target', './docs/pictures/report.png'],
    ['cannot read docs/pictures/report.png', '  it is not UTF-8 text; have it saved as UTF-8'],
  ],
  [
    'cases that are none, where a variable of a script was empty',
    ['run', '--only', ''],
    ['option "--only <case>" argument "" is invalid', '  it names nothing', '  fix: see "assay run --help"'],
  ],
  [
    'a profile of no name',
    ['run', '--profile', ''],
    ['option "--profile <name|file>" argument "" is invalid', '  it is empty', '  fix: see "assay run --help"'],
  ],
  [
    'an unknown case',
    ['run', TOKEN, '--only', 'token/acess-token'],
    [
      'no case is named "token/acess-token"',
      '  a name is a case id, a scenario or its file, a folder of scenarios, or a pattern with *',
      '  fix: did you mean "token/access-token"?',
    ],
  ],
  [
    'an unknown tag',
    ['run', TOKEN, '--tag', 'smok'],
    ['no scenario is tagged "smok"', '  the tags are smoke', '  fix: did you mean "smoke"?'],
  ],
  ['a path where nothing is', ['run', 'nowhere.yaml'], ['no file or folder "nowhere.yaml"', '  fix: check the path']],
  [
    'an unknown fault',
    ['run', TOKEN, '--fault', 'token-type-mak'],
    [
      'unknown fault "token-type-mak"',
      '  a fault is the name of one, the name of a file in fixtures/faults, or the path of such a file; "assay explain faults" lists them',
      '  fix: did you mean "token-type-mac"?',
    ],
  ],
  [
    'a fault asked of a target on the network',
    ['run', TOKEN, '--target', 'fake-http', '--fault', 'token-type-mac'],
    [
      '--fault is only for the embedded fake',
      '  target "fake-http" is at http://127.0.0.1:8080',
      '  fix: leave it out, or use --target fake',
    ],
  ],
];

describe('input that is wrong ends with 2, one message, and nothing written', () => {
  test.for(WORDS)('%s', async ([, words, message]) => {
    const out = join(emptyFolder(), 'run');
    const isRun = words[0] === 'run';
    const { code, stdout, stderr } = await assay(isRun ? [...words, '--out', out] : words);
    expect(stderr).toBe(`${message.join('\n')}\n`);
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  test('a wrong scenario is shown with its place', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'cease.yaml'), 'scenario: A line is ceased\ncovers: []\nsteps:\n  - oder: {}\n');
    const { code, stdout, stderr } = await assay(['run', 'cease.yaml'], { cwd: folder });
    expect(stderr).toBe(
      [
        'cease.yaml:4:5  unknown verb "oder"',
        '  4 |   - oder: {}',
        '    |     ^^^^ a step starts with one of token, availability, slots, book, order, amend, cancel, http, parallel, await, wait',
        '  fix: did you mean "order"?',
        '',
      ].join('\n'),
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual(['cease.yaml']);
  });

  const MISTAKEN = `scenario: A mistake
covers: [ORD-04]
given: { site: $world.newLine }
steps:
  - order: { orderType: NWE, address: $site }
`;

  test.for([
    ['check', 'no'],
    ['run', 'no'],
    ['plan', 'no'],
    ['simulate', 'mixed'],
    ['load', 'mixed'],
  ] as const)('a request that could not succeed stops %s, and nothing is sent', async ([command, traffic]) => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'scenarios/traffic'), { recursive: true });
    writeFileSync(join(folder, 'scenarios/mistaken.yaml'), MISTAKEN);
    writeFileSync(
      join(folder, 'scenarios/traffic/it.yaml'),
      'traffic: It\nmix: { mistaken: 100 }\narrivals: [{ for: 1s, rate: 1/s }]\nthresholds: { failed: 0 }\n',
    );
    const path = traffic === 'mixed' ? 'scenarios/traffic/it.yaml' : 'scenarios/mistaken.yaml';
    const engine = command === 'load' ? ['--engine', 'native'] : [];
    const { code, stdout, stderr } = await assay([command, path, ...engine], { cwd: folder });
    expect(command === 'check' ? stdout : stderr).toMatch(
      /^scenarios\/mistaken\.yaml:5:25 {2}"orderType" of "order" is "NWE"\n[\s\S]*\n {2}fix: did you mean "NEW"\?\n/,
    );
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual(['scenarios']);
  });

  test('mistakes of form and of sense are told at once, in the order of the file', async () => {
    const folder = emptyFolder();
    writeFileSync(
      join(folder, 'it.yaml'),
      'scenario: It\ncovers: [ORD-4]\nsteps:\n  - oder: {}\n  - order: { orderTyp: NEW }\n    as: o\nkci: { for: $o, sequence: [ACKNOWLEGED] }\n',
    );
    const { code, stdout } = await assay(['check', 'it.yaml'], { cwd: folder });
    expect(stdout.match(/^it\.yaml:.*$/gm)).toEqual([
      'it.yaml:2:10  the register has no row "ORD-4"',
      'it.yaml:4:5  unknown verb "oder"',
      'it.yaml:5:14  unknown field "orderTyp" of "order"',
      'it.yaml:7:1  the kci has no time by which it ends',
      'it.yaml:7:28  unknown event "ACKNOWLEGED"',
    ]);
    expect(code).toBe(2);
  });

  test('a warning is no error, and is not called nothing', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'it.yaml'), MISTAKEN.replace('NWE', 'NEW, characteristics: {}, notes: null'));
    const { code, stdout } = await assay(['check', 'it.yaml'], { cwd: folder });
    expect(stdout).toMatch(/^it\.yaml:5:\d+ {2}warning: "notes" of "order" is null\n[\s\S]*: no errors, 1 warning\n$/);
    expect(code).toBe(0);
  });

  test.for([
    ['a target', 'fixtures/targets/fake.yaml', ['certify', '--target', 'it.yaml']],
    ['a KCI profile', 'fixtures/kci/generic.yaml', ['certify', '--profile', 'it.yaml']],
    ['a world', 'fixtures/worlds/fake.yaml', ['certify', '--world', 'it.yaml']],
    ['a file of faults', 'fixtures/faults/token.yaml', ['certify', '--fault', './it.yaml']],
    ['traffic', 'scenarios/traffic/smoke.yaml', ['simulate', 'it.yaml']],
    ['a scenario', TOKEN, ['run', 'it.yaml']],
    ['a file of waivers', undefined, ['certify', '--waivers', 'it.yaml']],
  ] as const)('%s with a second document is refused at its line', async ([, like, words]) => {
    const folder = emptyFolder();
    const text = like === undefined ? 'waivers: []\n' : readFileSync(shippedPath(like), 'utf8');
    writeFileSync(join(folder, 'it.yaml'), `${text}---\nwaivers: []\n`);
    const { code, stdout, stderr } = await assay([...words], { cwd: folder });
    const line = text.split('\n').length;
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      `it.yaml:${line}:1  a second document begins`,
      `  ${line} | ---`,
      `  ${' '.repeat(String(line).length)} | ^^^ a file holds one; nothing from here on would be read`,
      '  fix: put it into a file of its own, or remove it with the line "---" or "..." before it',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(readdirSync(folder)).toEqual(['it.yaml']);
  });

  test('every variable that a target wants of the environment is named, with how to set it', async () => {
    const { code, stderr } = await assay(['certify', '--target', 'example'], { cwd: emptyFolder() });
    expect(stderr.match(/the environment variable \w+ is not set/g)).toEqual([
      'the environment variable GATEWAY_TENANT is not set',
      'the environment variable GATEWAY_CLIENT_ID is not set',
      'the environment variable GATEWAY_CLIENT_SECRET is not set',
    ]);
    expect(stderr).toContain('  fix: set it before the run: export GATEWAY_CLIENT_SECRET=…\n');
    expect(code).toBe(2);
  });

  test('a wrong value from the environment names its variable', async () => {
    const { code, stderr } = await assay(['plan'], { env: { ASSAY_SEED: 'x' } });
    expect(stderr).toBe(
      'option "--seed <number>" value "x" from env "ASSAY_SEED" is invalid\n  it must be a whole number, 0 or more\n  fix: see "assay plan --help"\n',
    );
    expect(code).toBe(2);
  });

  test('a variable that is called almost as one that sets a flag is told', async () => {
    const { code, stderr } = await assay(['list', TOKEN], { env: { ASSAY_TARGTE: 'acme.yaml', ASSAY_ID: 'x' } });
    expect(stderr).toBe(
      'warning: the environment variable ASSAY_TARGTE sets nothing\n  fix: did you mean ASSAY_TARGET?\n1 case\n',
    );
    expect(code).toBe(0);
  });

  test('an empty file is called one', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'acme.yaml'), '# nothing yet\n');
    const { code, stderr } = await assay(['run', '--target', 'acme.yaml'], { cwd: folder });
    expect(stderr.split('\n')[0]).toBe('acme.yaml:1:1  the file is empty');
    expect(code).toBe(2);
  });

  test('a folder that holds no run cannot be judged', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'no-run'));
    const { code, stderr } = await assay(['judge', 'no-run'], { cwd: folder });
    expect(stderr).toBe(
      'there is no run in no-run\n  record.ndjson is missing\n  fix: name the folder of a run, as "assay certify" leaves it\n',
    );
    expect(code).toBe(2);
  });

  test('without any run, judging the newest one is not possible', async () => {
    const { code, stderr } = await assay(['judge'], { cwd: emptyFolder() });
    expect(stderr).toBe(
      'there is no run below reports/out\n  a run leaves its folder there\n  fix: name the folder of a run, or make one with "assay certify"\n',
    );
    expect(code).toBe(2);
  });
});

test('what was looked at is counted, one as one', async () => {
  const { code, stdout } = await assay(['check', TOKEN, 'scenarios/traffic/smoke.yaml']);
  expect(stdout).toBe(
    '1 scenario, 1 traffic profile, target "fake", profile "supplier", world "fake": no mistakes found\n',
  );
  expect(code).toBe(0);
});

test('without a command the help is shown, and that is no success', async () => {
  const { code, stdout, stderr } = await assay([]);
  expect(stderr).toContain('Usage: assay [options] [command]');
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
