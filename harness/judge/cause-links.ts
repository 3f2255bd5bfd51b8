import type { Fact } from '../findings.ts';
import { meaningOf } from '../meanings.ts';
import type { Answer, Check, Finding, Json } from '../model.ts';
import { getAt, isObject, leavesOf, partsOf } from '../values/pointer.ts';
import { isStatus, maySucceed, parseAnswers, UNAUTHORISED } from '../wire/answer.ts';
import { headerOf } from '../wire/wire.ts';
import type { CheckId } from './checks/table.ts';
import { sharedReferences } from './checks/unique.ts';
import { type Exchange, isAccepted, reservationNamed } from './exchange.ts';
import type { History } from './history.ts';
import { valuesAt } from './marked-places.ts';
import type { Delivery, OrderHistory } from './orders.ts';

/** A failed check; `i` is its index among all checks. */
export interface Failure {
  readonly i: number;
  readonly check: Check;
  readonly finding: Finding;
}

/** The index of a failure, and the failure that it follows from. */
export type Link = readonly [i: number, to: Failure];

/** The record around failures, by `seq`; the order that a failure is about, of those in one delivery. */
export interface Around {
  readonly history: History;
  readonly exchangeAt: ReadonlyMap<number, Exchange>;
  readonly deliveryAt: ReadonlyMap<number, Delivery>;
  readonly orderAt: (check: Check) => OrderHistory | undefined;
  /** The name of the header by which related requests are recognised. */
  readonly conversation: string;
}

/** The check whose failures have most consequences. */
export const STATUS = 'http.status';

/** The check that may fail because the world was stated wrongly. */
export const TEST_DATA = 'world.facts';

/**
 * Links failures to a mistake elsewhere: an earlier answer whose wrong value was sent back, a request that was wrongly
 * accepted or refused, or another case that shows the mistake plainly.
 */
export function consequences(around: Around, failures: readonly Failure[]): Link[] {
  return [
    ...ofStatuses(around, failures),
    ...ofValues(around, failures),
    ...ofReferences(around, failures),
    ...ofDeliveries(failures),
    ...ofStrayEvents(failures),
    ...ofTraces(around, failures),
  ];
}

/** Links failures of different kinds that have one cause to the first of them. */
export function sameMistakes({ exchangeAt, deliveryAt }: Around, failures: readonly Failure[]): Link[] {
  const notAmended = (fact: Fact | undefined): string | undefined =>
    fact?.is === 'not-amended' ? String(fact.member) : fact?.is === 'without-amended' ? String(fact.field) : undefined;
  const isNothingAmended = new Set(failures.flatMap(({ finding }) => notAmended(finding.fact) ?? [])).size >= SEVERAL;
  const answerOf = ({ check }: Failure): Exchange | undefined => exchangeAt.get(check.seq ?? -1);
  return [
    ...alikeBy(failures, (one) => statusKey(one, answerOf(one))),
    ...openDoors(failures, answerOf),
    ...alikeBy(failures, ({ check, finding: { fact } }) => memberKey(check, fact)),
    ...alikeBy(failures, ({ finding: { fact } }) => lackKey(fact)),
    // Of one event, several are wrong, or lacking, in the same way.
    ...alikeBy(failures, ({ check, finding: { fact } }) =>
      memberKey(check, fact) || fact?.is.startsWith('without-') ? `${fact?.is} ${check.seq}` : undefined,
    ),
    ...alikeBy(failures, ({ finding: { fact } }) =>
      fact && isOfCharacteristic(fact) ? `${fact.type} shows` : undefined,
    ),
    ...alikeBy(failures, ({ finding: { fact } }) => (fact?.is === 'valid-token-refused' ? fact.is : undefined)),
    // What amendments did to a list shows in each event after them.
    ...alikeBy(failures, ({ check: { check } }) => (check === 'kci.amended-list' ? check : undefined)),
    ...alikeBy(failures, ({ finding: { fact } }) => (isNothingAmended && notAmended(fact) ? 'not amended' : undefined)),
    ...alikeBy(failures, ({ check, finding: { fact } }) =>
      deliveryAt.has(check.seq ?? -1) && check.check === 'kci.entity' && fact?.is === 'other-order-type'
        ? `${check.check} ${fact.is}`
        : undefined,
    ),
    ...alikeBy(failures, ({ finding: { fact } }) =>
      fact?.is === 'passed-over' || fact?.is === 'nothing-followed' ? `${fact.what} unanswered` : undefined,
    ),
    ...ofClocks(failures),
    ...inCourses(failures),
  ];
}

