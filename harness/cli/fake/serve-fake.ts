import { createGateway } from '../../gateway/gateway.ts';
import { unplayable } from '../../gateway/unplayable.ts';
import { httpSend } from '../../io/http.ts';
import { realClock } from '../../io/real-clock.ts';
import { signingSend } from '../../io/webhook-signing.ts';
import { EXIT } from '../exit.ts';
import { allFaults, faultsNamed } from '../faults.ts';
import { loadAim, loadSpec } from '../inputs.ts';
import { deliveryTls } from '../run/client.ts';
import { listenOrRefuse } from '../run/listen-or-refuse.ts';
import { stoppableClock } from '../run/stoppable-clock.ts';
import { print, problem, Refusal, refuseOn } from '../say.ts';
import { untilStopped } from './listen.ts';

/** What the fake on a socket needs. */
export interface ServeFakeOptions {
  readonly port: number;
  readonly host: string;
  readonly webhook?: string;
  readonly target: string;
  readonly profile?: string;
  readonly world?: string;
  readonly seed: number;
  /** ms. */
  readonly kciDelay: number;
  /** ms. */
  readonly tokenLife: number;
  readonly fault?: readonly string[];
}

/** Serves the fake until the process is told to stop, or ends the command because nobody can reach it any more. */
export async function serveFake(options: ServeFakeOptions): Promise<void> {
  const spec = loadSpec();
  const aim = loadAim(options, spec);
  refuseOn(unplayable(aim.profile));
  // A URL registered later must be on this machine; any other must be named by the user.
  const allowHosts = [...LOOPBACK, ...(options.webhook === undefined ? [] : [hostOf(options.webhook)])];
  const { webhook, deadlines } = aim.target;
  const client = httpSend({ responseMs: deadlines.responseMs, allowHosts, tls: deliveryTls(aim.target) });
  const { clock, stop } = stoppableClock(realClock);
  const gateway = createGateway({
    ...aim,
    tenants: aim.target.tenants,
    seed: options.seed,
    clock,
    deliver: signingSend(webhook.authentication, client.send, realClock.now),
    kciGapMs: options.kciDelay,
    tokenLifeSeconds: Math.max(1, Math.round(options.tokenLife / 1000)),
    faults: faultsNamed(options.fault ?? []),
    faultsOnRequest: allFaults,
    ...(aim.target.steering.headers === undefined ? {} : { steeringHeaders: aim.target.steering.headers }),
    ...(options.webhook === undefined ? {} : { webhookUrl: options.webhook }),
  });
  const lost = Promise.withResolvers<string>();
  const served = await listenOrRefuse(gateway.answer, { ...options, onLost: lost.resolve });
  print(`the fake gateway answers at ${served.url}`);
  for (const { name, clientId, clientSecret } of aim.target.tenants)
    print(`  tenant ${name}: client id ${clientId}, secret ${clientSecret}`);
  print(
    `  KCI events go to ${options.webhook ?? `nobody yet: PUT {"url": "http://…"} to ${served.url}/_fake/webhook`}`,
  );
  print('  Ctrl-C ends it');
  const why = await Promise.race([untilStopped(), lost.promise]);
  await served.close();
  stop();
  await client.close();
  if (why === undefined) return;
  const what = `the fake gateway at ${served.url} can be reached no more`;
  throw new Refusal([problem(what, why, 'check the network that it listens on')], EXIT.environment);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function hostOf(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).hostname;
  throw new Refusal([
    problem(`the webhook "${text}" is no address`, undefined, 'write it like http://127.0.0.1:9000/kcis'),
  ]);
}
