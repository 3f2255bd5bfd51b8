import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';
import { servedFake, targetFileFor } from '../testing/target.ts';

test.each([
  ['availability-trickles', /^http\.no-answer failed AVL-01: availability gave no answer to \d+ of \d+ tries, while /],
  ['availability-badly-chunked', /^http\.whole failed AVL-01: availability gave no answer to \d+ of \d+ tries, while /],
])('over HTTP, %s fails the row of availability, and the rest of it is cut short', async (fault, finding) => {
  const out = join(emptyFolder(), 'run');
  const url = await servedFake({ fault: [fault] });
  const target = targetFileFor(url, (text) => text.replace(/response: \w+/, 'response: 1s'));
  const words = ['--target', target, '--only', 'availability/*', '--only', 'appointments/book-refusals*'];
  const { code, stderr } = await assay(['certify', ...words, '--out', out]);
  const { cases, counts } = verdictIn(out);
  const findings = cases.flatMap((each) => each.findings);
  const told = findings.flatMap(({ check, requirements, result }) =>
    result.outcome === 'failed' ? [`${check} failed ${requirements[0]}: ${result.finding.summary}`] : [],
  );
  expect(code).toBe(1);
  expect(told[0]).toMatch(finding);
  expect(counts.cases.inconclusive).toBeGreaterThan(counts.cases.failed);
  expect(stderr.match(/availability gives no answer, and is not asked any more/g)).toHaveLength(1);

  // From the record alone the same is said again.
  const again = JSON.parse((await assay(['judge', out])).stdout);
  expect(again).toEqual(verdictIn(out));
});
