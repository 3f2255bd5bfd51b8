import { stringify } from 'yaml';
import { findSite, findSiteWith } from '../journey/site.ts';
import { type Exchange, isAccepted, joinExchange } from '../judge/exchange.ts';
import { streamOf } from '../kci/stream.ts';
import type { Json, JsonObject, RequestSent, Target, TestSetup, Verb, VerbField } from '../model.ts';
import type { Walk } from '../record/fold.ts';
import { momentOf } from '../values/iso8601.ts';
import { getAt, isObject, itemsOf, objectOf } from '../values/pointer.ts';
import { formatAnswers, isPartOf } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { headerOf } from '../wire/wire.ts';

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

/** What replaces personal data and dates of a request, by member. */
const MADE_UP: Readonly<Record<string, string>> = {
  primaryContact: '$fake.contact',
  secondaryContact: '$fake.contact',
  notes: '$fake.note',
  hazards: '$fake.shortNote',
  onSiteRestrictions: '$fake.shortNote',
};

const DAY = /^\d{4}-\d\d-\d\d$/;

interface CapturedCall {
  readonly verb: Verb;
  readonly name: string;
  /** The body of the answer; for an order, of the request. */
  readonly value: JsonObject;
}

/**
 * Writes a conversation as a scenario: values that later requests took from earlier answers become captures, addresses
 * become roles of the world, people and dates are made up, and ids, tenant and tokens are left to the planner.
 */
