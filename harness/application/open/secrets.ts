import { isPem } from '../../contract/extended.ts';
import type { CallStep, Journey, Json, Plan, Problem, Step, Target } from '../../model.ts';
import type { Secret } from '../../run/record.ts';
import { createRedactor } from '../../run/redact.ts';
import { whyNotHidden } from '../../values/hideable.ts';
import { mapTexts } from '../../values/members.ts';
import { EXIT } from '../exit.ts';
import type { Aim } from '../inputs.ts';
import { inputError } from '../say.ts';

/** What must never reach a record or a report. */
export function secretsOf({ target, secrets }: Pick<Aim, 'target' | 'secrets'>, pathSecret: string): Secret[] {
  const clients = [...target.tenants, ...(target.clients ?? [])];
  return [
    ...clients.map(({ clientSecret }) => ({ kind: 'client-secret', value: clientSecret })),
    // As in Basic credentials (RFC 7617).
    ...clients.map(({ clientId, clientSecret }) => ({
      kind: 'credentials',
      value: `${clientId}:${clientSecret}`,
    })),
    { kind: 'webhook-path', value: pathSecret },
    ...secrets.map((value) => ({ kind: 'environment', value })),
  ];
}

/**
 * `SECRET`: places of a target that hold nothing but a secret. `AMONG_OTHERS`: places where a secret may be part of a text.
 */
const SECRET =
  /^\/((tenants|clients)\/\d+\/clientSecret|tls\/passphrase|webhook\/(pathSecret|authentication\/(token|password|value|secret)))$/;
const AMONG_OTHERS = /^\/(token|headers|restore|webhook\/registration)\//;

/**
 * The target without secrets, for a run's folder. It still shows that the path of its webhook is a fixed one, and the
 * address of a proxy.
 */
export function targetWithoutSecrets(target: Target, secrets: readonly string[]): Target {
  const clean = (text: string, at: string): string => {
    if (SECRET.test(at) || (at === '/tls/key' && isPem(text))) return '[secret]';
    if (at === '/proxy') return text.replace(/\/\/[^/]*@/, '//');
    return AMONG_OTHERS.test(at) ? withoutSecrets(text, secrets) : text;
  };
  return mapTexts(target as unknown as Json, clean) as unknown as Target;
}

/** A plan without secrets, for a run's folder. Of a target's secrets, a plan holds only those of the token request. */
export function planWithoutSecrets(plan: Plan, secrets: readonly string[]): Plan {
  const journeys = plan.journeys.map((journey) => journeyWithoutSecrets(journey, secrets));
  return journeys.every((each, i) => each === plan.journeys[i]) ? plan : { ...plan, journeys };
}

/** One journey without secrets. */
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

/**
 * Returns a function that ends the command if there is a problem of the environment. Redacts it, since it may quote the
 * target's answer.
 */
export function refusing(secrets: readonly Secret[]): (found: Problem | null) => void {
  const redactor = createRedactor();
  for (const { kind, value } of secrets) redactor.addSecret(kind, value);
  const clean = (text: string | undefined): string | undefined => text && redactor.text(text);
  return (found) => {
    if (!found) return;
    const { message, why, fix } = found;
    throw inputError(redactor.text(message), clean(why), clean(fix), EXIT.environment);
  };
}

/** Plain data with every secret in its texts replaced; the same object if there is none. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  // Longest first: a secret may be part of a longer one.
  const hidden = secrets.filter((each) => whyNotHidden(each) === undefined).toSorted((a, b) => b.length - a.length);
  const whole = JSON.stringify(value);
  if (whole === undefined || !hidden.some((each) => whole.includes(JSON.stringify(each).slice(1, -1)))) return value;
  const clean = (text: string): string => hidden.reduce((left, each) => left.replaceAll(each, '[secret]'), text);
  return mapTexts(value as Json, clean) as T;
}
