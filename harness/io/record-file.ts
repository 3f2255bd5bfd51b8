import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Observation, Problem, RunStarted } from '../model.ts';
import { fileProblem } from '../source/file.ts';
import { cut } from '../values/cut.ts';
import { EnvironmentError } from './file-problem.ts';
import { ensureFolder } from './files.ts';
import { parseObservation } from './observation.ts';

/**
 * A file of lines that grows. Each line is with the operating system when `write` returns, so a killed process loses none.
 * With `isInPieces` a killed process loses the last piece; any other exit loses nothing.
 */
export type RecordWriter = ReturnType<typeof openRecord>;

/** How a record is opened, and who is told of failures. */
export interface OpenRecordOptions {
  /**
   * Continues an existing record instead of starting anew: an incomplete last line is removed, or gets its missing line
   * break.
   */
  readonly isResumed?: boolean;
  /** Writes some dozens of lines at a time: for a run on virtual time, which takes only seconds. */
  readonly isInPieces?: boolean;
  /** Called once, with the first write that failed; the record ends before it, or within its piece. */
  readonly onProblem?: (problem: Problem) => void;
}

const lineBreak = 0x0a;

/** Opens a record for writing, with the folders it needs. Throws an `EnvironmentError`. */
export function openRecord(path: string, options: OpenRecordOptions = {}) {
  ensureFolder(dirname(path));
  let file: number;
  try {
    file = openSync(path, options.isResumed ? 'a+' : 'w');
    if (options.isResumed) mendLastLine(file);
  } catch (error) {
    throw new EnvironmentError(fileProblem('write', path, error));
  }
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let filled = 0;
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
    process.off('exit', close);
    closeSync(file);
  };
  const flush = (): void => {
    const bytes = piece.subarray(0, filled);
    filled = 0;
    try {
      if (isOpen) writeAll(file, bytes);
    } catch (error) {
      end();
      options.onProblem?.(fileProblem('write', path, error));
    }
  };
  /** Appends the line and a line break. Does nothing after a failure. */
  const write = (line: string): void => {
    const mostBytes = MAX_BYTES_EACH * line.length + 1;
    if (filled + mostBytes > piece.byteLength) flush();
    if (mostBytes > piece.byteLength) piece = Buffer.allocUnsafeSlow(mostBytes);
    filled += piece.write(`${line}\n`, filled, 'utf8');
    if (!options.isInPieces) flush();
  };
  const close = (): void => {
    flush();
    if (isOpen) end();
  };
  if (options.isInPieces) process.on('exit', close);
  return { write, close };
}

/** Some dozens of exchanges. */
const PIECE_BYTES = 64 * 1024;
/** The most bytes of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_EACH = 3;

/** A disk that is almost full writes only a part. */
function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.byteLength) written += writeSync(file, bytes, written);
}

/**
 * Lines are written whole; text after the last line break is what a crash left. It stays if it is a complete observation,
 * as readers treat it.
 */
function mendLastLine(file: number): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(lineBreak) + 1;
  if (parseObservation(bytes.toString('utf8', end))) writeAll(file, Buffer.of(lineBreak));
  else ftruncateSync(file, end);
}

/**
 * Reads a record back. An incomplete last line, as a killed run leaves it, is a warning; any other line that is no
 * observation is an error, and reading goes on after it. A record of another version is not read.
 */
export function readRecord(path: string): {
  readonly observations: readonly Observation[];
  readonly problems: readonly Problem[];
} {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { observations: [], problems: [fileProblem('read', path, error)] };
  }
  const observations: Observation[] = [];
  const problems: Problem[] = [];
  let line = 0;
  for (let start = 0; start < bytes.byteLength; ) {
    line += 1;
    const at = bytes.indexOf(lineBreak, start);
    const isTorn = at < 0;
    const text = bytes.toString('utf8', start, isTorn ? bytes.byteLength : at);
    const observation = parseObservation(text);
    if (observation?.type === 'run-started' && observation.version !== RECORD_VERSION)
      return { observations: [], problems: [otherVersion(path, observation)] };
    if (observation) observations.push(observation);
    else problems.push(isTorn ? tornLine(path, line, text) : strangeLine(path, line, text));
    start = isTorn ? bytes.byteLength : at + 1;
  }
  return { observations, problems };
}

const RECORD_VERSION: RunStarted['version'] = 2;

function otherVersion(file: string, { version = 1, assay }: { version?: number; assay: string }): Problem {
  return {
    severity: 'error',
    message: `${file} is a record of version ${version}, written by Assay ${assay}`,
    why: `this Assay reads version ${RECORD_VERSION}, in which every answer names the journey and the step that it belongs to`,
    fix:
      version > RECORD_VERSION
        ? 'use that Assay, or a later one'
        : 'use the Assay that wrote it, or make the run again',
  };
}

function tornLine(file: string, line: number, text: string): Problem {
  return {
    severity: 'warning',
    span: spanOf(file, line, text),
    message: 'the last line is torn off',
    why: 'the run that wrote it was killed, or its disk was full; everything before it is whole',
  };
}

function strangeLine(file: string, line: number, text: string): Problem {
  return {
    severity: 'error',
    span: spanOf(file, line, text),
    message: 'the line is not an observation',
    why: 'each line of a record is a JSON object with seq, at and type, and all that belongs to its type',
    fix: 'the file was changed after the run; use an unchanged copy',
  };
}

function spanOf(file: string, line: number, text: string): NonNullable<Problem['span']> {
  const excerpt = cut(text);
  return { file, line, col: 1, length: Math.max(1, excerpt.length), excerpt };
}
