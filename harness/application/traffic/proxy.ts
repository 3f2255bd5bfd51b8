import { MOST_BODY_BYTES } from '../../io/body-buffer.ts';
import { withoutCodings } from '../../io/plain-send.ts';
import { probeHeader } from '../../io/receiver.ts';
import { type Relay, relay } from '../../io/relay.ts';
import { readConversation } from '../../traffic/exchanges.ts';
import { judgeLive } from '../../traffic/live.ts';
import type { Seen } from '../../traffic/seen.ts';
import { headerOf } from '../../wire/wire.ts';
import type { ExitCode } from '../exit.ts';
import type { Aim } from '../inputs.ts';
import { clientOptions } from '../open/client.ts';
import { untilStopped } from '../open/listen.ts';
import { refusal, say } from '../say.ts';
import { type TrafficOptions, watchRun } from './watched-run.ts';

/** Where the proxy stands, and what it is told of the client. */
export interface ProxyOptions extends TrafficOptions {
  readonly host: string;
  readonly port: number;
  /** Where the client takes its webhooks. */
  readonly webhook?: string | undefined;
  readonly webhookPort: number;
}

/** How often what came since is judged. */
const LOOK_EVERY_MS = 1_000;

/** Stands between a client and a gateway until it is stopped; then judges both. */
export async function runProxy(
  aim: Aim,
  options: ProxyOptions,
  stopped: () => Promise<unknown> = untilStopped,
): Promise<ExitCode> {
  const { target } = aim;
  const { host, port, webhook, webhookPort, quiet } = options;
  const gateway = placeOf(
    target.baseUrl,
    'the target lives in this process',
    'name a target with an http or https base-url',
  );
  const { insecure, ...tls } = clientOptions(target).tls ?? {};
  const client = webhook === undefined ? undefined : placeOf(webhook, `the webhook "${webhook}" is no address`);
  const run = watchRun(aim, 'the proxy', Date.now(), options);
  const live = judgeLive({ ...aim, record: run.record });
  let exchanges = 0;
  let deliveries = 0;
  let strange = 0;
  const hearing = {
    see: (seen: Seen) => {
      // A client that is Assay itself asks so whether its webhook can be reached.
      const isProbe = seen.type === 'delivery-received' && headerOf(seen.headers, probeHeader) !== undefined;
      if (!isProbe) live.see(run.see(seen));
    },
    unpack: (answer: Parameters<typeof withoutCodings>[0]) => withoutCodings(answer, MOST_BODY_BYTES),
    onStrange: (why: string) => {
      strange += 1;
      if (!quiet) say(`passed on unread, for it is no HTTP: ${why}`);
    },
  };
  const toGateway = {
    ...hearing,
    origin: gateway.origin,
    isWebhook: false,
    next: () => ++exchanges,
  };
  const toClient = { ...hearing, origin: '', isWebhook: true, next: () => ++deliveries };
  const relays: Relay[] = [];
  const open = async (at: number, to: Place, tap: typeof toGateway, its: object): Promise<number> => {
    const secured = { ...to, tls: to.isTls ? its : undefined };
    const opened = await relay({ host, port: at, to: secured, tap: () => readConversation(tap) });
    relays.push(opened);
    return opened.port;
  };
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const own = { ...tls, rejectUnauthorized: insecure !== true };
  const looking = setInterval(() => {
    for (const each of live.broken()) if (!quiet) say(`FAILED  ${each}`);
  }, LOOK_EVERY_MS);
  try {
    const listening = await open(port, gateway, toGateway, own);
    say(`the client's base address is http://${shownHost}:${listening}${gateway.path}, in place of ${target.baseUrl}`);
    if (client) {
      const taken = await open(webhookPort, client, toClient, {});
      say(`tell the gateway to deliver to http://${shownHost}:${taken}${client.path}, in place of ${webhook}`);
    } else say('webhooks do not come by: what KCI events must be is not shown; --webhook says where they go');
    say('Ctrl-C ends it, and judges what came by');
    await stopped();
  } finally {
    clearInterval(looking);
    await Promise.all(relays.map(({ close }) => close()));
  }
  if (strange > 0) say(`${strange} connections were no HTTP and passed on unread`);
  return run.end(Date.now());
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly origin: string;
  /** Without a slash at the end. */
  readonly path: string;
}

function placeOf(url: string, what: string, fix = 'write it like http://127.0.0.1:9000/kcis'): Place {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw refusal(what, 'a proxy passes on to an address', fix);
  const { hostname, port, protocol, origin, pathname } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port) || (isTls ? 443 : 80), isTls, origin, path: pathname.replace(/\/$/, '') };
}
