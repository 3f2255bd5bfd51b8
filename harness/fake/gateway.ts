import { siteKey } from '../journey/site.ts';
import { ofTenant } from '../kci/webhook.ts';
import type {
  Clock,
  Json,
  KciProfile,
  Problem,
  Send,
  TargetClient,
  TargetTenant,
  TestSetup,
  Verb,
  WireRequest,
} from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { httpUrl } from '../values/url.ts';
import { decodeUtf8, parseJson } from '../wire/wire.ts';
import { createAnswer, type Decide } from './answer.ts';
import { createCalendar } from './calendar.ts';
import { createOrderEvents } from './events.ts';
import type { Fault } from './fault.ts';
import { createFaultBook, type FaultOccasion } from './fault-book.ts';
import { createReader, createSteering, methodsAt, STEERING, type SteeringHeaders } from './read-request.ts';
import { createRefuser, type Reply, type RequestValidator } from './refusals.ts';
import type { Rules } from './rules.ts';
import { createSites } from './sites.ts';
import { emptyState, resetSite } from './state.ts';
import { createTokenIssuer } from './token.ts';
import { batchDeliveries, createWebhooks } from './webhooks.ts';

/** What a fake gateway needs. */
export interface GatewayOptions extends Omit<TestSetup, 'target'> {
  readonly validators: RequestValidator;
  readonly tenants: readonly TargetTenant[];
  /** Clients that exist but may not have a token. */
  readonly barred?: readonly TargetClient[] | undefined;
  /** The same seed and the same requests give the same answers. */
  readonly seed: number;
  readonly clock: Clock;
  /** Sends webhook requests. */
  readonly deliver: Send;
  /** Where events go; without it they happen, but are not delivered. */
  readonly webhookUrl?: string | undefined;
  /** The time between the events of an order, unless a request asks for another. 30 s unless given. */
  readonly kciGapMs?: number | undefined;
  /** 3600 unless given. */
  readonly tokenLifeSeconds?: number | undefined;
  /** Faults that are on. */
  readonly faults?: readonly Fault[] | undefined;
  /** Faults that a request may ask for by name, in the steering header for faults or `X-Assay-Fault`; called on demand. */
  readonly faultsOnRequest?: (() => readonly Fault[]) | undefined;
  /** Called for every answer and every event that a fault could strike. */
  readonly onOccasion?: ((occasion: FaultOccasion) => void) | undefined;
  readonly steeringHeaders?: SteeringHeaders | undefined;
  /** What it does on operations beyond the specification's. */
  readonly behaviours?: (rules: Rules) => Readonly<Record<Verb, Decide>>;
}

/** A fake gateway: the answering function, and access to what runs behind it. */
export interface FakeGateway {
  readonly answer: Send;
  /** Sends events to this URL from now on: those of one tenant, or of all tenants without a URL of their own. */
  setWebhook(url: string, tenant?: string): void;
  /** Gives each tenant a webhook URL of its own below this one. */
  setWebhooks(url: string): void;
  /** How many events are on their way, or will come without further requests. */
  pendingDeliveries(): number;
}

const DEFAULT_GAP_MS = 30_000;
const DEFAULT_TOKEN_LIFE_SECONDS = 3_600;

