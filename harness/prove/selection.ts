import type { Validators } from '../contract/validators.ts';
import { type Fault, hasKind } from '../fake/fault.ts';
import { type FaultOccasion, fitsOccasion } from '../fake/fault-book.ts';
import { callsOf } from '../journey/calls.ts';
import type { CallStep, Defect, DefectKind, Journey } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';
import { isAt } from '../wire/answer.ts';
import { certifyFake, type Stage } from './certification.ts';
import { jobResult } from './job.ts';

/** The result of the whole plan with the fake without faults. */
export type Faultless = Awaited<ReturnType<typeof certifyFaultless>>;

/** Certifies the fake without faults, and records what faults could strike in each case. */
export async function certifyFaultless(stage: Stage, validators: Validators) {
  const occasions = new Map<string, FaultOccasion[]>(stage.plan.journeys.map(({ id }) => [id, []]));
  const caseOfOrder = new Map<string, string>();
  const certified = await certifyFake(stage, validators, {}, (occasion, asked) => {
    const { event, verb, order = '' } = occasion;
    if (verb === 'order') caseOfOrder.set(order, asked);
    occasions.get(event === undefined ? asked : (caseOfOrder.get(order) ?? ''))?.push(occasion);
  });
  const { cases, requirements: rows } = certified.verdict;
  const rowsOf = new Map(cases.map(({ id, requirements }) => [id, requirements]));
  return {
    result: jobResult(certified),
    rows,
    cases: stage.plan.journeys.map((journey) =>
      faultlessCase(journey, rowsOf.get(journey.id) ?? [], occasions.get(journey.id) ?? []),
    ),
  };
}

/** One part of a fault: when it strikes, and what happens then. */
type FaultPart = Pick<Fault, 'where' | 'do'>;

/** A case run with the fake without faults. */
type FaultlessCase = ReturnType<typeof faultlessCase>;

/**
 * A planned case with what is known after it was run: the rows of its checks, and the occasions on which faults could have
 * struck, each answer and each event of its orders.
 */
function faultlessCase(journey: Journey, rows: readonly string[], occasions: readonly FaultOccasion[]) {
  const types = callsOf(journey).map(({ request: { body } }) => (isObject(body) ? String(body.orderType ?? '') : ''));
  // Cases of the same scenario with the same order types are alike.
  return { journey, like: `${journey.id.split(/[#~]/, 1)[0]} ${types.join(' ')}`, rows, occasions };
}

/**
 * The cases that a fault can touch, those first in which it is most likely to show: cases that send the request that the
 * fault is about or cover one of its rows, then cases that looked at such a row and get what it changes, then those that
 * only get it, then all others. Within each group, scenarios and order types alternate. The order depends on the seed and
 * the fault's name, so that many faults together try all. The first `met` cases get what the fault changes.
 */
export function casesInTurn(
  fault: Pick<Fault, 'fault' | 'where' | 'do' | 'also'>,
  about: ReadonlySet<string>,
  seed: number,
  cases: readonly FaultlessCase[],
): { readonly ids: readonly string[]; readonly met: number } {
  const parts = partsOf(fault);
  const isAbout = (row: string): boolean => about.has(row);
  const rankOf = (each: FaultlessCase): number => {
    const meeting = parts.filter((part) => meets(part, each));
    if (meeting.length === 0) return 3;
    if (meeting.some((part) => aimsAt(part, each)) || each.journey.covers.some(isAbout)) return 0;
    return each.rows.some(isAbout) ? 1 : 2;
  };
  const taken = new Map<string, number>();
  const inTurn = touchedCases(fault, cases)
    .map((each) => ({ each, rank: rankOf(each), draw: hash32(`${seed}/${fault.fault}/${each.journey.id}`) }))
    .toSorted((a, b) => a.rank - b.rank || a.draw - b.draw)
    .map(({ each: { journey, like }, rank }) => {
      const key = `${rank} ${like}`;
      const turn = (taken.get(key) ?? 0) + 1;
      taken.set(key, turn);
      return { id: journey.id, rank, turn };
    })
    .toSorted((a, b) => a.rank - b.rank || a.turn - b.turn);
  return { ids: inTurn.map(({ id }) => id), met: inTurn.filter(({ rank }) => rank < 3).length };
}

const partsOf = (fault: Pick<Fault, 'where' | 'do' | 'also'>): readonly FaultPart[] => [fault, ...(fault.also ?? [])];

/** Actions that concern only the receiver of the message or the order's owner: journeys share neither. */
const CONFINED: ReadonlySet<string> = new Set([
  ...['set', 'remove', 'move', 'copy', 'replace', 'shift', 'mar', 'reverse', 'repeat', 'keep'],
  ...['layout', 'header-names', 'text', 'replace-text', 'truncate', 'content-coding'],
  ...['accept', 'refuse', 'reading', 'hear', 'answer', 'error', 'delay'],
  ...['outcome', 'events', 'gap'],
  ...['skip', 'lose', 'instead', 'then', 'again', 'swap', 'give-up'],
]);

