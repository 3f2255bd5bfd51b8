import { expect, test } from 'vitest';
import { assay } from '../../testing/command.ts';
import type { CheckedLine } from './line.ts';

test('the doctor tells each finding as a line of JSON, the same that --json tells together', async () => {
  const [lines, whole] = await Promise.all([assay(['doctor', '--json-lines']), assay(['doctor', '--json'])]);
  expect(lines).toMatchObject({ code: 0, stderr: '' });
  const told = lines.stdout.trimEnd().split('\n');
  expect(told.map((line) => JSON.parse(line) as CheckedLine)).toEqual(
    (JSON.parse(whole.stdout) as { lines: CheckedLine[] }).lines,
  );
});
