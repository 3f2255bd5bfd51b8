import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { shippedPath } from '../../home.ts';
import type { Commands } from '../../workbench/ports.ts';
import type { OperatorAnswer, Question } from '../open/operator.ts';
import { LISTENS } from '../signals.ts';

/** The most bytes kept of what a command prints; JSON needs far less. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Flags that the workbench sets itself; variables of the environment must not override them. */
const DECIDED: ReadonlySet<string> = new Set(
  [
    'TARGET PROFILE WORLD BASE_URL VAR ENV_FILE SEED ONLY TAG FAULT DOOR OUT REPORTER SHARD RESUME NONCE REPEAT_EACH',
    'SHUFFLE QUIET JSON DB WAIVERS ENGINE SEGMENT PRINT_SCRIPT KUBERNETES ATTEND DRY_RUN YES CEASE',
  ].flatMap((names) => names.split(' ').map((name) => `ASSAY_${name}`)),
);

/**
 * Starts commands of this Assay, each in a process group of its own, so that Ctrl-C in the terminal reaches only the
 * starting process, which then ends them once and cleanly. If that process goes away first, each command ends by itself,
 * told by its channel (start.ts).
 */
export const ownCommands: Commands = (words, tell, asked) => {
  const environment = Object.entries(process.env).filter(([name]) => !DECIDED.has(name));
  const child = spawn(process.execPath, [...process.execArgv, shippedPath('harness/cli/assay.js'), ...words], {
    env: { ...Object.fromEntries(environment), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of tell ? (['stderr'] as const) : (['stdout', 'stderr'] as const)) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (said[name].length < MAX_TEXT) said[name] += text;
    });
  }
  // A command needs a moment until a signal ends it cleanly. An earlier signal is kept until then; a second one is not.
  const stop = { isHeard: false, isWanted: false };
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'asks' in message) asked?.((message as Question).asks);
    if (!isDeepStrictEqual(message, LISTENS)) return;
    stop.isHeard = true;
    if (stop.isWanted) child.kill('SIGINT');
  });
  if (tell && child.stdout) createInterface({ input: child.stdout }).on('line', tell);
  return {
    ended: new Promise((resolve) => {
      child.once('error', ({ message }) =>
        resolve({ code: null, stdout: '', stderr: `cannot start assay\n  ${message}` }),
      );
      child.once('close', (code) => resolve({ code, ...said }));
    }),
    answer: (said) => {
      if (child.connected) child.send({ said } satisfies OperatorAnswer);
    },
    interrupt: () => {
      if (stop.isHeard || stop.isWanted) child.kill('SIGINT');
      stop.isWanted = true;
    },
  };
};
