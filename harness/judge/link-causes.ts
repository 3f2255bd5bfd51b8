import type { Fact } from '../findings.ts';
import { meaningOf } from '../meanings.ts';
import type { Check } from '../model.ts';
import { kindOf } from '../verdict/kind.ts';
import { type Around, BASIS, consequences, type Failure, type Link, STATUS, sameMistakes } from './cause-links.ts';
import type { CheckId } from './checks/table.ts';
import type { History } from './history.ts';
import { type OrderHistory, orderOf, ordersByExchange } from './orders.ts';

/**
 * Joins failures to the failures that they follow from, if the record shows that. Each then names the kind of its cause, in
 * its own case or another. Nothing is dropped: reports decide what to show once.
 */
export function withCauses(history: History, checks: readonly Check[], conversation = ''): readonly Check[] {
  const failures = checks.flatMap((check, i): Failure[] =>
    check.result.outcome === 'failed' ? [{ i, check, finding: check.result.finding }] : [],
  );
  if (failures.length < 2) return checks;
  const causeOf = new Map<number, Failure>();
  const rootOf = (one: Failure): Failure => {
    const cause = causeOf.get(one.i);
    return cause ? rootOf(cause) : one;
  };
  const failureAt = new Map(failures.map((one) => [one.i, one]));
  const join = ([i, to]: Link): void => {
    const [one, root] = [rootOf(failureAt.get(i) as Failure), rootOf(to)];
    if (one.i !== root.i) causeOf.set(one.i, root);
  };
  const isRoot = ({ i }: Failure): boolean => !causeOf.has(i);
  const around = aroundOf(history, conversation);
  const links = [
    ...inAnswers(failures),
    ...inOrders(history, around.orderAt, failures),
    ...consequences(around, failures),
  ];
  for (const link of links) if (!causeOf.has(link[0])) join(link);
  for (const [i, to] of sameMistakes(around, failures.filter(isRoot))) {
    const one = failureAt.get(i) as Failure;
    const isTold = tellsWhence(rootOf(one)) && !tellsWhence(rootOf(to));
    join(isTold ? [to.i, one] : [i, to]);
  }
  return checks.map((check, i) => {
    const { result } = check;
    const own = failureAt.get(i);
    if (own === undefined || result.outcome !== 'failed') return check;
    const because = nameOf(rootOf(own));
    return because === nameOf(own)
      ? check
      : { ...check, result: { ...result, finding: { ...result.finding, because } } };
  });
}

/** Whether a failure tells where its wrong value is from. */
const tellsWhence = ({ finding: { fact } }: Failure): boolean => fact !== undefined && 'sentAs' in fact;

function aroundOf(history: History, conversation: string): Around {
  const { exchanges, deliveries, unproven } = history;
  return {
    history,
    conversation,
    exchangeAt: new Map(
      exchanges.flatMap((each) => [each.sent, each.response ?? each.broke ?? each.sent].map(({ seq }) => [seq, each])),
    ),
    deliveryAt: new Map([...deliveries, ...unproven].map((each) => [each.seen.seq, each])),
    orderAt: ordersBySeq(history),
  };
}

const nameOf = ({ check, finding }: Failure): string => kindOf(check, finding);

const TALLY = 'tally';
const CODE = 'error.code';
const FORM: readonly string[] = ['http.json', 'http.schema', CODE] satisfies readonly CheckId[];

/**
 * Within one answer: other failures follow from a wrong status, and the status from a valid token that was refused, or from
 * a repeated answer to another request. Failures about a place in a body that breaks the contract's schema follow from that
 * breach.
 */
function inAnswers(failures: readonly Failure[]): Link[] {
  const byAnswer = Map.groupBy(
    failures.filter(({ check }) => !check.check.startsWith('kci.') && check.seq !== undefined),
    ({ check }) => check.seq,
  );
  const isFact = (is: Fact['is']) => (one: Failure) => one.finding.fact?.is === is;
  const refused = failures.find(isFact('valid-token-refused'));
  return [...byAnswer.values()].flatMap((together) => {
    const token =
      together.find(isFact('valid-token-refused')) ?? (together.some(isFact('token-refused')) ? refused : undefined);
    const status =
      token ?? together.find(isFact('answered-again')) ?? together.find(({ check }) => check.check === STATUS);
    return together.flatMap((one): Link[] => {
      if (one === status) return [];
      if (status) return [[one.i, status]];
      const form = together.find((each) => each !== one && isFormOf(each, one));
      return form ? [[one.i, form]] : [];
    });
  });
}

/** What a scenario asks beyond the contract: it follows from anything else that is wrong there. */
const ASKED: readonly string[] = ['http.body', 'http.headers'] satisfies readonly CheckId[];

/**
 * Whether `form` explains `one`: it is at the same place or around it, or something is missing in the same way in the same
 * object.
 */
