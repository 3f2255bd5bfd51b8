import { type FakeGateway, unplayable } from '../../fake/gateway.ts';
import { deadlineSend } from '../../io/deadline-send.ts';
import { unpackedSend } from '../../io/plain-send.ts';
import { realClock } from '../../io/real-clock.ts';
import { serve } from '../../io/serve.ts';
import { type VirtualClock, virtualClock } from '../../io/virtual-clock.ts';
import type { Clock, Send, Target } from '../../model.ts';
import { IN_PROCESS_URL } from '../../wire/in-process.ts';
import type { Aim } from '../inputs.ts';
import { inputError, refuseOn } from '../say.ts';
import { clientOptions, deliveryTls, openClient } from './client.ts';
import type { DoorName } from './door-names.ts';
import { makeFake } from './make-fake.ts';
import { stoppableClock } from './stoppable-clock.ts';

/** A connection to a target: how to send, its clock, and how to close it. */
export interface Transport {
  readonly send: Send;
  readonly clock: Clock;
  /** The target with the address that requests are made for. */
  readonly target: Target;
  /** Whether time is virtual and deliveries come in without a socket. */
  readonly isVirtual: boolean;
  /** Stops virtual time until the returned function is called. */
  readonly hold?: VirtualClock['hold'];
  /** Connects the fake of this process to the receiver: by its function, or by its URL. */
  readonly connect: ((receiver: { readonly send: Send; readonly url: string }) => void) | null;
  /** How long the target may take to start, in ms; it is asked again until then. */
  readonly waitFor?: number | undefined;
  close(): Promise<void>;
}

/** When the embedded fake's time begins: a Monday two weeks before the clocks change. */
export const VIRTUAL_START = Date.UTC(2026, 2, 16, 9, 0, 0);

/** What differs from run to run. */
interface DoorOptions {
  readonly door?: DoorName | undefined;
  /** How long the target may take to start, in ms. */
  readonly waitFor?: number | undefined;
  readonly seed: number;
  readonly faults: readonly string[];
  /** The most connections of the client; by default as many as journeys may go on at a time. */
  readonly connections?: number | undefined;
  /** When virtual time begins, ms since the epoch; by default `VIRTUAL_START`. */
  readonly virtualStart?: number | undefined;
}

/** Opens the way to a target: the embedded fake behind one of its doors, or the network. */
export async function openTransport(aim: Aim, options: DoorOptions): Promise<Transport> {
  if (aim.target.baseUrl === 'embedded')
    return options.door === 'socket' ? socketDoor(aim, options) : inProcessDoor(aim, options);
  const meant = [
    ...(options.door === undefined ? [] : ['--door']),
    ...(options.faults.length === 0 ? [] : ['--fault']),
  ];
  if (meant.length > 0) {
    const why = `target "${aim.target.target}" is at ${aim.target.baseUrl}`;
    throw inputError(
      `${meant.join(' and ')} ${meant.length === 1 ? 'is' : 'are'} only for the embedded fake`,
      why,
      'leave it out, or use --target fake',
    );
  }
  return networkDoor(aim.target, options);
}

async function networkDoor(
  target: Target,
  { connections = target.limits.concurrency, waitFor }: Pick<DoorOptions, 'connections' | 'waitFor'>,
): Promise<Transport> {
  const client = await openClient({ ...clientOptions(target), connections });
  return { send: client.send, clock: realClock, target, isVirtual: false, connect: null, waitFor, close: client.close };
}

/** Delivers to a receiver that is known only later. */
function laterReceiver(): { readonly deliver: Send; to(send: Send): void } {
  let receiver: Send | undefined;
  return {
    deliver: (request, signal) =>
      receiver?.(request, signal) ?? Promise.resolve({ fault: 'refused', detail: 'nobody listens yet', tookMs: 0 }),
    to: (send) => {
      receiver = send;
    },
  };
}

function fakeFor(aim: Aim, { seed, faults }: DoorOptions, clock: Clock, deliver: Send): FakeGateway {
  refuseOn(unplayable(aim.profile));
  return makeFake(aim, { seed, fault: faults }, { clock, deliver });
}

async function inProcessDoor(aim: Aim, options: DoorOptions): Promise<Transport> {
  const clock: VirtualClock = virtualClock(options.virtualStart ?? VIRTUAL_START, {
    byPromises: options.door === 'function',
  });
  const later = laterReceiver();
  const gateway = fakeFor(aim, options, clock, later.deliver);
  const send = options.door === 'function' ? gateway.answer : await throughMsw(gateway);
  return {
    send: deadlineSend(clock, unpackedSend(send), aim.target.deadlines.responseMs),
    clock,
    hold: clock.hold,
    target: { ...aim.target, baseUrl: IN_PROCESS_URL },
    isVirtual: true,
    connect: (receiver) => {
      later.to(receiver.send);
      gateway.setWebhooks(receiver.url);
    },
    close: () => Promise.resolve(),
  };
}

/** Loads msw only if it is needed. */
async function throughMsw(gateway: FakeGateway): Promise<Send> {
  const { gatewayHandlers, mswSend } = await import('../../fake/handlers.ts');
  return mswSend(gatewayHandlers(gateway, IN_PROCESS_URL));
}

/** The fake on a loopback socket and on real time, with little time between its events. */
async function socketDoor(aim: Aim, options: DoorOptions): Promise<Transport> {
  const deliveries = await openClient({ responseMs: 10_000, allowHosts: ['127.0.0.1'], tls: deliveryTls(aim.target) });
  const { clock, stop } = stoppableClock(realClock);
  const gateway = fakeFor(aim, options, clock, deliveries.send);
  const served = await serve(gateway.answer, { host: '127.0.0.1', port: 0 });
  const target: Target = {
    ...aim.target,
    baseUrl: served.url,
    allowHosts: ['127.0.0.1'],
    kciDelaySeconds: SOCKET_KCI_DELAY_SECONDS,
    deadlines: { ...aim.target.deadlines, kciMs: 10_000, waitMs: 2_000, settleMs: 500 },
  };
  const client = await networkDoor(target, options);
  return {
    ...client,
    connect: ({ url }) => gateway.setWebhooks(url),
    close: async () => {
      await client.close();
      await served.close();
      stop();
      await deliveries.close();
    },
  };
}

const SOCKET_KCI_DELAY_SECONDS = 0.02;
