import { stringify } from 'yaml';
import { isAccepted, joinExchange } from '../judge/exchange.ts';
import { isFinal, streamOf } from '../kci/stream.ts';
import type { Json, JsonObject, KciProfile, RequestSent, Target, TestSetup, Verb } from '../model.ts';
import type { Walk } from '../record/fold.ts';
import { objectOf } from '../values/pointer.ts';
import { formatAnswers } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { headerOf } from '../wire/wire.ts';
import { type CapturedCall, createWrittenValues } from './written-values.ts';

/** What writing a scenario needs. */
interface WritingInput extends Omit<TestSetup, 'target'> {
  readonly target: Pick<Target, 'steering'>;
}

/** Verbs whose answers later requests use, and their capture names. */
const CAPTURES: Readonly<Record<Verb, string>> = {
  availability: 'offer',
  slots: 'slots',
  book: 'booking',
  order: 'placed',
};

/**
 * Writes a conversation as a scenario: values that later requests took from earlier answers become captures, addresses
 * become roles of the world, people and dates are made up, and ids, tenant and tokens are left to the planner.
 */
export function writeScenario({ exchanges, orders }: Walk, input: WritingInput): string {
  const { contract, profile, world, target } = input;
  const steps: JsonObject[] = [];
  const { given, captured, fieldsOf, capture } = createWrittenValues(world, (slots) => {
    const step = steps.findIndex(({ as }) => as === slots);
    steps[step] = { ...steps[step], need: { body: { availableTimeslots: '~len(>= 1)' } } };
  });
  for (const each of exchanges) {
    const exchange = joinExchange(contract, each, {});
    const { operation, response, json, asked, sent } = exchange;
    if (!operation || operation.auth === 'basic' || !response) continue;
    const { verb } = operation;
    const change = verb === 'amend' || verb === 'cancel' ? fieldsOf(exchange).order : undefined;
    const isBegun = orders.some(({ arrivals }) => arrivals.some(({ seen }) => seen.seq < sent.seq));
    if (typeof change === 'string' && isBegun) steps.push({ await: { for: change, until: 'begun', within: '1d' } });
    const step: Record<string, Json> = { [verb]: fieldsOf(exchange) };
    const as = CAPTURES[verb];
    if (isAccepted(exchange) && as !== undefined) {
      step.as = capture(verb, as, objectOf(verb === 'order' ? asked.body : json));
      const outcome = outcomeIn(sent, target);
      if (outcome !== undefined) step.outcome = outcome;
    } else if (!isAccepted(exchange)) {
      const code = errorCodeOf(json);
      step.expect = formatAnswers([{ status: String(response.status), ...(code === undefined ? {} : { code }) }]);
    }
    steps.push(step);
  }
  const kci = eventsOf(captured, steps, orders, profile);
  const used = JSON.stringify([steps, kci]);
  const lean = steps.map(({ as, ...step }) =>
    as === undefined || !new RegExp(`"\\$${as}\\b`).test(used) ? step : { ...step, as },
  );
  const verbs = steps.flatMap((step) => Object.keys(step).filter((name) => contract.operations[name]));
  const scenario = {
    scenario: `Recorded: ${[...new Set(verbs)].join(', ')}`,
    ...(given.size > 0 ? { given: Object.fromEntries(given) } : {}),
    steps: lean,
    ...(kci.length === 0 ? {} : { kci: kci.length === 1 ? kci[0] : kci }),
  };
  return stringify(scenario, { lineWidth: 120 });
}

/** The events that are expected of the orders: those that came, if it is known that no more would come. */
function eventsOf(
  captured: readonly CapturedCall[],
  steps: readonly JsonObject[],
  orders: Walk['orders'],
  profile: KciProfile,
): readonly JsonObject[] {
  return captured.flatMap(({ verb, name, value }) => {
    const order = verb === 'order' ? orders.find(({ id }) => id === String(value.id)) : undefined;
    // It is unknown what comes after the recording, unless the outcome was asked for.
    const isOver = order?.arrivals.some(({ event }) => isFinal(profile, event));
    const isSteered = steps.some(({ as, outcome }) => as === name && outcome !== undefined);
    const names =
      order && (isOver || isSteered)
        ? streamOf(profile, order.arrivals).flatMap(({ event: { name: event = '' } }) =>
            profile.events[event]?.interleaves || event === '' ? [] : [event],
          )
        : [];
    return names.length === 0 ? [] : [{ for: `$${name}`, sequence: names, within: '20d' }];
  });
}

/** The outcome that a header asked the gateway for, by our own name. */
function outcomeIn({ headers }: RequestSent, { steering }: WritingInput['target']): string | undefined {
  const header = steering.headers?.outcome;
  const asked = header === undefined ? undefined : headerOf(headers, header);
  const [own] = Object.entries(steering.values ?? {}).find(([, theirs]) => theirs === asked) ?? [];
  return asked === undefined ? undefined : (own ?? asked);
}
