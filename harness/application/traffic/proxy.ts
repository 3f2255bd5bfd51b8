import { MOST_BODY_BYTES } from '../../io/body-buffer.ts';
import { withoutCodings } from '../../io/plain-send.ts';
import { probeHeader } from '../../io/receiver.ts';
import { type Relay, relay } from '../../io/relay.ts';
import { type Hearer, readConversation } from '../../traffic/exchanges.ts';
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
export interface RelayOptions {
  readonly host: string;
  readonly port: number;
  /** Where the client takes its webhooks. */
  readonly webhook?: string | undefined;
  readonly webhookPort: number;
  readonly quiet?: boolean | undefined;
}

/** How often what came since is judged. */
const LOOK_EVERY_MS = 1_000;

/** Stands between a client and a gateway until it is stopped; then judges both. */
export async function runProxy(
  aim: Aim,
  options: RelayOptions & TrafficOptions,
  stopped?: () => Promise<unknown>,
): Promise<ExitCode> {
  const begin = () => {
    const run = watchRun(aim, 'the proxy', Date.now(), options);
    const live = judgeLive(run.record, aim);
    const look = (): void => {
      for (const each of live.broken()) if (!options.quiet) say(`FAILED  ${each}`);
    };
    const looking = setInterval(look, LOOK_EVERY_MS).unref();
    const see = (seen: Seen): void => {
      const walks = run.see(seen);
      // What is asked may yet be answered.
      if (seen.type !== 'request-sent') live.see(walks);
    };
    return { run, looking, see };
  };
  const { run, looking } = await relayTraffic(aim, options, begin, stopped);
  clearInterval(looking);
  return run.end(Date.now());
}

/** Stands between a client and a gateway until it is stopped; who begins once it listens hears of what they say. */
export async function relayTraffic<Begun extends { readonly see: (seen: Seen) => void }>(
  { target }: Aim,
  { host, port, webhook, webhookPort, quiet }: RelayOptions,
  begin: () => Begun,
  stopped: () => Promise<unknown> = untilStopped,
): Promise<Begun> {
  const gateway = placeOf(
    target.baseUrl,
    'the target lives in this process',
    'name a target with an http or https base-url',
  );
  const { insecure, ...tls } = clientOptions(target).tls ?? {};
  const client = webhook === undefined ? undefined : placeOf(webhook, `the webhook "${webhook}" is no address`);
  let strange = 0;
  let begun: Begun | undefined;
  const relays: Relay[] = [];
  const open = async (at: number, to: Place, isWebhook: boolean, its: object): Promise<number> => {
    const secured = { ...to, tls: to.isTls ? its : undefined };
    let count = 0;
    const hearer: Hearer = {
      // A client that is Assay itself asks so whether its webhook can be reached.
      see: (seen) => {
        if (seen.type !== 'delivery-received' || headerOf(seen.headers, probeHeader) === undefined) begun?.see(seen);
      },
      unpack: (answer) => withoutCodings(answer, MOST_BODY_BYTES),
      onStrange: (why) => {
        strange += 1;
        if (!quiet) say(`passed on unread, for it is no HTTP: ${why}`);
      },
      origin: isWebhook ? '' : to.origin,
      isWebhook,
      next: () => ++count,
    };
    const opened = await relay({ host, port: at, to: secured, tap: () => readConversation(hearer) });
    relays.push(opened);
    return opened.port;
  };
  const shownHost = host.includes(':') ? `[${host}]` : host;
  try {
    const listening = await open(port, gateway, false, { ...tls, rejectUnauthorized: insecure !== true });
    say(`the client's base address is http://${shownHost}:${listening}${gateway.path}, in place of ${target.baseUrl}`);
    if (client) {
      const taken = await open(webhookPort, client, true, {});
      say(`tell the gateway to deliver to http://${shownHost}:${taken}${client.path}, in place of ${webhook}`);
    } else say('webhooks do not come by: nothing is said of KCI events; --webhook says where they go');
    begun = begin();
    say('Ctrl-C ends it');
    await stopped();
  } finally {
    await Promise.all(relays.map(({ close }) => close()));
  }
  if (strange > 0) say(`${strange} connections were no HTTP and passed on unread`);
  return begun;
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
