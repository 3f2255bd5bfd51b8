import type { Journey, Json, Send, WireRequest, WireResponse } from '../model.ts';
import { isObject, objectOf } from '../values/pointer.ts';
import { bytesOf, isFault, parseJson, textOf } from '../wire/wire.ts';
import { numberOf } from './planner.ts';
import { type Awaited, BEFORE_ALL, type LoadPort } from './port.ts';
import type { OwedOrder, SegmentHub } from './segment-hub.ts';

/**
 * What is answered to the text of a request: false where it is none of the kind that is asked for, undefined where
 * there is nothing to say.
 */
type Route = (text: string) => unknown;

/**
 * A server for an engine elsewhere, by method and path. All paths begin with the secret: nobody else may tell what a
 * load did.
 */
export function controlBy(secret: string, routes: Readonly<Record<string, Route>>): Send {
  return async ({ method, url, body }) => {
    const path = new URL(url).pathname;
    const route = path.startsWith(`/${secret}/`) ? routes[`${method} ${path.slice(secret.length + 1)}`] : undefined;
    if (!route) return answer(404);
    const said = await route((body && textOf(body)) ?? '');
    if (said === false) return answer(400);
    return said === undefined ? answer(204) : answer(200, said);
  };
}

/** Answers when an event has come, or will never. */
export function awaitRoute({ awaitEvents }: Pick<LoadPort, 'awaitEvents'>, journeyOf: (index: number) => Journey) {
  return async (text: string) => {
    const { index, step, orderId } = membersIn(text);
    if (!isIndex(index) || typeof step !== 'string' || typeof orderId !== 'string') return false;
    return { ended: await awaitEvents(journeyOf(index), step, orderId) };
  };
}

/**
 * The hub for other processes: `POST /await` answers when an event has come, `POST /ended` takes what a segment leaves
 * waiting. The secret follows from the nonce that the segments share.
 */
export function segmentControl(
  hub: Pick<SegmentHub, 'awaitEvents' | 'ended'>,
  journeyOf: (index: number) => Journey,
  secret: string,
): Send {
  return controlBy(secret, {
    'POST /await': awaitRoute(hub, journeyOf),
    'POST /ended': (text) => {
      const { nth, owed } = membersIn(text);
      if (typeof nth !== 'number' || !Array.isArray(owed)) return false;
      return hub.ended(nth, owed as unknown as readonly OwedOrder[]);
    },
  });
}

/** The hub of another process. What cannot be asked has not been met. */
export function remoteHub(
  send: Send,
  url: string,
): Pick<SegmentHub, 'awaitEvents'> & {
  /** False where it could not be told. */
  ended(nth: number, owed: readonly OwedOrder[]): Promise<boolean>;
} {
  const post = async (path: string, body: unknown): Promise<WireResponse | undefined> => {
    const request: WireRequest = {
      method: 'POST',
      url: `${url}${path}`,
      headers: [['Content-Type', 'application/json']],
      body: bytesOf(JSON.stringify(body)),
    };
    const result = await send(request);
    return isFault(result) || result.status >= 300 ? undefined : result;
  };
  return {
    awaitEvents: async ({ id }, step, orderId) => {
      const response = await post('/await', { index: numberOf(id) - 1, step, orderId });
      const said = response && parseJson(textOf(response.body) ?? '').json;
      return isObject(said) ? (said.ended as Awaited) : 'interrupted';
    },
    ended: async (nth, owed) => (await post('/ended', { nth, owed })) !== undefined,
  };
}

/** The members of an object of JSON; of any other text none. */
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
