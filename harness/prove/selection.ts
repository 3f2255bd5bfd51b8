import type { Fault } from '../fake/fault.ts';
import { callsOf } from '../journey/calls.ts';
import type { CaseVerdict, Defect, DefectKind, Journey, JsonObject, Observation, Plan, Verb } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';
import { mismatches } from '../values/shape.ts';
import { isAt, isStatus, parseAnswers } from '../wire/answer.ts';
import { defectiveView } from '../wire/request.ts';

/** One part of a fault: when it strikes, and what happens then. */
type FaultPart = Pick<Fault, 'where' | 'do'>;

/** What each journey was answered when nothing was wrong, by its id: `order 202`, `slots 422`. */
export type Answered = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads a record for the answers that its journeys got. */
export function answeredIn(record: readonly Observation[]): Answered {
  const answered = new Map<string, Set<string>>();
  for (const seen of record) {
    if (seen.type !== 'response-received') continue;
    const answers = answered.get(seen.journey) ?? new Set();
    answered.set(seen.journey, answers.add(`${seen.verb} ${seen.status}`));
  }
  return answered;
}

/** The whole plan with the fake as it should be. */
export interface Faultless {
  readonly cases: readonly Pick<CaseVerdict, 'id' | 'requirements'>[];
  readonly answered: Answered;
}

/**
 * The cases that a fault can touch, those first in which it is likely to show: that send the very request it is about or
 * cover a row that it is about, then those that looked at such a row and get what it changes, then those that get it, then
 * all others. Among them, of every scenario and type of order some come before more of any. Which they are depends on the
 * seed and on its name, so that many faults together try all.
 */
export function casesInTurn(
  fault: Pick<Fault, 'fault' | 'where' | 'do' | 'also'>,
  isAbout: (row: string) => boolean,
  plan: Plan,
  { cases, answered }: Faultless,
): string[] {
  const parts: readonly FaultPart[] = [fault, ...(fault.also ?? [])];
  const touched = touchedCases(fault, plan, answered);
  const among = touched && new Set(touched);
  const lookers = new Set(cases.flatMap(({ id, requirements }) => (requirements.some(isAbout) ? [id] : [])));
  const rankOf = (journey: Journey): number => {
    const isMet = parts.some((part) => meets(part, journey, answered));
    if (parts.some((part) => aimsAt(part, journey)) || (isMet && journey.covers.some(isAbout))) return 0;
    if (!isMet) return 3;
    return lookers.has(journey.id) ? 1 : 2;
  };
  const taken = new Map<string, number>();
  return plan.journeys
    .filter(({ id }) => among?.has(id) ?? true)
    .map((journey) => ({ journey, rank: rankOf(journey), draw: hash32(`${plan.seed}/${fault.fault}/${journey.id}`) }))
    .toSorted((a, b) => a.rank - b.rank || a.draw - b.draw)
    .map(({ journey, rank }) => {
      const like = `${rank} ${likeOf(journey)}`;
      const turn = (taken.get(like) ?? 0) + 1;
      taken.set(like, turn);
      return { id: journey.id, rank, turn };
    })
    .toSorted((a, b) => a.rank - b.rank || a.turn - b.turn)
    .map(({ id }) => id);
}

/** The scenario of a journey, and the types of order that it places. */
function likeOf({ id, steps }: Journey): string {
  return `${id.split(/[#~]/, 1)[0]} ${callsOf({ steps }).map(orderTypeIn).join(' ')}`;
}

const orderTypeIn = ({ request: { body } }: ReturnType<typeof callsOf>[number]): string =>
  isObject(body) ? String(body.orderType ?? '') : '';

/** What only concerns whoever gets the message, or placed the order: journeys share neither. */
const CONFINED: ReadonlySet<string> = new Set([
  ...['set', 'remove', 'move', 'copy', 'replace', 'shift', 'mar', 'reverse', 'repeat', 'keep'],
  ...['layout', 'header-names', 'text', 'replace-text', 'truncate', 'content-coding'],
  ...['accept', 'refuse', 'reading', 'hear', 'answer', 'error', 'delay'],
  ...['outcome', 'events', 'gap'],
  ...['skip', 'lose', 'instead', 'then', 'again', 'swap', 'give-up'],
]);

/** What is about the course of an order that was accepted. */
const ON_ORDERS: ReadonlySet<string> = new Set(['outcome', 'events', 'gap']);

/** Words of a `where` that hang on what came before, or on how much there is at a time. */
const COUNTING = ['nth', 'every', 'from', 'above', 'contested', 'open-orders'] as const;

