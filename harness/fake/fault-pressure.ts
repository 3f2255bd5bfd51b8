import { parseDuration } from '../values/duration.ts';
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
  const rated = createLately();
  const visited = createLately();

  const isAbove = (fault: string, { above, per = 'gateway' }: Where, occasion: Occasion): boolean => {
    if (above === undefined) return true;
    const { most, withinMs } = rateIn(above);
    const { at = 0, conversation = '' } = occasion;
    const recent = rated(fault, per === 'gateway' ? '' : (occasion[per] ?? ''), at - withinMs);
    recent.push({ at, conversation });
    return recent.length > most;
  };

  const isContested = (fault: string, { contested }: Where, occasion: Occasion): boolean => {
    if (contested === undefined) return true;
    const { at = 0, address = '', conversation = '' } = occasion;
    if (address === '') return false;
    const recent = visited(fault, address, at - (parseDuration(contested) ?? 0));
    recent.push({ at, conversation });
    return recent.some((each) => each.conversation !== conversation);
  };

  return {
    isUnder: (fault, where, occasion) => isAbove(fault, where, occasion) && isContested(fault, where, occasion),
  };
}

interface Came {
  readonly conversation: string;
  readonly at: number;
}

/** What came by fault and key since then, in order of time; what is older is forgotten, and so are keys without any. */
function createLately(): (fault: string, key: string, since: number) => Came[] {
  const byFault = new Map<string, Map<string, Came[]>>();
  return (fault, key, since) => {
    const byKey = byFault.get(fault) ?? new Map<string, Came[]>();
    byFault.set(fault, byKey);
    const came = byKey.get(key) ?? [];
    while (came[0] && came[0].at <= since) came.shift();
    // In front stand the keys that nobody came to for the longest time.
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

/** `600/m`; the schema of fault files lets no other form pass. */
function rateIn(text: string): { readonly most: number; readonly withinMs: number } {
  const [most = '', unit = ''] = text.split('/');
  return { most: Number(most), withinMs: UNIT_MS[unit] ?? 0 };
}
