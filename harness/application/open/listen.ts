import { randomBytes } from 'node:crypto';
import { loadProfile } from '../../contract/profile.ts';
import { HIDDEN_PATH } from '../../io/receiver.ts';
import { readEvents } from '../../kci/read.ts';
import type { Problem, Target } from '../../model.ts';
import { createRedactor } from '../../run/redact.ts';
import { EXIT } from '../exit.ts';
import { inputError, print, Refusal, say } from '../say.ts';
import { openReceiver } from './receiver.ts';

/** Options of a receiver without a run. */
interface ListenOptions {
  readonly listen: string;
  readonly publicUrl?: string | undefined;
  readonly profile: string;
  readonly pathSecret?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/**
 * Receives until the process is told to stop. Prints each delivery as one line of JSON: as it came, without secrets, and as
 * the profile reads it.
 */
export async function runListener(options: ListenOptions): Promise<void> {
  const { profile, problems } = loadProfile(options.profile);
  if (!profile) throw new Refusal(problems);
  const { tlsCert: cert, tlsKey: key } = options;
  if ((cert === undefined) !== (key === undefined))
    throw inputError('--tls-cert and --tls-key go together', 'TLS needs both', 'give both, or neither');
  const webhook: Target['webhook'] = {
    listen: options.listen,
    registration: 'out-of-band',
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    ...(cert === undefined || key === undefined ? {} : { tls: { cert, key } }),
  };
  const pathSecret = options.pathSecret ?? randomBytes(16).toString('hex');
  const receiver = await openReceiver({ target: { webhook }, profile, pathSecret, isInProcess: false });
  const redactor = createRedactor();
  redactor.addSecret('webhook-path', pathSecret);
  receiver.onDelivery((came) => {
    // The placeholder of the path's secret could itself contain a secret, so redact around it.
    const path = came.path.split(HIDDEN_PATH).map(redactor.text).join(HIDDEN_PATH);
    const delivery = { ...came, path, headers: redactor.headers(came.headers), body: redactor.body(came.body) };
    const events = readEvents(profile, delivery.headers, delivery.body.text).map(({ event }) => event);
    const read = profile.wire.batch === undefined ? { event: events[0] } : { events };
    print(JSON.stringify({ at: new Date().toISOString(), ...delivery, ...read }));
    return undefined;
  });
  say(`listening; deliver to ${receiver.url}`);
  const lost = new Promise<Problem>((resolve) => {
    receiver.onLost(resolve);
  });
  const found = await Promise.race([untilStopped(), lost]);
  await receiver.close();
  if (found) throw new Refusal([found], EXIT.environment);
}

/** Resolves at SIGINT or SIGTERM. */
export function untilStopped(): Promise<undefined> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve(undefined));
    process.once('SIGTERM', () => resolve(undefined));
  });
}
