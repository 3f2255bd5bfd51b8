import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FILES } from '../application/folder/folder.ts';
import { shippedPath } from '../home.ts';
import { realClock } from '../io/real-clock.ts';
import { AS_ASSAY } from '../tools/bench/as-assay.ts';

/** How a process came to its end. */
export interface Outlived {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly stderr: string;
}

/**
 * Starts the real command on a run's folder, and kills it (SIGKILL) as soon as its record has so many bytes; never, unless
 * told.
 */
export async function assayKilledAt(words: readonly string[], folder: string, bytes = Infinity): Promise<Outlived> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...AS_ASSAY, shippedPath('harness/cli/assay.js'), ...words], {
    cwd: shippedPath(),
    env: { PATH, HOME },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  const record = join(folder, RUN_FILES.record);
  const hasGrown = (): boolean => existsSync(record) && statSync(record).size >= bytes;
  for (;;) {
    if (bytes < Infinity && hasGrown()) child.kill('SIGKILL');
    if (await realClock.until(closed, 1)) return { code: child.exitCode, stderr };
  }
}
