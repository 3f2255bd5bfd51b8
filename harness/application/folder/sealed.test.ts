import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { readOutlets, report } from '../report/outlets.ts';
import { rejudge } from '../stored/rejudge.ts';
import { sealRun } from '../stored/seal-run.ts';
import { releaseFolders } from './hold-folder.ts';

let sealed: string;

beforeAll(async () => {
  sealed = join(mkdtempSync(join(tmpdir(), 'assay-sealed-')), 'acme');
  cpSync(shippedPath('fixtures/golden/runs/lost-completion'), sealed, { recursive: true });
  await report(sealed, rejudge(sealed), { outlets: readOutlets(['html', 'junit', 'ctrf'], {}), quiet: true });
  sealRun(sealed, { now: new Date() });
  releaseFolders();
});

afterAll(() => rmSync(dirname(sealed), { recursive: true }));

/** Every file with its bytes. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

const ONE = ['scenarios/token/access-token.yaml'];
const COMMANDS: readonly (readonly [title: string, words: (folder: string) => readonly string[]])[] = [
  ['certify', (out) => ['certify', '--out', out]],
  ['a certification of a gateway that nobody could reach', (out) => ['certify', '--target', 'fake-http', '--out', out]],
  ['run', (out) => ['run', ...ONE, '--out', out]],
  ['a run that goes on', (out) => ['run', '--resume', out]],
  ['simulate', (out) => ['simulate', 'smoke', '--out', out]],
  ['load', (out) => ['load', 'smoke', '--engine', 'native', '--out', out]],
  ['a segment', (out) => ['simulate', 'smoke', '--segment', '1/2', '--out', out]],
  ['a load that is written down', (out) => ['load', 'smoke', '--target', 'fake-http', '--print-script', out]],
  ['prove', (out) => ['prove', '--fault', 'token-type-mac', '--out', out]],
  [
    'the joining of shards',
    (out) => ['report', 'merge', shippedPath('fixtures/golden/runs/lost-completion'), '--out', out],
  ],
  ['the joining of segments', (out) => ['load', 'merge', 'scenarios', '--out', out]],
];

describe('a sealed run stays as it is, and nothing is sent', () => {
  test.for(COMMANDS)('%s', async ([, words]) => {
    const before = filesIn(sealed);
    const ended = await assay([...words(sealed)]);
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: `${sealed} is sealed
  seal.json vouches for the files of the run in it, and they would be replaced
  fix: name another folder, or remove seal.json if nobody needs that run any more
`,
    });
    expect(filesIn(sealed)).toEqual(before);
  });
});

describe('of a sealed run', () => {
  test('reports are made again where they come out the same, and others beside them', async () => {
    const before = filesIn(sealed);
    expect((await assay(['report', sealed, '--quiet'])).code).toBe(0);
    expect((await assay(['report', sealed, '--quiet', '--reporter', `junit=${join(sealed, 'beside.xml')}`])).code).toBe(
      0,
    );
    expect((await assay(['verify', sealed])).stdout).toMatch(/^INTACT /);
    rmSync(join(sealed, 'beside.xml'));
    expect(filesIn(sealed)).toEqual(before);
  });

  test('no report takes the place of one that is sealed and would be another', async () => {
    const before = filesIn(sealed);
    const { code, stderr } = await assay([
      'report',
      sealed,
      '--quiet',
      '--reporter',
      `junit=${join(sealed, 'index.html')}`,
    ]);
    expect(stderr).toBe(`${sealed}/index.html is sealed
  ${sealed}/seal.json vouches for it as it was, and it would be another
  fix: write it elsewhere, or remove seal.json if nobody needs it any more
`);
    expect(code).toBe(2);
    expect(filesIn(sealed)).toEqual(before);
  });

  test('the folder is free once its seal is gone, and a seal that cannot be read keeps the folder', async () => {
    const free = join(emptyFolder(), 'free');
    cpSync(sealed, free, { recursive: true });
    writeFileSync(join(free, 'seal.json'), 'torn');
    expect((await assay(['run', ...ONE, '--out', free])).code).toBe(2);
    rmSync(join(free, 'seal.json'));
    expect((await assay(['run', ...ONE, '--quiet', '--out', free])).code).toBe(0);
  });
});
