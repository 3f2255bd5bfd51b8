import type { Fact } from '../../findings.ts';
import { locate } from '../../kci/read.ts';
import type { Check, Json, KciProfile, KciRule, Locator } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { isDate, momentOf } from '../../values/iso8601.ts';
import { misfitIn, wordLocator } from '../../values/part.ts';
import { getAt, pointerOf } from '../../values/pointer.ts';
import { type CheckFunction, failed, ofOrder, passed } from '../check.ts';
import { askedFor } from '../exchange.ts';
import { answerNames } from '../lifecycle.ts';
import type { Delivery, OrderHistory } from '../orders.ts';

type RuleFact = Extract<Fact, { readonly rule: string | number }>;
/** Whether an event keeps a rule or how it breaks it; undefined if the rule is not about it. */
type RuleCheck = (order: OrderHistory, delivery: Delivery) => RuleFact | 'kept' | undefined;

/** `kci.rules`: all events keep the profile's rules about members. */
export const kciRules: CheckFunction = ({ profile, history }) => {
  const orders = [...history.orders.values()];
  const events = new Set(orders.flatMap((order) => order.deliveries.map((each) => identityOf(order, each))));
  const ruleChecks = profile.rules.map((rule) => ({ rule, check: ruleCheckOf(rule, profile, events.size > 1) }));
  if (ruleChecks.length === 0) return [];
  return orders.flatMap((order) => {
    if (order.fate === 'refused') return [];
    // An order for which nothing was owed must keep only `unique`.
    const own = order.isTainted ? ruleChecks.filter(({ rule }) => rule.rule === 'unique') : ruleChecks;
    const readable = order.deliveries.filter(({ event }) => event.unreadable === undefined);
    const checks = own.flatMap(({ rule, check }) => ofRule(order, rule, readable, check));
    const broken = checks.filter(({ result }) => result.outcome === 'failed');
    return broken.length > 0 ? broken : checks.slice(0, 1);
  });
};

/** Fails at the first event of an order that breaks a rule; else passes. */
function ofRule(order: OrderHistory, rule: KciRule, deliveries: readonly Delivery[], check: RuleCheck): Check[] {
  let first: Delivery | undefined;
  for (const delivery of deliveries) {
    if (rule.events?.includes(delivery.event.name ?? '') === false) continue;
    const found = check(order, delivery);
    if (found !== undefined && found !== 'kept') return [failed(ofOrder('kci.rules', order, delivery), found)];
    if (found === 'kept') first ??= delivery;
  }
  return first ? [passed(ofOrder('kci.rules', order, first))] : [];
}

/** The rule as written in the profile, and its place there. */
function toldOf(rule: KciRule) {
  const [here = '', there = ''] = ('both' in rule ? rule.both : [rule.of]).map(wordLocator);
  return {
    rule: `${rule.rule}: ${[here, ...(there === '' ? [] : [there])].join(', ')}`,
    here,
    there,
    place: rule.place,
  };
}

/** `areMany`: whether there is another event that could have the same value. */
function ruleCheckOf(rule: KciRule, profile: KciProfile, areMany: boolean): RuleCheck {
  switch (rule.rule) {
    case 'equal':
      return ofTwo(rule, 'not-equal', isSame);
    case 'not-before':
      return ofTwo(rule, 'time-before', (one, other) => !isBefore(one, other, profile.times));
    case 'unchanged':
      return unchanged(rule);
    case 'unique':
      return unique(rule, areMany);
    case 'repeats':
      return repeats(rule, profile);
  }
}

const at = (locator: Locator, { seen, body }: Delivery): Json | undefined => {
  const found = locate(locator, seen.headers, body) ?? undefined;
  return found === undefined ? undefined : (misfitIn(found) ?? found);
};

function ofTwo(
  rule: Extract<KciRule, { both: unknown }>,
  is: 'not-equal' | 'time-before',
  holds: (one: Json, other: Json) => boolean,
): RuleCheck {
  const [here, there] = rule.both;
  return (_, delivery) => {
    const [one, other] = [at(here, delivery), at(there, delivery)];
    if (one === undefined || other === undefined) return undefined;
    return holds(one, other) ? 'kept' : { is, ...toldOf(rule), one, other };
  };
}

function unchanged(rule: Extract<KciRule, { rule: 'unchanged' }>): RuleCheck {
  const firsts = new Map<string, Json>();
  return ({ key }, delivery) => {
    const value = at(rule.of, delivery);
    if (value === undefined) return undefined;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, value);
    if (first === undefined) return undefined;
    return isSame(first, value) ? 'kept' : { is: 'member-changed', ...toldOf(rule), first, came: value };
  };
}

