import { freePort } from '../../io/free-port.ts';
import { httpSend } from '../../io/http.ts';
import { realClock } from '../../io/real-clock.ts';
import { serve } from '../../io/serve.ts';
import { DONE, isFollowed } from '../../judge/client/task.ts';
import { type Exchange, isAccepted, joinExchange } from '../../judge/exchange.ts';
import type {
  ClientCase,
  Headers,
  Journey,
  Json,
  JsonObject,
  Observation,
  Plan,
  Send,
  TargetTenant,
  Unrecorded,
} from '../../model.ts';
import { createFold } from '../../record/fold.ts';
import { createRecorder, type Secret } from '../../run/record.ts';
import { runStarted } from '../../run/run-started.ts';
import { isObject } from '../../values/pointer.ts';
import { bytesOf, parseJson, textOf } from '../../wire/wire.ts';
import type { ClientAim } from '../cases/client-cases.ts';
import type { Aim } from '../inputs.ts';
import { stoppableClock } from '../open/stoppable-clock.ts';
import { VERSION } from '../version.ts';
import { attachPage, stepText } from './attach-page.ts';
import { openStage } from './stage.ts';

/** What a client is told for one case. */
export interface ClientSetting {
  readonly gateway: string;
  readonly tenants: readonly TargetTenant[];
  /** Where it is to take events, and by what it knows that they come from the gateway. */
  readonly webhook: string;
  readonly authentication?: Json | undefined;
  readonly task: {
    readonly case: string;
    readonly title: string;
    readonly service: JsonObject;
    readonly steps: readonly JsonObject[];
    readonly patienceMs: number;
  };
  /** What it asked for so far, and was answered: `order 202`. */
  readonly seen: () => readonly string[];
}

/** How a client ended: what it says of its task, or why it shows nothing. */
export interface ClientEnd {
  readonly said?: string;
  readonly reason?: 'client-ended' | 'client-silent';
  readonly detail?: string;
}

/** Has a client do a task, until it ends or is told to. */
export type ClientDriver = (setting: ClientSetting, signal: AbortSignal) => Promise<ClientEnd>;

/** What the cases of a client are run with. */
export interface ClientRun {
  readonly aim: Aim;
  readonly contract: ClientAim['contract'];
  readonly plan: Plan;
  readonly drive: ClientDriver;
  /** What the client is called, and its build. */
  readonly name: string;
  readonly build?: string;
  readonly write: ((line: string) => void) | null;
  readonly secrets: readonly Secret[];
  /** Where the gateway listens; 0: any free port, another for each case. */
  readonly port: number;
  /** Where the client takes events; absent: at a free port, another for each case. */
  readonly webhook?: string | undefined;
  readonly kciGapMs: number;
  /** The longest that a case may take. */
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onCase?: ((journey: Journey, nth: number) => void) | undefined;
}

const HOST = '127.0.0.1';
/** After the last that a case waits for, it is watched so long for what should not come; where it waits for nothing, longer. */
const SETTLE_MS = 400;
const SETTLE_LONG_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Plays each case to the client, one after the other, and gives what was said as a record. */
export async function runClient(options: ClientRun): Promise<readonly Observation[]> {
  const { plan, aim, contract, write, secrets, signal } = options;
  const record: Observation[] = [];
  const recorder = createRecorder({ clock: realClock, write, secrets });
  const see = (unrecorded: Unrecorded): void => {
    record.push(recorder.record(unrecorded));
  };
  const baseUrl = `http://${HOST}${options.port === 0 ? '' : `:${options.port}`}`;
  const { name: target, build } = options;
  const { length: journeys } = plan.journeys;
  see(runStarted({ ...aim, contract, ...plan, target, baseUrl, assay: VERSION, build, journeys }));
  const past: string[] = [];
  let exchanges = 0;
  const exchange = (): number => ++exchanges;
  for (const [nth, journey] of plan.journeys.entries()) {
    if (signal?.aborted) break;
    if (!journey.client || journey.excused) continue;
    options.onCase?.(journey, nth + 1);
    see({ type: 'journey-started', journey: journey.id });
    const { said, reason, detail, seen } = await playCase(options, journey, {
      recorder,
      exchange,
      add: (one) => record.push(one),
      place: { nth: nth + 1, of: plan.journeys.length, past },
    });
    past.push(`${journey.id}: ${seen.join(', ') || 'nothing'}`);
    const told = said ?? detail;
    const words = told === undefined ? {} : { detail: told };
    see({ type: 'journey-ended', journey: journey.id, ended: 'finished', ...(reason ? { reason } : {}), ...words });
  }
  see({ type: 'run-ended', ended: signal?.aborted ? 'interrupted' : 'finished' });
  return record;
}

