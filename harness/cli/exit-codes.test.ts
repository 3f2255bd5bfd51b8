import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { RUN_FOLDER, verdictIn } from '../testing/run-folder.ts';
import { WHOLE } from '../testing/whole.ts';

const TOKEN = 'scenarios/token/access-token.yaml';
const NEEDS_NEW_LINE = 'scenarios/availability/new-line.yaml';

describe('the exit code of a run', () => {
  test('is 0 where every case passed, and the folder holds the run and its reports', async () => {
    const out = join(emptyFolder(), 'run');
    const { code, stdout, stderr } = await assay(['run', TOKEN, '--out', out]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain(
      `PASSED  1 of ${WHOLE}\n  gateway   fake at http://fake.invalid, build not stated, KCI profile supplier\n`,
    );
    expect(readdirSync(out).sort()).toEqual(RUN_FOLDER);
    expect(verdictIn(out).outcome).toBe('passed');
  });

  test('is 1 where a case failed', async () => {
    const out = join(emptyFolder(), 'run');
    const { code, stdout } = await assay(['run', TOKEN, '--fault', 'token-life-as-text', '--out', out]);
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED');
    expect(stdout).toContain(
      `replay    npx assay run ${TOKEN} --fault token-life-as-text --seed 1 --only token/access-token\n`,
    );
    expect(verdictIn(out).outcome).toBe('failed');
  });

  test('is 4 where a case could not be tested, and 0 where that is allowed', async () => {
    const folder = emptyFolder();
    const world = join(folder, 'world.yaml');
    const known = readFileSync(shippedPath('fixtures/worlds/fake.yaml'), 'utf8');
    writeFileSync(world, known.replace(/^ {2}nonStandard:/m, '  anotherKind:'));
    const words = ['run', NEEDS_NEW_LINE, '--world', world];

    const strict = await assay([...words, '--out', join(folder, 'strict')]);
    expect(strict.code).toBe(4);
    expect(strict.stdout).toContain(
      'INCONCLUSIVE  3 cases: the world of the target knows no such address or service (world-lacks-role)',
    );
    expect(verdictIn(join(folder, 'strict')).counts.cases).toMatchObject({ passed: 6, inconclusive: 3 });

    const lenient = await assay([...words, '--allow-inconclusive', '--out', join(folder, 'lenient')]);
    expect(lenient.code).toBe(0);
    expect(lenient.stdout).toContain('INCONCLUSIVE  3 cases:');
  });

  test('is 70, with the stack, where Assay itself is at fault', async () => {
    const thrower = 'data:text/javascript,setTimeout(()=>{throw(new/**/Error(`boom`))})';
    const { code, stderr } = await assay(['list'], { env: { NODE_OPTIONS: `--import=${thrower}` } });
    expect(stderr).toMatch(/Error: boom\n {4}at /);
    expect(stderr).toContain('\nThis is a fault of Assay, not of the target: please report it with the lines above.\n');
    expect(code).toBe(70);
  });
});