/**
 * What identifies an event: a retry may have another delivery id, and a batch one id for all, so the event's own numbers
 * come first.
 */
function identityOf({ key }: OrderHistory, { event: { deliveryId, name, sequence, issuedAt } }: Delivery): string {
  const isDated = sequence !== undefined || issuedAt !== undefined;
  return `${key} ${isDated ? `${name} ${sequence} ${issuedAt}` : (deliveryId ?? name)}`;
}

/** Fails if two different events share a value. Whether a repeated event says the same is for another check. */
function unique(rule: Extract<KciRule, { rule: 'unique' }>, areMany: boolean): RuleCheck {
  const { of, within } = rule;
  const seen = new Map<string, string>();
  return (order, delivery) => {
    const value = at(of, delivery);
    if (value === undefined) return undefined;
    const scope = within === 'all' ? '' : within === 'order' ? order.key : String(askedFor(order.placed, 'tenant'));
    const identity = identityOf(order, delivery);
    const key = JSON.stringify([scope, value]);
    const other = seen.get(key) ?? identity;
    seen.set(key, other);
    if (other === identity) return areMany ? 'kept' : undefined;
    const whose = within === 'all' ? undefined : within;
    return { is: 'member-repeated', ...toldOf(rule), within: whose, came: value };
  };
}

function repeats(rule: Extract<KciRule, { rule: 'repeats' }>, profile: KciProfile): RuleCheck {
  const { of, request, member } = rule;
  return (order, delivery) => {
    const { event } = delivery;
    const value = at(of, delivery);
    const answered = request === 'order' ? undefined : event[`${request}Id`];
    const asked = order.changes.filter(({ kind, isAccepted }) => kind === request && isAccepted);
    const named = asked.filter(({ exchange }) => String(askedFor(exchange, 'id')) === answered);
    if (
      request !== 'order' &&
      (!answerNames(profile, request).has(event.name ?? '') || (answered !== undefined && named.length === 0))
    )
      return undefined;
    const meant =
      request === 'order' ? [order.placed] : (named.length > 0 ? named : asked).map((each) => each.exchange);
    const right = meant.flatMap(({ asked: { body } }) => getAt(body, pointerOf(member.split('.'))) ?? []);
    if (right.length === 0 || (value === undefined && named.length === 0)) return undefined;
    if (value !== undefined && right.some((each) => isSame(each, value))) return 'kept';
    return { is: 'member-not-repeated', ...toldOf(rule), right, member, request, came: value };
  };
}

/** Whether values are equal. Numbers may be texts, and in headers always are. */
function isSame(one: Json, other: Json): boolean {
  const isPlain = (value: Json): boolean => typeof value !== 'object';
  return isPlain(one) && isPlain(other) ? String(one) === String(other) : sameJson(one, other);
}

const HOUR_MS = 3_600_000;

/** Whether one time is before the other, or is no time. Without a zone, this must hold in all zones. */
function isBefore(one: Json, other: Json, times: KciProfile['times']): boolean {
  // An empty text is no time.
  if (one === '' || other === '') return false;
  if (isDay(one) && isDay(other)) return one < other;
  const [first, second] = [spanOf(one, times), spanOf(other, times)];
  return first === undefined || second === undefined || first.to < second.from;
}

const isDay = (value: Json): value is string => typeof value === 'string' && isDate(value);

/** The earliest and the latest moment that a time may mean. */
function spanOf(value: Json, times: KciProfile['times']): { readonly from: number; readonly to: number } | undefined {
  const day = isDay(value) ? Date.parse(value) : undefined;
  if (day !== undefined) return { from: day - 14 * HOUR_MS, to: day + 36 * HOUR_MS };
  const anywhere = typeof value === 'string' && momentOf(value) === undefined ? momentOf(value, 'Z') : undefined;
  if (anywhere !== undefined) return { from: anywhere - 14 * HOUR_MS, to: anywhere + 12 * HOUR_MS };
  const number = typeof value === 'string' && !/^-?\d+$/.test(value) ? momentOf(value) : Number(value);
  if (number === undefined || Number.isNaN(number)) return undefined;
  const moment =
    typeof value === 'string' && momentOf(value) !== undefined ? number : number * (times === 'epoch-s' ? 1000 : 1);
  return { from: moment, to: moment };
}
