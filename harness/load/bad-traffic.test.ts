import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatProblems } from '../words/problem.ts';
import { AGAINST } from './testing/traffic-sample.ts';
import { readTrafficProfile } from './traffic.ts';

const folder = 'fixtures/golden/bad-traffic';
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -'.yaml'.length)] : []));

// A golden is renewed with `vitest -u`; read the difference before it is committed.
test.each(names)('%s gives its exact messages', async (name) => {
  const file = `${folder}/${name}.yaml`;

  const { traffic, problems } = readTrafficProfile(readFileSync(file, 'utf8'), file, AGAINST);

  expect(traffic).toBeUndefined();
  await expect(formatProblems(problems)).toMatchFileSnapshot(`../../${folder}/${name}.expected.txt`);
});

test('every golden belongs to a file', () => {
  const goldens = readdirSync(folder).flatMap((file) =>
    file.endsWith('.txt') ? [file.replace('.expected.txt', '')] : [],
  );

  expect(goldens.toSorted()).toEqual(names.toSorted());
});
