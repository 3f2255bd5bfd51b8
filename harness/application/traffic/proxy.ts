import { withoutCodings } from '../../io/plain-send.ts';
import { PROBE_HEADER } from '../../io/receiver.ts';
import { type Relay, relay } from '../../io/relay.ts';
import type { Walk } from '../../record/fold.ts';
import { type Hearer, readConversation } from '../../traffic/exchanges.ts';
import type { SeenTraffic } from '../../traffic/seen.ts';
import { brokenIn } from '../../traffic/watch.ts';
import { httpUrl } from '../../values/url.ts';
import { headerOf } from '../../wire/wire.ts';
import type { ExitCode } from '../exit.ts';
import type { Aim } from '../inputs.ts';
import { clientOptions } from '../open/client.ts';
import { untilStopped } from '../open/listen.ts';
import { inputError, say } from '../say.ts';
import { type TrafficOptions, type WatchedRun, watchRun } from './watched-run.ts';

/** Where the proxy listens, and what it knows of the client. */
export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Where the client takes its webhooks. */
  readonly webhook?: string | undefined;
  readonly webhookPort: number;
  readonly quiet?: boolean | undefined;
}

/** How often new traffic is judged, and how many conversations at once, so that client and gateway need not wait. */
const LOOK_EVERY_MS = 1_000;
const MAX_AT_ONCE = 20;

/** Stands between a client and a gateway until it is stopped; then judges both. */
export async function runProxy(
  aim: Aim,
  options: ProxyOptions & TrafficOptions,
  stopped: () => Promise<unknown> = untilStopped,
): Promise<ExitCode> {
  const changed = new Set<Walk>();
  const told = new Set<string>();
  let run!: WatchedRun;
  const look = (): void => {
    for (const walk of [...changed].slice(0, MAX_AT_ONCE)) {
      changed.delete(walk);
      const news = brokenIn(run.record, walk, aim).filter((each) => !told.has(each));
      for (const each of news) say(`FAILED  ${each}`);
      for (const each of news) told.add(each);
    }
  };
  const see = (seen: SeenTraffic): void => {
    // A request alone changes nothing: its answer may yet come.
    for (const walk of run.see(seen)) if (seen.type !== 'request-sent') changed.add(walk);
  };
  const begun = (): Promise<unknown> => {
    run = watchRun(aim, 'the proxy', Date.now(), options);
    return stopped();
  };
  const looking = options.quiet ? undefined : setInterval(look, LOOK_EVERY_MS).unref();
  await relayTraffic(aim, options, see, begun);
  clearInterval(looking);
  return run.end(Date.now());
}

/** Stands between a client and a gateway and reports what they say, until it is stopped. */
export async function relayTraffic(
  { target }: Aim,
  { host, port, webhook, webhookPort }: ProxyOptions,
  see: (seen: SeenTraffic) => void,
  begun: () => Promise<unknown> = untilStopped,
): Promise<void> {
  const gateway = addressOf(
    target.baseUrl,
    'the target lives in this process',
    'name a target with an http or https base-url',
  );
  const { insecure, ...tls } = clientOptions(target).tls ?? {};
  const client = webhook === undefined ? undefined : addressOf(webhook, `the webhook "${webhook}" is no address`);
  const relays: Relay[] = [];
  let isOpen = false;
  const open = async (at: number, to: URL, its: object, origin?: string): Promise<number> => {
    let count = 0;
    const hearer: Hearer = {
      // Assay itself, as the client, probes its webhook with such a request.
      see: (seen) => {
        const isProbe = seen.type === 'delivery-received' && headerOf(seen.headers, PROBE_HEADER) !== undefined;
        if (isOpen && !isProbe) see(seen);
      },
      unpack: withoutCodings,
      onStrange: (why) => say(`passed on unread, for it is no HTTP: ${why}`),
      origin,
      next: () => ++count,
    };
    const opened = await relay({ host, port: at, to, tls: its, tap: () => readConversation(hearer) });
    relays.push(opened);
    return opened.port;
  };
  const shownHost = host.includes(':') ? `[${host}]` : host;
  try {
    const listening = await open(port, gateway, { ...tls, rejectUnauthorized: insecure !== true }, gateway.origin);
    say(
      `the client's base address is http://${shownHost}:${listening}${pathOf(gateway)}, in place of ${target.baseUrl}`,
    );
    if (client) {
      const taken = await open(webhookPort, client, {});
      say(`tell the gateway to deliver to http://${shownHost}:${taken}${pathOf(client)}, in place of ${webhook}`);
    } else say('webhooks do not come by: nothing is said of KCI events; --webhook says where they go');
    say('Ctrl-C ends it');
    const stopped = begun();
    isOpen = true;
    await stopped;
  } finally {
    await Promise.all(relays.map(({ close }) => close()));
  }
}

function addressOf(text: string, what: string, fix = 'write it like http://127.0.0.1:9000/kcis'): URL {
  const url = httpUrl(text);
  if (url) return url;
  throw inputError(what, 'a proxy passes on to an address', fix);
}

/** The path, without a slash at the end. */
const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
