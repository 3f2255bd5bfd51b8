import type { FakeGateway } from '../../fake/gateway.ts';
import { operationAt } from '../../judge/exchange.ts';
import type { ClientCase, Clock, Headers, Send, WebhookAuthentication, WireRequest } from '../../model.ts';
import { changed } from '../../run/altered-credentials.ts';
import { createExchange } from '../../run/exchange.ts';
import type { Recorder } from '../../run/record.ts';
import { countSteps, ownerOf } from '../../traffic/naming.ts';
import { captureBody } from '../../wire/capture.ts';
import { headerOf, isFault } from '../../wire/wire.ts';
import type { Aim } from '../inputs.ts';
import { type FakeMadeOf, makeFake } from './make-fake.ts';

type Forged = NonNullable<ClientCase['gateway']['forged']>;

/** A case of a client: what its fake is made of, and where the record goes. */
interface ObservedCase {
  readonly aim: Aim;
  readonly journey: string;
  readonly made: FakeMadeOf;
  /** Sends, before the first delivery, one that does not prove to come from the gateway; `deliver` is its own way there. */
  readonly forged?: { readonly how: Forged; readonly deliver: Send } | undefined;
  readonly clock: Clock;
  readonly recorder: Pick<Recorder, 'record' | 'addSecret'>;
  /** How many exchanges the record already has. */
  readonly exchangesBefore: number;
  /** The way to the client's webhook. */
  readonly deliver: Send;
}

/** A fake that records everything said between it and a client, except calls to the fake itself (`/_fake/…`). */
export function observedFake(options: ObservedCase): FakeGateway {
  const { aim, journey, made, clock, recorder, exchangesBefore, deliver } = options;
  const { contract, target } = aim;
  const { authentication } = target.webhook;
  const timed =
    (send: Send): Send =>
    async (...request) => {
      const startedAt = clock.now();
      return { ...(await send(...request)), tookMs: clock.now() - startedAt };
    };

  let deliveries = 0;
  const tell = async (request: WireRequest, way = deliver, unproven?: string) => {
    const came = await timed(way)(request);
    const { method, url, headers, body } = request;
    deliveries += 1;
    recorder.record({
      type: 'delivery-received',
      delivery: deliveries,
      method,
      path: new URL(url).pathname,
      expectedPath: true,
      headers,
      body: captureBody(body ?? new Uint8Array()),
      tookMs: came.tookMs,
      ...(isFault(came) ? { answered: 0, broke: came.fault } : { answered: came.status }),
      ...(unproven === undefined ? {} : { unproven }),
    });
    return came;
  };
  let forged = authentication && options.forged;
  const fake = makeFake(aim, made, {
    clock,
    deliver: async (request) => {
      if (authentication && forged) {
        const { how, deliver: way } = forged;
        forged = undefined;
        const headers = withoutProof(request.headers, authentication, how);
        await tell({ ...request, headers }, way, how === 'unsigned' ? 'it has no proof' : 'its proof is wrong');
      }
      return tell(request);
    },
  });

  const exchange = createExchange({
    ...recorder,
    send: timed(fake.answer),
    clock,
    signal: new AbortController().signal,
    exchangesBefore,
  });
  const stepOf = countSteps();
  const answer: Send = async (request, signal) => {
    const { method, url, headers } = request;
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?', 1);
    if (path.startsWith('/_fake/')) return fake.answer(request, signal);
    const operation = operationAt(contract, method, path);
    // An operation without parameters must match the whole path, since the gateway stands at the root.
    const isIts = operation !== undefined && (operation.path.includes('{') || operation.path === path);
    const verb = isIts ? operation.verb : 'http';
    const tenant = ownerOf(headers, target.tenants)?.name ?? headerOf(headers, contract.headers.tenant) ?? '';
    const { came } = await exchange({ journey, step: stepOf(journey, verb), verb, tenant }, request);
    return came;
  };
  return { ...fake, answer };
}

/** Headers of a delivery with no proof of its origin, or with a wrong one. */
function withoutProof(headers: Headers, authentication: WebhookAuthentication, how: Forged): Headers {
  const { by } = authentication;
  const named = by === 'header' ? authentication.name.toLowerCase() : 'authorization';
  const proof = by === 'standard-webhooks' ? 'webhook-signature' : named;
  return headers.flatMap(([name, value]): Headers => {
    if (name.toLowerCase() !== proof) return [[name, value]];
    return how === 'unsigned' ? [] : [[name, changed(value)]];
  });
}
