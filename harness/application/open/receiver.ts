import { realClock } from '../../io/real-clock.ts';
import { createReceiver, deliveryOf, RECEIVER_LIMITS, sampleUnauthenticated } from '../../io/receiver.ts';
import { openReceiverWorker } from '../../io/receiver-worker.ts';
import { serve } from '../../io/serve.ts';
import { createAuthenticate } from '../../io/webhook-authentication.ts';
import type { Clock, KciProfile, Problem, Send, Target, WebhookAuthentication } from '../../model.ts';
import type { Inbox } from '../../run/inbox.ts';
import { hostAndPort, httpUrl } from '../../values/url.ts';
import { inputError, problem } from '../say.ts';
import { readPem, readPemFile } from './pem.ts';

/** A receiver that is open for deliveries. */
export interface OpenReceiver {
  readonly send: Send;
  /** The URL a target delivers to: with the run's secret, and the path that the KCI profile gives to webhooks. */
  readonly url: string;
  /** Passes on all deliveries, those so far at once. */
  onDelivery(take: Inbox['receive']): void;
  /** Tells, once, that nobody can reach the receiver any more; at once if that is so already. */
  onLost(hear: (found: Problem) => void): void;
  close(): Promise<void>;
}

/** Where and how a receiver listens. */
export interface ReceiverPlace {
  readonly target: Pick<Target, 'webhook'>;
  readonly profile: KciProfile;
  readonly pathSecret: string;
  /** For a fake on virtual time there is no socket. */
  readonly isInProcess: boolean;
  /** On a thread of its own, which acknowledges deliveries before they are read: for loads that turn none away. */
  readonly isInWorker?: boolean | undefined;
  /** By which signatures expire and deliveries are acknowledged late; by default that of this computer. */
  readonly clock?: Pick<Clock, 'now' | 'schedule'> | undefined;
  /** By how many ms the target's clock may differ from it. */
  readonly apartMs?: (() => number) | undefined;
}

/** Opens the receiver: in this process for a fake on virtual time, else on the address the target file names. */
export async function openReceiver(place: ReceiverPlace): Promise<OpenReceiver> {
  const { target, profile, pathSecret, isInProcess, clock = realClock, apartMs } = place;
  const { webhook } = target;
  const { authentication } = webhook;
  const path = `/${pathSecret}${profile.wire.path}`;
  checkPlace(webhook.publicUrl, pathSecret);
  let early: Parameters<Inbox['receive']>[0][] = [];
  let take: Inbox['receive'] = (delivery) => {
    early.push(delivery);
    return undefined;
  };
  const onDelivery: OpenReceiver['onDelivery'] = (taker) => {
    take = sampleUnauthenticated(taker);
    for (const delivery of early) taker(delivery);
    early = [];
  };
  const { lost, onLost } = untilLost(webhook.listen);
  const send = createReceiver({
    pathSecret,
    acknowledge: profile.delivery.acknowledge,
    clock,
    authenticate: authentication && createAuthenticate(authentication, clock.now, apartMs),
    onDelivery: (delivery) => take(delivery),
  });
  if (isInProcess)
    return { send, onDelivery, onLost, url: `http://receiver.invalid${path}`, close: () => Promise.resolve() };
  const server = {
    ...listenAddress(webhook.listen),
    tls: webhook.tls && { ...readPem(webhook.tls), ...clientAuthority(authentication) },
  };
  const urlOf = (listening: string): string => `${(webhook.publicUrl ?? listening).replace(/\/+$/, '')}${path}`;
  if (place.isInWorker) {
    const { acknowledge } = profile.delivery;
    const own = { pathSecret, acknowledge, server, authentication };
    const opened = await openReceiverWorker(own, (delivery) => void take(delivery), lost);
    return { send, onDelivery, onLost, url: urlOf(opened.url), close: opened.close };
  }
  const served = await serve(send, {
    ...server,
    limits: RECEIVER_LIMITS,
    onTurnedAway: (call) => void take(deliveryOf(pathSecret, call, call.answered)),
    onLost: lost,
  });
  return { send, onDelivery, onLost, url: urlOf(served.url), close: served.close };
}

const AGAIN = 'check the network that it listens on; "assay run --resume" goes on with a run that this broke off';

/** Holds the loss of the receiver until a listener is set, and notifies it once. */
function untilLost(
  listen: string,
): { readonly lost: (why: string, isBroken?: boolean) => void } & Pick<OpenReceiver, 'onLost'> {
  let found: Problem | undefined;
  let hear = (_: Problem): void => {};
  return {
    lost: (why, isBroken = false) => {
      if (found) return;
      found = isBroken
        ? problem(`the receiver at ${listen} can take nothing more`, why, 'make room where temporary files go')
        : problem(`the receiver at ${listen} can be reached no more`, why, AGAIN);
      hear(found);
    },
    onLost: (hearer) => {
      hear = hearer;
      if (found) hear(found);
    },
  };
}

/** The authority whose certificates callers must show. */
function clientAuthority(authentication: WebhookAuthentication | undefined): { readonly clientCa?: string } {
  return authentication?.by === 'mutual-tls' ? { clientCa: readPemFile(authentication.ca) } : {};
}

/** Ends the command if no URL can be made of what the user gave. */
function checkPlace(publicUrl: string | undefined, pathSecret: string): void {
  if (publicUrl !== undefined && !httpUrl(publicUrl)) {
    throw inputError(
      `the public URL "${publicUrl}" is no address`,
      undefined,
      'write it like https://kci.tenant.example',
    );
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(pathSecret)) {
    throw inputError(
      'the path secret does not fit into a URL',
      'it is one segment of a path',
      'use letters, digits and . _ ~ -',
    );
  }
}

/** Splits `127.0.0.1:0` and `[::1]:8443`. */
export function listenAddress(listen: string): { readonly host: string; readonly port: number } {
  const address = hostAndPort(listen);
  if (address) return address;
  throw inputError(
    `"${listen}" is no address to listen on`,
    'it is a host and a port up to 65535',
    'write it like 127.0.0.1:9000 or [::1]:9000; port 0 takes any free one',
  );
}
