import { loadContract } from '../../contract/contract.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import { loadTarget } from '../../contract/target.ts';
import { compileContract } from '../../contract/validators.ts';
import { loadWorld } from '../../contract/world.ts';
import { unpackedSend } from '../../io/plain-send.ts';
import { virtualClock } from '../../io/virtual-clock.ts';
import { readEvent } from '../../kci/read.ts';
import type { Json, JsonObject, KciEvent, Send, SpecVerb, WireRequest } from '../../model.ts';
import { bytesOf, decodeUtf8, isFault, parseJson } from '../../wire/wire.ts';
import { createGateway, type FakeGateway, type GatewayOptions } from '../gateway.ts';

/** Test support: a gateway over the shipped fixtures on virtual time, and a client that speaks to it in JSON. */

const { contract } = loadContract(`${FIXTURES}/contract`);
const validators = compileContract(contract);
const world = loaded(loadWorld('fake').world);
const { tenants } = loaded(loadTarget('fake', {}).target);

/** A Monday morning in winter, two weeks before the clocks change. */
export const START = Date.UTC(2026, 2, 16, 9, 0, 0);

function loaded<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shipped fixtures cannot be loaded');
  return value;
}

export interface Answer {
  readonly status: number;
  readonly headers: JsonObject;
  readonly body: Json | undefined;
  readonly text: string;
}

export interface Trial {
  readonly gateway: FakeGateway;
  readonly clock: ReturnType<typeof virtualClock>;
  readonly tenant: string;
  readonly other: string;
  /** Deliveries as they came, oldest first. */
  readonly deliveries: {
    readonly request: WireRequest;
    readonly event: KciEvent;
    readonly body: Json;
    readonly at: number;
  }[];
  /** The status that the receiver answers, by the number of the delivery, from 1. */
  respond: (count: number) => number;
  /** How many ms later it answers. */
  respondAfter: (count: number) => number;
  ask(verb: SpecVerb, parts: Parts): Promise<Answer>;
  token(tenant?: string): Promise<string>;
  /** Lets virtual time pass. */
  pass(ms: number): Promise<void>;
  /** A whole request of an operation, valid unless told otherwise. */
  request(verb: SpecVerb, parts: Parts): Promise<WireRequest>;
  readonly send: Send;
}

export interface Parts {
  readonly tenant?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly query?: JsonObject;
  readonly body?: Json;
  readonly text?: string;
}

/** A trial with the shipped contract, the fake's world and the profile of this name. */
export function trial(
  options: Partial<GatewayOptions> = {},
  profileName = 'supplier',
  door: (gateway: FakeGateway) => Send = (gateway) => gateway.answer,
): Trial {
  const clock = virtualClock(START);
  const profile = loaded(loadProfile(profileName).profile);
  const deliveries: Trial['deliveries'] = [];
  const [one, two] = tenants;
  const deliver: Send = async (request) => {
    const text = decodeUtf8(request.body ?? new Uint8Array()) ?? '';
    const event = readEvent(profile, request.headers, text);
    deliveries.push({ request, event, body: parseJson(text).json ?? null, at: clock.now() - START });
    const count = deliveries.length;
    const afterMs = made.respondAfter(count);
    if (afterMs > 0) await new Promise<void>((resolve) => clock.schedule(afterMs, resolve));
    return { status: made.respond(count), headers: [], body: new Uint8Array(), tookMs: 0 };
  };
  const gateway = createGateway({
    contract,
    validators,
    profile,
    world,
    tenants,
    seed: 1,
    clock,
    deliver,
    webhookUrl: 'http://receiver.test/kcis',
    ...options,
  });
  let count = 0;
  const made: Trial = {
    gateway,
    clock,
    deliveries,
    tenant: one?.name ?? '',
    other: two?.name ?? '',
    respond: () => 204,
    respondAfter: () => 0,
    send: unpackedSend(door(gateway)),
    pass: async (ms) => {
      await clock.until(new Promise(() => {}), ms);
    },
    async token(name = made.tenant) {
      const { body } = await made.ask('token', { tenant: name });
      return String((body as JsonObject).access_token);
    },
    async request(verb, parts) {
      count += 1;
      const operation = contract.operations[verb];
      const name = parts.tenant ?? made.tenant;
      const { clientId, clientSecret } = tenants.find((each) => each.name === name) ?? {
        clientId: '',
        clientSecret: '',
      };
      const headers: Record<string, string | null> =
        operation.auth === 'basic'
          ? { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
          : {
              'X-Request-ID': `request-${count}`,
              'X-Conversation-ID': `conversation-${count}`,
              Tenant: name,
              Authorization: `Bearer ${parts.token ?? (await made.token(name))}`,
            };
      const isForm = operation.body?.contentType.includes('form') ?? false;
      if (operation.body) headers['Content-Type'] = operation.body.contentType;
      const query = Object.entries(parts.query ?? {}).map(
        ([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
      );
      const text =
        parts.text ??
        (isForm ? 'grant_type=client_credentials' : parts.body === undefined ? undefined : JSON.stringify(parts.body));
      return {
        method: operation.method,
        url: `http://fake.test${operation.path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        headers: Object.entries({ ...headers, ...parts.headers }).flatMap(([key, value]) =>
          value === null ? [] : [[key, value] as const],
        ),
        body: text === undefined ? null : bytesOf(text),
      };
    },
    async ask(verb, parts) {
      const answer = await made.send(await made.request(verb, parts));
      if (isFault(answer)) return { status: 0, headers: {}, body: answer.fault, text: answer.detail };
      const text = decodeUtf8(answer.body) ?? '';
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: parseJson(text).json, text };
    },
  };
  return made;
}
