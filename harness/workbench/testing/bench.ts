import type { Send, WireRequest, WireResponse } from '../../model.ts';
import { bytesOf, decodeUtf8, isFault } from '../../wire/wire.ts';
import { createJobRunner } from '../job-runner.ts';
import { createLive, type LiveFeed } from '../live.ts';
import type { CommandResult, Commands, Runs } from '../ports.ts';
import { type LiveNews, type RunEntry, TOKEN_HEADER } from '../protocol.ts';
import { createServer, type Server } from '../server.ts';

// Test support: a workbench whose commands print what a test says, and whose runs come from a table.

/** The token that lets callers in. */
export const TOKEN = 'the-token';
/** The port in addresses; none is opened. */
export const PORT = 7357;

/** A command that was started. */
export interface Started {
  readonly words: readonly string[];
  /** Prints a line. */
  print(line: string): void;
  end(ended: Partial<CommandResult>): void;
  interrupts: number;
  /** The answers that were passed on. */
  readonly answers: string[];
  ask(question: string | null): void;
}

/** The server, with access for a test to what is behind it. */
export interface TestBench extends Server {
  readonly started: Started[];
  readonly live: LiveFeed;
  readonly crashes: unknown[];
}

/** A workbench with what a test provides, and nothing else. */
export function benchWith({
  runs = {},
  paths = [],
  hasHistory = true,
  look = () => [],
  answer,
}: {
  readonly runs?: Partial<Runs>;
  readonly paths?: readonly string[];
  readonly hasHistory?: boolean;
  /** The new news of the current run. */
  readonly look?: () => readonly LiveNews[];
  /** Ends each command at once with this result. */
  readonly answer?: (words: readonly string[]) => Partial<CommandResult>;
} = {}): TestBench {
  const started: Started[] = [];
  const crashes: unknown[] = [];
  const commands: Commands = (words, tell, asked) => {
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    const it: Started = {
      words,
      print: (line) => tell?.(line),
      end: (ended) => resolve({ code: 0, stdout: '', stderr: '', ...ended }),
      interrupts: 0,
      answers: [],
      ask: (question) => asked?.(question),
    };
    started.push(it);
    if (answer) it.end(answer(words));
    return {
      ended: promise,
      answer: (said) => void it.answers.push(said),
      interrupt: () => {
        it.interrupts += 1;
      },
    };
  };
  const all: Runs = {
    list: () => [],
    detail: () => undefined,
    report: () => undefined,
    reportAt: () => undefined,
    folderOf: () => undefined,
    again: () => undefined,
    fresh: (...names) => ({ name: ['new', ...names].join('-'), folder: `out/${['new', ...names].join('-')}` }),
    ...runs,
  };
  const live = createLive();
  const server = createServer({
    gate: { token: TOKEN, port: () => PORT },
    commands,
    runs: all,
    jobs: createJobRunner({
      commands,
      runs: all,
      live,
      follow: () => ({ look, close: () => {} }),
      crashed: (error) => crashes.push(error),
    }),
    choices: () => ({
      assay: '1',
      targets: [],
      profiles: [],
      worlds: [],
      traffic: [],
      waivers: [],
      faults: [],
      given: { target: 'fake' },
      runs: 'out',
    }),
    paths,
    history: { file: 'out/history.db', exists: () => hasHistory },
    live,
    shell: '<!doctype html>',
    crashed: (error) => crashes.push(error),
  });
  return { ...server, started, live, crashes };
}

/** A call as the page makes it, unless the test says otherwise; given headers replace the usual ones. */
export function callOf(
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly body?: unknown;
  } = {},
): WireRequest {
  const usual = { Host: `127.0.0.1:${PORT}`, 'Sec-Fetch-Site': 'same-origin', [TOKEN_HEADER]: TOKEN };
  const all = Object.entries({ ...usual, ...headers });
  return {
    method,
    url: `http://127.0.0.1:${PORT}${path}`,
    headers: all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    body: body === undefined ? null : bytesOf(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

/** The answer, with its body parsed if it is JSON. */
export async function asked(
  send: Send,
  request: WireRequest,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }> {
  const answer = await send(request);
  if (isFault(answer)) throw new Error(answer.detail);
  const { status, headers, body } = answer as WireResponse;
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const text = decodeUtf8(body) ?? '';
  return { status, headers: named, body: named['content-type'] === 'application/json' ? JSON.parse(text) : text };
}

/** The entry of a run that certified the fake. */
export const entry: RunEntry = {
  kind: 'run',
  faults: [],
  name: '2026-01-02T03-04-05-fake',
  writtenAt: 1,
  reportAt: '/report/key/2026-01-02T03-04-05-fake',
  outcome: 'certified',
  scope: { cases: 1, of: 1 },
  target: 'fake',
  baseUrl: 'http://fake.invalid',
  profile: 'supplier',
  world: 'fake',
  seed: 1,
  startedAt: 0,
  endedAt: 1,
  cases: { passed: 1, failed: 0, inconclusive: 0, 'not-applicable': 0 },
};
