import { isPem } from '../../contract/target.ts';
import type { CallStep, Journey, Json, Plan, Problem, Step, Target, WebhookAuthentication } from '../../model.ts';
import type { Secret } from '../../run/record.ts';
import { createRedactor } from '../../run/redact.ts';
import { whyNotHidden } from '../../values/hideable.ts';
import { isObject } from '../../values/pointer.ts';
import { EXIT } from '../exit.ts';
import type { Aim } from '../inputs.ts';
import { refusal } from '../say.ts';

/** What must never reach a record or a report. */
export function secretsOf({ target, secrets }: Pick<Aim, 'target' | 'secrets'>, pathSecret: string): Secret[] {
  const clients = [...target.tenants, ...(target.clients ?? [])];
  return [
    ...clients.map(({ clientSecret }) => ({ kind: 'client-secret', value: clientSecret })),
    // As Basic credentials carry it (RFC 7617).
    ...clients.map(({ clientId, clientSecret }) => ({
      kind: 'credentials',
      value: `${clientId}:${clientSecret}`,
    })),
    { kind: 'webhook-path', value: pathSecret },
    ...secrets.map((value) => ({ kind: 'environment', value })),
  ];
}

/** The target as a run's folder may hold it. That the path of its webhook is a fixed one still shows. */
export function targetWithoutSecrets(target: Target, secrets: readonly string[]): Target {
  const { tenants, clients, token, webhook, headers, proxy, tls, restore } = target;
  const { pathSecret, authentication, registration } = webhook;
  return {
    ...target,
    tenants: tenants.map((each) => ({ ...each, clientSecret: '[secret]' })),
    ...(clients ? { clients: clients.map((each) => ({ ...each, clientSecret: '[secret]' })) } : {}),
    token: withoutSecrets(token, secrets),
    ...(headers === undefined ? {} : { headers: withoutSecrets(headers, secrets) }),
    ...(proxy === undefined ? {} : { proxy: withoutCredentials(proxy) }),
    ...(tls === undefined ? {} : { tls: { ...tls, ...withoutKey(tls) } }),
    ...(restore === undefined ? {} : { restore: withoutSecrets(restore, secrets) }),
    webhook: {
      ...webhook,
      registration: withoutSecrets(registration, secrets),
      ...(pathSecret === undefined ? {} : { pathSecret: '[secret]' }),
      ...(authentication === undefined ? {} : { authentication: withoutProof(authentication) }),
    },
  };
}

function withoutKey({ key, passphrase }: NonNullable<Target['tls']>) {
  return {
    ...(key !== undefined && isPem(key) ? { key: '[secret]' } : {}),
    ...(passphrase === undefined ? {} : { passphrase: '[secret]' }),
  };
}

/** The address of a proxy alone. */
function withoutCredentials(proxy: string): string {
  return proxy.replace(/\/\/[^/]*@/, '//');
}

function withoutProof(authentication: WebhookAuthentication): WebhookAuthentication {
  const hidden = ['token', 'password', 'value', 'secret'].filter((name) => name in authentication);
  return { ...authentication, ...Object.fromEntries(hidden.map((name) => [name, '[secret]'])) };
}

/** A plan as a folder may hold it. Of a target's secrets only those of the token request come into one. */
export function planWithoutSecrets(plan: Plan, secrets: readonly string[]): Plan {
  const journeys = plan.journeys.map((journey) => journeyWithoutSecrets(journey, secrets));
  return journeys.every((each, i) => each === plan.journeys[i]) ? plan : { ...plan, journeys };
}

/** The same of one journey. */
export function journeyWithoutSecrets(journey: Journey, secrets: readonly string[]): Journey {
  const clean = (call: CallStep): CallStep => {
    const { request } = call;
    const body = request.auth === 'basic' ? withoutSecrets(request.body, secrets) : request.body;
    return body === request.body || body === undefined ? call : { ...call, request: { ...request, body } };
  };
  const steps = journey.steps.map((step): Step => {
    if (step.kind === 'call') return clean(step);
    if (step.kind !== 'parallel') return step;
    const calls = step.steps.map(clean);
    return calls.every((each, i) => each === step.steps[i]) ? step : { ...step, steps: calls };
  });
  return steps.every((each, i) => each === journey.steps[i]) ? journey : { ...journey, steps };
}

/** Ends a command where the environment failed. What a problem quotes of a target's answer may hold what the target was told. */
export function refusing(secrets: readonly Secret[]): (found: Problem | null) => void {
  const redactor = createRedactor();
  for (const { kind, value } of secrets) redactor.addSecret(kind, value);
  const clean = (text: string | undefined): string | undefined => text && redactor.text(text);
  return (found) => {
    if (!found) return;
    const { message, why, fix } = found;
    throw refusal(redactor.text(message), clean(why), clean(fix), EXIT.environment);
  };
}

/** Plain data with every secret in its texts replaced; the same object where there is none. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  // Longest first, so that a secret within a secret leaves no half of the longer one.
  const hidden = secrets.filter((each) => whyNotHidden(each) === undefined).toSorted((a, b) => b.length - a.length);
  const whole = JSON.stringify(value);
  if (whole === undefined || !hidden.some((each) => whole.includes(JSON.stringify(each).slice(1, -1)))) return value;
  const clean = (part: Json): Json => {
    if (typeof part === 'string') return hidden.reduce((text, each) => text.replaceAll(each, '[secret]'), part);
    if (Array.isArray(part)) return part.map(clean);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, each]) => [name, clean(each)])) : part;
  };
  return clean(value as Json) as T;
}
