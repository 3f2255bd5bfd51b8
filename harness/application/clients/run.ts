import type { Fault } from '../../fake/fault.ts';
import { freePort } from '../../io/free-port.ts';
import { type HttpClient, httpSend } from '../../io/http.ts';
import { realClock } from '../../io/real-clock.ts';
import { serve } from '../../io/serve.ts';
import { isFollowed, TASK_DONE } from '../../judge/client/task.ts';
import { type Exchange, isAccepted, joinExchange } from '../../judge/exchange.ts';
import type {
  ClientCase,
  Headers,
  Journey,
  JourneyEnded,
  Json,
  JsonObject,
  Observation,
  Plan,
  Send,
  TargetTenant,
} from '../../model.ts';
import { foldOf, growRecord } from '../../record/fold.ts';
import { createRecorder, type Recorder, type Secret } from '../../run/record.ts';
import { runStarted } from '../../run/run-started.ts';
import { isObject } from '../../values/pointer.ts';
import { bytesOf, decodeUtf8, isFault, parseJson } from '../../wire/wire.ts';
import type { Aim } from '../inputs.ts';
import { deliveryTls } from '../open/client.ts';
import { observedFake } from '../open/observe.ts';
import { stoppableClock } from '../open/stoppable-clock.ts';
import { VERSION } from '../version.ts';
import { attachPage, stepText } from './attach-page.ts';

/** What a client is told for one case. */
export interface ClientSetting {
  readonly gateway: string;
  readonly tenants: readonly TargetTenant[];
  /** Where the client is to take events, and how it knows that they come from the gateway. */
  readonly webhook: string;
  readonly authentication?: Json | undefined;
  readonly task: {
    readonly case: string;
    readonly title: string;
    readonly service: JsonObject;
    readonly steps: readonly JsonObject[];
    readonly patienceMs: number;
  };
  /** The requests that were seen so far, with their answers: `order 202`. */
  readonly seen: () => readonly string[];
}

/** How a client ended: what it says of its task, or why nothing can be concluded. */
export type ClientEnd = Pick<JourneyEnded, 'reason' | 'detail'>;

/** Has a client do a task, until it ends or `signal` tells it to. */
export type ClientDriver = (setting: ClientSetting, signal: AbortSignal) => Promise<ClientEnd>;

/** How cases are played; times in ms. */
export interface Played {
  /** What the client is called, and its build. */
  readonly name: string;
  readonly build?: string | undefined;
  /** Where the gateway listens; 0: any free port, a new one for each case. */
  readonly port: number;
  /** Where the client takes events; absent: a free port, a new one for each case. */
  readonly webhook?: string | undefined;
  /** The longest that a case may take. */
  readonly within: number;
}

/** What the cases of a client are run with. */
interface ClientRun extends Played {
  /** Its contract is the one by which clients are judged. */
  readonly aim: Aim;
  readonly plan: Plan;
  readonly drive: ClientDriver;
  readonly write: ((line: string) => void) | null;
  readonly secrets: readonly Secret[];
  readonly signal?: AbortSignal | undefined;
  readonly onCase?: ((journey: Journey, nth: number) => void) | undefined;
}

const HOST = '127.0.0.1';
/** Between the events of an order: short, so that nobody waits long. */
const KCI_GAP_MS = 60;
/** How long a case is still watched for unexpected requests after the last expected one; longer if none was expected. */
const SETTLE_MS = 400;
const SETTLE_LONG_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Plays each case to the client, one after the other, and returns the record of what was said. */
export async function runClient(options: ClientRun): Promise<readonly Observation[]> {
  const { plan, aim, name: target, build, port, signal } = options;
  const { record, add } = growRecord(aim.profile);
  const recorder = createRecorder({ ...options, clock: realClock, see: add });
  const baseUrl = `http://${HOST}${port === 0 ? '' : `:${port}`}`;
  const { length: of } = plan.journeys;
  recorder.record(runStarted({ ...aim, ...plan, target, baseUrl, assay: VERSION, build, journeys: of }));
  const past: string[] = [];
  for (const [i, journey] of plan.journeys.entries()) {
    if (signal?.aborted) break;
    if (!journey.client || journey.excused) continue;
    options.onCase?.(journey, i + 1);
    recorder.record({ type: 'journey-started', journey: journey.id });
    const seen = (): readonly string[] =>
      askedIn(record, aim, journey).map(
        ({ sent, response, broke }) => `${sent.verb} ${response?.status ?? broke?.fault ?? '…'}`,
      );
    const told = () => ({ nth: i + 1, of, past, seen: seen() });
    const end = await playCase(options, journey, journey.client, { record, recorder }, told);
    past.push(`${journey.id}: ${seen().join(', ') || 'nothing'}`);
    recorder.record({ type: 'journey-ended', journey: journey.id, ended: 'finished', ...end });
  }
  recorder.record({ type: 'run-ended', ended: signal?.aborted ? 'interrupted' : 'finished' });
  return record;
}

/** The requests of a client in a case so far. */
function askedIn(
  record: readonly Observation[],
  { contract, profile }: Aim,
  { id }: Pick<Journey, 'id'>,
): readonly Exchange[] {
  const walk = foldOf(record, profile).walks.get(id)?.at(-1);
  return walk?.exchanges.map((each) => joinExchange(contract, each, {})) ?? [];
}

/** The answer to requests of a client that has ended. */
const GONE = { fault: 'aborted', detail: 'the client has ended', tookMs: 0 } as const;

