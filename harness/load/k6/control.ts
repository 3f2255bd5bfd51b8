import { type Served, serve } from '../../io/serve.ts';
import type { Clock, DeliveryRefusal, Journey, Send, TrafficStage } from '../../model.ts';
import { tokensIn } from '../../run/exchange.ts';
import { isObject } from '../../values/pointer.ts';
import { parseJson } from '../../wire/wire.ts';
import { arrivalsOf } from '../arrivals.ts';
import type { BooksHere } from '../books.ts';
import { awaitRoute, controlBy, membersIn } from '../control.ts';
import { BEFORE_ALL, type LoadPort } from '../port.ts';
import { k6Stages, stagesOf } from './stages.ts';
import { toldIn, walkedBy } from './told.ts';

/** The books of a load, as k6 uses them. */
export type K6Port = Omit<LoadPort, 'expect'> & Pick<BooksHere, 'feed'>;

/** What the control server needs. */
interface ControlOptions {
  readonly port: K6Port;
  readonly journeyOf: (index: number) => Journey;
  readonly stages: readonly TrafficStage[];
  readonly clock: Pick<Clock, 'now'>;
  /** The first segment of every path, so that nobody else can report what a load did. */
  readonly secret: string;
  /** Called when an instance has ended, with how many have. */
  readonly onEnded?: (instances: number) => void;
}

/** A report holds all bodies of a journey. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Takes a script's report of a journey, once; returns false if the text is none. */
export function takeWalked({ port, journeyOf, stages }: Pick<ControlOptions, 'port' | 'journeyOf' | 'stages'>) {
  const arrivals = arrivalsOf(stagesOf(k6Stages(stages)));
  // If k6 dropped starts, each later journey takes the place of an earlier arrival.
  const startOf = (index: number, startedAt: number): number =>
    startedAt + (index < 0 ? 0 : index < arrivals.count ? arrivals.startOf(index) : arrivals.durationMs);
  const taken = new Set<number>();
  return (text: string): boolean => {
    const told = toldIn(text);
    if (!told) return false;
    const { index, loadStartedAt, offsetMs } = told;
    // A report that was not answered in time is sent again.
    if (index !== BEFORE_ALL && taken.has(index)) return true;
    taken.add(index);
    const journey = index === BEFORE_ALL ? null : journeyOf(index);
    port.walked({ ...walkedBy(told, journey), journey, intendedAt: startOf(index, loadStartedAt + offsetMs) });
    return true;
  };
}

/**
 * Assay's side of a load that k6 sends. `POST /walked` takes what a journey observed. `POST /await` answers when an event
 * has come. `POST /turn-away` makes the receiver refuse deliveries of an order. `POST /learnt` takes a token to be redacted
 * everywhere. `GET /feed` gives the collector what came since. `GET /now` gives the time here. `POST /ended` counts the
 * instances that have ended.
 */
export function controlSend(options: ControlOptions): Send {
  const { port, journeyOf, clock, secret, onEnded } = options;
  const walked = takeWalked(options);
  let ended = 0;
  return controlBy(secret, {
    'POST /walked': (text) => (walked(text) ? undefined : false),
    'POST /learnt': (text) => {
      const { json } = parseJson(text);
      if (!isObject(json)) return false;
      for (const [nth, token] of tokensIn(json).entries()) port.learnt(nth === 0 ? 'access-token' : 'token', token);
    },
    'POST /await': awaitRoute(port, journeyOf),
    'POST /turn-away': (text) => {
      const { orderId, how } = membersIn(text);
      if (typeof orderId !== 'string' || !isObject(how)) return false;
      return port.turnAway(orderId, how as unknown as DeliveryRefusal);
    },
    'GET /feed': () => ({ ...port.feed(), ended }),
    'GET /now': () => clock.now(),
    'POST /ended': () => {
      ended += 1;
      return onEnded?.(ended);
    },
  });
}

/** The control server behind a socket; its address contains the secret. Rejects with an `EnvironmentError`. */
export async function serveControl(
  options: ControlOptions & { readonly host: string; readonly listenPort: number },
): Promise<Served> {
  const { host, listenPort, secret } = options;
  const served = await serve(controlSend(options), { host, port: listenPort, maxBodyBytes: MAX_BYTES });
  return { ...served, url: `${served.url}/${secret}` };
}
