import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { DONE } from '../../judge/client/task.ts';
import { refusal, say } from '../say.ts';
import { stepText } from './attach-page.ts';
import type { ClientDriver, ClientEnd, ClientSetting } from './run.ts';

/** What a client is told in variables of its environment; the same is told of a client that is attached. */
export function variablesOf({
  gateway,
  tenants,
  webhook,
  authentication,
  task,
}: ClientSetting): Record<string, string> {
  const [first] = tenants;
  const secret = (authentication as { readonly secret?: string } | undefined)?.secret;
  return {
    ASSAY_GATEWAY: gateway,
    ASSAY_TENANTS: JSON.stringify(tenants),
    ASSAY_TENANT: first?.name ?? '',
    ASSAY_CLIENT_ID: first?.clientId ?? '',
    ASSAY_CLIENT_SECRET: first?.clientSecret ?? '',
    ASSAY_WEBHOOK: webhook,
    ASSAY_WEBHOOK_AUTHENTICATION: JSON.stringify(authentication ?? null),
    ...(secret === undefined ? {} : { ASSAY_WEBHOOK_SECRET: secret }),
    ASSAY_TASK: JSON.stringify(task),
  };
}

/** What a shell says of a command that is not there, or cannot be run. */
const NOT_FOUND = [126, 127];
/** A client that was told to end has so long for it; what it started is looked for so often until it is gone. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;

/** Ends a process and what it started, by force where it does not go, and waits until it is gone; twice the grace at most. */
async function endGroup(group: number): Promise<void> {
  const isGone = (how: NodeJS.Signals | 0): boolean => {
    try {
      return !process.kill(-group, how);
    } catch {
      return true;
    }
  };
  const started = performance.now();
  let how: NodeJS.Signals | 0 = 'SIGTERM';
  while (!isGone(how) && performance.now() < started + 2 * GRACE_MS) {
    await setTimeout(LOOK_MS);
    how = performance.now() < started + GRACE_MS ? 0 : 'SIGKILL';
  }
}

/** Starts a command for each case; its exit status says whether the task was done. Refuses one that is not there. */
export function byCommand(command: string): ClientDriver {
  return (setting, signal) =>
    new Promise<ClientEnd>((resolve, reject) => {
      const env = { ...process.env, ...variablesOf(setting) };
      const client = spawn(command, { shell: true, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
      let ended: Promise<void> | undefined;
      const stop = (): void => {
        if (client.pid !== undefined) ended = endGroup(client.pid);
      };
      signal.addEventListener('abort', stop, { once: true });
      client.once('error', reject);
      client.once('exit', (status, killed) => {
        signal.removeEventListener('abort', stop);
        if (NOT_FOUND.includes(status ?? 0)) {
          reject(refusal(`cannot start "${command}"`, `its exit status is ${status}: not found, or not to be run`));
        } else if (ended !== undefined) resolve(ended.then(() => ({})));
        else if (killed) resolve({ reason: 'client-ended', detail: `it was ended by ${killed}` });
        else resolve({ detail: status === 0 ? DONE : `exit status ${status}` });
      });
    });
}

/** Tells a person what a running client is to do next, and waits until that was seen, or said at `/_assay/task`. */
export function byHand(): ClientDriver {
  let isIntroduced = false;
  return (setting, signal) => {
    const { gateway, webhook, task, seen } = setting;
    if (!isIntroduced) {
      isIntroduced = true;
      for (const [name, value] of Object.entries(variablesOf(setting))) {
        if (name !== 'ASSAY_TASK' && name !== 'ASSAY_TENANTS') say(`  ${name}=${value}`);
      }
      say(`  ${gateway}/_assay/ is a page that says what is next, and shows it done`);
      say(`  GET ${gateway}/_assay/task tells the same; POST {"done": true} or {"done": false} there when it is over`);
    }
    say(`${task.case}: ${task.title}`);
    for (const step of task.steps) say(`  do ${stepText(step)}`);
    say(`  events come to ${webhook}`);
    return new Promise((resolve) => {
      const over = (): void => {
        say(`  seen: ${seen().join(', ') || 'nothing'}`);
        resolve({});
      };
      signal.addEventListener('abort', over, { once: true });
    });
  };
}