/** If an answer has slots that no clock explains, slots that a single clock would explain do not show which one it is. */
function ofClocks(failures: readonly Failure[]): Link[] {
  const slots = failures.filter(({ finding: { fact } }) => fact?.is === 'slot-misplaced');
  const ofAnswers = Map.groupBy(slots, ({ check }) => check.seq);
  const isAny = [...ofAnswers.values()].some((together) => together.length > 1);
  return isAny ? alikeBy(slots, ({ finding: { fact } }) => fact?.is) : [];
}

/** If this many members are not amended, nothing is. */
const SEVERAL = 2;

function alikeBy(failures: readonly Failure[], keyOf: (one: Failure) => string | undefined): Link[] {
  const firsts = new Map<string, Failure>();
  return failures.flatMap((one): Link[] => {
    const key = keyOf(one);
    if (key === undefined) return [];
    const first = firsts.get(key);
    if (!first) firsts.set(key, one);
    return first ? [[one.i, first]] : [];
  });
}

/** The expected answers, none of which came; empty if the failure is not about that. */
function owedIn({ finding: { fact } }: Failure): readonly Answer[] {
  return (fact && 'owed' in fact && 'actual' in fact && parseAnswers(String(fact.owed))) || [];
}

/**
 * A key for the same wrong answer: one error instead of another, access without a token, a body that is wrong as a whole, or
 * one refusal of valid requests.
 */
function statusKey(one: Failure, answer: Exchange | undefined): string | undefined {
  const { check, finding } = one;
  const owed = owedIn(one);
  const [first] = owed;
  if (check.check !== STATUS || !first || !answer || !finding.fact || !('actual' in finding.fact)) return undefined;
  const { actual } = finding.fact;
  if (maySucceed(owed)) return `${answer.sent.verb} refused ${actual}`;
  const refusal = `${first.status} ${first.code ?? ''}`;
  if (!isAccepted(answer)) return `${refusal} as ${actual}`;
  const { defect } = answer.step?.request ?? {};
  if (defect?.at === '/body') return `${defect.kind} accepted`;
  return first.status === String(UNAUTHORISED) ? `${refusal} accepted` : undefined;
}

/**
 * Links accepted requests of one operation: a failure that expected one refusal stands for those that expected any of
 * several by the same requirement (`409`, `4xx`).
 */
function openDoors(failures: readonly Failure[], answerOf: (one: Failure) => Exchange | undefined): Link[] {
  const open = failures.flatMap((one) => {
    const answer = answerOf(one);
    const owed = owedIn(one);
    if (one.finding.fact?.is !== 'wrong-status' || !answer || !isAccepted(answer) || maySucceed(owed)) return [];
    return [{ one, verb: answer.sent.verb, owed, rows: one.check.requirements }];
  });
  return open.flatMap((wide): Link[] => {
    const told = open.find(
      ({ verb, owed, rows }) =>
        verb === wide.verb && isAmong(owed, wide.owed) && rows.some((row) => wide.rows.includes(row)),
    );
    return told ? [[wide.one.i, told.one]] : [];
  });
}

/** Whether a refusal belongs to a class of refusals, such as `4xx`. */
function isAmong([owed]: readonly Answer[], [wide, ...others]: readonly Answer[]): boolean {
  if (!owed || !wide?.status.endsWith('xx') || others.length > 0) return false;
  return !owed.status.endsWith('xx') && isStatus(wide.status, Number(owed.status));
}

