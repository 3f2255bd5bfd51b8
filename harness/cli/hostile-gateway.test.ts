import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RUN_FILES } from '../application/folder/folder.ts';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { shippedPath } from '../home.ts';
import { httpSend } from '../io/http.ts';
import { ACTIONS } from '../io/testing/hostile.ts';
import type { Observation, Verb, Verdict, WireRequest } from '../model.ts';
import { assay, type CommandResult, emptyFolder } from '../testing/command.ts';
import { fakeInItsProcess, targetFileFor } from '../testing/target.ts';
import { headerOf, isFault } from '../wire/wire.ts';

const { operations } = loadContract(join(FIXTURES, 'contract')).contract;

/** A scenario for each operation; walked often enough that every action meets a request, and that some requests meet none. */
const SCENARIOS = [
  'availability/after-an-order',
  'appointments/slots',
  'appointments/book-two',
  'orders/minimal-order',
  'amendments/details',
  'cancellations/provide',
];
/** With `HOSTILE=all` in the environment every operation meets every action; else each action is met at one of them. */
const isAll = process.env.HOSTILE === 'all';
const TIMES = isAll ? 330 : 25;

/** The actions that an operation meets, `nth` of `of`. */
const actionsOf = (nth: number, of: number): string[] => Object.keys(ACTIONS).filter((_, i) => isAll || i % of === nth);

/** The verb that a request belongs to. */
function verbOf(request: WireRequest): Verb | undefined {
  const path = request.url.replace(/^https?:\/\/[^/]*|\?.*$/g, '');
  return Object.values(operations).find((each) => each.method === request.method && each.path === path)?.verb;
}

interface Hit {
  readonly verb: Verb | undefined;
  readonly action: string;
  readonly requestId: string;
}

/** Stands before the fake and passes on what it is asked, but for requests for which there is a action. */
async function hostileFront(
  fakeUrl: string,
  actionFor: (verb: Verb | undefined) => string | undefined,
): Promise<{ readonly url: string; readonly hits: readonly Hit[] }> {
  const client = httpSend({ responseMs: 10_000, allowHosts: ['127.0.0.1'] });
  const hits: Hit[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    let read = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const request = requestIn(read, fakeUrl);
      if (!request) return;
      read = Buffer.alloc(0);
      const verb = verbOf(request);
      const action = actionFor(verb);
      if (action === undefined) void passOn(request, socket);
      else {
        hits.push({ verb, action, requestId: headerOf(request.headers, 'x-request-id') ?? '' });
        ACTIONS[action]?.(socket);
      }
    });
  });
  const passOn = async (request: WireRequest, socket: Socket): Promise<void> => {
    const answer = await client.send(request);
    if (isFault(answer)) return void socket.destroy();
    const headers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`HTTP/1.1 ${answer.status} X\r\n${headers}\r\n`);
    socket.write(answer.body);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await client.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits };
}

/** The request, once all of it is there. */
function requestIn(read: Buffer, fakeUrl: string): WireRequest | undefined {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = read.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const all = fields.map((field) => field.split(/: ?(.*)/s, 2) as [string, string]);
  const length = Number(headerOf(all, 'content-length') ?? 0);
  const body = read.subarray(end + 4);
  if (body.byteLength < length) return undefined;
  const headers = all.filter(([name]) => !['host', 'connection', 'content-length'].includes(name.toLowerCase()));
  return { method, url: `${fakeUrl}${target}`, headers, body: length === 0 ? null : body };
}

interface HostileRun extends CommandResult {
  readonly verdict: Verdict;
  readonly record: readonly Observation[];
  readonly hits: readonly Hit[];
  readonly maxRssMb: number;
}

/**
 * Runs the scenarios against the front with the real command; where all is tried, it tells at its end what memory it took.
 */
async function runAgainst(
  actionFor: (verb: Verb | undefined) => string | undefined,
  scenarios: readonly string[],
  times: number,
): Promise<HostileRun> {
  const fake = await fakeInItsProcess();
  const front = await hostileFront(fake, actionFor);
  const target = targetFileFor(front.url, (text) =>
    text.replace('response: 10s', 'response: 2s').replace('kci: 30s', 'kci: 2s'),
  );
  const out = join(emptyFolder(), 'run');
  const env = isAll ? { NODE_OPTIONS: `--import ${shippedPath('harness/tools/bench/meter.ts')}` } : {};
  const ended = await assay(
    [
      'run',
      ...scenarios.map((each) => `scenarios/${each}.yaml`),
      '--repeat-each',
      String(times),
      '--target',
      target,
      '--out',
      out,
      '--quiet',
    ],
    { env, withinMs: 100_000 },
  );
  const [, metered = '{}'] = /^metered: (.*)$/m.exec(ended.stderr) ?? [];
  if (ended.code === null || ![0, 1, 4].includes(ended.code)) throw new Error(ended.stderr.slice(-3_000));
  const read = (file: string): string => readFileSync(join(out, file), 'utf8');
  return {
    ...ended,
    verdict: JSON.parse(read(RUN_FILES.verdict)) as Verdict,
    record: read(RUN_FILES.record)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Observation),
    hits: front.hits,
    maxRssMb: (JSON.parse(metered) as { readonly maxRssKb: number }).maxRssKb / 1024,
  };
}