/** The cases that a fault can touch; undefined where that may be any of the plan. */
export function touchedCases(
  fault: Pick<Fault, 'where' | 'do' | 'also'>,
  plan: Plan,
  answered: Answered,
): string[] | undefined {
  const parts: readonly FaultPart[] = [fault, ...(fault.also ?? [])];
  if (!parts.every(isConfined)) return undefined;
  const touched = plan.journeys.filter((journey) => parts.some((part) => meets(part, journey, answered)));
  const cases = parts.every(isAboutSuccess) ? withoutTheirLike(touched) : touched;
  return cases.length === 0 || cases.length === plan.journeys.length ? undefined : cases.map(({ id }) => id);
}

/** Whoever counts over all journeys strikes others when there are fewer. */
function isConfined({ where = {}, do: actions }: FaultPart): boolean {
  const counts = COUNTING.some((word) => where[word] !== undefined);
  return !counts && actions.every((action) => Object.keys(action).every((name) => CONFINED.has(name)));
}

/** Whether it shows only where a request was accepted: in the answer, or in the events that follow. */
function isAboutSuccess({ where = {}, do: actions }: FaultPart): boolean {
  return where.event !== undefined || /^2\w\w$/.test(String(where.status)) || actions.some(isOnOrders);
}

const isOnOrders = (action: object): boolean => Object.keys(action).some((name) => ON_ORDERS.has(name));

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
function meets({ where = {}, do: actions }: FaultPart, { id }: Journey, answered: Answered): boolean {
  const { event, verb = event === undefined ? undefined : TOLD_OF } = where;
  const status = event !== undefined || actions.some(isOnOrders) ? '2xx' : where.status;
  const answers = status === undefined ? null : parseAnswers(String(status));
  const verbs: readonly string[] | undefined = typeof verb === 'string' ? [verb] : verb;
  // The runner gets tokens for every journey.
  if (verbs?.includes('token')) return true;
  return [...(answered.get(id) ?? [])].some((each) => {
    const [asked = '', came = ''] = each.split(' ');
    // What goes out as bare HTTP may be any operation.
    const isVerb = verbs === undefined || asked === 'http' || verbs.includes(asked);
    return isVerb && (answers === null || answers.some((answer) => isStatus(answer.status, Number(came))));
  });
}

/**
 * Whether a journey sends, as far as its plan says, the very request that a fault is about: of that type of order, with
 * those contents, with the defect that is let pass or dealt with otherwise. What an answer must give first is not known
 * yet, so that a journey may strike a fault at which it does not aim.
 */
export function aimsAt({ where = {}, do: actions }: FaultPart, { steps, tenant }: Journey): boolean {
  const calls = callsOf({ steps });
  const types = where.orderType === undefined ? undefined : [where.orderType].flat();
  const tenants = where.tenant === undefined ? undefined : [where.tenant].flat();
  const verbs: readonly string[] | undefined = where.verb === undefined ? undefined : [where.verb].flat();
  const defects = actions.flatMap(defectsOf);
  if ((types ?? tenants ?? where.request ?? defects[0]) === undefined) return false;
  // An amendment strikes by the type of its order, which another step of the journey placed.
  const isOfType = !types || calls.some((call) => types.includes(orderTypeIn(call)));
  const isOfTenant = !tenants || tenants.includes(tenant) || calls.some((call) => tenants.includes(call.tenant));
  const isSent = calls.some(
    ({ request }) =>
      (verbs === undefined || request.verb === 'http' || verbs.includes(request.verb)) &&
      (where.request === undefined ||
        mismatches(where.request, defectiveView(request) as unknown as JsonObject).length === 0) &&
      (defects.length === 0 || defects.some((each) => isOf(each, request.defect))),
  );
  return isOfType && isOfTenant && isSent;
}

interface Defects {
  readonly kinds?: readonly DefectKind[];
  readonly at?: readonly string[];
}

/** The defects that an action lets pass or deals with otherwise. */
function defectsOf(action: Fault['do'][number]): readonly Defects[] {
  if ('accept' in action) return [action.accept];
  if ('refuse' in action) return [action.refuse];
  return 'reading' in action ? [{}] : [];
}

function isOf({ kinds, at }: Defects, defect: Defect | undefined): boolean {
  if (!defect) return false;
  return (kinds?.includes(defect.kind) ?? true) && (at?.some((pattern) => isAt(pattern, defect.at)) ?? true);
}

/** At most so many of a list, evenly from its beginning to its end. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}