/** A key for an order's member that events show wrongly, whichever events they are. */
function memberKey({ check }: Check, fact: Fact | undefined): string | undefined {
  return check === 'kci.entity' && fact && 'member' in fact ? `${check} ${fact.member}` : undefined;
}

/** A key for the object whose members an event lacks: `AMENDED secondaryContact`. */
function lackKey(fact: Fact | undefined): string | undefined {
  if (fact?.is !== 'without-field') return undefined;
  const [, object] = /^(.+)\.[^.]+$/.exec(String(fact.field)) ?? [];
  return object && `${fact.event} ${object}`;
}

/** Links to a wrong status: tallies, the course of orders, and bodies that could not be read. */
function ofStatuses({ history, exchangeAt, deliveryAt, orderAt, conversation }: Around, failures: readonly Failure[]) {
  const wrong = failures.filter(({ check }) => check.check === STATUS);
  const unread = new Map(failures.flatMap((one) => (one.check.check === 'http.json' ? [[verbOf(one), one]] : [])));
  const byAnswer = new Map<string, Failure>();
  const byExchange = new Map<Exchange, Failure>();
  const byConversation = new Map<string, Failure>();
  function verbOf({ check }: Failure): string | undefined {
    return exchangeAt.get(check.seq ?? -1)?.sent.verb;
  }
  for (const one of wrong) {
    const exchange = exchangeAt.get(one.check.seq ?? -1);
    if (!exchange) continue;
    const key = answerKey(exchange);
    if (!byAnswer.has(key)) byAnswer.set(key, one);
    byExchange.set(exchange, one);
    if (isAccepted(exchange) && !maySucceed(owedIn(one)))
      byConversation.set(headerOf(exchange.sent.headers, conversation) ?? '', one);
  }
  const ofJourney = Map.groupBy(history.exchanges, ({ sent }) => sent.journey);
  const answered = (of: readonly Exchange[]): Failure | undefined =>
    of.map((each) => byExchange.get(each) ?? byAnswer.get(answerKey(each))).find((each) => each);
  const tallied = new Map<string, Failure>();
  return failures.flatMap((one): Link[] => {
    const { check } = one;
    const exchange = exchangeAt.get(check.seq ?? -1);
    if (check.check === STATUS && exchange?.jsonProblem !== undefined) {
      const body = unread.get(exchange.sent.verb);
      return body ? [[one.i, body]] : [];
    }
    if (check.check === 'tally') {
      const status = answered(ofJourney.get(check.journey) ?? []);
      if (status) tallied.set(check.journey, status);
      return status ? [[one.i, status]] : [];
    }
    if (!check.check.startsWith('kci.')) return [];
    const order = orderAt(check);
    const about = order ? [order.placed, ...order.changes.map((change) => change.exchange)] : [];
    const talk = deliveryAt.get(check.seq ?? -1)?.event.conversation;
    const unduly = about.find((each) => isCrossed(each, byExchange.get(each)));
    const crossed = unduly && byExchange.get(unduly);
    const status = crossed ?? byConversation.get(talk ?? '-') ?? (order && tallied.get(order.placed.sent.journey));
    return status ? [[one.i, status]] : [];
  });
}

/**
 * Whether a request was accepted instead of refused, or the reverse: another status of the same class has no consequences.
 */
function isCrossed(exchange: Exchange, status: Failure | undefined): boolean {
  const owed = status ? owedIn(status) : [];
  return owed.length > 0 && maySucceed(owed) !== isAccepted(exchange);
}

function answerKey({ sent, response, json }: Exchange): string {
  const code = isObject(json) && response && response.status >= 400 ? json.code : '';
  return `${sent.verb} ${response?.status} ${code ?? ''}`;
}

/**
 * Links a refused request to the earlier answer whose wrong value it repeats. If one is linked, all requests answered alike
 * are, unless the world is contradicted: in an answer that is partly wrong, the rest may be wrong, too.
 */