/** Creates a fake gateway. */
export function createGateway(options: GatewayOptions): FakeGateway {
  const { contract, profile, world, clock, tenants } = options;
  const seed = String(options.seed);
  const state = emptyState();
  const rules: Rules = {
    state,
    profile,
    seed,
    sites: createSites(world, state),
    calendar: createCalendar(world.slots, world.timeZone),
    timeZone: world.timeZone,
    winterCalendar: createCalendar(world.slots, 'UTC'),
    refuser: createRefuser(contract, seed),
    // Never slower than the profile promises.
    kciGapMs:
      options.kciGapMs ?? Math.min(DEFAULT_GAP_MS, profile.delivery.firstWithinMs, profile.delivery.betweenWithinMs),
  };
  const urls = new Map<string | undefined, string>();
  if (options.webhookUrl !== undefined) urls.set(undefined, options.webhookUrl);
  const setWebhook = (url: string, tenant?: string): void => {
    urls.set(tenant, url);
  };

  const book = createFaultBook(options.faults ?? [], options.faultsOnRequest, options.onOccasion);
  const sending = createWebhooks({ clock, deliver: options.deliver, retry: profile.delivery.retry });
  const webhooks = batchDeliveries(profile, clock, sending);
  const orderEvents = createOrderEvents({
    rules,
    clock,
    book,
    webhooks,
    webhookOf: (tenant) => urls.get(tenant) ?? urls.get(undefined),
    tenants: tenants.map(({ name }) => name),
  });
  const pendingDeliveries = (): number => webhooks.pending() + orderEvents.moving();
  const tokenLifeSeconds = options.tokenLifeSeconds ?? DEFAULT_TOKEN_LIFE_SECONDS;
  const answer = createAnswer({
    rules,
    read: createReader(contract),
    methodsAt: (path) => methodsAt(contract, path),
    tokens: createTokenIssuer(tenants, seed, tokenLifeSeconds, options.barred),
    tokenLifeSeconds,
    validators: options.validators,
    steeringOf: createSteering(options.steeringHeaders ?? STEERING, contract, book),
    book,
    orderEvents,
    clock,
    behaviours: options.behaviours?.(rules) ?? {},
    ownCalls: createOwnCalls({
      setWebhook,
      pendingDeliveries,
      resetSite: (address) => resetSite(state, siteKey(address)),
    }),
  });
  const setWebhooks = (url: string): void => {
    for (const { name } of tenants) setWebhook(ofTenant(url, profile, name), name);
  };
  return { answer, setWebhook, setWebhooks, pendingDeliveries };
}

/** The fake's own paths, which the gateway's do not include. */
const WEBHOOK = '/_fake/webhook';
const HEALTH = '/_fake/health';
const SITES = '/_fake/sites';

/**
 * Answers `PUT /_fake/webhook {"url": …, "tenant": …}`, which registers where a client's events go (`tenant` is optional),
 * `DELETE /_fake/sites {"id": …, "type": …}`, which resets an address to its state before any order, and `GET
 * /_fake/health`. Null for any other request.
 */
function createOwnCalls(gateway: {
  setWebhook(url: string, tenant?: string): void;
  pendingDeliveries(): number;
  resetSite(address: Json): void;
}): (request: WireRequest, path: string) => Reply | null {
  return (request, path) => {
    if (path === HEALTH && request.method === 'GET') {
      return { status: 200, json: { status: 'up', pendingDeliveries: gateway.pendingDeliveries() } };
    }
    const { json } = parseJson(request.body === null ? '' : (decodeUtf8(request.body) ?? ''));
    if (path === SITES && request.method === 'DELETE') {
      gateway.resetSite(json ?? null);
      return { status: 204 };
    }
    if (path !== WEBHOOK || request.method !== 'PUT') return null;
    const { url, tenant } = isObject(json) ? json : {};
    if (typeof url !== 'string' || !httpUrl(url)) {
      return { status: 422, json: { message: 'expected {"url": "http://…"}' } };
    }
    gateway.setWebhook(url, typeof tenant === 'string' ? tenant : undefined);
    return { status: 204 };
  };
}

/** Why the fake cannot play a gateway of this profile; empty if it can. */
export function unplayable({ profile, emit }: KciProfile): Problem[] {
  if (emit !== undefined) return [];
  return [
    {
      severity: 'error',
      message: `the fake cannot play the KCI profile "${profile}"`,
      why: 'the profile has no "emit", which says how an event is written; a real gateway needs none',
      fix: 'add "emit" to the profile, or name the target of a gateway that sends such events',
    },
  ];
}