function isFormOf(form: Failure, one: Failure): boolean {
  const [{ check: its }, { check }] = [form.check, one.check];
  // Within a tally, too many of one answer means too few of another.
  if (its === TALLY || check === TALLY) return its === check && form.i < one.i;
  const [place = '', other = ''] = [form.finding.pointer, one.finding.pointer];
  const isAround = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`);
  const isThere = isAround(place, other) || isAround(other, place);
  if (ASKED.includes(check)) return !ASKED.includes(its) && (isThere || shareRow(form, one));
  if (ASKED.includes(its)) return false;
  if (!FORM.includes(its)) return !FORM.includes(check) && form.i < one.i && place !== '' && other !== '' && isThere;
  if (!FORM.includes(check)) return isThere;
  if (form.i > one.i) return false;
  // A body that is no error has no code.
  return check === CODE || (form.finding.actual === one.finding.actual && parentOf(place) === parentOf(other));
}

function shareRow(one: Failure, other: Failure): boolean {
  return one.check.requirements.some((row) => other.check.requirements.includes(row));
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** Checks of an order's whole course; the first that failed tells most. */
const COURSE: readonly string[] = [
  'kci.refused-request',
  'kci.faulted-request',
  'kci.path',
  'kci.terminal',
  'kci.lifecycle',
  'kci.sequence',
  'kci.once',
  'kci.never',
  'kci.silence',
  'kci.timing',
] satisfies readonly CheckId[];

/**
 * One failure in the course of an order causes everything found of the order from there on. It may itself follow from
 * events that could not be read: of this order, or of an unknown one.
 */
function inOrders(history: History, orderAt: Around['orderAt'], failures: readonly Failure[]): Link[] {
  const byOrder = Map.groupBy(failures, ({ check }) => orderAt(check));
  const mixedUp = mixedUpWith(failures);
  const own = [...byOrder].flatMap(([order, together]) => {
    if (!order || mixedUp(order)) return [];
    const placedAt = (order.placed.response ?? order.placed.sent).seq;
    const course = together.filter(({ check }) => COURSE.includes(check.check)).sort(byRank(placedAt));
    const [first] = course;
    const basis = together.find(({ check }) => BASIS.includes(check.check));
    return first ? [{ order, together, course, first, basis }] : [];
  });
  const lost = lostIn(history, failures);
  // Each order that lacks events needs a lost delivery of its own.
  const wanting = own.filter(({ basis }) => !basis);
  const isLost = lost !== undefined && lost.count >= wanting.length;
  const mixed = [...byOrder].flatMap(([order, together]) => {
    const cause = order && mixedUp(order);
    const others = together.filter((one) => one !== cause && one.check.check.startsWith('kci.'));
    return cause ? others.map((one): Link => [one.i, cause]) : [];
  });
  const numbers = failures.flatMap((one): Link[] =>
    isLost && one.finding.fact?.is === 'number-missing' ? [[one.i, lost.failure]] : [],
  );
  const courses = own.flatMap(({ order, together, course, first, basis }) => {
    const outer = basis ?? (isLost && order.since <= lost.until ? lost.failure : undefined);
    const cause = outer ?? first;
    // Other failures of the event that should not be there follow from that.
    const beside = outer
      ? []
      : together.filter(({ check }) => check.seq === first.check.seq && !course.some((one) => one.check === check));
    return [...course, ...beside].flatMap((one): Link[] => (one === cause ? [] : [[one.i, cause]]));
  });
  return [...mixed, ...courses, ...numbers];
}

/** By order: the first failure which shows that its events are mixed up with those of another. */
function mixedUpWith(failures: readonly Failure[]): (order: OrderHistory) => Failure | undefined {
  const shown = new Map<string, Failure>();
  for (const one of failures) {
    const { fact } = one.finding;
    if (fact?.is !== 'shows-another' && fact?.is !== 'shows-anothers') continue;
    for (const key of [`${fact.tenant} ${fact.id}`, `${fact.whose} ${fact.other}`])
      if (!shown.has(key)) shown.set(key, one);
  }
  return ({ id, placed }) => shown.get(`${placed.sent.tenant} ${id}`);
}

/** Sorts by the blamed event; missing events come last, since they were missed only then. */
function byRank(placedAt: number): (one: Failure, other: Failure) => number {
  const isMissing = ({ check, finding }: Failure): number =>
    Number(check.seq === placedAt || check.check === 'kci.timing' || meaningOf(finding.fact).left === 'missing');
  return (one, other) =>
    isMissing(one) - isMissing(other) ||
    (isMissing(one) ? 0 : (one.check.seq ?? 0) - (other.check.seq ?? 0)) ||
    COURSE.indexOf(one.check.check) - COURSE.indexOf(other.check.check);
}

function ordersBySeq({ orders, unproven }: History): Around['orderAt'] {
  const known = new Map<number, OrderHistory[]>();
  const add = (seq: number, order: OrderHistory): void => {
    const there = known.get(seq);
    if (there) there.push(order);
    else known.set(seq, [order]);
  };
  for (const [{ sent, response }, order] of ordersByExchange(orders)) add((response ?? sent).seq, order);
  for (const order of orders.values()) for (const { seen } of order.deliveries) add(seen.seq, order);
  for (const { seen, event } of unproven) {
    const order = orderOf(orders, { event });
    if (order) add(seen.seq, order);
  }
  return ({ seq = -1, order }) => {
    const those = known.get(seq);
    return those?.find(({ id }) => id === order) ?? those?.at(-1);
  };
}

const NOBODYS: readonly string[] = [
  'kci.readable',
  'kci.unexpected',
  'kci.path',
  'kci.authentication',
] satisfies readonly CheckId[];

/** Deliveries whose order is unknown, and the failure about them. */
function lostIn({ deliveries, unproven, orders }: History, failures: readonly Failure[]) {
  // At a fixed address, unproven deliveries may be anybody's: they fail nothing.
  const isUnproven = failures.some(
    ({ check, finding: { fact } }) => fact?.is === 'unproven' && check.order === undefined,
  );
  const lost = [...deliveries, ...(isUnproven ? unproven : [])].filter(
    ({ seen, event }) => !seen.expectedPath || orderOf(orders, { event }) === undefined,
  );
  const seqs = new Set(lost.map(({ seen }) => seen.seq));
  const failure = failures.find(({ check }) => NOBODYS.includes(check.check) && seqs.has(check.seq ?? -1));
  const until = lost.reduce((latest, { at }) => Math.max(latest, at), 0);
  return failure && { failure, count: lost.length, until };
}
