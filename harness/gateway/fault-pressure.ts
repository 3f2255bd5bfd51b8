import { parseDuration } from '../duration.ts';
import type { Where } from './fault.ts';
import type { Occasion } from './fault-where.ts';

/** Remembers what came lately, for faults that show only where much comes at a time. */
export interface Pressure {
  /** Takes note of an occasion of a fault, and says whether it is under the pressure that the fault waits for. */
  isUnder(fault: string, where: Where, occasion: Occasion): boolean;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** No pressure yet. Memory hangs on how much comes within the longest time that a fault looks back. */
export function createPressure(): Pressure {
  const times = new Map<string, number[]>();
  const askers = new Map<string, readonly Asker[]>();

  const isAbove = (fault: string, { above, per = 'gateway' }: Where, occasion: Occasion): boolean => {
    if (above === undefined) return true;
    const { most, withinMs } = rateIn(above);
    const key = `${fault} ${per === 'gateway' ? '' : occasion[per]}`;
    const { at = 0 } = occasion;
    const recent = times.get(key) ?? [];
    times.set(key, recent);
    while ((recent[0] ?? at) <= at - withinMs) recent.shift();
    recent.push(at);
    return recent.length > most;
  };

  const isContested = (fault: string, { contested }: Where, occasion: Occasion): boolean => {
    if (contested === undefined) return true;
    const { at = 0, address = '', conversation = '' } = occasion;
    if (address === '') return false;
    const key = `${fault} ${address}`;
    const since = at - (parseDuration(contested) ?? 0);
    const recent = (askers.get(key) ?? []).filter((asker) => asker.at > since);
    askers.set(key, [...recent, { conversation, at }]);
    return recent.some((asker) => asker.conversation !== conversation);
  };

  return {
    isUnder: (fault, where, occasion) => isAbove(fault, where, occasion) && isContested(fault, where, occasion),
  };
}

interface Asker {
  readonly conversation: string;
  readonly at: number;
}

/** `600/m`; the schema of fault files lets no other form pass. */
function rateIn(text: string): { readonly most: number; readonly withinMs: number } {
  const [most = '', unit = ''] = text.split('/');
  return { most: Number(most), withinMs: UNIT_MS[unit] ?? 0 };
}