/** Actions on the course of an order, and actions that may accept an order that would otherwise be refused. */
const ON_ORDERS = ['outcome', 'events', 'gap'] as const;
const LETTING_IN = ['accept', 'hear'] as const;

/** Words of `where` that depend on earlier occasions, or on how many there are at a time. */
const COUNTING = ['nth', 'every', 'from', 'above', 'contested', 'open-orders'] as const;

/** The cases that a fault can touch; all if that cannot be told. */
export function touchedCases(
  fault: Pick<Fault, 'where' | 'do' | 'also'>,
  cases: readonly FaultlessCase[],
): readonly FaultlessCase[] {
  const parts = partsOf(fault);
  if (!parts.every(isConfined)) return cases;
  const met = cases.filter((each) => parts.some((part) => meets(part, each)));
  const touched = parts.every(isAboutSuccess) ? withoutTheirLike(met) : met;
  return touched.length === 0 ? cases : touched;
}

/**
 * Whether a fault affects each case by itself. One that counts over all journeys strikes other cases if there are fewer.
 */
function isConfined({ where = {}, do: actions }: FaultPart): boolean {
  const counts = COUNTING.some((word) => where[word] !== undefined);
  return !counts && actions.every((action) => Object.keys(action).every((name) => CONFINED.has(name)));
}

/** Whether a fault shows only after an accepted request: in the answer, or in later events. */
function isAboutSuccess({ where = {}, do: actions }: FaultPart): boolean {
  return where.event !== undefined || /^2\w\w$/.test(String(where.status)) || isOnOrders(actions);
}

/** Whether the actions are about the course of orders that are accepted anyway. */
function isOnOrders(actions: FaultPart['do']): boolean {
  const has = (kind: (typeof ON_ORDERS | typeof LETTING_IN)[number]): boolean => hasKind(actions, kind);
  return ON_ORDERS.some(has) && !LETTING_IN.some(has);
}

/** How many faulty requests stand for all of their kind: each is followed by the same request without its defect. */
const LIKE = 2;

/** The cases, with only the first few of those that differ only in their defect. */
function withoutTheirLike(cases: readonly FaultlessCase[]): FaultlessCase[] {
  const kept = new Map<string, number>();
  return cases.filter(({ journey: { id, steps } }) => {
    if (!steps.some((step) => step.kind === 'call' && step.role === 'negative')) return true;
    const [row = id] = id.split('~', 1);
    const count = (kept.get(row) ?? 0) + 1;
    kept.set(row, count);
    return count <= LIKE;
  });
}

/** Whether a case gets a message that the fault strikes, apart from conditions on earlier ones. */
function strikes({ where = {}, do: actions }: FaultPart, { occasions }: FaultlessCase): boolean {
  const struck = isOnOrders(actions) ? { ...where, status: '2xx' } : where;
  return occasions.some((occasion) => fitsOccasion(struck, occasion));
}

/** Whether the fault may show in a case: tokens affect every case, and some cases use tokens of others. */
function meets(part: FaultPart, each: FaultlessCase): boolean {
  return [part.where?.verb].flat().includes('token') || strikes(part, each);
}

/**
 * Whether a fault is about one kind of request or answer, with the defect that it treats differently, and a case has one.
 */
function aimsAt(part: FaultPart, each: FaultlessCase): boolean {
  const defects = part.do.flatMap(defectsOf);
  const isNarrow = defects.length > 0 || NARROW.some((word) => part.where?.[word] !== undefined);
  const hasDefect = ({ request: { defect } }: CallStep): boolean => defects.some((known) => isOf(known, defect));
  return isNarrow && strikes(part, each) && (defects.length === 0 || callsOf(each.journey).some(hasDefect));
}

/** Words of `where` that only some requests and answers of an operation match. */
const NARROW = ['orderType', 'tenant', 'request', 'answer'] as const;

interface Defects {
  readonly kinds?: readonly DefectKind[];
  readonly at?: readonly string[];
}

/** The defects that an action accepts or treats differently. */
function defectsOf(action: Fault['do'][number]): readonly Defects[] {
  if ('accept' in action) return [action.accept];
  if ('refuse' in action) return [action.refuse];
  return 'reading' in action ? [{}] : [];
}

function isOf({ kinds, at }: Defects, defect: Defect | undefined): boolean {
  if (!defect) return false;
  return (kinds?.includes(defect.kind) ?? true) && (at?.some((pattern) => isAt(pattern, defect.at)) ?? true);
}
