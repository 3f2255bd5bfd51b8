import { MOST_BODY_BYTES } from '../../io/body-buffer.ts';
import { withoutCodings } from '../../io/plain-send.ts';
import { probeHeader } from '../../io/receiver.ts';
import { type Relay, relay } from '../../io/relay.ts';
import { type Hearer, readConversation } from '../../traffic/exchanges.ts';
import { brokenIn } from '../../traffic/live.ts';
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

/** How often what came since is judged, and how many conversations at once, lest those who talk wait. */
const LOOK_EVERY_MS = 1_000;
const MOST = 20;

/** Stands between a client and a gateway until it is stopped; then judges both. */
export async function runProxy(
  aim: Aim,
  options: RelayOptions & TrafficOptions,
  stopped?: () => Promise<unknown>,
): Promise<ExitCode> {
  const changed = new Set<string>();
  const told = new Set<string>();
  const begin = () => {
    const run = watchRun(aim, 'the proxy', Date.now(), options);
    const look = (): void => {
      for (const journey of [...changed].slice(0, MOST)) {
        changed.delete(journey);
        const news = brokenIn(run.record, journey, aim).filter((each) => !told.has(each));
        for (const each of news) say(`FAILED  ${each}`);
        for (const each of news) told.add(each);
      }
    };
    const looking = options.quiet ? undefined : setInterval(look, LOOK_EVERY_MS).unref();
    const see = (seen: Seen): void => {
      // What is asked may yet be answered.
      for (const { journey } of run.see(seen)) if (seen.type !== 'request-sent') changed.add(journey);
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
  { host, port, webhook, webhookPort }: RelayOptions,
  begin: () => Begun,
  stopped: () => Promise<unknown> = untilStopped,
): Promise<Begun> {
  const gateway = addressOf(
    target.baseUrl,
    'the target lives in this process',
    'name a target with an http or https base-url',
  );
  const { insecure, ...tls } = clientOptions(target).tls ?? {};
  const client = webhook === undefined ? undefined : addressOf(webhook, `the webhook "${webhook}" is no address`);
  let begun: Begun | undefined;
  const relays: Relay[] = [];
  const open = async (at: number, to: URL, isWebhook: boolean, its: object): Promise<number> => {
    let count = 0;
    const hearer: Hearer = {
      // A client that is Assay itself asks so whether its webhook can be reached.
      see: (seen) => {
        if (seen.type !== 'delivery-received' || headerOf(seen.headers, probeHeader) === undefined) begun?.see(seen);
      },
      unpack: (answer) => withoutCodings(answer, MOST_BODY_BYTES),
      onStrange: (why) => say(`passed on unread, for it is no HTTP: ${why}`),
      origin: isWebhook ? '' : to.origin,
      isWebhook,
      next: () => ++count,
    };
    const opened = await relay({ host, port: at, to, tls: its, tap: () => readConversation(hearer) });
    relays.push(opened);
    return opened.port;
  };
  const shownHost = host.includes(':') ? `[${host}]` : host;
  try {
    const listening = await open(port, gateway, false, { ...tls, rejectUnauthorized: insecure !== true });
    say(
      `the client's base address is http://${shownHost}:${listening}${pathOf(gateway)}, in place of ${target.baseUrl}`,
    );
    if (client) {
      const taken = await open(webhookPort, client, true, {});
      say(`tell the gateway to deliver to http://${shownHost}:${taken}${pathOf(client)}, in place of ${webhook}`);
    } else say('webhooks do not come by: nothing is said of KCI events; --webhook says where they go');
    begun = begin();
    say('Ctrl-C ends it');
    await stopped();
  } finally {
    await Promise.all(relays.map(({ close }) => close()));
  }
  return begun;
}

function addressOf(url: string, what: string, fix = 'write it like http://127.0.0.1:9000/kcis'): URL {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw refusal(what, 'a proxy passes on to an address', fix);
  return new URL(url);
}

/** Without a slash at the end. */
const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');