function ofValues({ exchangeAt }: Around, failures: readonly Failure[]): Link[] {
  const given = new Map<Json, Failure>();
  const causes = new Map<string, Failure>();
  const refused: { readonly i: number; readonly key: string; readonly cause: Failure | undefined }[] = [];
  for (const one of failures.toSorted((a, b) => (a.check.seq ?? 0) - (b.check.seq ?? 0))) {
    const { check, finding } = one;
    const exchange = exchangeAt.get(check.seq ?? -1);
    if (!exchange) continue;
    if (check.check === STATUS || check.check === 'tally') {
      if (exchange.response === undefined || isAccepted(exchange)) continue;
      const key = answerKey(exchange);
      const cause = leavesOf(exchange.asked.body)
        .map(([, leaf]) => given.get(leaf))
        .find((each) => each);
      refused.push({ i: one.i, key, cause });
      // The target may be right, and the stated world wrong.
      if (cause && cause.check.check !== TEST_DATA && !causes.has(key)) causes.set(key, cause);
      continue;
    }
    // If elements of a list are wrong, only one of them is reported.
    const path = partsOf(finding.pointer ?? '').map((part) => (/^\d+$/.test(part) ? '*' : part));
    const wrong = finding.pointer === undefined ? [] : valuesAt(path, exchange.json);
    for (const [, leaf] of leavesOf(wrong)) if (!given.has(leaf)) given.set(leaf, one);
  }
  return refused.flatMap(({ i, key, cause = causes.get(key) }): Link[] => (cause ? [[i, cause]] : []));
}

/** Links failures of orders and slots whose booking shares its reference with others, and of answers that show it. */
function ofReferences({ history, exchangeAt, orderAt }: Around, failures: readonly Failure[]): Link[] {
  const cause = failures.find(({ finding: { fact } }) => fact?.is === 'shared-reference');
  if (!cause) return [];
  const shared = sharedReferences(history);
  const namesOne = (order: OrderHistory | undefined): boolean =>
    order !== undefined && Object.values(reservationNamed(order.placed)).some((each) => shared.has(each));
  const journeys = new Set([...history.orders.values()].filter(namesOne).map(({ placed }) => placed.sent.journey));
  return failures.flatMap((one): Link[] => {
    const { check, finding } = one;
    const shown = getAt(exchangeAt.get(check.seq ?? -1)?.json ?? null, finding.pointer ?? '');
    // Which booking an order used is unknown, and so is what became of its slot.
    const isOfSlot = check.check.startsWith('booking.') && journeys.has(check.journey);
    const follows = namesOne(orderAt(check)) || isOfSlot || (shown !== undefined && shared.has(shown));
    return follows && one !== cause ? [[one.i, cause]] : [];
  });
}

/**
 * Checks that the course of an order is read from: which events are its own, which are known, and their order. Failures
 * about a delivery that cannot be told from another, or about its order's further attempts, follow from these.
 */
export const BASIS: readonly string[] = [
  'kci.authentication',
  'kci.readable',
  'kci.known-event',
  'kci.sequence-number',
  'kci.duplicate',
] satisfies readonly CheckId[];

const TENANT = 'kci.tenant';

const isTwice = ({ check, finding }: Failure, basis: Failure | undefined): boolean =>
  check.check === TENANT && finding.fact?.is === 'other-tenant' && basis?.finding.fact?.is === 'number-repeated';

function ofDeliveries(failures: readonly Failure[]): Link[] {
  const basis = new Map<string, Failure>();
  const placeOf = ({ seq, order = '' }: Check): string => `${seq} ${order}`;
  for (const one of failures) if (BASIS.includes(one.check.check)) basis.set(placeOf(one.check), one);
  // What is also sent to another tenant arrives a second time.
  for (const one of failures) if (isTwice(one, basis.get(placeOf(one.check)))) basis.set(placeOf(one.check), one);
  const ofOrder = new Map([...basis.values()].map((one) => [one.check.order, one]));
  return failures.flatMap((one): Link[] => {
    const { check } = one;
    const own = basis.get(placeOf(check)) ?? basis.get(`${check.seq} `);
    if (!check.check.startsWith('kci.') || own === one || (BASIS.includes(check.check) && own?.check.check !== TENANT))
      return [];
    const cause = own ?? (check.check === 'kci.retry' ? ofOrder.get(check.order) : undefined);
    return cause ? [[one.i, cause]] : [];
  });
}

