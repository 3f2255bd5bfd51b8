import type { CallStep, Contract, Headers, Journey, Json, Operation, Plan, Target, Verb } from '../model.ts';
import { isObject } from '../values/pointer.ts';

/** The calls of a journey in their order, those of parallel groups included. */
export function callsOf({ steps }: Pick<Journey, 'steps'>): readonly CallStep[] {
  return steps.flatMap((step) => (step.kind === 'call' ? [step] : step.kind === 'parallel' ? step.steps : []));
}

/** The same by their names, which are unique within a journey. */
export function callsByName(journey: Pick<Journey, 'steps'>): ReadonlyMap<string, CallStep> {
  return new Map(callsOf(journey).map((call) => [call.name, call]));
}

/** A call as far as its capture can show it. */
interface Captured {
  readonly verb: Verb | 'http';
  /** The JSON that was sent, if any. */
  readonly sent: Json | undefined;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly json?: Json | undefined } | null;
}

/**
 * What a step's `as` names: the response's JSON, or for operations whose success has no body (a 202) the request as
 * sent; for `http` status, headers and body together. Null where nothing came.
 */
export function captureOf({ verb, sent, answer }: Captured, operation: Operation | undefined): Json {
  if (verb === 'http') {
    return {
      status: answer?.status ?? null,
      headers: Object.fromEntries(answer?.headers ?? []),
      body: answer?.json ?? null,
    };
  }
  return (operation && hasBody(operation) ? answer?.json : sent) ?? null;
}

/**
 * The id that a capture or another value stands for: its own member `id`, or the value itself; undefined where that is
 * none.
 */
export function idIn(value: Json | undefined): string | undefined {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Whether a success of the operation is answered with a body. */
export function hasBody({ success, responses }: Operation): boolean {
  return success.some(({ status }) => responses[status]?.schema != null);
}

/** How long a run listens on after its last journey. Where nothing is asked that a 202 answers, nothing is told later. */
export function settleMsOf({ journeys }: Pick<Plan, 'journeys'>, contract: Contract, target: Target): number {
  const isToldLater = ({ request: { verb } }: CallStep): boolean => {
    const operation = contract.operations[verb];
    return operation === undefined || !hasBody(operation);
  };
  return journeys.some((journey) => callsOf(journey).some(isToldLater)) ? target.deadlines.settleMs : 0;
}

/** What the record calls the wait for what is owed of a journey's events, the first (0) or a further one: `kci`, `kci:2`. */
export function owedName(nth: number): string {
  return nth === 0 ? 'kci' : `kci:${nth + 1}`;
}
