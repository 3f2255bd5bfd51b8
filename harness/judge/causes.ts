import type { Check, Finding } from '../model.ts';
import { kindOf } from '../verdict/kind.ts';
import type { History } from './history.ts';
import { type OrderHistory, orderOf } from './orders.ts';

/**
 * Joins failures to those that they follow from, where the record shows that they do: each names the kind of failure that
 * is its cause. Nothing is dropped; what is told once is for reports to say.
 */
export function withCauses(history: History, checks: readonly Check[]): readonly Check[] {
  const failures = checks.flatMap((check, i): Failure[] =>
    check.result.outcome === 'failed' ? [{ i, check, finding: check.result.finding }] : [],
  );
  if (failures.length < 2) return checks;
  const causes = new Map<number, string>([...inAnswers(failures), ...inOrders(history, failures)]);
  return checks.map((check, i) => {
    const because = causes.get(i);
    const { result } = check;
    if (because === undefined || result.outcome !== 'failed') return check;
    return { ...check, result: { ...result, finding: { ...result.finding, because } } };
  });
}

/** A failed check, by its place among all. */
interface Failure {
  readonly i: number;
  readonly check: Check;
  readonly finding: Finding;
}
type Cause = readonly [i: number, because: string];

const nameOf = ({ check, finding }: Failure): string => kindOf(check, finding);

const STATUS = 'http.status';
const TOKEN = 'token.reuse';
const TALLY = 'tally';
const FORM = ['http.json', 'http.schema', 'error.code'];

/**
 * What is said of an answer with a wrong status follows from the status, and what is said of a place in a body that has not
 * the form of the contract follows from its form.
 */
function inAnswers(failures: readonly Failure[]): Cause[] {
  const byAnswer = Map.groupBy(
    failures.filter(({ check }) => !check.check.startsWith('kci.') && check.seq !== undefined),
    ({ check }) => check.seq,
  );
  const unauthorised = failures.find(
    ({ check, finding }) => check.check === STATUS && finding.fact?.is === 'token-refused',
  );
  return [...byAnswer.values()].flatMap((together) => {
    const status = together.find(({ check }) => check.check === STATUS);
    return together.flatMap((one): Cause[] => {
      if (one === status) return [];
      if (status) return [[one.i, nameOf(status)]];
      if (one.check.check === TOKEN && unauthorised) return [[one.i, nameOf(unauthorised)]];
      const form = together.find((each) => each.i < one.i && isFormOf(each, one));
      return form && nameOf(form) !== nameOf(one) ? [[one.i, nameOf(form)]] : [];
    });
  });
}

/** Around the same place, or lacking in the same way beside it in one object. */
function isFormOf(form: Failure, { check, finding }: Failure): boolean {
  // Too many of one answer are too few of another.
  if (form.check.check === TALLY) return check.check === TALLY;
  if (!FORM.includes(form.check.check)) return false;
  const [place, other] = [form.finding.pointer ?? '', finding.pointer ?? ''];
  const isAround = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`);
  if (!FORM.includes(check.check)) return isAround(place, other) || isAround(other, place);
  return form.finding.actual === finding.actual && parentOf(place) === parentOf(other);
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** Checks that look at the course of an order as a whole, the first of several being the one that tells most. */
const COURSE = [
  'kci.refused-request',
  'kci.path',
  'kci.terminal',
  'kci.lifecycle',
  'kci.sequence',
  'kci.once',
  'kci.never',
  'kci.silence',
  'kci.timing',
];

/** Checks of what the course is read from: which events are an order's, which of them are known, and what puts them in order. */
const BASIS = ['kci.authentication', 'kci.readable', 'kci.known-event', 'kci.sequence-number', 'kci.duplicate'];

/**
 * What is wrong with the course of an order is one thing: what else is found of it from there on follows. It follows in
 * its turn from events that could not be taken for what they are, of that order or of nobody knows which.
 */
function inOrders(history: History, failures: readonly Failure[]): Cause[] {
  const orderAt = ordersBySeq(history);
  const byOrder = Map.groupBy(failures, ({ check }) => orderAt.get(check.seq ?? -1));
  const own = [...byOrder].flatMap(([order, together]) => {
    if (!order) return [];
    const placedAt = (order.placed.response ?? order.placed.sent).seq;
    const course = together.filter(({ check }) => COURSE.includes(check.check)).sort(byRank(placedAt));
    const [first] = course;
    const basis = together.find(({ check }) => BASIS.includes(check.check));
    return first ? [{ order, together, course, first, basis }] : [];
  });
  const lost = lostIn(history, failures);
  // Each order in want needs a delivery of its own that it may have lost.
  const wanting = own.filter(({ basis }) => !basis);
  const isLost = lost !== undefined && lost.count >= wanting.length;
  return own.flatMap(({ order, together, course, first, basis }) => {
    const outer = basis ?? (isLost && order.since <= lost.until ? lost.failure : undefined);
    const cause = outer ?? first;
    // What is wrong with the very event that should not be there is no matter of its own.
    const beside = outer
      ? []
      : together.filter(({ check }) => check.seq === first.check.seq && !course.some((one) => one.check === check));
    return [...course, ...beside].flatMap((one): Cause[] =>
      nameOf(one) === nameOf(cause) ? [] : [[one.i, nameOf(cause)]],
    );
  });
}

/** By the event that is blamed; what did not come was missed only after them all. */
function byRank(placedAt: number): (one: Failure, other: Failure) => number {
  const isMissing = ({ check }: Failure): number => Number(check.seq === placedAt || check.check === 'kci.timing');
  return (one, other) =>
    isMissing(one) - isMissing(other) ||
    (isMissing(one) ? 0 : (one.check.seq ?? 0) - (other.check.seq ?? 0)) ||
    COURSE.indexOf(one.check.check) - COURSE.indexOf(other.check.check);
}

function ordersBySeq({ orders, unproven }: History): ReadonlyMap<number, OrderHistory> {
  const known = new Map<number, OrderHistory>();
  for (const order of orders.values()) {
    const { placed, changes, deliveries } = order;
    for (const { sent, response } of [placed, ...changes.map(({ exchange }) => exchange)])
      known.set((response ?? sent).seq, order);
    for (const { seen } of deliveries) known.set(seen.seq, order);
  }
  for (const { seen, event } of unproven) {
    const order = orderOf(orders, { event });
    if (order) known.set(seen.seq, order);
  }
  return known;
}

const NOBODYS = ['kci.readable', 'kci.unexpected', 'kci.path'];

/** Deliveries of which nobody knows whose they are, and what is said of them. */
function lostIn({ deliveries, orders }: History, failures: readonly Failure[]) {
  const lost = deliveries.filter(({ seen, event }) => !seen.expectedPath || orderOf(orders, { event }) === undefined);
  const seqs = new Set(lost.map(({ seen }) => seen.seq));
  const failure = failures.find(({ check }) => NOBODYS.includes(check.check) && seqs.has(check.seq ?? -1));
  const last = lost.at(-1);
  return failure && last ? { failure, count: lost.length, until: last.at } : undefined;
}
