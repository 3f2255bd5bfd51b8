import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cached, cachedIfAskedAgain } from './cached.ts';
import { HOME, homeName } from './home.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-cached-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** Asks as a start would; tells what came and how often it was made in all. */
function asker(where: string) {
  let made = 0;
  const ask = (of: string, value: unknown = { of }, files: readonly string[] = []): unknown =>
    cached('one thing', of, () => ({ value: [value, ++made], files }), where);
  return { ask, made: () => made };
}

test('what was made once is not made again, until it is asked for of something else', () => {
  const where = folder();
  const { ask } = asker(where);
  expect([ask('a'), ask('a'), ask('b'), ask('b'), ask('a')]).toEqual([
    [{ of: 'a' }, 1],
    [{ of: 'a' }, 1],
    [{ of: 'b' }, 2],
    [{ of: 'b' }, 2],
    [{ of: 'a' }, 3],
  ]);
  expect(readdirSync(where)).toEqual(['one_thing.json']);
});

test('what takes long to keep is kept from the second time on that it is asked for, and stays where others are asked for once', () => {
  const where = folder();
  let made = 0;
  const ask = (of: string): string | undefined =>
    cachedIfAskedAgain('much', of, () => ({ value: Buffer.from(`${of} ${++made}`) }), where)?.toString();
  expect([ask('a'), ask('a'), ask('a'), ask('b'), ask('a'), ask('b'), ask('c'), ask('b'), ask('b'), ask('a')]).toEqual([
    ...[undefined, 'a 1', 'a 1'],
    ...[undefined, 'a 1', 'b 2'],
    ...[undefined, 'b 2', 'b 2'],
    undefined,
  ]);
});

test('it is made again when a file that it was made of has changed, or is gone', () => {
  const where = folder();
  const file = join(where, 'source.txt');
  const { ask, made } = asker(join(where, 'kept'));
  const change = (text: string): number => {
    writeFileSync(file, text);
    ask('a', 1, [file]);
    ask('a', 1, [file]);
    return made();
  };
  expect([change('one'), change('two'), change('two')]).toEqual([1, 2, 2]);
  rmSync(file);
  expect(() => ask('a', 1)).not.toThrow();
  expect(made()).toBe(3);
});

test.each([
  ['nothing', ''],
  ['half of it', undefined],
  ['another value', '{"made":"x","files":[],"text":"x"}\n{"value":1}'],
  ['no JSON', 'no JSON at all\n'],
])('a file that holds %s is not believed', (_, text) => {
  const where = folder();
  const { ask, made } = asker(where);
  ask('a');
  const path = join(where, 'one_thing.json');
  writeFileSync(path, text ?? readFileSync(path, 'utf8').slice(0, -5));
  expect(ask('a')).toEqual([{ of: 'a' }, 2]);
  expect(ask('a')).toEqual([{ of: 'a' }, 2]);
  expect(made()).toBe(2);
});

test('a folder that cannot be written costs time, and nothing else', () => {
  const where = folder();
  writeFileSync(join(where, 'file'), '');
  const { ask } = asker(join(where, 'file', 'below'));
  expect([ask('a'), ask('a')]).toEqual([
    [{ of: 'a' }, 1],
    [{ of: 'a' }, 2],
  ]);
});

test('only what comes with Assay has a name there', () => {
  expect(homeName(join(HOME, 'scenarios/orders/a.yaml'))).toBe('scenarios/orders/a.yaml');
  expect(homeName(join(HOME, 'reports/out/a.yaml'))).toBeUndefined();
  expect(homeName('/elsewhere/scenarios/a.yaml')).toBeUndefined();
});
