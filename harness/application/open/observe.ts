import type { Contract, Send, TargetTenant, Unrecorded, WebhookAuthentication, WireRequest } from '../../model.ts';
import type { Recorder } from '../../run/record.ts';
import { countSteps, operationOf, ownerOf } from '../../traffic/naming.ts';
import { tokenOf } from '../../wire/answer-body.ts';
import { captureBody } from '../../wire/capture.ts';
import { headerOf, isFault, parseJson, textOf } from '../../wire/wire.ts';

/** How a delivery is made that does not prove to come from the gateway: without its proof, or with a wrong one. */
export type Forgery = 'unsigned' | 'wrongly-signed';

/** Writes down what a client asks a gateway, and what it answers to the gateway's events. */
export interface Observer {
  /** The gateway, as the client is to reach it. Calls to the fake itself (`/_fake/…`) are not the client's side. */
  gateway(answer: Send): Send;
  /** The way to the client's webhook. */
  deliver(send: Send): Send;
}

/** What an observer needs. */
export interface ObserverOptions {
  readonly recorder: Recorder;
  readonly record: (unrecorded: Unrecorded) => void;
  readonly contract: Contract;
  readonly tenants: readonly TargetTenant[];
  readonly baseUrl: () => string;
  readonly journey: string;
  /** The number of the next exchange of the record. */
  readonly exchange: () => number;
  readonly now: () => number;
  /** Whether the client still can answer. */
  readonly isThere: () => boolean;
  readonly authentication?: WebhookAuthentication | undefined;
  readonly forgery?: Forgery | undefined;
}

/** An observer of one case. */
export function createObserver(options: ObserverOptions): Observer {
  const { recorder, record, contract, tenants, journey, now } = options;
  const stepOf = countSteps();
  let deliveries = 0;
  let isForged = options.forgery === undefined;

  const gateway =
    (answer: Send): Send =>
    async (request, signal) => {
      const [path = ''] = request.url.replace(/^https?:\/\/[^/]+/, '').split('?', 1);
      if (path.startsWith('/_fake/')) return answer(request, signal);
      const operation = operationOf(contract, request.method, path);
      const verb = operation && path.startsWith('/') && isItsPath(operation.path, path) ? operation.verb : 'http';
      const of = {
        exchange: options.exchange(),
        journey,
        step: stepOf(journey, verb),
        verb,
        tenant: ownerOf(request.headers, tenants)?.name ?? headerOf(request.headers, contract.headers.tenant) ?? '',
      };
      const { method, headers } = request;
      const url = `${options.baseUrl()}${request.url.replace(/^https?:\/\/[^/]+/, '')}`;
      record({ type: 'request-sent', ...of, method, url, headers, body: request.body && captureBody(request.body) });
      const startedAt = now();
      const came = await answer(request, signal);
      const tookMs = now() - startedAt;
      if (isFault(came)) {
        record({ type: 'exchange-broke', ...of, fault: came.fault, detail: came.detail, tookMs });
        return came;
      }
      const token = verb === 'token' ? tokenOf(parseJson(textOf(came.body) ?? '').json)?.text : undefined;
      if (token !== undefined) recorder.addSecret('access-token', token);
      const { status } = came;
      record({ type: 'response-received', ...of, status, headers: came.headers, body: captureBody(came.body), tookMs });
      return came;
    };

  const send = async (request: WireRequest, through: Send, unproven?: string) => {
    const startedAt = now();
    const came = options.isThere()
      ? await through(request)
      : ({ fault: 'aborted', detail: 'the client has ended', tookMs: 0 } as const);
    const broke = isFault(came) ? { broke: options.isThere() ? came.fault : ('aborted' as const) } : {};
    deliveries += 1;
    record({
      type: 'delivery-received',
      delivery: deliveries,
      method: request.method,
      path: new URL(request.url).pathname,
      expectedPath: true,
      headers: request.headers,
      body: captureBody(request.body ?? new Uint8Array()),
      answered: isFault(came) ? 0 : came.status,
      tookMs: now() - startedAt,
      ...broke,
      ...(unproven === undefined ? {} : { unproven }),
    });
    return came;
  };

  const deliver =
    (through: Send): Send =>
    async (request) => {
      const { authentication, forgery } = options;
      if (!isForged && forgery && authentication) {
        isForged = true;
        const proof = proofHeaders(authentication);
        const headers = request.headers.flatMap(([name, value]): [string, string][] => {
          if (!proof.includes(name.toLowerCase())) return [[name, value]];
          return forgery === 'unsigned' ? [] : [[name, altered(value)]];
        });
        await send({ ...request, headers }, through, forgery === 'unsigned' ? 'it has no proof' : 'its proof is wrong');
      }
      return send(request, through);
    };
  return { gateway, deliver };
}

/** Of an operation without parameters, the whole path is its own: the gateway stands at the root. */
function isItsPath(template: string, path: string): boolean {
  return template.includes('{') || path === template;
}

/** In small letters, the headers that prove where a delivery comes from. */
function proofHeaders(authentication: WebhookAuthentication): readonly string[] {
  switch (authentication.by) {
    case 'standard-webhooks':
      return ['webhook-signature'];
    case 'header':
      return [authentication.name.toLowerCase()];
    default:
      return ['authorization'];
  }
}

/** Another text of the same form. */
function altered(value: string): string {
  const at = value.length - 6;
  const other = value[at] === 'A' ? 'B' : 'A';
  return `${value.slice(0, at)}${other}${value.slice(at + 1)}`;
}
