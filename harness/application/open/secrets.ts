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
    // As Basic credentials carry it (RFC 7617).
    ...clients.map(({ clientId, clientSecret }) => ({
      kind: 'credentials',
      value: `${clientId}:${clientSecret}`,
    })),
    { kind: 'webhook-path', value: pathSecret },
    ...secrets.map((value) => ({ kind: 'environment', value })),
  ];
}

/** Places of a target that hold a secret and nothing else, and those where one may stand among other words. */
const SECRET =
  /^\/((tenants|clients)\/\d+\/clientSecret|tls\/passphrase|webhook\/(pathSecret|authentication\/(token|password|value|secret)))$/;
const AMONG_OTHERS = /^\/(token|headers|restore|webhook\/registration)\//;

/**
 * The target as a run's folder may hold it. That the path of its webhook is a fixed one still shows, and of a proxy its
 * address.
 */
export function targetWithoutSecrets(target: Target, secrets: readonly string[]): Target {
  const clean = (text: string, at: string): string => {
    if (SECRET.test(at) || (at === '/tls/key' && isPem(text))) return '[secret]';
    if (at === '/proxy') return text.replace(/\/\/[^/]*@/, '//');
    return AMONG_OTHERS.test(at) ? withoutSecrets(text, secrets) : text;
  };
  return mapTexts(target as unknown as Json, clean) as unknown as Target;
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

/**
 * Ends a command where the environment failed. What a problem quotes of a target's answer may hold what the target was
 * told.
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

/** Plain data with every secret in its texts replaced; the same object where there is none. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  // Longest first, so that a secret within a secret leaves no half of the longer one.
  const hidden = secrets.filter((each) => whyNotHidden(each) === undefined).toSorted((a, b) => b.length - a.length);
  const whole = JSON.stringify(value);
  if (whole === undefined || !hidden.some((each) => whole.includes(JSON.stringify(each).slice(1, -1)))) return value;
  const clean = (text: string): string => hidden.reduce((left, each) => left.replaceAll(each, '[secret]'), text);
  return mapTexts(value as Json, clean) as T;
}
