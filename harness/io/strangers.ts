import type { Delivery, TurnedAway } from './receiver.ts';

type Take = (delivery: Delivery) => TurnedAway | undefined;

/** So many calls of strangers are told one by one, … */
const MOST = 1_000;
/** …and of those that follow one in so many. */
const EACH = 100;

/**
 * Hands on every delivery that is the target's. Of calls by strangers (to another path, or without proof), of which there
 * may be millions, only the first thousand, and then every hundredth, which says how many were not told since the last.
 */
export function sparingOfStrangers(take: Take): Take {
  let strangers = 0;
  let untold = 0;
  return (delivery) => {
    if (delivery.expectedPath && delivery.unproven === undefined) return take(delivery);
    strangers += 1;
    if (strangers <= MOST) return take(delivery);
    untold += 1;
    if (untold < EACH) return undefined;
    untold = 0;
    return take({ ...delivery, untold: EACH - 1 });
  };
}
