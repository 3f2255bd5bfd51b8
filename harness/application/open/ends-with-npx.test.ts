import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { emptyFolder, startAssay } from '../../testing/command.ts';

/** What npx is to a command: its parent, with its own name in the environment. */
const NPX = `
import { spawn } from 'node:child_process';
const env = { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: "'assay'" };
spawn(process.execPath, [process.argv[2], 'fake', '--port', '0'], { stdio: 'inherit', env });
setInterval(() => {}, 1000);
`;

test('a fake that npx started ends when npx is killed: none is left on the port, to be certified later', async () => {
  const program = join(emptyFolder(), 'npx.mjs');
  writeFileSync(program, NPX);
  const npx = startAssay([shippedPath('harness/cli/assay.js')], { program });
  const [url = ''] = await npx.printed(/answers at (\S+)\n/);

  // Ends when nobody holds its streams any more, and the fake held them, too.
  await npx.stop('SIGTERM');

  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
