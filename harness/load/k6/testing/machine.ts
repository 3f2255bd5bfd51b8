import { createContext, Script } from 'node:vm';
import type { Send } from '../../../model.ts';
import { isFault } from '../../../wire/wire.ts';
import type { Feed, Timed } from '../../port.ts';
import { bundleScript } from '../bundle.ts';
import { ENV } from '../settings.ts';

/**
 * Test support: the bundled script on a machine that has what k6 has and nothing of Node: one VU of it. Requests go to a
 * `Send` and may be awaited, which k6's own need not; time passes only where the script sleeps.
 */
export interface Machine {
  readonly options: unknown;
  setup(): Promise<unknown>;
  /** Walks the journey with that index, told what `setup` gave. */
  walk(shared: unknown, index: number): Promise<void>;
  collect(): void;
  teardown(): void;
  handleSummary(data: unknown): Record<string, string>;
  /** What was sent, with what k6 was told of it. */
  readonly sent: { readonly method: string; readonly url: string; readonly params: Params }[];
  /** What Assay was told, by its paths. */
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
  readonly send: Send;
  /** By name, as `writeK6Files` wrote them. */
  readonly files: Readonly<Record<string, string>>;
  readonly secrets: string;
  /** False: there is no Assay. */
  readonly hasControl?: boolean;
  readonly feed?: () => Feed & { readonly ended: number };
  /** The status that Assay answers when it is told something. */
  readonly tellStatus?: number;
  readonly awaited?: string;
  readonly vusActive?: number;
  /** Another script than one without schemas. */
  readonly script?: string;
}

const CONTROL = 'http://control.invalid/secret';

/** What `test.abort` throws. */
export class Aborted extends Error {}

/** The script as one text, made once. */
const scriptText: Promise<string> = bundleScript({ format: 'cjs' });

/** A VU that has loaded the script. */
export async function createMachine(options: MachineOptions): Promise<Machine> {
  const { send, files, secrets, hasControl = true, feed, tellStatus = 204, awaited = 'met', vusActive = 1 } = options;
  const sent: Machine['sent'] = [];
  const told: Machine['told'] = [];
  const metrics: Machine['metrics'] = [];
  const slept: number[] = [];
  const errors: string[] = [];
  let index = 0;
  let sleptMs = 0;

  const toAssay = (path: string, body: unknown): object => {
    if (path === '/now') return { status: 200, body: String(Date.now()) };
    if (path === '/feed') return feed ? { status: 200, body: JSON.stringify(feed()) } : { status: 503, body: '' };
    told.push({ path, body });
    if (path === '/await') return { status: 200, body: JSON.stringify({ ended: awaited }) };
    return { status: tellStatus, body: '', error: '' };
  };
  const control = (url: string, body?: string): object =>
    toAssay(url.slice(CONTROL.length), body === undefined ? undefined : JSON.parse(body));
  const request = async (method: string, url: string, body: ArrayBuffer | null, params: Params): Promise<object> => {
    if (url.startsWith(CONTROL)) return control(url, body as unknown as string);
    sent.push({ method, url, params });
    const result = await send({
      method,
      url,
      headers: Object.entries(params.headers),
      body: body && new Uint8Array(body),
    });
    const timings = { blocked: 0, duration: result.tookMs };
    if (isFault(result)) {
      return { status: 0, error: result.detail, error_code: 1212, timings, headers: {}, body: null };
    }
    const { buffer, byteOffset, byteLength } = result.body;
    return {
      status: result.status,
      error: '',
      error_code: result.status < 400 ? 0 : 1000 + result.status,
      timings,
      headers: Object.fromEntries(result.headers),
      body: buffer.slice(byteOffset, byteOffset + byteLength),
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
    asyncRequest: request,
    get: (url: string) => control(url),
    post: (url: string, body: string) => control(url, body),
    expectedStatuses: (...statuses: unknown[]) => statuses,
  };
  const modules: Readonly<Record<string, object>> = {
    k6: {
      sleep: (seconds: number) => {
        slept.push(seconds);
        sleptMs += seconds * 1000;
      },
    },
    'k6/http': http,
    'k6/encoding': { b64encode: (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64') },
    'k6/execution': {
      scenario: {
        startTime: Date.now(),
        get iterationInTest() {
          return index;
        },
      },
      instance: { vusActive },
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
    // What is required is the default export, too.
    require: (name: string) => modules[name],
    open: (path: string) => files[path.replace('./', '')],
    __ENV: environment,
    console: { error: (text: string) => errors.push(text) },
    TextEncoder,
    TextDecoder,
    Uint8Array,
    ArrayBuffer,
    setTimeout,
    clearTimeout,
  });
  new Script('(later) => { const now = Date.now; Date.now = () => now() + later(); }').runInContext(context)(
    () => sleptMs,
  );
  new Script(options.script ?? (await scriptText)).runInContext(context);
  const { exports } = module;
  const run = (name: string, ...args: unknown[]): unknown => exports[name]?.(...args);
  return {
    options: exports.options,
    setup: async () => JSON.parse(JSON.stringify(await run('setup'))),
    walk: async (shared, nth) => {
      index = nth;
      await run('walk', shared);
    },
    collect: () => void run('collect'),
    teardown: () => void run('teardown'),
    handleSummary: (data) => run('handleSummary', data) as Record<string, string>,
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

/** What journey `index` observed, as Assay was told. */
export function observedOf(machine: Machine, index: number): readonly Timed[] {
  const walked = machine.told.filter(({ path }) => path === '/walked');
  const bodies = walked.map(({ body }) => body as { index: number; observed: Timed[] });
  return bodies.find((body) => body.index === index)?.observed ?? [];
}
