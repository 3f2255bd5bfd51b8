import { parseDuration } from '../duration.ts';
import { createGateway } from '../gateway/gateway.ts';
import { httpSend } from '../io/http.ts';
import { realClock } from '../io/real-clock.ts';
import { faultsNamed } from './faults.ts';
import { loadAim, loadSpec } from './inputs.ts';
import { untilStopped } from './listen.ts';
import { listenOrRefuse } from './listen-or-refuse.ts';
import { problem, Refusal, say } from './say.ts';

/** What the fake on a socket needs. */
export interface ServeFakeOptions {
  readonly port: number;
  readonly host: string;
  readonly webhook?: string;
  readonly target: string;
  readonly profile?: string;
  readonly world?: string;
  readonly seed: number;
  readonly kciDelay?: string;
  readonly tokenLife?: string;
  readonly fault?: readonly string[];
}

/** Serves the fake until the process is told to stop. */
export async function serveFake(options: ServeFakeOptions): Promise<void> {
  const spec = loadSpec();
  const aim = loadAim(options, spec);
  // A URL registered later must be on this machine; any other must be named by the user.
  const allowHosts = [...LOOPBACK, ...(options.webhook === undefined ? [] : [hostOf(options.webhook)])];
  const client = httpSend({ responseMs: aim.target.deadlines.responseMs, allowHosts });
  const gateway = createGateway({
    ...aim,
    tenants: aim.target.tenants,
    seed: options.seed,
    clock: realClock,
    deliver: client.send,
    kciGapMs: durationOf('--kci-delay', options.kciDelay ?? '2s'),
    tokenLifeSeconds: Math.round(durationOf('--token-life', options.tokenLife ?? '1h') / 1000),
    faults: faultsNamed(options.fault ?? []),
    ...(options.webhook === undefined ? {} : { webhookUrl: options.webhook }),
  });
  const served = await listenOrRefuse(gateway.answer, options);
  say(`the fake gateway answers at ${served.url}`);
  for (const { name, clientId, clientSecret } of aim.target.tenants) say(`  tenant ${name}: client id ${clientId}, secret ${clientSecret}`);
  say(options.webhook === undefined ? `  no webhook yet: PUT {"url": …} to ${served.url}/_fake/webhook` : `  delivers to ${options.webhook}`);
  await untilStopped();
  await served.close();
  await client.close();
}

function durationOf(name: string, text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new Refusal([problem(`${name} ${text} is no duration`, undefined, 'write 20ms, 5s, 2m or 1h')]);
  return ms;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function hostOf(text: string): string {
  if (URL.canParse(text)) return new URL(text).hostname;
  throw new Refusal([problem(`--webhook ${text} is no URL`, undefined, 'write http://127.0.0.1:9000/kcis')]);
}
