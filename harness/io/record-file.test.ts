import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { Problem } from '../model.ts';
import { openRecord, readRecord } from './record-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lineOf = (seq: number): string => `{"seq":${seq},"at":5,"type":"journey-started","journey":"orders/é"}`;

describe('a record on disk', () => {
  test('is there line by line before it is closed', () => {
    const path = join(folder, 'run/record.ndjson');
    const record = openRecord(path);
    record.write(lineOf(1));
    record.write(lineOf(2));
    expect(readFileSync(path, 'utf8')).toBe(`${lineOf(1)}\n${lineOf(2)}\n`);
    record.close();
    record.close();
    expect(readRecord(path)).toEqual({ observations: [JSON.parse(lineOf(1)), JSON.parse(lineOf(2))], problems: [] });
  });

  test('that goes out in pieces has the whole lines of all but the last one, and is whole once it is closed', () => {
    const path = join(folder, 'pieces.ndjson');
    const record = openRecord(path, { isInPieces: true });
    for (let seq = 1; seq <= 2_000; seq += 1) record.write(lineOf(seq));
    const { observations, problems } = readRecord(path);
    expect(problems).toEqual([]);
    expect(observations.length).toBeGreaterThan(1_000);
    expect(observations.length).toBeLessThan(2_000);
    record.close();
    expect(readRecord(path).observations.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1));
  });

  test('that goes out in pieces loses none where the process exits in the midst', () => {
    const path = join(folder, 'exited.ndjson');
    const file = pathToFileURL(join(import.meta.dirname, 'record-file.ts'));
    const code = `import { openRecord } from '${file}'; openRecord('${path}', { inPieces: true }).write('${lineOf(1)}'); process.exit();`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', code]);
    expect(readFileSync(path, 'utf8')).toBe(`${lineOf(1)}\n`);
  });

  test('read with a torn last line keeps all the others', () => {
    const path = join(folder, 'torn.ndjson');
    writeFileSync(path, `${lineOf(1)}\n{"seq":2,"at`);
    const { observations, problems } = readRecord(path);
    expect(observations).toEqual([JSON.parse(lineOf(1))]);
    expect(problems).toEqual([
      {
        severity: 'warning',
        span: { file: path, line: 2, col: 1, length: 12, excerpt: '{"seq":2,"at' },
        message: 'the last line is torn off',
        why: 'the run that wrote it was killed, or its disk was full; everything before it is whole',
      },
    ]);
  });

  test('resumed after a torn line goes on where the whole lines end', () => {
    const path = join(folder, 'resumed.ndjson');
    writeFileSync(path, `${lineOf(1)}\n${'x'.repeat(200_000)}`);
    const record = openRecord(path, { isResumed: true });
    record.write(lineOf(2));
    record.close();
    expect(readFileSync(path, 'utf8')).toBe(`${lineOf(1)}\n${lineOf(2)}\n`);
  });

  test('resumed after a line that lacks only its line break keeps it', () => {
    const path = join(folder, 'unbroken.ndjson');
    writeFileSync(path, `${lineOf(1)}\n${lineOf(2)}`);
    const record = openRecord(path, { isResumed: true });
    record.write(lineOf(3));
    record.close();
    expect(readFileSync(path, 'utf8')).toBe(`${lineOf(1)}\n${lineOf(2)}\n${lineOf(3)}\n`);
  });

  test('resumed after nothing but a torn line starts anew, and one not resumed always does', () => {
    const path = join(folder, 'only-torn.ndjson');
    writeFileSync(path, '{"se');
    openRecord(path, { isResumed: true }).close();
    expect(readFileSync(path, 'utf8')).toBe('');
    appendFileSync(path, `${lineOf(1)}\n`);
    openRecord(path).close();
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  test('of another version is refused whole, with what to do', () => {
    const path = join(folder, 'old.ndjson');
    const started = {
      seq: 1,
      at: 5,
      type: 'run-started',
      seed: 1,
      nonce: 'n',
      target: 't',
      baseUrl: 'u',
      profile: 'p',
    };
    writeFileSync(path, `${JSON.stringify({ ...started, assay: '0.0.9' })}\n${lineOf(2)}\n`);
    expect(readRecord(path)).toEqual({
      observations: [],
      problems: [
        {
          severity: 'error',
          message: `${path} is a record of version 1, written by Assay 0.0.9`,
          why: 'this Assay reads version 2, in which every answer names the journey and the step that it belongs to',
          fix: 'use the Assay that wrote it, or make the run again',
        },
      ],
    });
  });

  test('that a later Assay wrote says so', () => {
    const path = join(folder, 'later.ndjson');
    const who = { seed: 1, nonce: 'n', target: 't', baseUrl: 'u', profile: 'p' };
    const started = { seq: 1, at: 5, type: 'run-started', ...who, version: 9, assay: '9.0.0' };
    writeFileSync(path, `${JSON.stringify(started)}\n`);
    expect(readRecord(path).problems).toMatchObject([
      { message: `${path} is a record of version 9, written by Assay 9.0.0`, fix: 'use that Assay, or a later one' },
    ]);
  });

  test('with a strange line inside says which, and reads on', () => {
    const path = join(folder, 'strange.ndjson');
    writeFileSync(path, `${lineOf(1)}\n[1,2]\n${lineOf(3)}\n`);
    const { observations, problems } = readRecord(path);
    expect(observations.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(problems).toEqual([
      {
        severity: 'error',
        span: { file: path, line: 2, col: 1, length: 5, excerpt: '[1,2]' },
        message: 'the line is not an observation',
        why: 'each line of a record is a JSON object with seq, at and type, and all that belongs to its type',
        fix: 'the file was changed after the run; use an unchanged copy',
      },
    ]);
  });

  test.each([
    '{"seq":1,"at":1,"type":"request-sent"}',
    '{"seq":1,"at":1,"type":"journey-started","journey":7}',
    '{"seq":1,"at":1,"type":"response-received","exchange":1,"status":200,"headers":[["a"]],"body":{"sizeBytes":0},"tookMs":1}',
    '{"seq":1,"at":1,"type":"response-received","exchange":1,"status":200,"headers":[],"body":{"text":7,"sizeBytes":0},"tookMs":1}',
    '{"seq":"1","at":1,"type":"run-ended","ended":"finished"}',
    'null',
  ])('in which a line lacks what belongs to its type names the line: %s', (line) => {
    const path = join(folder, 'lacking.ndjson');
    writeFileSync(path, `${lineOf(1)}\n${line}\n`);
    const { observations, problems } = readRecord(path);
    expect(observations).toHaveLength(1);
    expect(problems).toMatchObject([{ span: { line: 2 }, message: 'the line is not an observation' }]);
  });

  test('with lines of a type that is not known keeps them', () => {
    const path = join(folder, 'unknown.ndjson');
    writeFileSync(path, '{"seq":1,"at":1,"type":"constructor"}\n');
    expect(readRecord(path)).toMatchObject({ observations: [{ seq: 1 }], problems: [] });
  });

  test('that is not there is one problem', () => {
    const path = join(folder, 'nowhere.ndjson');
    expect(readRecord(path)).toEqual({
      observations: [],
      problems: [
        {
          severity: 'error',
          message: `cannot read ${path}`,
          why: 'there is no such file or folder',
          fix: 'check the path',
        },
      ],
    });
  });

  test('that cannot be opened is a problem', () => {
    const problem = { severity: 'error', message: `cannot write ${folder}`, why: 'it is a folder', fix: 'name a file' };
    expect(() => openRecord(folder)).toThrow(expect.objectContaining({ problem }));
  });

  test.skipIf(!existsSync('/dev/full'))('on a full disk tells so once and ends', () => {
    const problems: Problem[] = [];
    const record = openRecord('/dev/full', { onProblem: (problem) => problems.push(problem) });
    record.write(lineOf(1));
    record.write(lineOf(2));
    record.close();
    expect(problems.map(({ message, why }) => `${message}: ${why}`)).toEqual([
      'cannot write /dev/full: the disk is full',
    ]);
  });
});
