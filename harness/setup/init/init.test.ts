import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadInputs } from '../../application/inputs.ts';
import { fixtureNames, PROFILES } from '../../contract/fixture.ts';
import { loadTarget } from '../../contract/target.ts';
import { loadWorld } from '../../contract/world.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { formatProblems } from '../../words/problem.ts';
import { readSites } from './checks.ts';
import { type InitOptions, init } from './init.ts';
import { ROLES } from './sites.ts';
import { openTerminal } from './terminal.ts';

const env = new Proxy({}, { get: () => 'set' }) as Readonly<Record<string, string>>;

/** What the loaders make of the two files. */
function loaded(folder: string, name: string) {
  const target = loadTarget(join(folder, `${name}.yaml`), env);
  const world = loadWorld(target.target?.world ?? '', target.file);
  expect(formatProblems([...target.problems, ...world.problems])).toBe('');
  return { target: target.target, world: world.world };
}

/** Answers piped into the questions; gives what was asked and what is printed at the end. */
async function answered(answers: readonly string[], options: Partial<InitOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = openTerminal(input, output);
  onTestFinished(() => terminal.close());
  input.end(answers.map((line) => `${line}\n`).join(''));
  const folder = options.folder ?? emptyFolder();
  const printed = await init({ folder, force: false, ...options }, terminal);
  return { folder, printed, asked: String(output.read()) };
}

const FLAGS = ['--name', 'acme', '--base-url', 'https://cvt.acme.example/api', '--tenant', 'acme-broadband'];

/** A flag for every question. */
const GIVEN = {
  name: 'acme',
  baseUrl: 'https://cvt.acme.example',
  title: 'Acme',
  tenant: ['acme-broadband'],
  profile: 'supplier',
  listen: '127.0.0.1:0',
  publicUrl: '',
  pathSecretVariable: '',
  steering: 'none',
  address: ['newLine=900100000001'],
};

