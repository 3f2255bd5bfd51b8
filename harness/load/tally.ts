/** A gateway writes a part of each kind, and must not fill the memory: beyond these many, and these long, kinds are one. */
const MOST = 500;
const LONGEST = 200;
const OTHERS = 'others';

/** Counts how often each kind of something happened. */
export function createTally() {
  const counted = new Map<string, number>();
  return {
    add: (kind: string): void => {
      const isTold = counted.has(kind) || (counted.size < MOST && kind.length <= LONGEST);
      const name = isTold ? kind : OTHERS;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    },
    /** By kind, in the order of the alphabet. `clean` takes out what became known for a secret since. */
    counts: (clean: (text: string) => string): Record<string, number> => {
      const cleaned = new Map<string, number>();
      for (const [kind, times] of counted) cleaned.set(clean(kind), (cleaned.get(clean(kind)) ?? 0) + times);
      return Object.fromEntries([...cleaned].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}
