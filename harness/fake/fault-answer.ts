import { gzipSync } from 'node:zlib';
import type { FaultKind, Headers, Json, JsonObject, WireFault } from '../model.ts';
import { bind } from '../values/bind.ts';
import { parseDuration } from '../values/duration.ts';
import { isSuccess } from '../wire/answer.ts';
import { escaped, membersReversed } from '../wire/spelling.ts';
import { bytesOf, decodeUtf8, parseJson } from '../wire/wire.ts';
import { BROKEN_AS, type BrokenAs, type FaultAction, hasKind, valuesOf, type WireAction } from './fault.ts';
import type { FaultOccasion } from './fault-book.ts';
import { edited, isEdit } from './fault-edits.ts';
import type { ReadRequest } from './read-request.ts';
import type { Steering } from './rules.ts';

const WIRE_ACTIONS = ['layout', 'header-names', 'text', 'replace-text', 'truncate', 'content-coding'] as const;

const isWireAction = (action: FaultAction): action is WireAction => WIRE_ACTIONS.some((name) => name in action);

/** The encoded part of a request or response. */
export interface Encoded {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A copy of a message after all actions that change its form. Compression comes last, because compressed data is no text. */
export function sentAs(message: Encoded, actions: readonly FaultAction[]): Encoded {
  const wired = actions.filter(isWireAction);
  const isPacking = (action: WireAction): boolean => 'content-coding' in action;
  return [...wired.filter((action) => !isPacking(action)), ...wired.filter(isPacking)].reduce(rewired, message);
}

/** A copy of an encoded message after one action; content that is not the text or JSON the action needs is left alone. */
export function rewired(message: Encoded, action: WireAction): Encoded {
  if ('header-names' in action) {
    const rename = (name: string): string =>
      action['header-names'] === 'upper' ? name.toUpperCase() : name.toLowerCase();
    return { ...message, headers: message.headers.map(([name, value]) => [rename(name), value]) };
  }
  if ('truncate' in action) return { ...message, body: message.body.slice(0, action.truncate) };
  if ('text' in action) return { ...message, body: bytesOf(action.text) };
  if ('content-coding' in action) return coded(message, action['content-coding']);
  const text = decodeUtf8(message.body);
  if (text === undefined) return message;
  if ('replace-text' in action) {
    const { pattern, with: by } = action['replace-text'];
    return { ...message, body: bytesOf(text.replace(new RegExp(pattern, 'gu'), by)) };
  }
  return text === '' ? message : { ...message, body: bytesOf(laidOut(text, action.layout)) };
}

function coded(message: Encoded, coding: 'gzip'): Encoded {
  if (message.body.byteLength === 0) return message;
  const headers: Headers = [...message.headers, ['Content-Encoding', coding]];
  return { headers, body: new Uint8Array(gzipSync(message.body)) };
}

function laidOut(text: string, layout: 'indented' | 'ascii' | 'keys-reversed'): string {
  const json = JSON.parse(text) as Json;
  if (layout === 'indented') return `${JSON.stringify(json, null, 2)}\n`;
  if (layout === 'keys-reversed') return JSON.stringify(membersReversed(json));
  // Any JSON reader restores the same text from these escapes.
  return text.replaceAll(/[\u0080-\uffff]/g, escaped);
}

/** Remembers answers for `crossed`; none yet. Refusals are not handed on, because they do not show whose they are. */
export function createMixUp() {
  const last = new Map<string, Map<string, EncodedAnswer>>();
  /** The answer that the caller gets: its own, or another tenant's if a action says so and there is one. */
  return (
    answered: EncodedAnswer,
    { verb = '', tenant = '' }: FaultOccasion,
    actions: readonly FaultAction[],
  ): EncodedAnswer => {
    if (!isSuccess(answered.status)) return answered;
    const byTenant = last.get(verb) ?? new Map<string, EncodedAnswer>();
    last.set(verb, byTenant);
    const another = [...byTenant].findLast(([name]) => name !== tenant)?.[1];
    byTenant.delete(tenant);
    byTenant.set(tenant, answered);
    return hasKind(actions, 'crossed') ? (another ?? answered) : answered;
  };
}

/** What faults make of an answer. */

/** An answer ready for the wire. */
export interface EncodedAnswer extends Encoded {
  readonly status: number;
}

/** An answer as faults see it: `{status, headers, body}`, with the body parsed if it is JSON. */
export function answerView(answered: EncodedAnswer): JsonObject {
  const text = decodeUtf8(answered.body) ?? '';
  const body: Json | undefined = text === '' ? undefined : (parseJson(text).json ?? text);
  const headers = Object.fromEntries(answered.headers);
  return { status: answered.status, headers, ...(body === undefined ? {} : { body }) };
}

/** The answer after all edits and changes of form. */
export function misanswered(
  answered: EncodedAnswer,
  actions: readonly FaultAction[],
  request: JsonObject,
): EncodedAnswer {
  const edits = actions.filter(isEdit);
  const edit = (view: JsonObject): JsonObject =>
    edits.reduce<Json>((done, each) => edited(done, each, { ...(done as JsonObject), request }), view) as JsonObject;
  const changed = edits.length === 0 ? answered : encodedView(edit(answerView(answered)));
  return { ...changed, ...sentAs(changed, actions) };
}

/** The answer that a fault gives without carrying out the request, or undefined. */
export function answerInstead(actions: readonly FaultAction[], request: JsonObject): EncodedAnswer | undefined {
  const [answer] = valuesOf(actions, 'answer');
  if (!answer) return undefined;
  const { status, headers, body } = answer;
  const bound = body === undefined ? {} : { body: bind(body, { request }).value };
  return encodedView({ status, headers: headers ?? { 'content-type': 'application/json' }, ...bound });
}

function encodedView(view: JsonObject): EncodedAnswer {
  const headers: Headers = Object.entries((view.headers ?? {}) as JsonObject).map(([name, value]) => [
    name,
    String(value),
  ]);
  const { body } = view;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status: Number(view.status), headers, body: bytesOf(text) };
}

