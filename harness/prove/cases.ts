import type { Fault } from '../fake/fault.ts';
import { callsOf } from '../journey/calls.ts';
import type { CaseVerdict, Journey, Plan, Verb } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';
import { isStatus, parseAnswers } from '../wire/answer.ts';
import { aimsAt } from './aims.ts';
import type { Broken } from './decide.ts';
import type { Met } from './met.ts';

/** Cases that are tried first with a fault: few, so that they cost little where they kill it. */
const MOST_LIKELY = 48;
const OF_EACH_ROW = 6;

/**
 * The cases in which a fault is likely to show: those that send the very request it is about, and those that looked at a
 * row it breaks when nothing was wrong and ask the operation where it strikes. Where they are many, some from all over
 * the plan.
 */
export function likelyCases(
  fault: Part,
  broken: Pick<Broken, 'rows'>,
  plan: Plan,
  { cases, met }: { readonly cases: readonly Pick<CaseVerdict, 'id' | 'requirements'>[]; readonly met: Met },
): string[] {
  const meeting = new Set(plan.journeys.filter((journey) => meets(fault, journey, met)).map(({ id }) => id));
  const lookers = [...broken.rows].map((row) =>
    cases.flatMap(({ id, requirements }) => (meeting.has(id) && requirements.includes(row) ? [id] : [])),
  );
  const aimed = spread(
    plan.journeys.filter((journey) => aimsAt(fault, journey)).map(({ id }) => id),
    MOST_LIKELY / 2,
  );
  // Of each row some, which say that they cover it: rows that many look at would leave no room for the others.
  const ofEach = [...broken.rows].flatMap((row) => {
    const covering = plan.journeys.filter(({ id, covers }) => meeting.has(id) && covers.includes(row));
    return spread(
      covering.map(({ id }) => id),
      OF_EACH_ROW,
    );
  });
  const both = [...new Set(lookers.flat())];
  return [
    ...new Set([...aimed, ...ofEach, ...spread(both.length > 0 ? both : [...meeting], MOST_LIKELY - aimed.length)]),
  ];
}

/** Deeds that only concern whoever gets the message, or placed the order: journeys share neither. */
const CONFINED: ReadonlySet<string> = new Set([
  ...['set', 'remove', 'move', 'copy', 'replace', 'shift', 'mar', 'reverse', 'repeat', 'keep'],
  ...['layout', 'header-names', 'text', 'replace-text', 'truncate', 'content-coding'],
  ...['accept', 'refuse', 'reading', 'hear', 'answer', 'error', 'delay'],
  ...['outcome', 'events', 'gap'],
  ...['skip', 'lose', 'instead', 'then', 'again', 'swap', 'give-up'],
]);

/** Deeds about what becomes of an order that was accepted. */
const ON_ORDERS: ReadonlySet<string> = new Set(['outcome', 'events', 'gap']);

/** One part of a fault: when it strikes, and what happens then. */
type Part = Pick<Fault, 'where' | 'do'>;

/** The cases that a fault can touch; undefined where that may be any of the plan. */
export function touchedCases(fault: Pick<Fault, 'where' | 'do' | 'also'>, plan: Plan, met: Met): string[] | undefined {
  const parts: readonly Part[] = [fault, ...(fault.also ?? [])];
  if (!parts.every(isConfined)) return undefined;
  const touched = plan.journeys.filter((journey) => parts.some((part) => meets(part, journey, met)));
  const cases = parts.every(isAboutSuccess) ? withoutTheirLike(touched) : touched;
  return cases.length === 0 || cases.length === plan.journeys.length ? undefined : cases.map(({ id }) => id);
}

/** Words of a `where` that hang on what came before, or on how much there is at a time. */
const COUNTING = ['nth', 'every', 'from', 'above', 'contested', 'open-orders'] as const;

/** Whoever counts over all journeys strikes others when there are fewer. */
function isConfined({ where = {}, do: deeds }: Part): boolean {
  const counts = COUNTING.some((word) => where[word] !== undefined);
  return !counts && deeds.every((deed) => Object.keys(deed).every((name) => CONFINED.has(name)));
}

