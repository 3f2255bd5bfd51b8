import fc from 'fast-check';
import { hostility } from './edits.ts';
import { type Attack, openArena } from './survive.ts';

/** What a fuzzing came to. */
interface Fuzzed {
  /** Attacks in which a hostile message was met; journeys shorter than `nth` meet none, and are walked again otherwise. */
  readonly exchanges: number;
  /** How many were given what: a status, or a kind of fault. */
  readonly came: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly longestMs: number;
}

/** Far more than any exchange takes; what takes longer hangs. */
const HANGS_MS = 20_000;

/**
 * Throws so many hostile exchanges at the client, the receiver, the runner, the judge and every report. Rejects at the
 * first that is not survived, made as small as can be, with the seed that makes it again.
 */
export async function fuzz(
  times: number,
  seed: number,
  onExchange: (count: number) => void = () => {},
): Promise<Fuzzed> {
  const arena = await openArena();
  const came: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  let exchanges = 0;
  let longestMs = 0;
  const attack: fc.Arbitrary<Attack> = fc.record({
    journey: fc.nat(arena.journeys - 1),
    nth: fc.nat(5),
    on: fc.constantFrom('answer', 'answer', 'answer', 'delivery'),
    hostility,
  });
  const lost: unknown[] = [];
  const onLost = (reason: unknown): void => void lost.push(reason);
  process.on('unhandledRejection', onLost);
  process.on('uncaughtException', onLost);
  try {
    for (let round = 0; exchanges < times; round += 1) {
      const left = times - exchanges;
      const survives = fc.asyncProperty(attack, async (each) => {
        const startedAt = performance.now();
        const survived = await withinOr(arena.survive(each), HANGS_MS);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
        if (lost.length > 0) throw lost.splice(0)[0];
        if (survived.came === null) return;
        exchanges += 1;
        came[survived.came] = (came[survived.came] ?? 0) + 1;
        outcomes[survived.outcome] = (outcomes[survived.outcome] ?? 0) + 1;
        onExchange(exchanges);
      });
      await fc.assert(survives, { numRuns: left, seed: seed + round });
    }
  } finally {
    process.off('unhandledRejection', onLost);
    process.off('uncaughtException', onLost);
    await arena.close();
  }
  return { exchanges, came, outcomes, longestMs };
}

async function withinOr<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it hangs: nothing came of it in ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([work, hung]);
  } finally {
    clearTimeout(timer);
  }
}
