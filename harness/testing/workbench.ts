import { type CommandOptions, startAssay } from './command.ts';

/** Test support: a workbench in a process of its own, and calls to it as its page makes them. */
export interface TestWorkbench {
  readonly url: string;
  readonly token: string;
  readonly port: string;
  call(path: string, init?: RequestInit): Promise<Response>;
  start(chosen?: object): Promise<string>;
  stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): ReturnType<ReturnType<typeof startAssay>['stop']>;
}

/** Starts `assay ui` on a free port; `runs` is where its runs go. */
export async function startWorkbench(
  runs: string,
  words: readonly string[] = [],
  options: Pick<CommandOptions, 'cwd' | 'env' | 'program'> = {},
): Promise<TestWorkbench> {
  const ui = startAssay(['ui', '--port', '0', '--runs', runs, ...words], { ...options, withinMs: 150_000 });
  const [url = '', port = '', token = ''] = await ui.printed(
    /^the workbench is at (http:\/\/127\.0\.0\.1:(\d+))\/#token=([\w-]{43})\n[\s\S]*Ctrl-C ends it\n/,
  );
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { 'X-Assay-Token': token, ...(init.headers as Record<string, string>) } });
  return {
    url,
    token,
    port,
    call,
    start: async (chosen = {}) => {
      const body = { target: 'fake', seed: 1, faults: [], only: [], isOnRealTime: false, ...chosen };
      const answer = await call('/api/start', { method: 'POST', body: JSON.stringify(body) });
      return ((await answer.json()) as { run: string }).run;
    },
    stop: ui.stop,
  };
}
