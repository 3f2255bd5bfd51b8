import type { Json, JsonObject, Verb } from '../model.ts';
import { parseDuration } from '../values/duration.ts';
import { mismatches } from '../values/shape.ts';
import { isAnswered, parseAnswers } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { type Fault, type FaultAction, type FaultTrigger, type Switch, valuesOf } from './fault.ts';

/** What is known at a moment when a fault could strike. */
export interface FaultOccasion {
  readonly verb?: Verb;
  readonly tenant?: string;
  readonly conversation?: string;
  /** Whether another request of the conversation is being answered. */
  readonly isAtOnce?: boolean;
  readonly orderType?: string;
  readonly order?: string;
  readonly orderStatus?: string;
  /** The id that the body of a request has. */
  readonly id?: string;
  readonly requestId?: string;
  /** The address asked about, as a key. */
  readonly address?: string;
  /** When, ms since the epoch. */
  readonly at?: number;
  /** Orders that are open at the gateway. */
  readonly openOrders?: number;
  /** Present on KCI deliveries only. */
  readonly event?: string;
  /** The request as `{headers, query, path, body}`. */
  readonly request?: JsonObject;
  /** Present once the answer is known: `{status, headers, body}`. */
  readonly answer?: JsonObject;
}

/** Whether `where` fits the occasion, apart from conditions that depend on earlier occasions. */
export function fitsOccasion(where: FaultTrigger, occasion: FaultOccasion): boolean {
  return (
    (where.event === undefined) === (occasion.event === undefined) &&
    isOneOf(where.event, occasion.event) &&
    isOneOf(where.verb, occasion.verb) &&
    isOneOf(where.tenant, occasion.tenant) &&
    isOneOf(where.orderType, occasion.orderType) &&
    isOneOf(where.orderStatus, occasion.orderStatus) &&
    (where['at-once'] === undefined || occasion.isAtOnce === true) &&
    (where['open-orders'] === undefined || (occasion.openOrders ?? 0) >= where['open-orders']) &&
    hasShape(where.request, occasion.request) &&
    hasShape(where.answer, occasion.answer) &&
    hasStatus(where.status, occasion.answer)
  );
}

/** Whether a fault can only be decided once the answer is known. */
function needsAnswer(where: FaultTrigger): boolean {
  return where.status !== undefined || where.answer !== undefined;
}

/** Whether a fault strikes at the count-th matching occasion. */
function counts(where: FaultTrigger, count: number): boolean {
  if (where.nth !== undefined && count !== where.nth) return false;
  if (where.every !== undefined && count % where.every !== 0) return false;
  return where.from === undefined || count >= where.from;
}

function isOneOf(wanted: string | readonly string[] | undefined, actual: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (actual === undefined) return false;
  return typeof wanted === 'string' ? wanted === actual || wanted === '*' : wanted.includes(actual);
}

function hasShape(shape: Json | undefined, actual: JsonObject | undefined): boolean {
  return shape === undefined || (actual !== undefined && mismatches(shape, actual).length === 0);
}

