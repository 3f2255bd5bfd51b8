import type { JsonObject } from '../model.ts';
import type { Deed, Fault, Switch } from './fault.ts';
import { createPressure } from './fault-pressure.ts';
import { counts, fits, needsAnswer, type Occasion } from './fault-where.ts';

/** Knows which faults are on, which may be asked for by name, and how often each had its occasion. */
export interface FaultBook {
  /** Whether nothing can strike a request that names these faults. */
  isIdle(named: readonly string[]): boolean;
  /** The names among these that can be asked for. */
  known(names: readonly string[]): string[];
  /** The faults that strike before the answer is known, or on a delivery. */
  strike(occasion: Occasion, named: readonly string[]): Fault[];
  /** The faults that can only strike once the answer is known; `answer` is looked at where there are any. */
  strikeAnswer(occasion: Occasion, named: readonly string[], answer: () => JsonObject): Fault[];
}

/** A book of faults that are always on and of faults that a request may name; the latter are fetched when one does. */
export function createFaultBook(on: readonly Fault[], onRequest: () => readonly Fault[] = () => []): FaultBook {
  let fetched: ReadonlyMap<string, Fault> | undefined;
  const byName = (name: string): Fault | undefined => {
    fetched ??= new Map(onRequest().map((fault) => [fault.fault, fault]));
    return fetched.get(name);
  };
  const tallies = new Map<string, number>();
  const pressure = createPressure();

  const isStruck = (fault: Fault, occasion: Occasion): boolean => {
    const where = fault.where ?? {};
    if (!fits(where, occasion) || !pressure.isUnder(fault.fault, where, occasion)) return false;
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
    isIdle: (named) => on.length === 0 && named.length === 0,
    known: (names) => names.filter((name) => byName(name) !== undefined),
    strike: (occasion, named) =>
      candidates(named).filter((fault) => !needsAnswer(fault.where ?? {}) && isStruck(fault, occasion)),
    strikeAnswer: (occasion, named, answer) => {
      const late = candidates(named).filter((fault) => needsAnswer(fault.where ?? {}));
      if (late.length === 0) return [];
      const answered = { ...occasion, answer: answer() };
      return late.filter((fault) => isStruck(fault, answered));
    },
  };
}

/** A fault and what else belongs to it, each with its own `where` and its own count. */
function strandsOf(fault: Fault | undefined): readonly Fault[] {
  if (!fault?.also) return fault ? [fault] : [];
  const { where: _, also, ...named } = fault;
  return [fault, ...also.map((each, i) => ({ ...named, ...each, fault: `${fault.fault}/${i + 1}` }))];
}

/** The deeds of several faults, in order. */
export function deedsOf(faults: readonly Fault[]): Deed[] {
  return faults.flatMap((fault) => fault.do);
}

/** The rules that these deeds make the gateway forget. */
export function switchesOf(deeds: readonly Deed[]): ReadonlySet<Switch> {
  return new Set(deeds.flatMap((deed) => ('switch' in deed ? [deed.switch] : [])));
}
