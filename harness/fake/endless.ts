import type { Fault } from './fault.ts';

/** One occasion of a fault with what then happens to the order. */
interface Chain {
  readonly at: readonly string[];
  readonly then: readonly string[];
}

/**
 * The event after which a fault would go on for ever, because what it makes happen next strikes it again; undefined
 * where it ends. A fault that strikes but the n-th time ends, and so does one that adds fewer events than it waits for.
 */
export function endlessAfter(fault: Pick<Fault, 'where' | 'do' | 'also'>): string | undefined {
  const chains = [fault, ...(fault.also ?? [])].flatMap(({ where = {}, do: deeds }): Chain[] => {
    const then = deeds.flatMap((deed) => ('then' in deed ? deed.then : []));
    const { event = [], nth, every = 1 } = where;
    const at = typeof event === 'string' ? [event] : event;
    return nth !== undefined || then.length < every ? [] : [{ at, then }];
  });
  const strikes = ({ at }: Chain, name: string): boolean => at.includes('*') || at.includes(name);
  for (const chain of chains) {
    const happened = new Set<string>();
    const next = [...chain.then];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (strikes(chain, name)) return name;
      if (happened.has(name)) continue;
      happened.add(name);
      for (const other of chains) if (strikes(other, name)) next.push(...other.then);
    }
  }
  return undefined;
}
