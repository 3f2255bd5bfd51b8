import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { type Installed, installed } from '../testing/installed.ts';
import { startWorkbench } from '../testing/workbench.ts';

/** Assay below `node_modules`, where Node strips no types. */

let there: Installed;
/** Many times what a command takes, for a machine with much else to do. */
const AMPLE_MS = 100_000;

beforeAll(async () => {
  there = await installed();
}, AMPLE_MS);
afterAll(() => there.remove());

/** What a command of it prints to stdout, where it ends well and warns of nothing. */
async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await assay(words, {
    program: there.program,
    cwd: there.project,
    withinMs: AMPLE_MS,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/warning/i) });
  return stdout;
}

/** A file with this text. */
function fileOf(text: string): string {
  const file = join(emptyFolder(), 'file.yaml');
  writeFileSync(file, text);
  return file;
}

const FAULTS = `area: For a test
faults:
  - fault: created
    title: An order is answered with 201
    breaks: [ORD-04]
    where: { verb: order, status: 202 }
    do: [set: { at: /status, to: 201 }]
`;
const TRAFFIC = `traffic: One order
mix: { orders/minimal-order: 100 }
arrivals: [{ for: 1s, rate: 1/s }]
drain: 20s
thresholds: { kci.missing: 0 }
`;

describe('the package', () => {
  /** All that is reached from what the package offers, by import or by a file's name. */
  const reached = (): ReadonlySet<string> => {
    const found = new Set<string>();
    const open = ['harness/cli/assay.js', 'harness/model.ts', 'harness/application/open/fake-in-tests.js'];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (found.has(file) || file.endsWith('.d.ts') || !existsSync(join(there.home, file))) continue;
      found.add(file);
      const named = readFileSync(join(there.home, file), 'utf8').matchAll(/["'](\.{1,2}\/[^"'\n]+\.[jt]s)["']/g);
      for (const [, name = ''] of named) open.push(join(dirname(file), name));
    }
    return found;
  };

  test('holds the sources that its commands need, and no others', () => {
    const sources = readdirSync(there.home, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => /(?<!\.d)\.[jt]s$/.test(file));
    expect(sources.toSorted()).toEqual([...reached()].toSorted());
    expect(sources.length).toBeGreaterThan(500);
  });

  test('starts every thread so that it can read TypeScript', () => {
    const starts = [...reached()].flatMap((file) => {
      // In the package both names are short.
      const text = readFileSync(shippedPath(file), 'utf8');
      return [...text.matchAll(/new Worker\([^;]*?\{([^}]*)/g)].map(([, given]) => [file, given?.includes('...TYPED')]);
    });
    expect(starts.map(([, isTyped]) => isTyped)).toEqual([true, true, true]);
  });

  test('is smaller than 1 MB', () => {
    const [tarball = ''] = readdirSync(there.project).filter((name) => name.endsWith('.tgz'));
    expect(readFileSync(join(there.project, tarball)).length).toBeLessThan(1_000_000);
  });

  test('has its code where the sources have it, so that a stack trace leads there', () => {
    const lineOf = (folder: string, file: string, words: string): number =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(words));
    const places: readonly (readonly [file: string, words: string])[] = [
      ['harness/cli/misspelt.ts', 'function misspeltVariables'],
      ['harness/run/redact.ts', 'function createRedactor'],
      ['reports/html/page.ts', 'function runningHead'],
    ];
    for (const [file, words] of places) {
      expect(lineOf(shippedPath(), file, words)).toBeGreaterThan(0);
      expect(lineOf(there.home, file, words)).toBe(lineOf(shippedPath(), file, words));
    }
  });

  test('has its types for programs that read its files', () => {
    const program = join(there.project, 'program.ts');
    writeFileSync(
      program,
      `import type { Verdict } from 'assay';
import { createFake } from 'assay/fake';
export const failed = ({ cases }: Verdict): number => cases.filter(({ outcome }) => outcome === 'failed').length;
export const fake = createFake({ seed: 7 });
// @ts-expect-error: there is no such outcome
export const broken = ({ cases }: Verdict): boolean => cases.some(({ outcome }) => outcome === 'broken');
`,
    );
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--allowImportingTsExtensions'];
    execFileSync(shippedPath('node_modules/.bin/tsc'), [...flags, program], { cwd: there.project, stdio: 'pipe' });
  });
});