/** Gives requests to one of these operations the next action, with so many others between, until there is none left. */
function allActionsAt(
  verbs: readonly Verb[],
  { spared = {}, between = 0 }: { readonly spared?: Partial<Record<Verb, number>>; readonly between?: number } = {},
): { readonly actionFor: (verb: Verb | undefined) => string | undefined; readonly unmet: () => readonly Verb[] } {
  const left = new Map(verbs.map((verb, i) => [verb, actionsOf(i, verbs.length)]));
  const spare = new Map(Object.entries(spared));
  return {
    actionFor: (verb) => {
      if (verb === undefined) return undefined;
      const more = spare.get(verb) ?? 0;
      spare.set(verb, more > 0 ? more - 1 : between);
      return more > 0 ? undefined : left.get(verb)?.shift();
    },
    unmet: () => [...left].filter(([, actions]) => actions.length > 0).map(([verb]) => verb),
  };
}

test('a gateway that is hostile in every way, whatever it is asked for, is found out, and what it left alone passes', async () => {
  // Before the run Assay asks for itself whether anybody is there.
  const { actionFor, unmet } = allActionsAt(['availability', 'slots', 'book', 'order', 'amend', 'cancel'], {
    spared: { availability: 1 },
    // Who asks twice more for an answer that did not come gets one: three that get none end an operation.
    between: 2,
  });
  const { code, stderr, verdict, record, hits } = await runAgainst(actionFor, SCENARIOS, TIMES);

  expect(stderr).not.toMatch(/^\s+at /m);
  expect([code, unmet()]).toEqual([1, []]);
  const journeyOf = new Map(
    record.flatMap((seen) =>
      seen.type === 'request-sent' ? [[headerOf(seen.headers, 'x-request-id') ?? '', seen.journey] as const] : [],
    ),
  );
  const touched = new Map(hits.map(({ verb, action, requestId }) => [journeyOf.get(requestId), `${verb}: ${action}`]));
  const attempts = verdict.cases.flatMap((each) => each.attempts ?? []);
  // What is only read is asked for again, and the case goes on with that.
  const isRead = (action = ''): boolean => /^(availability|slots):/.test(action);
  const wrong = attempts.filter(({ journey, outcome }) =>
    outcome === 'passed' ? touched.has(journey) && !isRead(touched.get(journey)) : !touched.has(journey),
  );
  expect(wrong.map(({ journey, outcome }) => [journey, touched.get(journey), outcome])).toEqual([]);
});

test('so is one that is hostile at every fourth token that it is asked for', async () => {
  // Three in a row without an answer would end the operation, and how many are under way at once is chance.
  const { actionFor, unmet } = allActionsAt(['token'], { spared: { token: 1 }, between: 3 });
  const { code, stderr, verdict } = await runAgainst(actionFor, ['token/access-token'], 240);

  expect(stderr).not.toMatch(/^\s+at /m);
  expect([code, unmet()]).toEqual([1, []]);
  const checks = verdict.cases.flatMap(({ findings }) =>
    findings.flatMap(({ check, result }) => (result.outcome === 'failed' ? [check] : [])),
  );
  expect(checks).toContain('http.no-answer');
  expect(checks).toContain('http.whole');
});

const MAX_MB = 150;

/** Measured with `HOSTILE=all` only: a process for each. */
test.runIf(isAll)(
  `no single exchange takes more than ${MAX_MB} MB`,
  async () => {
    const took = async (action?: string): Promise<number> => {
      let left = 1;
      const run = await runAgainst(
        (verb) => (verb === 'availability' && left-- === 0 ? action : undefined),
        ['availability/leading-zeros'],
        1,
      );
      expect(run.hits.map((hit) => hit.action)).toEqual(action === undefined ? [] : [action]);
      return run.maxRssMb;
    };
    const idle = await took();
    const above: [string, number][] = [];
    for (const action of Object.keys(ACTIONS)) above.push([action, Math.round((await took(action)) - idle)]);
    process.stderr.write(
      `above ${Math.round(idle)} MB: ${above.map(([action, mb]) => `${action} ${mb}`).join(', ')}\n`,
    );
    expect(above.filter(([, mb]) => mb > MAX_MB)).toEqual([]);
  },
  900_000,
);
