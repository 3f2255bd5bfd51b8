import { bind } from '../../bind.ts';
import { isLoopback } from '../../contract/target-checks.ts';
import { probeHeader } from '../../io/receiver.ts';
import type { Json, Problem, Target } from '../../model.ts';
import { bytesOf, isFault } from '../../wire.ts';
import { problem } from '../say.ts';
import { clientOptions, openClient } from './client.ts';

const WITHIN_MS = 5_000;

/** Tells the target where to deliver, where its file says how; a target told beforehand needs nothing. */
export async function announce(target: Target, webhookUrl: string): Promise<Problem | null> {
  const { registration } = target.webhook;
  if (registration === 'out-of-band') return null;
  const filled = bind(registration as unknown as Json, { url: webhookUrl, base: target.baseUrl })
    .value as unknown as typeof registration;
  const client = await openClient(clientOptions(target));
  const result = await client.send({
    method: filled.method,
    url: filled.url,
    headers: [['Content-Type', 'application/json']],
    body: bytesOf(JSON.stringify(filled.body)),
  });
  await client.close();
  const advice = 'check webhook: registration in the target file';
  if (isFault(result)) return problem(`the webhook could not be registered at ${filled.url}`, result.detail, advice);
  if (result.status < 300) return null;
  return problem(
    `the webhook could not be registered: ${filled.method} ${filled.url} answered ${result.status}`,
    undefined,
    advice,
  );
}

/** Where the events are expected. A secret that the target knows already, or was told by a call, is shown to nobody else. */
export function whereEventsGo({ webhook, baseUrl }: Target, webhookUrl: string, secret?: string): string {
  const { registration } = webhook;
  const pathSecret = webhook.pathSecret ?? (registration === 'out-of-band' ? undefined : secret);
  const shown = pathSecret === undefined ? webhookUrl : webhookUrl.replace(pathSecret, '<path-secret>');
  const told = registration === 'out-of-band' ? 'tell the target, if it does not know yet' : 'the target was told';
  const isFar = isLoopback(webhookUrl) && !isLoopback(baseUrl);
  const warning = isFar
    ? '\nwarning: only this machine reaches that address; fix: set webhook: public-url in the target file'
    : '';
  return `KCI events are expected at ${shown} (${told})${warning}`;
}

/** Whether our own receiver answers at the URL the target was given. The probe says what it is, and is not recorded. */
export async function probe(
  webhookUrl: string,
  pathSecret: string,
  acknowledge: number,
): Promise<{ readonly reachable: boolean; readonly detail: string }> {
  const client = await openClient({
    responseMs: WITHIN_MS,
    allowHosts: [new URL(webhookUrl).hostname],
    tls: { insecure: true },
  });
  const result = await client.send({
    method: 'OPTIONS',
    url: webhookUrl,
    headers: [[probeHeader, pathSecret]],
    body: null,
  });
  await client.close();
  if (isFault(result)) return { reachable: false, detail: result.detail };
  // Anything else answered for us: a proxy, or another program at that address.
  if (result.status !== acknowledge) return { reachable: false, detail: `something else answered ${result.status}` };
  return { reachable: true, detail: `answered ${result.status}` };
}
