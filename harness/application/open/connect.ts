import { randomBytes } from 'node:crypto';
import type { Problem } from '../../model.ts';
import { createExchange } from '../../run/exchange.ts';
import type { PreflightExchange } from '../../run/run.ts';
import { formatDuration } from '../../values/duration.ts';
import type { Aim, Inputs } from '../inputs.ts';
import { say } from '../say.ts';
import { type NotThere, preflight } from './preflight.ts';
import { announce, whereEventsGo } from './reach.ts';
import { type OpenReceiver, openReceiver, type ReceiverPlace } from './receiver.ts';
import { refusing, secretsOf } from './secrets.ts';
import type { Transport } from './transport.ts';

/** What was learnt from the first requests to a gateway. */
interface Connection {
  readonly answerMs?: number;
  readonly preflightExchanges?: readonly PreflightExchange[];
}

/**
 * Checks whether anything answers like a gateway. Returns the inputs with what was learnt; ends the command if nothing
 * does.
 */
export async function connect<T extends Aim>(
  inputs: T,
  transport: Transport,
  pathSecret: string,
): Promise<T & Connection> {
  if (transport.isVirtual) return inputs;
  const { send, clock, target } = transport;
  const { signal } = new AbortController();
  const tokens: string[] = [];
  let exchanges: PreflightExchange[] = [];
  const probe = (): Promise<NotThere | null> => {
    exchanges = [];
    const exchange = createExchange({
      send,
      clock,
      signal,
      record: (half) => void exchanges.push({ at: clock.now(), ...half }),
      addSecret: (_, token) => void tokens.push(token),
    });
    return preflight({ ...inputs, target }, exchange);
  };
  refusing(secretsOf(inputs, pathSecret))(await untilThere(probe, transport));
  // Of the last request: the first had to open a connection.
  const took = exchanges.flatMap((half) => ('tookMs' in half ? half.tookMs : [])).at(-1) ?? 0;
  return { ...inputs, secrets: [...inputs.secrets, ...tokens], answerMs: took, preflightExchanges: exchanges };
}

/** How often a target that is starting is asked. */
const AGAIN_MS = 250;

/** Looks again while the target may be starting, for at most `waitFor`. */
async function untilThere(
  look: () => Promise<NotThere | null>,
  { clock, waitFor = 0 }: Transport,
): Promise<NotThere | null> {
  const until = clock.now() + waitFor;
  let found = await look();
  if (found?.mayPass && waitFor > 0) say(`${found.message}: asking again for up to ${formatDuration(waitFor)}`);
  while (found?.mayPass && clock.now() < until) {
    await clock.until(new Promise(() => {}), Math.min(AGAIN_MS, until - clock.now()));
    found = await look();
  }
  return found;
}

/** A gateway that has answered and delivers to our receiver. */
export interface Connected {
  /** With the secrets that were learnt, such as tokens. */
  readonly inputs: Inputs;
  readonly receiver: OpenReceiver;
  readonly pathSecret: string;
}

/** How the receiver is opened. */
interface Connecting extends Pick<ReceiverPlace, 'isInWorker' | 'apartMs'> {
  /** What makes the run's ids its own. */
  readonly nonce: string;
  readonly quiet?: boolean | undefined;
  readonly onLost?: ((found: Problem) => void) | undefined;
}

/**
 * Opens the receiver, checks that the gateway is there, and tells it the receiver's URL. The receiver is open while `use`
 * runs.
 */
export async function connected<T>(
  inputs: Inputs,
  transport: Transport,
  { nonce, quiet, onLost, ...how }: Connecting,
  use: (connected: Connected) => Promise<T>,
): Promise<T> {
  const { target, clock, isVirtual } = transport;
  const { pathSecret = isVirtual ? `hook-${nonce}` : randomBytes(16).toString('hex') } = target.webhook;
  const { profile } = inputs;
  const receiver = await openReceiver({ ...how, target, profile, pathSecret, isInProcess: isVirtual, clock });
  try {
    if (onLost) receiver.onLost(onLost);
    const knowing = await connect(inputs, transport, pathSecret);
    if (transport.connect) transport.connect(receiver);
    else {
      refusing(secretsOf(knowing, pathSecret))(await announce(target, receiver.url, profile));
      if (!quiet) say(whereEventsGo(target, receiver.url, pathSecret));
    }
    return await use({ inputs: knowing, receiver, pathSecret });
  } finally {
    await receiver.close();
  }
}
