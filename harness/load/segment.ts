import type {
  Journey,
  LoadVerdict,
  Send,
  Shard,
  TrafficProfile,
  WaitOutcome,
  WireRequest,
  WireResponse,
} from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { isSuccess } from '../wire/answer.ts';
import { bytesOf, decodeUtf8, isFault, parseJson } from '../wire/wire.ts';
import { awaitRoute, controlBy, membersIn } from './control.ts';
import { numberOf } from './planner.ts';
import { awaitFor, type WatchPorts, watcherOf } from './walks.ts';

/** One of several instances that share a load: which one, counted from 1, and of how many. */
export type Segment = Pick<Shard, 'nth' | 'of'>;

/** Files of a segment's folder, beside the inputs; a line of `walked` is a `Walked`. */
export const SEGMENT_FILES = {
  segment: 'segment.json',
  walked: 'walked.ndjson',
  deliveries: 'deliveries.ndjson',
} as const;

/** The content of `segment.json`, for a segment that has ended. */
export interface SegmentEnd extends Pick<LoadVerdict, 'assay' | 'engine' | 'seed' | 'nonce' | 'startedAt' | 'endedAt'> {
  readonly version: 1;
  readonly segment: Segment;
  readonly traffic: TrafficProfile;
  /** How many arrivals the whole load has. */
  readonly arrivals: number;
  /** Starts that could not be made in time. */
  readonly dropped: number;
  /** Whether this segment received the deliveries. */
  readonly receives: boolean;
  /** Whether it has its own gateway, as on virtual time, which knows nothing of the other segments. */
  readonly hasOwnGateway?: boolean;
  /** Why it is incomplete. */
  readonly note?: string;
}

/** An order whose events are awaited: its journey, its `kci` block, and when it was accepted. */
export interface OwedOrder {
  readonly index: number;
  readonly block: number;
  readonly orderId: string;
  readonly answeredAt: number;
}

/** The segment with the receiver, as the others see it. */
export type SegmentHub = ReturnType<typeof createSegmentHub>;

/** The segment with the only receiver, as the others (by number) see it. */
export function createSegmentHub(
  segments: readonly number[],
  journeyOf: (index: number) => Journey,
  ports: WatchPorts,
) {
  const { clock } = ports;
  const open = new Set(segments);
  const waiting = new Set<Promise<unknown>>();
  const allEnded = Promise.withResolvers<void>();
  return {
    awaitEvents: (journey: Journey, step: string, orderId: string) => awaitFor(journey, step, orderId, ports),
    /** A segment has walked all its journeys; events of these orders may still be on their way. */
    ended: (nth: number, orders: readonly OwedOrder[]): void => {
      for (const { index, block, orderId, answeredAt } of orders) {
        const journey = journeyOf(index);
        const owed = journey.kci[block];
        if (!owed) continue;
        const watcher = watcherOf(journey.id, ports, { answeredAt: new Map([[orderId, answeredAt]]) });
        const waits = watcher.watchOrder('kci', { ...owed, for: orderId }).finally(() => waiting.delete(waits));
        waiting.add(waits);
      }
      open.delete(nth);
      if (open.size === 0) allEnded.resolve();
    },
    /** Resolves when all segments have ended and no events are awaited any more. */
    drained: async (): Promise<void> => {
      await allEnded.promise;
      while (waiting.size > 0) await Promise.all(waiting);
      // Duplicates come soon after.
      await clock.until(NEVER, LINGER_MS);
    },
  };
}

const LINGER_MS = 1_000;
const NEVER = new Promise(() => {});

/**
 * The hub for other processes: `POST /await` answers when an event has come, `POST /ended` takes the orders that a segment
 * leaves waiting. The secret is derived from the nonce that the segments share.
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

/** The hub of another process. If it cannot be asked, an event counts as not met. */
export function remoteHub(
  send: Send,
  url: string,
): Pick<SegmentHub, 'awaitEvents'> & {
  /** False if the hub could not be told. */
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
    return isFault(result) || !isSuccess(result.status) ? undefined : result;
  };
  return {
    awaitEvents: async ({ id }, step, orderId) => {
      const response = await post('/await', { index: numberOf(id) - 1, step, orderId });
      const said = response && parseJson(decodeUtf8(response.body) ?? '').json;
      return isObject(said) ? (said.ended as WaitOutcome) : 'interrupted';
    },
    ended: async (nth, owed) => (await post('/ended', { nth, owed })) !== undefined,
  };
}
