import { callsByName, callsOf } from '../journey/calls.ts';
import { judgeAnswer } from '../judge/answer.ts';
import type { CallStep, ExchangeRef, Expectation, Journey, Json, ResponseReceived } from '../model.ts';
import { references } from '../values/bind.ts';
import { random } from '../values/seed.ts';
import type { IsSchema } from '../values/shape.ts';
import { bodyJson } from '../wire/wire.ts';
import type { Measured, TimedObservation, WalkedJourney } from './port.ts';

/** Whether a journey belongs to the share (one in `oneIn`) whose exchanges are judged whole; the same for every engine. */
export function isOfShare(index: number, oneIn: number): boolean {
  return random(`judge/${index}`)() * oneIn < 1;
}

/** Limits beyond which a walk is kept whole. */
interface Bounds {
  readonly isSchema: IsSchema;
  /** By operation: answers that took longer are kept whole. */
  readonly mostMs: ReadonlyMap<string, number>;
}

/**
 * A walk whose successful GETs are reduced to time and status. An exchange is kept whole if something in it was wrong,
 * refused, missing or slow, or if the expected answer depends on other answers.
 */
export function abridged(
  journey: Journey,
  observed: readonly TimedObservation[],
  { isSchema, mostMs }: Bounds,
): WalkedJourney['observed'] {
  const calls = callsByName(journey);
  if (hangsOnWhatIsRead(journey)) return observed;
  const sent = new Map<number, TimedObservation & { readonly type: 'request-sent' }>();
  const read = new Map<number, Measured>();
  for (const each of observed) {
    if (each.type === 'exchange-broke' || (each.type === 'journey-ended' && each.ended !== 'finished')) return observed;
    if (each.type === 'request-sent') sent.set(each.exchange, each);
    if (each.type !== 'response-received') continue;
    const { status, tookMs, at } = each;
    if (status >= 400 || tookMs > (mostMs.get(each.verb) ?? Number.POSITIVE_INFINITY)) return observed;
    const asked = sent.get(each.exchange);
    const step = calls.get(each.step);
    if (asked?.method !== 'GET' || !step) continue;
    if (!owedOf(step).every((owed) => isAs(owed, each, isSchema))) return observed;
    read.set(each.exchange, { ...ofExchange(each), type: 'measured', sentAt: asked.at, at, tookMs, status });
  }
  return observed.flatMap((each): (TimedObservation | Measured)[] => {
    const measured = 'exchange' in each ? read.get(each.exchange) : undefined;
    return measured === undefined ? [each] : each.type === 'response-received' ? [measured] : [];
  });
}

const ofExchange = ({ exchange, journey, step, tenant, verb }: ExchangeRef): ExchangeRef => ({
  exchange,
  journey,
  step,
  tenant,
  verb,
});

const owedOf = ({ expect, need }: CallStep): readonly Expectation[] => (need ? [expect, need] : [expect]);

const partsOf = ({ headers, body }: Expectation): Json => [headers ?? null, body ?? null];

/** Whether the expectations of other requests or of events refer to an answer that would be abridged. */
export function hangsOnWhatIsRead({ steps, kci }: Pick<Journey, 'steps' | 'kci'>): boolean {
  const calls = callsOf({ steps });
  const read = calls.flatMap(({ as, request }) => (request.method === 'GET' && as !== undefined ? [as] : []));
  const named = references([calls.flatMap(owedOf).map(partsOf), kci as unknown as Json]);
  return named.some((name) => read.includes(name));
}

/** Whether an answer is as expected, where the expectation depends on no other answer. */
function isAs(
  owed: Expectation,
  { status, headers, body }: TimedObservation & Pick<ResponseReceived, 'status' | 'headers' | 'body'>,
  isSchema: IsSchema,
): boolean {
  if (references(partsOf(owed)).length > 0) return false;
  return judgeAnswer(owed, { status, headers, json: bodyJson(body).json }, { scope: {}, isSchema }).length === 0;
}