describe('an installed Assay', { timeout: AMPLE_MS }, () => {
  test('certifies as its checkout does, to the byte of its record, verdict and reports but for the script of its page', async () => {
    const out = emptyFolder();
    const certify = (name: string, options: object) =>
      assay(['certify', '--only', 'orders/provide-new', '--out', join(out, name)], { ...options, withinMs: AMPLE_MS });
    expect(await certify('there', { program: there.program, cwd: there.home })).toMatchObject({ code: 0, stderr: '' });
    await certify('here', {});
    // Which short names esbuild gives the page's script depends on the letters of the sources, types and comments among
    // them.
    const read = (name: string, file: string): string =>
      readFileSync(join(out, name, file), 'utf8').replaceAll(/<script>[\s\S]*?<\/script>|'sha256-[^']*'/g, '');
    for (const file of ['record.ndjson', 'plan.json', 'verdict.json', 'junit.xml', 'ctrf.json', 'index.html'])
      expect(read('there', file) === read('here', file), file).toBe(true);
  });

  test('starts by a bundle that its first start made, as its checkout does', async () => {
    await printed('--version');
    const started = join(there.project, 'node_modules/.cache/assay/start');
    const { name } = JSON.parse(readFileSync(join(started, 'bundle.json'), 'utf8')) as { readonly name: string };
    expect(existsSync(join(started, name, 'start.cjs'))).toBe(true);
  });

  test('says where its scenarios lie as seen from where it is asked', async () => {
    const place = 'orders/cease  node_modules/assay/scenarios/orders/cease.yaml:2\n';
    expect(await printed('list', 'scenarios/orders/cease.yaml')).toBe(place);
  });

  test('proves a fault, on threads', async () => {
    expect(await printed('prove', '--fault', fileOf(FAULTS), '--jobs', '1', '--out', 'proof')).toMatch(/^PROVEN /);
  });

  test('simulates a load, judged on another thread', async () => {
    expect(await printed('simulate', 'smoke', '--out', 'simulated')).toMatch(/^THRESHOLDS MET /);
  });

  test('sends a load, with a receiver on a thread of its own', async () => {
    expect(await printed('load', fileOf(TRAFFIC), '--engine', 'native', '--out', 'sent')).toMatch(/^THRESHOLDS MET /);
  });

  test('writes the script for k6, with all that it imports', async () => {
    await printed('load', 'smoke', '--target', 'fake-http', '--print-script', 'for-k6');
    const text = (name: string): string => readFileSync(join(there.project, 'for-k6', name), 'utf8');
    const imported = [...text('script.js').matchAll(/ from '\.\/(.+)'/g)].map(([, name = '']) => name);
    expect(text('script.js')).toContain("from 'k6/data'");
    expect(imported.map(text).join('')).toMatch(/from *["']k6\/http/);
  });

  test('serves its workbench, whose page runs commands of it', async () => {
    const { url, call, stop } = await startWorkbench('runs', [], { program: there.program, cwd: there.project });
    expect(await (await fetch(url)).text()).toContain('<script>');
    const cases = (await (await call('/api/cases?target=fake&profile=generic')).json()) as readonly unknown[];
    expect(cases.length).toBeGreaterThan(500);
    expect(await stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  });

  test('certifies where nothing but its working folder can be written, as in a container', async () => {
    const stand = () =>
      readdirSync(there.home, { recursive: true, encoding: 'utf8' }).map((file) => [
        file,
        statSync(join(there.home, file)).mtimeMs,
      ]);
    const before = stand();
    // A file where the folder would be: nothing can be kept between starts, not even by root.
    const cache = join(there.project, 'node_modules/.cache');
    rmSync(cache, { recursive: true, force: true });
    writeFileSync(cache, '');
    onTestFinished(() => rmSync(cache));
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'acme.yaml'), `extends: ${shippedPath('fixtures/targets/fake.yaml')}\ntarget: acme\n`);

    // Below a device there is no folder, whoever asks for one.
    const ended = await assay(
      ['certify', '--target', 'acme.yaml', '--only', 'token', '--out', 'reports/tonight', '-q'],
      {
        program: there.program,
        cwd,
        env: { HOME: '/dev/null', TMPDIR: '/dev/null' },
        withinMs: AMPLE_MS,
      },
    );

    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(cwd).toSorted()).toEqual(['acme.yaml', 'reports']);
    expect(readdirSync(join(cwd, 'reports/tonight'))).toContain('index.html');
    expect(stand()).toEqual(before);
  });

  test('gives its parts to a program that can read them', () => {
    const script = `import { createFake } from 'assay/fake';
const fake = createFake();
console.log(fake.handlers('http://gateway.test').length, fake.tenants.length);`;
    const words = ['--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, words, { cwd: there.project, encoding: 'utf8' })).toBe('1 3\n');
  });
});

describe('a Node that is too old', () => {
  test('is told in one line what it should be', async () => {
    const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.9.0' })";
    const ended = await assay(['certify'], {
      program: there.program,
      env: { NODE_OPTIONS: `--import=${old.replaceAll(' ', '')}` },
    });
    expect(ended).toEqual({
      code: 3,
      stdout: '',
      stderr: `assay needs Node 24 or newer; ${process.execPath} is ${process.version}
  fix: npm install node@24, and npx assay runs on it\n`,
    });
  });
});
