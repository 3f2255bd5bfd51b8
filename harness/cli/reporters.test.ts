import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';

const RUN = ['run', 'scenarios/token/access-token.yaml', 'scenarios/availability/unavailable.yaml'];
const WRONG = [...RUN, '--fault', 'token-life-as-text'];
const run = (words: readonly string[], reporter: string, env = {}) =>
  assay([...words, '--reporter', reporter, '--out', join(emptyFolder(), 'run')], { env });

test('cases are told of as they end: by a line, by a character, or only where they did not pass', async () => {
  const list = await run(WRONG, 'list');
  expect(list.stdout).toMatch(/^passed {2}availability\/unavailable\S*$/m);
  expect(list.stdout).toMatch(
    /^FAILED {2}AUT-08 {2}http\.schema {2}token\/access-token: token answered 200 with a wrong body/m,
  );
  expect((await run(WRONG, 'dot')).stdout).toMatch(
    /^(?=\.*F)[.F]+\n\n(?:[\s\S]*\n)?FAILED {2}AUT-08 {2}token\/access-token, step token/,
  );
  expect((await run(WRONG, 'line')).stdout).not.toContain('passed  availability');
});

test('a workflow has each failure once: as an annotation, or in the text of the console', async () => {
  const { stdout } = await run(WRONG, 'console', { GITHUB_ACTIONS: 'true' });
  expect(stdout.match(/token answered 200 with a wrong body at \/expires_in\b/g)).toHaveLength(1);
  expect(stdout.match(/^::error /gm)).toHaveLength(1);
  expect(stdout).not.toMatch(/^FAILED {2}AUT-08/m);
  // The last word has the kinds of failure by their names.
  expect(stdout).toMatch(/^FAILED {2}1 case failed/m);
});

test('the text file for Prometheus has samples of every number of the run, in its form', async () => {
  const { code, stdout } = await run(WRONG, 'prometheus=-');
  expect(code).toBe(1);
  const samples = stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  for (const each of samples)
    expect(each).toMatch(/^assay_run_[a-z_]+\{([a-z]+="([^"\\\n]|\\[\\n"])*",?)+\} -?[\d.]+(e[+-]\d+)?$/);
  const named = [...stdout.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name);
  expect(new Set(named).size).toBe(named.length);
  expect(stdout).toContain('assay_run_info{target="fake",outcome="failed",');
  expect(stdout).toContain('assay_run_cases{target="fake",outcome="failed"} 1\n');
  expect(stdout).toMatch(/^assay_run_answer_seconds_count\{target="fake",operation="token"\} \d+$/m);
});
