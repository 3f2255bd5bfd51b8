import type { LoadVerdict, Observation } from '../model.ts';
import type { Measured } from './port.ts';

type Slow = LoadVerdict['slowest'][number];

/** A journey that is over: when it should have begun, and its observations. */
interface EndedJourney {
  readonly journey: string;
  readonly intendedAt: number;
  readonly endedAt: number;
  readonly observed: readonly Observation[];
  readonly measured?: readonly Measured[];
}

/** The slowest journeys. */
export type Slowest = ReturnType<typeof createSlowest>;

/** Keeps the `count` journeys with the longest time from intended start to end, the slowest first. */
export function createSlowest(count: number) {
  let kept: readonly Slow[] = [];
  return {
    add: (walked: EndedJourney): void => {
      const tookMs = walked.endedAt - walked.intendedAt;
      // On virtual time answers take no time.
      if (tookMs <= 0) return;
      const least = kept.at(-1);
      if (kept.length === count && least && least.tookMs >= tookMs) return;
      const slow = { journey: walked.journey, tookMs, marks: marksOf(walked) };
      kept = [...kept, slow].sort((a, b) => b.tookMs - a.tookMs).slice(0, count);
    },
    list: (): readonly Slow[] => kept,
  };
}

function marksOf({ observed, measured = [], intendedAt }: EndedJourney): Slow['marks'] {
  const all: readonly (Observation | Measured)[] = [...observed, ...measured].sort((a, b) => a.at - b.at);
  return (measured.length === 0 ? observed : all).flatMap((each) => {
    const atMs = each.at - intendedAt;
    switch (each.type) {
      case 'measured':
      case 'response-received':
        return [{ atMs, what: `${each.step} ${each.status}`, ...took(each) }];
      case 'exchange-broke':
        return [{ atMs, what: `${each.step} ${each.fault}`, ...took(each) }];
      case 'delivery-received':
        return [{ atMs, what: `event, answered ${each.answered}` }];
      case 'wait-ended':
        return [{ atMs, what: `${each.wait} ${each.ended}` }];
      default:
        return [];
    }
  });
}

function took({ tookMs }: { readonly tookMs: number }): { tookMs?: number } {
  return tookMs > 0 ? { tookMs } : {};
}
