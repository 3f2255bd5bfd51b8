import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleText, reporters } from '../../reports/index.ts';
import { REPORT_FILES, REPORTERS } from '../../reports/reporters.ts';
import { rejudge } from '../application/stored/rejudge.ts';
import { shippedPath } from '../home.ts';

/** Recorded runs with the verdict and the reports that were made of them. `vitest -u` renews the latter. */
const GOLDEN = shippedPath('fixtures/golden/runs');

describe.each(readdirSync(GOLDEN))('the recorded run %s', (name) => {
  const folder = join(GOLDEN, name);
  const { input } = rejudge(folder);

  test.each(REPORTERS.filter((name) => REPORT_FILES[name] !== null))('still gives the same %s', async (name) => {
    const file = REPORT_FILES[name] ?? '';
    await expect(asKept(reporters[name].render(input))).toMatchFileSnapshot(join(folder, file));
  });

  test('still gives the same text in a terminal', async () => {
    await expect(`${consoleText(input, { width: 100 })}\n`).toMatchFileSnapshot(join(folder, 'console.txt'));
  });

  test('has an unbroken record', () => {
    const lines = readFileSync(join(folder, 'record.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(lines.map((_, i) => i + 1));
  });
});

/** A page is kept without style and script, so that it changes where what it says does; and without what they read. */
function asKept(report: string): string {
  return report
    .replace(/(<script[^>]*>|<style>)[\s\S]*?(?=<\/(?:script|style)>)/g, '$1')
    .replace(/'sha256-[^']*'/g, `'sha256-'`)
    .replace(/<script[^>]* id="[^"]*"><\/script>\n/g, '');
}
