import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { httpSend } from '../../io/http.ts';
import { realClock } from '../../io/real-clock.ts';
import { serve } from '../../io/serve.ts';
import type { Send, Target, World } from '../../model.ts';
import { httpUrl } from '../../values/url.ts';
import { isFault } from '../../wire/wire.ts';
import { EXIT } from '../exit.ts';
import type { AimOptions } from '../inputs.ts';
import { inputError, print, say } from '../say.ts';
import { onSignals } from '../signals.ts';
import { deliveryTls } from './client.ts';
import { untilStopped } from './listen.ts';
import { type FakeMadeOf, makeFake, playedBy } from './make-fake.ts';
import { stoppableClock } from './stoppable-clock.ts';

/** What the fake on a socket needs. */
export interface ServeFakeOptions extends FakeMadeOf, AimOptions {
  readonly port: number;
  readonly host: string;
}

/**
 * Serves the fake until the process is told to stop, or until `command` has ended; returns its exit code. Ends the
 * command if nobody can reach the fake any more.
 */
export async function serveFake(options: ServeFakeOptions, command: readonly string[] = []): Promise<number> {
  const aim = playedBy(options);
  const { clock, stop } = stoppableClock(realClock);
  const client = clientFor(aim.target, options.webhook);
  const gateway = makeFake(aim, options, { clock, deliver: tellingFailures(client.send) });
  const lost = Promise.withResolvers<string>();
  const served = await serve(gateway.answer, { ...options, onLost: lost.resolve });
  const tell = command.length === 0 ? print : say;
  tell(`the fake gateway answers at ${served.url}`);
  for (const { name, clientId, clientSecret } of aim.target.tenants)
    tell(`  tenant ${name}: client id ${clientId}, secret ${clientSecret}`);
  tell(`  KCI events go to ${options.webhook ?? `nobody yet: PUT {"url": "http://…"} to ${served.url}/_fake/webhook`}`);
  for (const lack of lacksOf(aim.world)) tell(`  ${lack}`);
  if (command.length === 0) print('  Ctrl-C ends it');
  const ended = command.length === 0 ? untilStopped() : untilEnded(command, served.url);
  let why: string | number | undefined;
  try {
    why = await Promise.race([ended, lost.promise]);
  } finally {
    await served.close();
    stop();
    await client.close();
  }
  if (typeof why !== 'string') return why ?? EXIT.passed;
  const what = `the fake gateway at ${served.url} can be reached no more`;
  throw inputError(what, why, 'check the network that it listens on', EXIT.environment);
}

/** What the fake cannot play in a world that was written for a real gateway. */
function lacksOf({ world, slots, defaults, roles }: World): readonly string[] {
  const furnished = [defaults, ...Object.values(roles).flatMap(({ site, sites = [] }) => [site, ...sites])];
  const says = `the world "${world}" says none`;
  return [
    ...(slots ? [] : [`it has no appointment slots: ${says} under "slots"`]),
    ...(furnished.some((each) => each?.availability !== undefined)
      ? []
      : [`it has no availability of any address: ${says} under "defaults: availability"`]),
  ];
}

/** Says why an address takes no event; once, as long as the reason stays the same. */
function tellingFailures(send: Send): Send {
  const told = new Map<string, string | undefined>();
  return async (request, signal) => {
    const answer = await send(request, signal);
    const isTaken = !isFault(answer) && answer.status < 300;
    const why = isTaken ? undefined : isFault(answer) ? answer.detail : `it answered ${answer.status}`;
    if (why !== undefined && told.get(request.url) !== why) say(`a KCI event was not taken at ${request.url}: ${why}`);
    told.set(request.url, why);
    return answer;
  };
}

/** Runs a command that finds the fake at `FAKE_URL` in its environment; returns its exit code. */
async function untilEnded([program = '', ...words]: readonly string[], url: string): Promise<number> {
  const child = spawn(program, words, {
    stdio: 'inherit',
    env: { ...process.env, FAKE_URL: url },
    shell: process.platform === 'win32',
  });
  const release = onSignals((signal) => void child.kill(signal));
  const ended = Promise.withResolvers<number>();
  child.once('error', (error) => {
    const why = 'code' in error && error.code === 'ENOENT' ? 'there is no such command' : error.message;
    ended.reject(inputError(`cannot start ${program}`, why, 'write the command behind --, as in a shell'));
  });
  child.once('close', (code, signal) => ended.resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)));
  try {
    return await ended.promise;
  } finally {
    release();
  }
}

/** The client for deliveries. A URL registered later must be on this machine; any other must be named by the user. */
function clientFor(target: Target, webhook: string | undefined): ReturnType<typeof httpSend> {
  const allowHosts = [...LOOPBACK, ...(webhook === undefined ? [] : [hostOf(webhook)])];
  return httpSend({ responseMs: target.deadlines.responseMs, allowHosts, tls: deliveryTls(target) });
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function hostOf(text: string): string {
  const url = httpUrl(text);
  if (url) return url.hostname;
  throw inputError(`the webhook "${text}" is no address`, undefined, 'write it like http://127.0.0.1:9000/kcis');
}