export function writeScenario({ exchanges, orders }: Walk, { contract, profile, world, target }: WritingInput): string {
  const given = new Map<string, string>();
  const captured: CapturedCall[] = [];
  const steps: JsonObject[] = [];

  const nameFor = (wanted: string): string => {
    const isTaken = (name: string): boolean => given.has(name) || captured.some((each) => each.name === name);
    let name = wanted;
    for (let n = 2; isTaken(name); n += 1) name = `${wanted}${n}`;
    return name;
  };
  /** By key, the name of a value in `given`; an equal key means the same value. */
  const keys = new Map<string, string>();
  const give = (key: string, wanted: string, value: string): string => {
    const known = keys.get(key);
    if (known !== undefined) return `$${known}`;
    const name = nameFor(wanted);
    given.set(name, value);
    keys.set(key, name);
    return `$${name}`;
  };
  const siteNamed = (id: Json | undefined, type: Json | undefined): string | undefined => {
    if (typeof id !== 'string' || typeof type !== 'string') return undefined;
    const site = findSite(world, id, type);
    return site && give(`${type} ${id}`, 'site', `$world.${site.role}`);
  };
  const latest = (verb: Verb, fits: (value: JsonObject) => boolean): CapturedCall | undefined =>
    captured.findLast((each) => each.verb === verb && fits(each.value));

  /** The value as an author would write it. */
  const written = (field: string, value: Json): Json => {
    if (isObject(value) && (field === 'address' || field.endsWith('Address')))
      return siteNamed(value.id, value.type) ?? value;
    if (field === 'serviceId') {
      const site = findSiteWith(world, field, String(value));
      const name = site && siteNamed(site.id, site.type);
      return name === undefined ? value : `${name}.serviceId`;
    }
    const made = MADE_UP[field];
    if (made !== undefined) return give(`${field} ${JSON.stringify(value)}`, made.slice('$fake.'.length), made);
    if (typeof value === 'string' && (DAY.test(value) || (value.includes('T') && momentOf(value, 'Z') !== undefined)))
      return give(value, 'date', DAY.test(value) ? '$fake.completionDate' : '$fake.completionDateTime');
    if (field === 'service' && isObject(value)) return serviceFor(value);
    if (field === 'timeslot' && isObject(value)) return slotFor(value);
    return value;
  };
  const serviceFor = (value: JsonObject): Json => {
    const has = (offer: JsonObject): number =>
      itemsOf(offer.serviceSpecifications).findIndex((each) => objectOf(each).id === value.id);
    const offer = latest('availability', (each) => has(each) >= 0);
    return offer ? `$${offer.name}.serviceSpecifications[${has(offer.value)}]` : value;
  };
  /** An offered slot is replaced by the first one on offer, because the original is gone by then. */
  const slotFor = (value: JsonObject): Json => {
    const isOffered = (each: Json): boolean => isPartOf(value, each);
    const slots = latest('slots', (each) => itemsOf(each.availableTimeslots).some(isOffered));
    if (!slots) return value;
    const step = steps.findIndex(({ as }) => as === slots.name);
    steps[step] = { ...steps[step], need: { body: { availableTimeslots: '~len(>= 1)' } } };
    return `$${slots.name}.availableTimeslots[0]`;
  };

  const fieldsOf = ({ operation, asked }: Exchange): JsonObject => {
    const fields: Record<string, Json> = {};
    const named = operation?.fields ?? [];
    for (const field of named) {
      const value = getAt(asked, field.to);
      if (value === undefined || (field.when && !isPartOf(field.when, asked.body))) continue;
      const text = textOf(field, value);
      if (text !== undefined) fields[field.field] = text;
    }
    const isNamed = (at: string): boolean => named.some(({ to }) => to === at || to.startsWith(`${at}/`));
    for (const [part, values] of [['query', asked.query] as const, ['body', objectOf(asked.body)] as const])
      for (const [name, value] of Object.entries(values))
        if (!isNamed(`/${part}/${name}`)) fields[name] = written(name, value);
    return fields;
  };
  /** Undefined if the planner's own value is as good. */
  const textOf = ({ field, take, pairs, default: usual }: VerbField, value: Json): Json | undefined => {
    if (field === 'id' || field === 'tenant') return undefined;
    if (usual === '$world.service' && objectOf(value).id === world.service.id && !latest('availability', () => true))
      return undefined;
    if (pairs)
      return Object.fromEntries(
        itemsOf(value).map((each) => [String(objectOf(each).name), objectOf(each).value ?? '']),
      );
    if (take === undefined) return written(field, value);
    const from = captured.findLast(
      (each) => each.value[take] === value && (each.verb === 'order') === (field === 'order'),
    );
    return from ? `$${from.name}` : undefined;
  };

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
      const name = nameFor(as);
      captured.push({ verb, name, value: objectOf(verb === 'order' ? asked.body : json) });
      step.as = name;
      const outcome = outcomeIn(sent, target);
      if (outcome !== undefined) step.outcome = outcome;
    } else if (!isAccepted(exchange)) {
      const code = errorCodeOf(json);
      step.expect = formatAnswers([{ status: String(response.status), ...(code === undefined ? {} : { code }) }]);
    }
    steps.push(step);
  }

  const kci = captured.flatMap(({ verb, name, value }) => {
    const order = verb === 'order' ? orders.find(({ id }) => id === String(value.id)) : undefined;
    // It is unknown what comes after the recording, unless the outcome was asked for.
    const isOver = order?.arrivals.some(({ event }) => profile.events[event.name ?? '']?.terminal);
    const isSteered = steps.some(({ as, outcome }) => as === name && outcome !== undefined);
    const names =
      order && (isOver || isSteered)
        ? streamOf(profile, order.arrivals).flatMap(({ event: { name: event = '' } }) =>
            profile.events[event]?.interleaves || event === '' ? [] : [event],
          )
        : [];
    return names.length === 0 ? [] : [{ for: `$${name}`, sequence: names, within: '20d' }];
  });
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

/** The outcome that a header asked the gateway for, by our own name. */
function outcomeIn({ headers }: RequestSent, { steering }: WritingInput['target']): string | undefined {
  const header = steering.headers?.outcome;
  const asked = header === undefined ? undefined : headerOf(headers, header);
  const [own] = Object.entries(steering.values ?? {}).find(([, theirs]) => theirs === asked) ?? [];
  return asked === undefined ? undefined : (own ?? asked);
}
