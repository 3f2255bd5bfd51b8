import type { FaultKind, Headers, Json, JsonObject, WireFault } from '../model.ts';
import { bind } from '../values/bind.ts';
import { parseDuration } from '../values/duration.ts';
import { bytesOf, parseJson, textOf } from '../wire/wire.ts';
import type { Asked } from './asked.ts';
import { type AnswerDeed, BROKEN_AS, type BrokenAs, type Deed } from './fault.ts';
import { edited, isEdit } from './fault-edits.ts';
import { type Encoded, sentAs } from './fault-wire.ts';
import type { Wishes } from './rules.ts';

/** What faults make of an answer. */

/** An answer ready for the wire. */
export interface Answered extends Encoded {
  readonly status: number;
}

/** An answer as faults see it: `{status, headers, body}`, the body as JSON where it is some. */
export function viewOf(answered: Answered): JsonObject {
  const text = textOf(answered.body) ?? '';
  const body: Json | undefined = text === '' ? undefined : (parseJson(text).json ?? text);
  const headers = Object.fromEntries(answered.headers);
  return { status: answered.status, headers, ...(body === undefined ? {} : { body }) };
}

/** The answer after all edits and changes of form. */
export function misanswered(answered: Answered, deeds: readonly Deed[], request: JsonObject): Answered {
  const edits = deeds.filter(isEdit);
  const edit = (view: JsonObject): JsonObject =>
    edits.reduce<Json>((done, each) => edited(done, each, { ...(done as JsonObject), request }), view) as JsonObject;
  const changed = edits.length === 0 ? answered : encodedView(edit(viewOf(answered)));
  return { ...changed, ...sentAs(changed, deeds) };
}

/** The answer that a fault gives without doing anything, or undefined. */
export function answerInstead(deeds: readonly Deed[], request: JsonObject): Answered | undefined {
  const deed = deeds.find((each): each is Extract<AnswerDeed, { answer: unknown }> => 'answer' in each);
  if (!deed) return undefined;
  const { status, headers, body } = deed.answer;
  const bound = body === undefined ? {} : { body: bind(body, { request }).value };
  return encodedView({ status, headers: headers ?? { 'content-type': 'application/json' }, ...bound });
}

function encodedView(view: JsonObject): Answered {
  const headers: Headers = Object.entries((view.headers ?? {}) as JsonObject).map(([name, value]) => [
    name,
    String(value),
  ]);
  const { body } = view;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status: Number(view.status), headers, body: bytesOf(text) };
}

/** How long faults hold an answer back, while so many orders are open. */
export function delayOf(deeds: readonly Deed[], openOrders: number): number {
  return deeds.reduce((sum, deed) => {
    if ('delay' in deed) return sum + (parseDuration(deed.delay) ?? 0);
    return 'delay-per-order' in deed ? sum + (parseDuration(deed['delay-per-order']) ?? 0) * openOrders : sum;
  }, 0);
}

/** How faults break the connection, if they do: as clients see it, and as a socket plays it. */
export function breakOf(deeds: readonly Deed[]): Pick<WireFault, 'fault' | 'manner'> | undefined {
  const how = deeds.find((deed): deed is Extract<AnswerDeed, { break: string }> => 'break' in deed)?.break;
  if (how === undefined) return undefined;
  const fault = BROKEN_AS[how as BrokenAs];
  return fault === undefined ? { fault: how as FaultKind } : { fault, manner: how };
}

/** How freely a gateway may deal with what is wrong with a request. */
export interface Leeway {
  readonly accepts: readonly Extract<AnswerDeed, { accept: unknown }>['accept'][];
  readonly refuses: readonly Extract<AnswerDeed, { refuse: unknown }>['refuse'][];
  /** Which of several refusals, from 1. */
  readonly reading: number;
}

/** What faults let pass, refuse, or refuse in another way. */
export function leewayOf(deeds: readonly Deed[]): Leeway {
  return {
    accepts: deeds.flatMap((deed) => ('accept' in deed ? [deed.accept] : [])),
    refuses: deeds.flatMap((deed) => ('refuse' in deed ? [deed.refuse] : [])),
    reading: deeds.reduce((reading, deed) => ('reading' in deed ? deed.reading : reading), 1),
  };
}

/** The request as the gateway hears it. */
export function heardAs(asked: Asked, deeds: readonly Deed[], view: JsonObject): Asked {
  const edits = deeds.flatMap((deed) => ('hear' in deed ? deed.hear : []));
  if (edits.length === 0) return asked;
  const heard = edits.reduce<Json>((done, edit) => edited(done, edit, { request: view }), view) as unknown as Asked;
  const { headers, query, path, body } = heard;
  const { body: _, ...rest } = asked;
  return { ...rest, headers, query, path, ...(body === undefined ? {} : { body }) };
}

/** A caller's wishes with those of faults laid over them. */
export function wishesUnder(wishes: Wishes, deeds: readonly Deed[]): Wishes {
  return Object.assign({}, wishes, ...deeds.map(wishOf)) as Wishes;
}

function wishOf(deed: Deed): Partial<Wishes> {
  if ('error' in deed) return { error: deed.error };
  if ('outcome' in deed) return { outcome: deed.outcome };
  if ('events' in deed) return { events: deed.events };
  if ('token-life' in deed) return { tokenLifeSeconds: (parseDuration(deed['token-life']) ?? 0) / 1000 };
  return 'gap' in deed ? { gapMs: parseDuration(deed.gap) ?? 0 } : {};
}