function hasStatus(wanted: string | number | undefined, answer: JsonObject | undefined): boolean {
  if (wanted === undefined) return true;
  const answers = parseAnswers(String(wanted));
  if (!answers || answer === undefined) return false;
  return isAnswered(answers, Number(answer.status), errorCodeOf(answer.body));
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Starts without any pressure. Memory depends on how much comes within the longest time that a fault looks back. */
export function createPressure() {
  const rated = createLately();
  const visited = createLately();

  const isAbove = (fault: string, { above, per = 'gateway' }: FaultTrigger, occasion: FaultOccasion): boolean => {
    if (above === undefined) return true;
    const { most, withinMs } = rateIn(above);
    const { at = 0, conversation = '' } = occasion;
    const recent = rated(fault, per === 'gateway' ? '' : (occasion[per] ?? ''), at - withinMs);
    recent.push({ at, conversation });
    return recent.length > most;
  };

  const isContested = (fault: string, { contested }: FaultTrigger, occasion: FaultOccasion): boolean => {
    if (contested === undefined) return true;
    const { at = 0, address = '', conversation = '' } = occasion;
    if (address === '') return false;
    const recent = visited(fault, address, at - (parseDuration(contested) ?? 0));
    recent.push({ at, conversation });
    return recent.some((each) => each.conversation !== conversation);
  };

  /** Records an occasion of a fault, and returns whether it is under the pressure that the fault needs. */
  return (fault: string, where: FaultTrigger, occasion: FaultOccasion): boolean =>
    isAbove(fault, where, occasion) && isContested(fault, where, occasion);
}

interface ArrivedRequest {
  readonly conversation: string;
  readonly at: number;
}

/**
 * What came for a fault and key after `since`, in chronological order; older occasions and keys without any are dropped.
 */
function createLately(): (fault: string, key: string, since: number) => ArrivedRequest[] {
  const byFault = new Map<string, Map<string, ArrivedRequest[]>>();
  return (fault, key, since) => {
    const byKey = byFault.get(fault) ?? new Map<string, ArrivedRequest[]>();
    byFault.set(fault, byKey);
    const came = byKey.get(key) ?? [];
    while (came[0] && came[0].at <= since) came.shift();
    // The keys are ordered by their latest occasion, the oldest first.
    byKey.delete(key);
    for (const [other, others] of byKey) {
      const last = others.at(-1);
      if (last && last.at > since) break;
      byKey.delete(other);
    }
    byKey.set(key, came);
    return came;
  };
}

/** Parses `600/m`; the schema of fault files allows no other form. */
function rateIn(text: string): { readonly most: number; readonly withinMs: number } {
  const [most = '', unit = ''] = text.split('/');
  return { most: Number(most), withinMs: UNIT_MS[unit] ?? 0 };
}

/** Knows which conversations have a request being answered, for faults that show only with two at once. */
export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Works without a clock: an answer is ready at once, but its caller sees it only after all requests of the same turn have
 * been made. Until then they count as being answered.
 */
export function createInFlight() {
  const asking = new Map<string, number>();
  const leave = (conversation: string): void => {
    const others = (asking.get(conversation) ?? 1) - 1;
    if (others === 0) asking.delete(conversation);
    else asking.set(conversation, others);
  };
  /** Returns whether another request of the conversation is being answered, and counts this one from now on. */
  return (conversation: string): boolean => {
    const others = asking.get(conversation) ?? 0;
    asking.set(conversation, others + 1);
    queueMicrotask(() => leave(conversation));
    return others > 0;
  };
}

/** Knows which faults are on, which can be requested by name, and how many occasions each had. */
export type FaultBook = ReturnType<typeof createFaultBook>;

/**
 * A book of faults that are always on, and of faults that a request may name; the latter are loaded on demand. `onOccasion`
 * is called for every answer and event that a fault could strike.
 */
export function createFaultBook(
  on: readonly Fault[],
  onRequest: () => readonly Fault[] = () => [],
  onOccasion?: (occasion: FaultOccasion) => void,
) {
  let fetched: ReadonlyMap<string, Fault> | undefined;
  const byName = (name: string): Fault | undefined => {
    fetched ??= new Map(onRequest().map((fault) => [fault.fault, fault]));
    return fetched.get(name);
  };
  const tallies = new Map<string, number>();
  const isUnderPressure = createPressure();

  const isStruck = (fault: Fault, occasion: FaultOccasion): boolean => {
    const where = fault.where ?? {};
    if (!fitsOccasion(where, occasion) || !isUnderPressure(fault.fault, where, occasion)) return false;
    if (where.nth === undefined && where.every === undefined && where.from === undefined) return true;
    const scope = where.per ?? (occasion.event === undefined ? 'gateway' : 'order');
    const key = `${fault.fault} ${scope === 'gateway' ? '' : occasion[scope]}`;
    const count = (tallies.get(key) ?? 0) + 1;
    tallies.set(key, count);
    return counts(where, count);
  };
  const alwaysOn = on.flatMap(strandsOf);
  const candidates = (named: readonly string[]): readonly Fault[] =>
    named.length === 0 ? alwaysOn : [...alwaysOn, ...named.flatMap((name) => strandsOf(byName(name)))];

  return {
    /** Whether nothing can strike a request that names these faults. */
    isIdle: (named: readonly string[]): boolean => on.length === 0 && named.length === 0 && !onOccasion,
    /** The names among these that can be asked for. */
    known: (names: readonly string[]): string[] => names.filter((name) => byName(name) !== undefined),
    /** The faults that strike before the answer is known, or on a delivery. */
    strike: (occasion: FaultOccasion, named: readonly string[]): Fault[] => {
      if (occasion.event !== undefined) onOccasion?.(occasion);
      return candidates(named).filter((fault) => !needsAnswer(fault.where ?? {}) && isStruck(fault, occasion));
    },
    /** The faults that can only strike once the answer is known; `answer` is called only if needed. */
    strikeAnswer: (occasion: FaultOccasion, named: readonly string[], answer: () => JsonObject): Fault[] => {
      onOccasion?.({ ...occasion, answer: answer() });
      const late = candidates(named).filter((fault) => needsAnswer(fault.where ?? {}));
      if (late.length === 0) return [];
      const answered = { ...occasion, answer: answer() };
      return late.filter((fault) => isStruck(fault, answered));
    },
  };
}

/** A fault and the parts in its `also`, each with its own `where` and its own count. */
function strandsOf(fault: Fault | undefined): readonly Fault[] {
  if (!fault?.also) return fault ? [fault] : [];
  const { where: _, also, ...named } = fault;
  return [fault, ...also.map((each, i) => ({ ...named, ...each, fault: `${fault.fault}/${i + 1}` }))];
}

/** The actions of several faults, in order. */
export function actionsOf(faults: readonly Fault[]): FaultAction[] {
  return faults.flatMap((fault) => fault.do);
}

/** The rules that the gateway forgets because of these actions. */
export function switchesOf(actions: readonly FaultAction[]): ReadonlySet<Switch> {
  return actions.length === 0 ? NONE : new Set(valuesOf(actions, 'switch'));
}

const NONE: ReadonlySet<Switch> = new Set();
