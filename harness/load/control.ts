import type { Journey, Json, Send, WireResponse } from '../model.ts';
import { objectOf } from '../values/pointer.ts';
import { bytesOf, decodeUtf8, parseJson } from '../wire/wire.ts';
import { BEFORE_ALL, type LoadPort } from './port.ts';

/** Answers the text of a request: false if the text is not of the expected kind, undefined if there is nothing to say. */
type TextHandler = (text: string) => unknown;

/**
 * A server for an engine elsewhere, by method and path. All paths begin with the secret, so that nobody else can report
 * what a load did.
 */
export function controlBy(secret: string, routes: Readonly<Record<string, TextHandler>>): Send {
  return async ({ method, url, body }) => {
    const path = new URL(url).pathname;
    const route = path.startsWith(`/${secret}/`) ? routes[`${method} ${path.slice(secret.length + 1)}`] : undefined;
    if (!route) return answer(404);
    const said = await route((body && decodeUtf8(body)) ?? '');
    if (said === false) return answer(400);
    return said === undefined ? answer(204) : answer(200, said);
  };
}

/** Answers when an event has come or can no longer come. */
export function awaitRoute({ awaitEvents }: Pick<LoadPort, 'awaitEvents'>, journeyOf: (index: number) => Journey) {
  return async (text: string) => {
    const { index, step, orderId } = membersIn(text);
    if (!isIndex(index) || typeof step !== 'string' || typeof orderId !== 'string') return false;
    return { ended: await awaitEvents(journeyOf(index), step, orderId) };
  };
}

/** The members of a JSON object; none for any other text. */
export function membersIn(text: string) {
  return objectOf(parseJson(text).json);
}

function isIndex(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= BEFORE_ALL;
}

function answer(status: number, body?: unknown): WireResponse {
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    status,
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: bytesOf(text),
    tookMs: 0,
  };
}
