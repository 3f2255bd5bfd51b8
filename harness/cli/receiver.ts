import { createReceiver, deliveryOf } from '../io/receiver.ts';
import type { KciProfile, Send, Target } from '../model.ts';
import type { Inbox } from '../run/inbox.ts';
import { listenOrRefuse } from './listen-or-refuse.ts';
import { readPem } from './pem.ts';
import { problem, Refusal } from './say.ts';

/** A receiver that is open for deliveries. */
export interface OpenReceiver {
  readonly send: Send;
  /** The URL a target delivers to: with the run's secret, and the path that the KCI profile gives to webhooks. */
  readonly url: string;
  /** Hands over what came so far, and everything that comes. */
  onDelivery(take: Inbox['receive']): void;
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
  const path = `/${pathSecret}${profile.wire.path}`;
  checkPlace(webhook.publicUrl, pathSecret);
  let early: Parameters<Inbox['receive']>[0][] = [];
  let take: Inbox['receive'] = (delivery) => {
    early.push(delivery);
    return undefined;
  };
  const onDelivery: OpenReceiver['onDelivery'] = (taker) => {
    take = taker;
    for (const delivery of early) taker(delivery);
    early = [];
  };
  const send = createReceiver({
    pathSecret,
    acknowledge: profile.delivery.acknowledge,
    onDelivery: (delivery) => take(delivery),
  });
  if (inProcess) return { send, onDelivery, url: `http://receiver.invalid${path}`, close: () => Promise.resolve() };
  const served = await listenOrRefuse(send, {
    ...listenAddress(webhook.listen),
    ...(webhook.tls ? { tls: readPem(webhook.tls) } : {}),
    onTurnedAway: (call) => void take(deliveryOf(pathSecret, call, call.answered)),
  });
  const base = (webhook.publicUrl ?? served.url).replace(/\/+$/, '');
  return { send, onDelivery, url: `${base}${path}`, close: served.close };
}

/** Ends the command where no URL can be made of what the user gave. */
function checkPlace(publicUrl: string | undefined, pathSecret: string): void {
  if (publicUrl !== undefined && !(/^https?:/i.test(publicUrl) && URL.canParse(publicUrl))) {
    throw new Refusal([
      problem(`the public URL "${publicUrl}" is no address`, undefined, 'write it like https://kci.tenant.example'),
    ]);
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(pathSecret)) {
    throw new Refusal([
      problem(
        'the path secret does not fit into a URL',
        'it is one segment of a path',
        'use letters, digits and . _ ~ -',
      ),
    ]);
  }
}

/** Splits `127.0.0.1:0` and `[::1]:8443`. */
export function listenAddress(listen: string): { readonly host: string; readonly port: number } {
  const [, ipv6, name, digits] = /^(?:\[([\da-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(listen) ?? [];
  const port = Number(digits ?? Number.NaN);
  if (port <= 65_535) return { host: ipv6 ?? name ?? '', port };
  throw new Refusal([
    problem(
      `"${listen}" is no address to listen on`,
      'it is a host and a port up to 65535',
      'write it like 127.0.0.1:9000 or [::1]:9000; port 0 takes any free one',
    ),
  ]);
}
