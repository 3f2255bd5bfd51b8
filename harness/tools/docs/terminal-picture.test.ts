import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { paint } from '../../../reports/terminal/screen.ts';
import { readRun } from '../../application/stored/stored-run.ts';
import { firstFailure } from './first-failure.ts';
import { terminalPage, watched } from './terminal-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-terminal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the terminal shows what the live view says of a run at that moment', () => {
  firstFailure(folder);
  const run = readRun(folder);
  const screen = { width: 100, height: 24, colour: false, unicode: true };

  const half = watched(run, 0.5, screen);
  const whole = watched(run, 1, screen);

  expect(half.filter((line) => /^FAILED/.test(line))).toEqual([]);
  expect(half.join('\n')).toMatch(/orders +[█░]+ +0 of +2\n 0 of 2 cases, a part of [\d,]+ · 0 passed/);
  expect(whole.filter((line) => /^FAILED/.test(line)).length).toBe(2);
  expect(whole.join('\n')).toMatch(/orders +█+ +2 of +2 {2}2 failed\n/);
});

test('paint becomes markup, and no text does', () => {
  const line = `${paint('red', 'FAILED', true)} 1 < 2 & ${paint('bold', '<b>', true)}\u001b[7m`;
  expect(terminalPage('npx assay run <file>', [line])).toContain(
    '<pre><span class="dim">$</span> npx assay run &lt;file>\n<span class="red">FAILED</span> 1 &lt; 2 &amp; <span class="bold">&lt;b></span></pre>',
  );
});
