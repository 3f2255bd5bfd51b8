import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import type { Feed } from '../../port.ts';
import type { Exchange, JourneyReport } from '../runtime.ts';
import { ENV, FILES } from '../settings.ts';
import { toldIn } from '../told.ts';

/**
 * Test support: runs a script as one VU, on a machine that has what k6 has and nothing of Node. A function answers its
 * requests; time passes only while the script sleeps.
 */
export interface Machine {
  readonly options: unknown;
  setup(): unknown;
  /** Walks the journey with this index, given the result of `setup`. */
  walk(shared: unknown, index: number): void;
  collect(): void;
  teardown(): void;
  /** What was sent, with the parameters that k6 was given. */
  readonly sent: { readonly method: string; readonly url: string; readonly params: Params }[];
  /** What Assay was told, with the paths. */
  readonly told: { readonly path: string; readonly body: unknown }[];
  readonly metrics: { readonly name: string; readonly value: number; readonly tags: unknown }[];
  readonly slept: number[];
  readonly errors: string[];
}

interface Params {
  readonly tags: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseCallback?: unknown;
  readonly timeout?: number;
}

export interface MachineOptions {
  /** The folder that `writeK6Files` wrote to. */
  readonly folder: string;
  /** Absent: tokens, and 200 with an empty object for all else. */
  readonly answer?: (
    url: string,
    nth: number,
  ) => { readonly status: number; readonly body?: unknown; readonly error?: string };
  readonly secrets: string;
  /** False: there is no control server. */
  readonly hasControl?: boolean;
  readonly feed?: () => Feed & { readonly ended: number };
  /** The status with which Assay answers reports. */
  readonly tellStatus?: number;
  readonly awaited?: string;
  readonly vusActive?: number;
}

const CONTROL = 'http://control.invalid/secret';

/** What `test.abort` throws. */
export class Aborted extends Error {}

const TOKEN = { access_token: 't0ken', token_type: 'Bearer', expires_in: 3600 };

const LOOK = { siteInformation: { newLine: true }, serviceSpecifications: [{}], unavailabilityReasons: [] };

function usual(url: string): ReturnType<NonNullable<MachineOptions['answer']>> {
  return { status: 200, body: url.includes('token') ? TOKEN : LOOK };
}

/** A VU that has loaded the script. */
export async function createMachine(options: MachineOptions): Promise<Machine> {
  const {
    folder,
    answer = usual,
    secrets,
    hasControl = true,
    feed,
    tellStatus = 204,
    awaited = 'met',
    vusActive = 1,
  } = options;
  const sent: Machine['sent'] = [];
  const told: Machine['told'] = [];
  const metrics: Machine['metrics'] = [];
  const slept: number[] = [];
  const errors: string[] = [];
  const vu = { metrics: { tags: {} } };
  let index = 0;
  let sleptMs = 0;

  const toAssay = (path: string, body: unknown): object => {
    if (path === '/now') return { status: 200, body: String(Date.now()) };
    if (path === '/feed') return feed ? { status: 200, body: JSON.stringify(feed()) } : { status: 503, body: '' };
    told.push({ path, body });
    if (path === '/await') return { status: 200, json: () => awaited };
    return { status: tellStatus, body: '', error: '' };
  };
  const control = (url: string, body?: string): object =>
    toAssay(url.slice(CONTROL.length), body && (url.endsWith('/walked') ? toldIn(body) : JSON.parse(body)));
  const request = (method: string, url: string, _body: string | null, params: Params): object => {
    // Tags as k6 merges them: those of the scenario, of the VU and of the request.
    sent.push({ method, url, params: { ...params, tags: { to: 'gateway', ...vu.metrics.tags, ...params.tags } } });
    const { status, body, error = '' } = answer(url, sent.length);
    const timings = { blocked: 0, duration: 1 };
    const text = body === undefined ? '' : JSON.stringify(body);
    return {
      status,
      error,
      error_code: status === 0 ? 1212 : 0,
      timings,
      headers: {},
      body: text,
      json: () => JSON.parse(text),
    };
  };
  class Metric {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    add(value: number | boolean, tags?: unknown): void {
      metrics.push({ name: this.name, value: Number(value), tags });
    }
  }
  const http = {
    request,
    batches: (all: { method: string; url: string; body: string; params: Params }[]) =>
      all.map(({ method, url, body, params }) => request(method, url, body, params)),
    get: (url: string) => control(url),
    post: (url: string, body: string) => control(url, body),
    expectedStatuses: (...statuses: unknown[]) => statuses,
  };
  const modules: Readonly<Record<string, object>> = {
    k6: {
      check: (_value: unknown, checks: Record<string, boolean>) => Object.values(checks).every(Boolean),
      group: (_name: string, walk: () => void) => walk(),
      sleep: (seconds: number) => {
        slept.push(seconds);
        sleptMs += seconds * 1000;
      },
    },
    'k6/http': http,
    'k6/encoding': { b64encode: (text: string) => Buffer.from(text).toString('base64') },
    'k6/execution': {
      scenario: {
        startTime: Date.now(),
        get iterationInTest() {
          return index;
        },
      },
      instance: { vusActive },
      vu,
      test: {
        abort: (reason: string) => {
          throw new Aborted(reason);
        },
      },
    },
    'k6/data': { SharedArray: sharedArray },
    'k6/metrics': { Counter: Metric, Gauge: Metric, Rate: Metric, Trend: Metric },
  };
  const environment = { [ENV.secrets]: secrets, ...(hasControl ? { [ENV.control]: CONTROL } : {}) };
  const module = { exports: {} as Record<string, (...args: unknown[]) => unknown> };
  const context = createContext({
    module,
    // A required module is its own default export, too.
    require: (name: string) => modules[name],
    open: (path: string) => readFileSync(join(folder, path), 'utf8'),
    __ENV: environment,
    console: { error: (text: string) => errors.push(text) },
  });
  new Script('(later) => { const now = Date.now; Date.now = () => now() + later(); }').runInContext(context)(
    () => sleptMs,
  );
  new Script(await bundled(folder)).runInContext(context);
  const { exports } = module;
  const run = (name: string, ...args: unknown[]): unknown => exports[name]?.(...args);
  return {
    options: exports.options,
    setup: () => JSON.parse(JSON.stringify(run('setup'))),
    walk: (shared, nth) => {
      index = nth;
      run('walk', shared);
    },
    collect: () => void run('collect'),
    teardown: () => void run('teardown'),
    sent,
    told,
    metrics,
    slept,
    errors,
  };
}

function sharedArray(_name: string, make: () => unknown[]): unknown[] {
  return make();
}

/** The script with its imports, as one text that Node can run. */
async function bundled(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, FILES.script)],
    bundle: true,
    write: false,
    format: 'cjs',
    logLevel: 'silent',
    external: ['k6', 'k6/*'],
  });
  return outputFiles[0]?.text ?? '';
}

/** What Assay was told of journey `index`. */
export function toldOf(machine: Machine, index: number): JourneyReport | undefined {
  const walked = machine.told.filter(({ path }) => path === '/walked').map(({ body }) => body as JourneyReport);
  return walked.find((told) => told.index === index);
}

/** The exchanges that Assay was told of journey `index`. */
export function exchangesOf(machine: Machine, index: number): readonly Exchange[] {
  return (toldOf(machine, index)?.did ?? []).flatMap((each) => ('wait' in each ? [] : [each]));
}
