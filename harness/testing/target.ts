import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FakeMadeOf, makeFake, playedBy } from '../application/open/make-fake.ts';
import { stoppableClock } from '../application/open/stoppable-clock.ts';
import { shippedPath } from '../home.ts';
import { httpSend } from '../io/http.ts';
import { realClock } from '../io/real-clock.ts';
import { type ServeOptions, serve } from '../io/serve.ts';
import type { Send, WireResponse } from '../model.ts';
import { bytesOf } from '../wire/wire.ts';
import { emptyFolder, startAssay } from './command.ts';

/** A copy of the target file for a fake on a socket, with another address and, where wanted, other lines. */
export function targetFileFor(baseUrl: string, edit: (text: string) => string = (text) => text): string {
  const path = join(emptyFolder(), 'target.yaml');
  const text = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
  writeFileSync(path, edit(text.replace('http://127.0.0.1:8080', baseUrl)));
  return path;
}

/** Starts `assay fake` in a process of its own; gives its address. */
export async function fakeInItsProcess(words: readonly string[] = []): Promise<string> {
  const [url = ''] = await startAssay(['fake', '--port', '0', ...words]).printed(/answers at (\S+)\n/);
  return url;
}

/** Serves a fake for the time of a test, which delivers over HTTP; gives its address. */
export function servedFake(made: Partial<FakeMadeOf> = {}): Promise<string> {
  const { clock, stop } = stoppableClock(realClock);
  const { send: deliver, close } = httpSend({ responseMs: 5_000, allowHosts: ['127.0.0.1'] });
  onTestFinished(async () => {
    stop();
    await close();
  });
  const options = { seed: 1, kciDelay: 2_000, tokenLife: 3_600_000, ...made };
  return serving(makeFake(playedBy({ target: 'fake' }), options, { clock, deliver }).answer);
}

/** Serves what answers every request in the same way; gives its address. */
export function answering(
  status: number,
  headers: WireResponse['headers'],
  body: string,
  tls?: ServeOptions['tls'],
): Promise<string> {
  return serving(() => Promise.resolve({ status, headers, body: bytesOf(body), tookMs: 0 }), tls);
}

/** Serves on a free port of the loopback for the time of a test. */
export async function serving(send: Send, tls?: ServeOptions['tls']): Promise<string> {
  const served = await serve(send, { host: '127.0.0.1', port: 0, ...(tls === undefined ? {} : { tls }) });
  onTestFinished(() => served.close());
  return served.url;
}

/** Waits until a file holds a text. */
export async function holds(file: string, text: string): Promise<void> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(text));
}

/** Waits until there is no such file any more. */
export async function gone(file: string): Promise<void> {
  await until(() => !existsSync(file));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await realClock.until(new Promise(() => {}), 20);
}
