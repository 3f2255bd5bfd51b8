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