/** Whether it shows only where a request was accepted: in the answer, or in the events that follow. */
function isAboutSuccess({ where = {}, do: deeds }: Part): boolean {
  return where.event !== undefined || /^2\w\w$/.test(String(where.status)) || deeds.some(isOnOrders);
}

const isOnOrders = (deed: object): boolean => Object.keys(deed).some((name) => ON_ORDERS.has(name));

/** Faulty requests of one kind that stand for all their like: after each comes the same request without its defect. */
const LIKE = 2;

/** The journeys with only the first few of those that differ in their defect alone. */
function withoutTheirLike(journeys: readonly Journey[]): Journey[] {
  const kept = new Map<string, number>();
  return journeys.filter(({ id, steps }) => {
    if (!steps.some((step) => step.kind === 'call' && step.role === 'negative')) return true;
    const [row = id] = id.split('~', 1);
    const count = (kept.get(row) ?? 0) + 1;
    kept.set(row, count);
    return count <= LIKE;
  });
}

/** Operations whose acceptance events follow. */
const TOLD_OF: readonly Verb[] = ['order', 'amend', 'cancel'];

/** Whether the journey gets the messages that the fault strikes. */
function meets({ where = {}, do: deeds }: Part, { id }: Journey, met: Met): boolean {
  const { event, verb = event === undefined ? undefined : TOLD_OF } = where;
  const status = event !== undefined || deeds.some(isOnOrders) ? '2xx' : where.status;
  const answers = status === undefined ? null : parseAnswers(String(status));
  const verbs: readonly string[] | undefined = typeof verb === 'string' ? [verb] : verb;
  // The runner gets tokens for every journey.
  if (verbs?.includes('token')) return true;
  return [...(met.get(id) ?? [])].some((each) => {
    const [asked = '', came = ''] = each.split(' ');
    // What goes out as bare HTTP may be any operation.
    const isVerb = verbs === undefined || asked === 'http' || verbs.includes(asked);
    return isVerb && (answers === null || answers.some((answer) => isStatus(answer.status, Number(came))));
  });
}

/** Cases that legal variants are tried with, where more could be touched. */
const MOST_OF_A_VARIANT = 240;

/**
 * At most so many of the cases that a variant can touch: those first that are about what it changes, then those that get
 * it, and of every scenario and type of order some before more of any. Which they are depends on the seed and on its
 * name, so that many variants together try all.
 */
export function sampledCases(
  variant: Pick<Fault, 'fault' | 'where' | 'do' | 'also' | 'because'>,
  plan: Plan,
  met: Met,
  most = MOST_OF_A_VARIANT,
): string[] | undefined {
  const touched = touchedCases(variant, plan, met);
  const among = touched && new Set(touched);
  const candidates = among ? plan.journeys.filter(({ id }) => among.has(id)) : plan.journeys;
  if (candidates.length <= most) return touched;
  const parts: readonly Part[] = [variant, ...(variant.also ?? [])];
  const drawn = `${plan.seed}/${hash32(variant.fault) % DRAWS}`;
  const taken = new Map<string, number>();
  const inTurn = candidates
    .toSorted((a, b) => hash32(`${drawn}/${a.id}`) - hash32(`${drawn}/${b.id}`))
    .map((journey) => {
      const like = likeOf(journey);
      const turn = (taken.get(like) ?? 0) + 1;
      taken.set(like, turn);
      const isNamed = journey.covers.some((row) => variant.because?.includes(row));
      if (isNamed || parts.some((part) => aimsAt(part, journey))) return { id: journey.id, turn };
      const later = parts.some((part) => meets(part, journey, met)) ? 1 : 2;
      return { id: journey.id, turn: turn + later * candidates.length };
    })
    .toSorted((a, b) => a.turn - b.turn);
  const chosen = new Set(inTurn.slice(0, most).map(({ id }) => id));
  return candidates.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
}

/** So many samples there are of the same cases: each is tried without any variant, too. */
const DRAWS = 4;

/** The scenario of a journey, and the types of order that it places. */
function likeOf({ id, steps }: Journey): string {
  const types = callsOf({ steps }).map(({ request: { body } }) => (isObject(body) ? String(body.orderType ?? '') : ''));
  return `${id.split(/[#~]/, 1)[0]} ${types.join(' ')}`;
}

/** At most so many of a list, evenly from its beginning to its end. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}