async function playCase(
  { aim, plan, drive, port, within, signal, ...options }: ClientRun,
  { id, title }: Journey,
  client: ClientCase,
  { record, recorder }: { readonly record: readonly Observation[]; readonly recorder: Recorder },
  standing: () => { readonly nth: number; readonly of: number; readonly seen: readonly string[] },
): Promise<ClientEnd> {
  const { clock, stop } = stoppableClock(realClock);
  const webhook = options.webhook ?? `http://${HOST}:${await freePort()}${aim.profile.wire.path}`;
  const { protocol, hostname } = new URL(webhook);
  const outgoing = httpSend({ responseMs: within, allowHosts: [hostname], tls: deliveryTls(aim.target) });
  // The stranger has no certificate to show.
  const stranger = httpSend({ responseMs: within, allowHosts: [hostname], tls: { insecure: true } });
  let isThere = true;
  const unlessGone =
    ({ send }: HttpClient): Send =>
    async (request) => {
      const came = isThere ? await send(request) : GONE;
      return isFault(came) && !isThere ? GONE : came;
    };
  const { tenants, webhook: its } = aim.target;
  // With mutual TLS but no https, a connection cannot prove who sends.
  const canTell = its.authentication?.by !== 'mutual-tls' || protocol === 'https:';
  const { faults, tokenLifeMs: tokenLife, forged } = client.gateway;
  const stage = observedFake({
    aim: inHaste(aim),
    journey: id,
    made: { seed: plan.seed, kciDelay: KCI_GAP_MS, tokenLife, webhook, faults: faults as unknown as readonly Fault[] },
    forged: forged && canTell ? { how: forged, deliver: unlessGone(stranger) } : undefined,
    clock,
    recorder,
    exchangesBefore: foldOf(record, aim.profile).exchanges.size,
    deliver: unlessGone(outgoing),
  });
  const asked = () => askedIn(record, aim, { id });
  const said = Promise.withResolvers<ClientEnd>();
  const { task: steps, patienceMs } = client;
  const task = { case: id, title, service: aim.world.service, steps, patienceMs };
  const told = () => ({ ...task, ...standing(), next: steps.map(stepText) });
  const served = await serve(withTask(told, stage.answer, said.resolve), { host: HOST, port });
  const enough = new AbortController();
  // If no request need come, none tells that the case is over: a client may take its time to start.
  const waits = client.follows !== undefined && !isFollowed(client, []);
  const looking = setInterval(() => {
    const quietMs = stage.pendingDeliveries() === 0 ? clock.now() - foldOf(record, aim.profile).horizon : 0;
    const isEnough = waits ? isFollowed(client, asked()) : quietMs > SETTLE_LONG_MS && asked().length > 0;
    if (quietMs > SETTLE_MS && isEnough) enough.abort();
  }, LOOK_EVERY_MS);
  const late = setTimeout(() => enough.abort(), within);
  try {
    const authentication = its.authentication as Json | undefined;
    const setting = { seen: () => standing().seen, gateway: served.url, tenants, webhook, authentication, task };
    const until = AbortSignal.any([enough.signal, ...(signal ? [signal] : [])]);
    const end = await Promise.race([drive(setting, until), said.promise]);
    return unlessEarly(end, client, asked());
  } finally {
    enough.abort();
    isThere = false;
    clearInterval(looking);
    clearTimeout(late);
    stop();
    await served.close();
    await Promise.all([outgoing.close(), stranger.close()]);
  }
}

/** A delivery that is not acknowledged is repeated at once, not after hours. */
export function inHaste({ profile, ...aim }: Aim): Aim {
  const { delivery, emit } = profile;
  const { retry } = delivery;
  const hasty = retry && { ...retry, attempts: Math.min(retry.attempts, 3), spacingMs: [50] };
  const gathered = emit && { emit: { ...emit, gatherMs: 1 } };
  return { ...aim, profile: { ...profile, delivery: { ...delivery, retry: hasty }, ...gathered } };
}

/**
 * A client that ends without success, though nothing in the case stood against it, shows nothing: something is wrong with
 * how it runs.
 */
function unlessEarly(end: ClientEnd, client: ClientCase, asked: readonly Exchange[]): ClientEnd {
  const { reason, detail } = end;
  if (reason !== undefined || detail === undefined || detail === TASK_DONE) return end;
  if (asked.length === 0) return { reason: 'client-ended', detail: `it ended before it asked for anything: ${detail}` };
  const { faults, forged } = client.gateway;
  const isPlain = faults.length === 0 && forged === undefined && client.ends === 'done';
  if (!isPlain || !asked.every(isAccepted) || !client.follows || isFollowed(client, asked)) return end;
  return { reason: 'client-ended', detail: `it ended though nothing stood against it: ${detail}` };
}

/**
 * Where a running client, or its tests, can ask for the next task and report it done. `PAGE` shows the same to a person.
 */
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
    const { json } = request.method === 'POST' ? parseJson(decodeUtf8(request.body ?? new Uint8Array()) ?? '') : {};
    // A report about an earlier case came too late.
    const isOfThis = isObject(json) && (json.case === undefined || json.case === told().case);
    if (isOfThis) end({ detail: json.done === true ? TASK_DONE : 'undone' });
    return { status: 200, headers, body: bytesOf(JSON.stringify(told())), tookMs: 0 };
  };
}
