import { eventNames } from '../kci/pattern.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { isKnownEvent } from './known-events.ts';
import type { Rule } from './lint-rule.ts';
import { stepsOf } from './uses.ts';

/** Deliveries are turned away of orders whose events somebody waits for, and of events that are waited for. */
export const refusalsAreWatched: Rule = (scenario, { profile }, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const { of, refuse } = step.receiver ?? {};
    if (refuse === undefined) continue;
    const here = below(at, 'receiver');
    const isMoment = of === 'begun' || of === 'waiting' || of === 'completed';
    if (of !== undefined && !isMoment && profile && !isKnownEvent(of, profile, here, found)) continue;
    const watched = scenario.kci.filter((kci) => step.as !== undefined && kci.for === `$${step.as}`);
    // Which events those are, the profile says.
    if (watched.some(({ told }) => told)) continue;
    const awaited = watched.flatMap(({ pattern }) => eventNames(pattern));
    if (awaited.length === 0) {
      found.error(here, undefined, 'nothing waits for the events of this order', {
        why: 'a delivery can only be refused when it comes',
        fix: step.as === undefined ? 'name it by "as", and add "kci" for it' : `add "kci: { for: $${step.as} … }"`,
      });
    } else if (of !== undefined && !isMoment && !awaited.includes(of)) {
      found.error(here, of, `"${of}" is to be refused, and nothing waits for it`, {
        why: `the events waited for are ${listed(awaited, awaited.length)}`,
      });
    }
  }
};
