import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { Environment } from '../../contract/environment.ts';
import type { Problem } from '../../model.ts';

/** A k6 that can run the script. */
export interface K6Binary {
  readonly path: string;
  /** `2.2.0`. */
  readonly version: string;
}

/** The major version that the script is written for. */
const MAJOR = 2;
const HOW_TO_GET = 'install k6 with "go install go.k6.io/k6/v2@v2.2.0" (Go 1.25 or later), or take --engine native';
const ANSWERS_WITHIN_MS = 10_000;

/**
 * The k6 that `K6_BIN` names, else the first on the PATH; a `Problem` if there is none to run. The path is absolute,
 * because k6 runs in a folder of its own.
 */
export async function findK6(environment: Environment): Promise<K6Binary | Problem> {
  const named = environment.K6_BIN;
  const path = named ? resolve(named) : onPath(environment.PATH ?? '');
  if (path === undefined) return problem('k6 was not found', 'K6_BIN is not set, and no folder of PATH holds it');
  const by = named ? 'K6_BIN names it' : 'it is the first k6 of PATH';
  if (!existsSync(path)) return problem(`there is no k6 at ${path}`, by);
  if (!isExecutable(path)) return problem(`${path} is not an executable file`, by);
  const said = await versionSaid(path);
  const [, version, major] = /^k6(?:\.exe)? v((\d+)\.\d+\.\d+\S*)/.exec(said) ?? [];
  if (version === undefined) return problem(`${path} is not k6`, `to "k6 version" it said "${firstLine(said)}"`);
  if (Number(major) !== MAJOR) {
    return problem(
      `${path} is k6 ${version}`,
      `${by}; the script needs k6 ${MAJOR}, whose Go module is go.k6.io/k6/v${MAJOR}`,
    );
  }
  return { path, version };
}

function problem(message: string, why: string): Problem {
  return { severity: 'error', message, why, fix: HOW_TO_GET };
}

function onPath(path: string): string | undefined {
  const name = process.platform === 'win32' ? 'k6.exe' : 'k6';
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => resolve(folder, name))
    .find((file) => existsSync(file) && isExecutable(file));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionSaid(path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, ['version'], { timeout: ANSWERS_WITHIN_MS }, (error, stdout, stderr) => {
      resolve(stdout || stderr || error?.message || '');
    });
  });
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
