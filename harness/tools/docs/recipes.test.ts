import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import type { JsonObject } from '../../model.ts';
import { blocksOf } from '../../testing/docs.ts';

/**
 * The recipes are read by a parser each, and every shell line in them by bash; which words they give to Assay, the docs'
 * tests look at.
 */

const blocks = blocksOf('docs/how-to/recipes.md');
const of = (language: string): readonly string[] =>
  blocks.flatMap((each) => (each.language === language ? [each.text] : []));

function yaml(text = ''): JsonObject {
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as JsonObject;
}

/** Complaints of bash about a script, where expressions of a CI server stand for a word. */
function complaints(script: string): string {
  const { stderr } = spawnSync('bash', ['-n'], {
    input: script.replaceAll(/\$\{\{[^}]*\}\}/g, 'word'),
    encoding: 'utf8',
  });
  return stderr;
}

/** What is wrong with the brackets of a text, outside of its quotes. */
function unpaired(text: string): string {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const [each] of text.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '').matchAll(/[()[\]{}]/g)) {
    if (pairs[each] === undefined) open.push(each);
    else if (open.pop() !== pairs[each]) return `a ${each} too many`;
  }
  return open.join('');
}

interface Job {
  readonly needs?: string;
  readonly 'runs-on': string;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly if?: string }[];
}

describe('the recipe for', () => {
  test('GitHub Actions has jobs whose steps are actions of a version or lines of a shell', () => {
    const { on, jobs } = yaml(of('yml')[0]) as unknown as { on: object; jobs: Readonly<Record<string, Job>> };
    expect(on).toMatchObject({ schedule: [{ cron: expect.stringMatching(/^(\S+ ){4}\S+$/) }] });
    for (const job of Object.values(jobs)) {
      expect(job['runs-on']).toMatch(/^ubuntu-/);
      if (job.needs !== undefined) expect(Object.keys(jobs)).toContain(job.needs);
      for (const { uses, run } of job.steps) {
        expect([uses, run].filter((each) => each !== undefined)).toHaveLength(1);
        if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z/-]+@v\d+$/);
        else expect(complaints(run ?? '')).toBe('');
      }
    }
  });

  test('GitLab CI has jobs with scripts, and needs those that there are', () => {
    const jobs = yaml(of('yml')[1]) as Readonly<Record<string, JsonObject>>;
    const keys = ['image', 'stage', 'resource_group', 'parallel', 'script', 'artifacts', 'when', 'needs', 'cache'];
    for (const { script, needs = [], ...job } of Object.values(jobs)) {
      expect(Object.keys(job).filter((key) => !keys.includes(key))).toEqual([]);
      for (const line of script as readonly string[]) expect(complaints(line)).toBe('');
      for (const { job: needed } of needs as readonly { job: string }[]) expect(Object.keys(jobs)).toContain(needed);
    }
  });

  test('Jenkins is a declarative pipeline, whose brackets pair and whose lines are of a shell', () => {
    const [text = ''] = of('groovy');
    expect(unpaired(text)).toBe('');
    expect(text.match(/^ {2}\w+/gm)).toEqual(['  agent', '  triggers', '  environment', '  stages', '  post']);
    const lines = [...text.matchAll(/\bsh '([^']*)'/g)].map(([, line = '']) => line);
    expect(lines.map(complaints)).toEqual(lines.map(() => ''));
    expect(lines.length).toBe(3);
  });

  test('PowerShell passes on how the certification ended', () => {
    const [text = ''] = of('powershell');
    expect(unpaired(text)).toBe('');
    expect(text).toMatch(/npx assay certify [^\n]*\nif \(\$LASTEXITCODE -ne 0\) \{ exit \$LASTEXITCODE \}/);
  });

  test('a container is of instructions that there are, and not run as root', () => {
    const [text = ''] = of('dockerfile');
    const instructions = text
      .trim()
      .split('\n')
      .map((line) => line.split(' ', 1)[0] ?? '');
    const known = ['FROM', 'COPY', 'WORKDIR', 'RUN', 'ENV', 'USER', 'ENTRYPOINT'];
    expect(instructions.filter((each) => !known.includes(each))).toEqual([]);
    expect(instructions.lastIndexOf('USER')).toBeGreaterThan(instructions.lastIndexOf('RUN'));
    expect(text).toMatch(/^FROM node:24/m);
    expect(text).toMatch(/^ENTRYPOINT \["assay"\]$/m);
    const run = blocks.findLast(({ language }) => language === 'sh')?.text ?? '';
    expect(run).toMatch(/--read-only .*--tmpfs \/tmp .*--user /);
  });
});
