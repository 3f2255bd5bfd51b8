import { serve } from '../../io/serve.ts';
import { type OwedOrder, remoteHub, type SegmentHub, segmentControl } from '../../load/segment.ts';
import type { Journey, Scenario, ScenarioStep, WaitOutcome } from '../../model.ts';
import { openClient } from '../open/client.ts';
import { listenAddress } from '../open/receiver.ts';
import { inputError, say } from '../say.ts';
import type { SegmentChoice } from './segment-choice.ts';

/** The events of a segment's orders, wherever they are received. */
interface SegmentEvents {
  awaitEvents(journey: Journey, step: string, orderId: string): Promise<WaitOutcome>;
  /** Says that this segment has ended. False if the segment with the receiver could not be told. */
  ended(owed: readonly OwedOrder[]): Promise<boolean>;
  close(): Promise<void>;
}

/** How other segments reach this one. */
interface SegmentHeard {
  readonly secret: string;
  /** Whether no other segment asks here. */
  readonly isAlone: boolean;
  readonly journeyOf: (index: number) => Journey;
}

/** Events are received here. Other segments whose events come here ask here, too. */
export async function eventsHere(
  hub: SegmentHub,
  { segment: { nth }, control = '127.0.0.1:0', quiet }: SegmentChoice,
  { secret, isAlone, journeyOf }: SegmentHeard,
): Promise<SegmentEvents> {
  const ended = async (owed: readonly OwedOrder[]): Promise<boolean> => {
    hub.ended(nth, owed);
    return true;
  };
  if (isAlone) return { ...hub, ended, close: () => Promise.resolve() };
  const served = await serve(segmentControl(hub, journeyOf, secret), {
    ...listenAddress(control),
    maxBodyBytes: MAX_BYTES,
  });
  if (!quiet) say(`the other segments need --receiver ${served.url}`);
  return { ...hub, ended, close: served.close };
}

/** The limit of a message, which may hold every accepted order of a segment. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Events are received at another segment, or nowhere. */
export async function eventsElsewhere(
  { receiver = 'none', segment }: SegmentChoice,
  secret: string,
  scenarios: readonly Scenario[],
): Promise<SegmentEvents> {
  const awaits = scenarios.flatMap(({ id, steps }) => awaitsIn(steps).map((withinMs) => ({ id, withinMs })));
  if (receiver === 'none') {
    if (awaits[0]) refuseAwaiting(awaits[0].id);
    return {
      awaitEvents: async () => 'interrupted',
      ended: async () => true,
      close: () => Promise.resolve(),
    };
  }
  if (!URL.canParse(receiver)) {
    throw inputError(
      `the receiver "${receiver}" is no address`,
      undefined,
      'write here, none, or one like http://10.0.0.5:9100',
    );
  }
  const longestMs = Math.max(0, ...awaits.map(({ withinMs }) => withinMs)) + SPARE_MS;
  const client = await openClient({ responseMs: longestMs, allowHosts: [new URL(receiver).hostname] });
  const hub = remoteHub(client.send, `${receiver.replace(/\/+$/, '')}/${secret}`);
  return {
    awaitEvents: hub.awaitEvents,
    ended: (owed) => hub.ended(segment.nth, owed),
    close: client.close,
  };
}

const SPARE_MS = 10_000;

function refuseAwaiting(id: string): never {
  throw inputError(
    `scenario ${id} awaits events, and no receiver is known`,
    'another segment holds it',
    'name its address: --receiver http://…, as that segment tells it',
  );
}

function awaitsIn(steps: readonly ScenarioStep[]): readonly number[] {
  return steps.flatMap(({ kind, awaited }) => (kind === 'await' && awaited ? [awaited.withinMs] : []));
}
