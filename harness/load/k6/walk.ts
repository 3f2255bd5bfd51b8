import { usualRetryMs } from '../../judge/retry.ts';
import type { CallStep, Journey, Json, JsonObject, KciProfile, Step, Target, TrafficProfile } from '../../model.ts';
import { substitute } from '../../plan/substitute.ts';
import { references, valueAt } from '../../values/bind.ts';
import { formatDuration } from '../../values/duration.ts';
import { encodeRequest } from '../../wire/request.ts';
import { thinkMs } from '../thinking.ts';
import { NotInScript } from './captures.ts';
import type { Varying } from './rows.ts';
import type { ScriptJourney, ScriptStep } from './script.ts';

/** What the walks are written for. */
interface WalksOf {
  readonly target: Target;
  readonly profile: Pick<KciProfile, 'delivery'>;
  readonly think: TrafficProfile['think'];
}

/** What the script needs of a journey: requests and checks, with all that the plan knows filled in. */
export function walkOf(journey: Journey, index: number, { target, profile, think }: WalksOf): ScriptJourney {
  const captures = new Set(
    journey.steps.flatMap((step) => [
      ...('as' in step && step.as !== undefined ? [step.as] : []),
      ...(step.kind === 'parallel' ? step.steps.flatMap(({ as }) => as ?? []) : []),
    ]),
  );
  const known = (text: string): Json | undefined =>
    captures.has(/^[A-Za-z_][\w-]*/.exec(text)?.[0] ?? '')
      ? undefined
      : valueAt(text.replace(/\?$/, ''), journey.values);
  const filled = <T>(value: T): T => substitute(value as unknown as Json, known) as unknown as T;

  const call = ({ name, request, as, tenant, expect, need, receiver }: CallStep) => ({
    kind: 'call' as const,
    name,
    tenant,
    request: dressed(onWire(filled(request), target), target),
    expect: { answers: expect.answers, ...shapes(filled(expect)) },
    ...(need ? { need: { answers: need.answers, ...shapes(filled(need)) } } : {}),
    ...(as === undefined ? {} : { as }),
    ...(receiver ? { receiver } : {}),
  });
  const steps = journey.steps.map((step, nth) => {
    const pause = nth === 0 || think.toMs === 0 ? undefined : thinkMs(think, index, callOf(step)?.name ?? '');
    return {
      ...(pause === undefined || !callOf(step) ? {} : { thinkMs: pause }),
      ...stopOf(step, target, profile),
      ...(step.kind === 'call'
        ? call(step)
        : step.kind === 'parallel'
          ? {
              kind: step.kind,
              name: step.name,
              steps: step.steps.map(call),
              ...(step.as === undefined ? {} : { as: step.as }),
            }
          : filled({ ...step, span: null })),
    };
  });
  return { scenario: journey.scenario, steps: steps as unknown as readonly ScriptStep[] };
}

function callOf(step: Step): CallStep | undefined {
  return step.kind === 'call' ? step : step.kind === 'parallel' ? step.steps[0] : undefined;
}

function shapes({ headers, body }: CallStep['expect']): object {
  return { ...(headers === undefined ? {} : { headers }), ...(body === undefined ? {} : { body }) };
}

/** The request with the headers that every request to the target carries. */
function dressed(request: CallStep['request'], { headers = {} }: Target): CallStep['request'] {
  const own = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const fixed = Object.entries(headers).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...request, headers: { ...Object.fromEntries(fixed), ...request.headers } };
}

/** A request that has a defect or an unusual spelling, as it goes out. */
function onWire(request: CallStep['request'], target: Target): CallStep['request'] {
  const { defect, spelling, ...usual } = request;
  if (!defect && !spelling) return usual;
  if (references(usual as unknown as JsonObject).length > 0)
    throw new NotInScript('spells a request otherwise that hangs on an earlier answer');
  const { url, headers, body } = encodeRequest(request, {
    baseUrl: '',
    ...(target.token ? { token: target.token } : {}),
  });
  const { contentType: _, body: __, ...rest } = usual;
  return {
    ...rest,
    path: url,
    query: {},
    headers: Object.fromEntries(headers),
    ...(body ? { body: new TextDecoder().decode(body) } : {}),
  };
}

/** Why a step cannot or must not be taken under k6. */
function stopOf(step: Step, { deadlines: { waitMs } }: Target, profile: WalksOf['profile']): object {
  if (step.kind !== 'call') return {};
  if (step.ask !== undefined)
    return {
      stop: { reason: 'not-steerable', detail: `the operator was to ${step.ask}: nobody is there to be asked` },
    };
  const ms = step.receiver ? usualRetryMs(profile as KciProfile, step.receiver) : 0;
  if (waitMs === null || ms <= waitMs) return {};
  const detail = `the retries that step ${step.name} provokes take ${formatDuration(ms)}, the target file allows ${formatDuration(waitMs)}`;
  return { stop: { reason: 'wait-too-long', detail } };
}

const OF_ONE =
  /^\/steps\/\d+(\/steps\/\d+)?\/(tenant$|thinkMs$|request\/(path$|headers\/|query\/|body|credentials\/)|(expect|need)\/(headers|body))/;

/** What may differ between the journeys of a form. Values that are not plain are part of the script. */
export const MAY_VARY: Varying = {
  // How a body is written depends on its type.
  mayVaryAt: (pointer) => OF_ONE.test(pointer) && !pointer.endsWith('/headers/Content-Type'),
  mayVary: (value) => !(typeof value === 'string' && (value.includes('$') || value.startsWith('~'))),
};

/**
 * Whether a journey must be reported whole: its steps check answers against schemas of the specification, which the script
 * does not do, or have headers that no plan knows.
 */
export function isToldWhole({ steps }: ScriptJourney): boolean {
  const calls = steps.flatMap((step) => (step.kind === 'parallel' ? step.steps : step.kind === 'call' ? [step] : []));
  const headers = calls.flatMap(({ request }) => Object.values(request.headers));
  return /"~[A-Z]/.test(JSON.stringify(steps)) || headers.some((value) => String(value).includes('$'));
}