describe('by flags', () => {
  test('writes a target and a world that load, and says what comes next', async () => {
    const folder = emptyFolder();
    const { code, stdout, stderr } = await assay([
      'init',
      folder,
      '--yes',
      ...FLAGS,
      '--tenant',
      'second:S_ID:S_SECRET',
      '--address',
      'newLine=900100000001,000000000002',
      '--address',
      'activeService=902200000001 serviceId=SVC1 lineId=LN1',
      '--steering',
      'headers',
      '--path-secret-variable',
      'HOOK',
    ]);
    const path = join(folder, 'acme.yaml');
    expect(stdout).toBe(`wrote ${path} and ${join(folder, 'acme-world.yaml')}

Next:
  export ACME_BROADBAND_CLIENT_ID=…
  export ACME_BROADBAND_CLIENT_SECRET=…
  export S_ID=…
  export S_SECRET=…
  export HOOK=…
  npx assay doctor --target ${path}
  npx assay certify --target ${path}
`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { target, world } = loaded(folder, 'acme');
    expect(target).toMatchObject({
      target: 'acme',
      title: 'The gateway at cvt.acme.example',
      baseUrl: 'https://cvt.acme.example/api',
      allowHosts: ['cvt.acme.example'],
      tenants: [{ name: 'acme-broadband' }, { name: 'second' }],
      webhook: { registration: 'out-of-band', pathSecret: 'set' },
      steering: { by: 'headers', headers: { outcome: 'X-Scenario' } },
    });
    expect(world?.roles).toMatchObject({
      newLine: {
        use: 'once',
        sites: [
          { id: '900100000001', type: 'UPRN' },
          { id: '000000000002', type: 'UPRN' },
        ],
      },
      activeService: { use: 'exclusive', sites: [{ serviceId: 'SVC1', lineId: 'LN1' }] },
    });
  });

  test('the first line of each file tells editors where its schema is', async () => {
    const { folder } = await answered([], { ...GIVEN, folder: emptyFolder() });
    for (const name of readdirSync(folder)) {
      const [, schema = ''] =
        /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      expect(existsSync(join(folder, schema)), name).toBe(true);
    }
  });

  test.each(fixtureNames(PROFILES))('the KCI profile %s can be chosen', async (profile) => {
    const { folder } = await answered([], { ...GIVEN, profile });
    expect(loaded(folder, 'acme').target?.profile).toBe(profile);
  });

  test('a world that is there already is named, not written', async () => {
    const { folder } = await answered([], { ...GIVEN, world: 'example-sandbox' });
    expect(readdirSync(folder)).toEqual(['acme.yaml']);
    expect(loaded(folder, 'acme').world?.world).toBe('example-sandbox');
  });

  test('addresses that no order changes are lent again and again', async () => {
    const { folder } = await answered([], { ...GIVEN, addressesStay: true });
    expect(loaded(folder, 'acme').world?.roles.newLine?.use).toBe('exclusive');
  });

  test('by kinds of address that are there for it a world says how many bookings a slot takes', async () => {
    const { folder } = await answered([], { ...GIVEN, address: ['crowdedSlots=903300000001', 'newLine=900100000001'] });
    const { crowdedSlots, newLine } = loaded(folder, 'acme').world?.roles ?? {};
    expect([crowdedSlots?.site, newLine?.site]).toEqual([{ slotCapacity: 1 }, {}]);
  });

  test('texts that YAML would take for something else arrive as they are', async () => {
    const odd = { title: 'no: [#1] "x"', tenant: ['yes'], address: ['newLine=1e3 note=~'] };
    const { folder } = await answered([], { ...GIVEN, ...odd });
    const { target, world } = loaded(folder, 'acme');
    expect(target).toMatchObject({ title: odd.title, tenants: [{ name: 'yes' }] });
    expect(world?.roles.newLine?.sites).toEqual([{ id: '1e3', type: 'UPRN', note: '~' }]);
  });

  test('what is missing is told at once, and nothing is written', async () => {
    const folder = emptyFolder();
    const { code, stderr } = await assay(['init', folder, '--yes', '--name', 'acme']);
    expect(stderr).toBe(`--base-url, --tenant, --address are missing
  with --yes nothing is asked
  fix: assay init acme --yes --name acme --base-url https://cvt.gateway.example --tenant acme-broadband --address newLine=900100000001
`);
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [{ name: '1st' }, '--name: "1st" is not a name: a letter, then letters, digits, _ and -'],
    [{ baseUrl: 'acme.example' }, '--base-url: "acme.example" is no address like https://cvt.gateway.example'],
    [
      { baseUrl: 'https://u:p@acme.example' },
      '--base-url: it holds credentials: give the address without, they come from the environment',
    ],
    [{ profile: 'suplier' }, '--profile: "suplier" is none of generic, supplier, tenant, tmf641'],
    [{ listen: '127.0.0.1' }, '--listen: "127.0.0.1" is no host and port like 0.0.0.0:8443'],
    [{ tenant: ['acme:MY ID'] }, '--tenant: "MY ID" is not the name of a variable: letters, digits and _'],
    [{ steering: 'magic' }, '--steering: "magic" is none of headers, addresses, operator, none'],
    [{ address: ['900100000001'] }, '--address: "900100000001" names no kind of address'],
    [{ world: 'nowhere' }, 'unknown world "nowhere"'],
  ])('%o is refused', async (wrong, message) => {
    const folder = emptyFolder();
    await expect(init({ ...GIVEN, folder, force: false, ...wrong }, null)).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that is there already is left alone, unless --force replaces it', async () => {
    const folder = emptyFolder();
    const path = join(folder, 'acme.yaml');
    writeFileSync(path, 'mine');
    const given = { ...GIVEN, folder };
    await expect(init({ ...given, force: false }, null)).rejects.toThrow(`${path} is there already`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await init({ ...given, force: true }, null);
    expect(loaded(folder, 'acme').target?.target).toBe('acme');
  });

  test('without a terminal and without --yes it says what to give', async () => {
    const { code, stderr } = await assay(['init', emptyFolder()]);
    expect(stderr).toBe(`there is no terminal to ask on
  the standard input is none
  fix: give --yes with --name, --base-url, --tenant, and --address or --world; see "assay init --help"
`);
    expect(code).toBe(2);
  });
});

describe('by asking', () => {
  const ANSWERS = [
    'beta',
    'https://cvt.beta.example',
    '',
    'beta-retail',
    '',
    '',
    'second',
    'S_ID',
    'S_SECRET',
    '',
    'generic',
    '0.0.0.0:8443',
    'https://kci.beta.example',
    'HOOK',
    'headers',
    '',
    '-',
    '',
    '',
    'y',
    '900100000001, 900100000002',
    '902200000001 serviceId=SVC1',
    '',
    '',
    '',
    'n',
  ];

  test('each question is asked once, and what was answered is written', async () => {
    const { folder, asked, printed } = await answered(ANSWERS);
    const { target, world } = loaded(folder, 'beta');
    expect(target).toMatchObject({
      target: 'beta',
      title: 'The gateway at cvt.beta.example',
      profile: 'generic',
      tenants: [{ name: 'beta-retail' }, { name: 'second' }],
      webhook: { listen: '0.0.0.0:8443', publicUrl: 'https://kci.beta.example', pathSecret: 'set' },
      steering: { by: 'headers', headers: { outcome: 'X-Scenario', kciDelay: 'X-Kci-Delay' } },
    });
    expect(Object.keys(world?.roles ?? {})).toEqual(['newLine', 'activeService']);
    expect(asked).toContain('Flat envelope with canonical names');
    expect(printed).toContain('export BETA_RETAIL_CLIENT_ID=…\n  export BETA_RETAIL_CLIENT_SECRET=…\n  export S_ID=…');
  });

  test('an answer that cannot be is told, and asked for again', async () => {
    const { asked, folder } = await answered(['be ta', ...ANSWERS]);
    expect(asked).toContain('  "be ta" is not a name: a letter, then letters, digits, _ and -\n');
    expect(loaded(folder, 'beta').target?.target).toBe('beta');
  });

  test('without any address, the kinds are asked for again', async () => {
    const kinds = ['', '', '', '', '', 'n'];
    const { asked, folder } = await answered([...ANSWERS.slice(0, -6), ...kinds, ...ANSWERS.slice(-6)]);
    expect(asked).toContain('one address of any kind is needed');
    expect(Object.keys(loaded(folder, 'beta').world?.roles ?? {})).toEqual(['newLine', 'activeService']);
  });

  test('answers that end too early leave nothing behind', async () => {
    const folder = emptyFolder();
    await expect(answered(ANSWERS.slice(0, 5), { folder })).rejects.toThrow('the answers ended before the questions');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that is there already is replaced only after a yes', async () => {
    const { folder } = await answered(ANSWERS);
    const path = join(folder, 'beta.yaml');
    writeFileSync(path, 'mine');
    await expect(answered([...ANSWERS, 'n'], { folder })).rejects.toThrow('are there already');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await answered([...ANSWERS, 'y'], { folder });
    expect(loaded(folder, 'beta').target?.target).toBe('beta');
  });
});

describe('addresses as people type them', () => {
  test.each([
    ['', []],
    ['1, 2;3  4', [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }]],
    [
      '1 serviceId=S lineId=L, 2 type=NAD',
      [
        { id: '1', serviceId: 'S', lineId: 'L' },
        { id: '2', type: 'NAD' },
      ],
    ],
  ])('"%s"', (text, sites) => {
    expect(readSites(text)).toEqual({ sites: sites.map((site) => ({ type: 'UPRN', ...site })) });
  });

  test.each([
    ['serviceId=S', '"serviceId=S" stands before any address: write the property number first'],
    ['1 =S', '"=S" is no fact like serviceId=SVC1'],
  ])('"%s" is wrong', (text, wrong) => {
    expect(readSites(text)).toEqual({ wrong });
  });
});

test('every kind of address that a scenario asks for can be named', () => {
  const { scenarios } = loadInputs({ target: 'fake' }, []);
  const asked = scenarios.flatMap(({ text = '' }) => [...text.matchAll(/\$world\.(\w+)/g)].map(([, role]) => role));
  const known = ['service', ...ROLES.map(({ role }) => role)];
  expect([...new Set(asked)].filter((role) => role !== undefined && !known.includes(role))).toEqual([]);
});