/** How long faults delay an answer, given the number of open orders. */
export function delayOf(actions: readonly FaultAction[], openOrders: number): number {
  const each = valuesOf(actions, 'delay-per-order').map((text) => (parseDuration(text) ?? 0) * openOrders);
  const once = valuesOf(actions, 'delay').map((text) => parseDuration(text) ?? 0);
  return [...once, ...each].reduce((sum, ms) => sum + ms, 0);
}

/** How faults break the connection, if they do: `fault` as clients see it, `manner` as a socket plays it. */
export function breakOf(actions: readonly FaultAction[]): Pick<WireFault, 'fault' | 'manner'> | undefined {
  const [how] = valuesOf(actions, 'break');
  if (how === undefined) return undefined;
  const fault = BROKEN_AS[how as BrokenAs];
  return fault === undefined ? { fault: how as FaultKind } : { fault, manner: how };
}

/** What a gateway may do about defects of a request. */
export type Leeway = ReturnType<typeof leewayOf>;

/** What faults accept, refuse, or refuse in another way. */
export function leewayOf(actions: readonly FaultAction[]) {
  return {
    accepts: valuesOf(actions, 'accept'),
    refuses: valuesOf(actions, 'refuse'),
    /** Which of several refusals, from 1. */
    reading: valuesOf(actions, 'reading').at(-1) ?? 1,
  };
}

/** The request as the gateway sees it after `hear` edits. */
export function heardAs(asked: ReadRequest, actions: readonly FaultAction[], view: JsonObject): ReadRequest {
  const edits = valuesOf(actions, 'hear').flat();
  if (edits.length === 0) return asked;
  const heard = edits.reduce<Json>(
    (done, edit) => edited(done, edit, { request: view }),
    view,
  ) as unknown as ReadRequest;
  const { headers, query, path, body } = heard;
  const { body: _, ...rest } = asked;
  return { ...rest, headers, query, path, ...(body === undefined ? {} : { body }) };
}

/** The steering of a request, overridden by what faults ask for. */
export function steeringUnder(steering: Steering, actions: readonly FaultAction[]): Steering {
  return Object.assign({}, steering, ...actions.map(steeringBy)) as Steering;
}

function steeringBy(action: FaultAction): Partial<Steering> {
  if ('error' in action) return { error: action.error };
  if ('outcome' in action) return { outcome: action.outcome };
  if ('events' in action) return { events: action.events };
  if ('token-life' in action) return { tokenLifeSeconds: (parseDuration(action['token-life']) ?? 0) / 1000 };
  return 'gap' in action ? { gapMs: parseDuration(action.gap) ?? 0 } : {};
}
