import { httpSend } from '../../io/http.ts';
import { realClock } from '../../io/real-clock.ts';
import { serve } from '../../io/serve.ts';
import type { Target } from '../../model.ts';
import { EXIT } from '../exit.ts';
import type { AimOptions } from '../inputs.ts';
import { print, refusal } from '../say.ts';
import { deliveryTls } from './client.ts';
import { untilStopped } from './listen.ts';
import { type FakeMadeOf, makeFake, playedBy } from './make-fake.ts';
import { stoppableClock } from './stoppable-clock.ts';

/** What the fake on a socket needs. */
export interface ServeFakeOptions extends FakeMadeOf, AimOptions {
  readonly port: number;
  readonly host: string;
}

/** Serves the fake until the process is told to stop, or ends the command because nobody can reach it any more. */
export async function serveFake(options: ServeFakeOptions): Promise<void> {
  const aim = playedBy(options);
  const { clock, stop } = stoppableClock(realClock);
  const client = clientFor(aim.target, options.webhook);
  const gateway = makeFake(aim, options, { clock, deliver: client.send });
  const lost = Promise.withResolvers<string>();
  const served = await serve(gateway.answer, { ...options, onLost: lost.resolve });
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
  throw refusal(what, why, 'check the network that it listens on', EXIT.environment);
}

/** A URL registered later must be on this machine; any other must be named by the user. */
function clientFor(target: Target, webhook: string | undefined): ReturnType<typeof httpSend> {
  const allowHosts = [...LOOPBACK, ...(webhook === undefined ? [] : [hostOf(webhook)])];
  return httpSend({ responseMs: target.deadlines.responseMs, allowHosts, tls: deliveryTls(target) });
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function hostOf(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).hostname;
  throw refusal(`the webhook "${text}" is no address`, undefined, 'write it like http://127.0.0.1:9000/kcis');
}