/**
 * Links to an event that should not have come: it lacks what a proper one would carry, and ends what should have gone on.
 */
function ofStrayEvents(failures: readonly Failure[]): Link[] {
  const stray = new Map<string, Failure>();
  for (const one of failures) {
    const event = strayIn(one.finding.fact);
    if (event !== undefined && !stray.has(event)) stray.set(event, one);
  }
  return failures.flatMap((one): Link[] => {
    const { fact } = one.finding;
    const event =
      fact?.is === 'without-field' ? String(fact.event) : fact?.is === 'not-come' ? fact.stream.at(-1) : undefined;
    const cause = stray.get(event ?? '');
    return cause ? [[one.i, cause]] : [];
  });
}

/** Whether availability does not show of a line what an order asked for. */
function isOfCharacteristic(fact: Fact): fact is Extract<Fact, { is: 'world-not-shown' | 'world-taken-away' }> {
  return fact.is === 'world-not-shown' || fact.is === 'world-taken-away';
}

/**
 * Links what availability shows of an order to the first that is wrong there: lines and ports before their characteristics,
 * and those after what the events of the order show.
 */
function ofTraces({ orderAt }: Around, failures: readonly Failure[]): Link[] {
  const orderOf = ({ check }: Failure): OrderHistory | undefined => orderAt(check);
  const isOfMember = ({ check, finding }: Failure): boolean => memberKey(check, finding.fact) !== undefined;
  const shown = new Map(failures.filter(isOfMember).map((one) => [orderOf(one), one]));
  const traces = failures.filter(({ check }) => check.check === 'world.state');
  return [...Map.groupBy(traces, orderOf)].flatMap(([order, together]) => {
    const isOf = ({ finding: { fact } }: Failure): boolean => fact !== undefined && isOfCharacteristic(fact);
    const first = together.find((one) => !isOf(one)) ?? shown.get(order) ?? together[0];
    return together.flatMap((one): Link[] => (one === first || !first ? [] : [[one.i, first]]));
  });
}

/** The event that, by a failure, should not have come there. */
function strayIn(fact: Fact | undefined): string | undefined {
  return fact && 'event' in fact && meaningOf(fact).isStray ? String(fact.event) : undefined;
}

/** With at most this many events owed at a time, a lack tells which one is missing. */
const FEW_EVENTS = 3;

/** Links orders that lack the same event, or have the same one too many, however far each had got. */
function inCourses(failures: readonly Failure[]): Link[] {
  const those = failures.flatMap((one) => {
    const { fact } = one.finding;
    const isCourse = fact && one.check.check.startsWith('kci.') && 'next' in fact;
    return isCourse ? [{ one, next: fact.next, stray: strayIn(fact) }] : [];
  });
  const owed = Map.groupBy(
    those.filter(({ next }) => next.length > 0 && next.length <= FEW_EVENTS),
    ({ next }) => next.join(' '),
  );
  const times = (event: string): number => those.filter(({ next }) => next.includes(event)).length;
  const rarest = [...owed].map(([key, all]) => {
    // The most frequent finding stands for all.
    const alike = [...Map.groupBy(all, ({ one }) => one.finding.fact?.is).values()];
    const [first] = alike.toSorted((a, b) => b.length - a.length)[0] ?? [];
    return { first, events: key.split(' ') };
  });
  const byStray = new Map<string, Failure>();
  return those.flatMap(({ one, next, stray }): Link[] => {
    const links: Link[] = [];
    if (stray !== undefined) {
      const first = byStray.get(stray);
      if (first) links.push([one.i, first]);
      else byStray.set(stray, one);
    }
    const [lacking] = rarest
      .filter(({ events }) => events.some((event) => next.includes(event)))
      .toSorted((a, b) => Math.min(...a.events.map(times)) - Math.min(...b.events.map(times)));
    if (lacking?.first && lacking.first.one !== one) links.push([one.i, lacking.first.one]);
    return links;
  });
}
