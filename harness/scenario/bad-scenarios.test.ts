import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Problem } from '../model.ts';
import { formatProblems } from '../words/problem.ts';
import { lintScenarios } from './lint.ts';
import { parseScenario } from './parse.ts';
import { SAMPLE } from './testing/sample.ts';

const folder = 'fixtures/golden/bad-scenarios';
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []));

/** What `assay check` says of a file: its own problems, and when it has none, those against the contract. */
function problemsOf(name: string): Problem[] {
  const file = `${folder}/${name}.yaml`;
  const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), file, name);
  return scenario ? [...problems, ...lintScenarios([scenario], SAMPLE)] : problems;
}

// A golden is renewed with `vitest -u`; read the difference before it is committed.
test.each(names)('%s gives its exact messages', async (name) => {
  const text = formatProblems(problemsOf(name));

  expect(text).not.toBe('');
  await expect(text).toMatchFileSnapshot(`../../${folder}/${name}.expected.txt`);
});

test('every golden belongs to a file', () => {
  const goldens = readdirSync(folder).flatMap((file) =>
    file.endsWith('.txt') ? [file.replace('.expected.txt', '')] : [],
  );

  expect(goldens.toSorted()).toEqual(names.toSorted());
});