async function playCase(
  { aim, contract, plan, drive, port, withinMs, kciGapMs, signal, ...options }: ClientRun,
  journey: Journey,
  to: Pick<Parameters<typeof openStage>[0], 'recorder' | 'exchange'> & {
    readonly add: (seen: Observation) => void;
    readonly place: { readonly nth: number; readonly of: number; readonly past: readonly string[] };
  },
): Promise<ClientEnd & { readonly seen: readonly string[] }> {
  const client = journey.client as NonNullable<Journey['client']>;
  const { clock, stop } = stoppableClock(realClock);
  const webhook = options.webhook ?? `http://${HOST}:${await freePort()}${aim.profile.wire.path}`;
  const outgoing = httpSend({ responseMs: withinMs, allowHosts: [new URL(webhook).hostname] });
  const fold = createFold(aim.profile);
  let isThere = true;
  let lastAt = clock.now();
  let baseUrl = '';
  const stage = openStage({
    ...to,
    aim,
    contract,
    journey: journey.id,
    client,
    clock,
    seed: plan.seed,
    kciGapMs,
    see: (seen) => {
      fold.see(seen);
      lastAt = clock.now();
      to.add(seen);
    },
    baseUrl: () => baseUrl,
    webhook,
    deliver: outgoing.send,
    isThere: () => isThere,
  });
  const asked = () => [...fold.exchanges.values()].map((each) => joinExchange(contract, each, {}));
  const said = Promise.withResolvers<ClientEnd>();
  const task = {
    case: journey.id,
    title: journey.title,
    service: aim.world.service,
    steps: client.task,
    patienceMs: client.patienceMs,
  };
  const seen = () =>
    asked().map(({ sent, response, broke }) => `${sent.verb} ${response?.status ?? broke?.fault ?? '…'}`);
  const told = () => ({ ...task, ...to.place, next: task.steps.map(stepText), seen: seen() });
  const served = await serve(withTask(told, stage.answer, said.resolve), { host: HOST, port });
  baseUrl = served.url;
  const enough = new AbortController();
  // Where no request need come, none says that it is over: a client may take its time to start.
  const waits = client.follows !== undefined && !isFollowed(client, []);
  const looking = setInterval(() => {
    const quietMs = stage.pendingDeliveries() === 0 ? clock.now() - lastAt : 0;
    const isEnough = waits ? isFollowed(client, asked()) : quietMs > SETTLE_LONG_MS && fold.exchanges.size > 0;
    if (quietMs > SETTLE_MS && isEnough) enough.abort();
  }, LOOK_EVERY_MS);
  const late = setTimeout(() => enough.abort(), withinMs);
  try {
    const authentication = aim.target.webhook.authentication as Json | undefined;
    const setting = { seen, gateway: served.url, tenants: aim.target.tenants, webhook, authentication, task };
    const until = AbortSignal.any([enough.signal, ...(signal ? [signal] : [])]);
    const end = await Promise.race([drive(setting, until), said.promise]);
    return { ...unlessEarly(end, client, asked()), seen: seen() };
  } finally {
    enough.abort();
    isThere = false;
    clearInterval(looking);
    clearTimeout(late);
    stop();
    await served.close();
    await outgoing.close();
  }
}

/** A client that ends without a word of success, and that nothing stood against, shows nothing of itself: something is wrong where it runs. */
function unlessEarly(end: ClientEnd, client: ClientCase, asked: readonly Exchange[]): ClientEnd {
  const { said } = end;
  if (said === undefined || said === DONE) return end;
  if (asked.length === 0) return { reason: 'client-ended', detail: `it ended before it asked for anything: ${said}` };
  const { faults, forged, outcome } = client.gateway;
  const isPlain = faults.length === 0 && forged === undefined && outcome === undefined && client.ends === 'done';
  if (!isPlain || !asked.every(isAccepted) || !client.follows || isFollowed(client, asked)) return end;
  return { reason: 'client-ended', detail: `it ended though nothing stood against it: ${said}` };
}

/** Where a running client, or its tests, can ask what is to be done next, and say that it was; a person sees it beside. */
const TASK = '/_assay/task';
const PAGE = '/_assay/';
const PAGE_HEADERS: Headers = [
  ['content-type', 'text/html; charset=utf-8'],
  ['content-security-policy', "frame-ancestors 'none'"],
];

function withTask(told: () => JsonObject, answer: Send, end: (said: ClientEnd) => void): Send {
  const headers: Headers = [['content-type', 'application/json']];
  return async (request, signal) => {
    const path = request.url.replace(/^https?:\/\/[^/]*/, '');
    if (path === PAGE) return { status: 200, headers: PAGE_HEADERS, body: bytesOf(attachPage()), tookMs: 0 };
    if (path !== TASK) return answer(request, signal);
    const { json } = request.method === 'POST' ? parseJson(textOf(request.body ?? new Uint8Array()) ?? '') : {};
    // What is said of another case came too late.
    const isOfThis = isObject(json) && (json.case === undefined || json.case === told().case);
    if (isOfThis) end({ said: json.done === true ? DONE : 'undone' });
    return { status: 200, headers, body: bytesOf(JSON.stringify(told())), tookMs: 0 };
  };
}
