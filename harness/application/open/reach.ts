import { isLoopback } from '../../contract/target-checks.ts';
import { PROBE_HEADER } from '../../io/receiver.ts';
import { ofTenant } from '../../kci/webhook.ts';
import type { Json, KciProfile, Problem, Target } from '../../model.ts';
import { bind, references } from '../../values/bind.ts';
import { fixedHeaders } from '../../wire/request.ts';
import { bytesOf, isFault } from '../../wire/wire.ts';
import { problem } from '../say.ts';
import { clientOptions, openClient } from './client.ts';

const WITHIN_MS = 5_000;

type Registration = Exclude<Target['webhook']['registration'], string>;

/**
 * The calls that tell the target where to deliver: none, one, or, if they name `$tenant`, one for each tenant, each with an
 * address of its own.
 */
export function registrationsOf(
  { webhook, baseUrl, tenants }: Target,
  webhookUrl: string,
  profile: Pick<KciProfile, 'wire'>,
): readonly Registration[] {
  const { registration } = webhook;
  if (registration === 'out-of-band') return [];
  const written = registration as unknown as Json;
  const scope = { url: webhookUrl, base: baseUrl };
  const isOfTenant = references(written).includes('tenant');
  const scopes = isOfTenant
    ? tenants.map(({ name }) => ({ ...scope, url: ofTenant(webhookUrl, profile, name), tenant: name }))
    : [scope];
  return scopes.map((each) => bind(written, each).value as unknown as Registration);
}

/** Makes the calls that tell the target where to deliver; none if it was told beforehand. */
export async function announce(
  target: Target,
  webhookUrl: string,
  profile: Pick<KciProfile, 'wire'>,
): Promise<Problem | null> {
  const calls = registrationsOf(target, webhookUrl, profile);
  if (calls.length === 0) return null;
  const client = await openClient(clientOptions(target));
  try {
    for (const { method, url, body } of calls) {
      const headers = fixedHeaders(target, [['Content-Type', 'application/json']]);
      const result = await client.send({ method, url, headers, body: bytesOf(JSON.stringify(body)) });
      const advice = 'check webhook: registration in the target file';
      if (isFault(result)) return problem(`the webhook could not be registered at ${url}`, result.detail, advice);
      const what = `the webhook could not be registered: ${method} ${url} answered ${result.status}`;
      if (result.status >= 300) return problem(what, undefined, advice);
    }
    return null;
  } finally {
    await client.close();
  }
}

/** Says where events are expected. Hides the path's secret, unless the user must still pass it on to the target. */
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

/** Whether our own receiver answers at the URL that the target was given. The probe is marked, and is not recorded. */
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
    headers: [[PROBE_HEADER, pathSecret]],
    body: null,
  });
  await client.close();
  if (isFault(result)) return { reachable: false, detail: result.detail };
  // Anything else did not come from the receiver: a proxy, or another program at that address.
  if (result.status !== acknowledge) return { reachable: false, detail: `something else answered ${result.status}` };
  return { reachable: true, detail: `answered ${result.status}` };
}
