import type { CallStep, Contract, Headers, Journey, Json, Operation, Plan, Target, Verb } from '../model.ts';
import { isObject } from '../values/pointer.ts';

/** The calls of a journey in order, including those of parallel groups. */
export function callsOf({ steps }: Pick<Journey, 'steps'>): readonly CallStep[] {
  return steps.flatMap((step) => (step.kind === 'call' ? [step] : step.kind === 'parallel' ? step.steps : []));
}

/** The calls by their names, which are unique within a journey. */
export function callsByName(journey: Pick<Journey, 'steps'>): ReadonlyMap<string, CallStep> {
  return new Map(callsOf(journey).map((call) => [call.name, call]));
}

/** What a capture needs of a call. */
interface CaptureSource {
  readonly verb: Verb | 'http';
  /** The JSON that was sent, if any. */
  readonly sent: Json | undefined;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly json?: Json | undefined } | null;
}

/**
 * The value of a step's `as`: the response's JSON, or, for operations whose success has no body (a 202), the request as
 * sent; for `http`, status, headers and body together. Null if there was no answer.
 */
export function captureOf({ verb, sent, answer }: CaptureSource, operation: Operation | undefined): Json {
  if (verb === 'http') {
    return {
      status: answer?.status ?? null,
      headers: Object.fromEntries(answer?.headers ?? []),
      body: answer?.json ?? null,
    };
  }
  return (operation && hasBody(operation) ? answer?.json : sent) ?? null;
}

/** The id in a capture or another value: its member `id`, or the value itself; undefined if neither is an id. */
export function idIn(value: Json | undefined): string | undefined {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Whether a success of the operation is answered with a body. */
export function hasBody({ success, responses }: Operation): boolean {
  return success.some(({ status }) => responses[status]?.schema != null);
}

/**
 * How long to listen after the last journey, in ms. Less if no request is answered with 202, since then no event follows.
 */
export function settleMsOf({ journeys }: Pick<Plan, 'journeys'>, contract: Contract, target: Target): number {
  const isToldLater = ({ request: { verb } }: CallStep): boolean => {
    const operation = contract.operations[verb];
    return operation === undefined || !hasBody(operation);
  };
  return journeys.some((journey) => callsOf(journey).some(isToldLater)) ? target.deadlines.settleMs : 0;
}

/** What the record calls the wait for expected events, by the index of the expectation: `kci` (0), `kci:2` (1). */
export function owedName(nth: number): string {
  return nth === 0 ? 'kci' : `kci:${nth + 1}`;
}
