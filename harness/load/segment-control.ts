import type { Journey, Send, WireRequest, WireResponse } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bytesOf, isFault, parseJson, textOf } from '../wire/wire.ts';
import { numberOf } from './planner.ts';
import type { Awaited } from './port.ts';
import type { OwedOrder, SegmentHub } from './segment-hub.ts';

/**
 * The hub for other processes: `POST /await` answers when an event has come, `POST /ended` takes what a segment leaves
 * waiting. All paths begin with the secret, which follows from the nonce that the segments share.
 */
export function segmentControl(
  hub: Pick<SegmentHub, 'awaitEvents' | 'ended'>,
  journeyOf: (index: number) => Journey,
  secret: string,
): Send {
  return async ({ method, url, body }) => {
    const path = new URL(url).pathname;
    const told = parseJson((body && textOf(body)) ?? '').json;
    if (!path.startsWith(`/${secret}/`)) return answer(404);
    if (!isObject(told)) return answer(400);
    switch (`${method} ${path.slice(secret.length + 1)}`) {
      case 'POST /await': {
        const { index, step, orderId } = told;
        if (typeof index !== 'number' || typeof step !== 'string' || typeof orderId !== 'string') return answer(400);
        return answer(200, { ended: await hub.awaitEvents(journeyOf(index), step, orderId) });
      }
      case 'POST /ended':
        if (typeof told.nth !== 'number' || !Array.isArray(told.owed)) return answer(400);
        hub.ended(told.nth, told.owed as unknown as readonly OwedOrder[]);
        return answer(204);
      default:
        return answer(404);
    }
  };
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

/** What an engine elsewhere is answered. */
export function answer(status: number, body?: unknown): WireResponse {
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    status,
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: bytesOf(text),
    tookMs: 0,
  };
}
