import { createReceiver, deliveryOf } from '../io/receiver.ts';
import type { KciProfile, Send, Target } from '../model.ts';
import type { Delivery } from '../run/inbox.ts';
import { listenOrRefuse } from './listen-or-refuse.ts';
import { readPem } from './pem.ts';

/** A receiver that is open for deliveries. */
export interface OpenReceiver {
  readonly send: Send;
  /** The URL a target delivers to, with the run's secret in it. */
  readonly url: string;
  /** Hands over what came so far, and everything that comes. */
  onDelivery(take: (delivery: Delivery) => void): void;
  close(): Promise<void>;
}

/** Where and how a receiver listens. */
export interface ReceiverPlace {
  readonly target: Pick<Target, 'webhook'>;
  readonly profile: KciProfile;
  readonly pathSecret: string;
  /** For a fake on virtual time there is no socket. */
  readonly inProcess: boolean;
}

/** Opens the receiver: in this process for a fake on virtual time, else on the address the target file names. */
export async function openReceiver({ target, profile, pathSecret, inProcess }: ReceiverPlace): Promise<OpenReceiver> {
  const { webhook } = target;
  let early: Delivery[] = [];
  let take = (delivery: Delivery): void => {
    early.push(delivery);
  };
  const onDelivery: OpenReceiver['onDelivery'] = (taker) => {
    take = taker;
    for (const delivery of early) taker(delivery);
    early = [];
  };
  const send = createReceiver({ pathSecret, acknowledge: profile.delivery.acknowledge, onDelivery: (delivery) => take(delivery) });
  if (inProcess) return { send, onDelivery, url: `http://receiver.invalid/${pathSecret}`, close: () => Promise.resolve() };
  const served = await listenOrRefuse(send, {
    ...listenAddress(webhook.listen),
    ...(webhook.tls ? { tls: readPem(webhook.tls) } : {}),
    onTurnedAway: (call) => take(deliveryOf(pathSecret, call, call.answered)),
  });
  const base = (webhook.publicUrl ?? served.url).replace(/\/+$/, '');
  return { send, onDelivery, url: `${base}/${pathSecret}`, close: served.close };
}

/** Splits `127.0.0.1:0` and `[::1]:8443`. */
export function listenAddress(listen: string): { readonly host: string; readonly port: number } {
  const at = listen.lastIndexOf(':');
  return { host: listen.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(listen.slice(at + 1)) };
}
