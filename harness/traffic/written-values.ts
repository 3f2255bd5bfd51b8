import { findSite, findSiteWith } from '../journey/site.ts';
import type { Exchange } from '../judge/exchange.ts';
import type { Json, JsonObject, Verb, VerbField, World } from '../model.ts';
import { momentOf } from '../values/iso8601.ts';
import { getAt, isObject, itemsOf, objectOf } from '../values/pointer.ts';
import { isPartOf } from '../wire/answer.ts';

/** What replaces personal data and dates of a request, by member. */
const MADE_UP: Readonly<Record<string, string>> = {
  primaryContact: '$fake.contact',
  secondaryContact: '$fake.contact',
  notes: '$fake.note',
  hazards: '$fake.shortNote',
  onSiteRestrictions: '$fake.shortNote',
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A call whose answer later requests used. */
export interface CapturedCall {
  readonly verb: Verb;
  readonly name: string;
  /** The body of the answer; for an order, of the request. */
  readonly value: JsonObject;
}

/**
 * Writes the values of requests as an author would: values of earlier answers by their captures, addresses by their roles,
 * people and dates made up. `onSlot` is told the name of a list of slots from which one was taken.
 */
export function createWrittenValues(world: World, onSlot: (slots: string) => void) {
  const given = new Map<string, string>();
  const captured: CapturedCall[] = [];

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
    onSlot(slots.name);
    return `$${slots.name}.availableTimeslots[0]`;
  };

  /** The fields of a request. Ids, tenants and what the planner chooses as well are left out. */
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

  return {
    /** Values used several times, by their names. */
    given,
    captured,
    fieldsOf,
    /** Remembers an answer, or the request of an order; returns the name of its capture. */
    capture: (verb: Verb, wanted: string, value: JsonObject): string => {
      const name = nameFor(wanted);
      captured.push({ verb, name, value });
      return name;
    },
  };
}
