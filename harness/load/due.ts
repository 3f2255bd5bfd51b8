import type { Journey, RequestSent, Traffic } from '../model.ts';
import { numberOf } from './planner.ts';
import { groupsOf, thinkMs } from './thinking.ts';

/** When the requests of one journey should leave. */
export type Due = ReturnType<typeof createDue>;

/**
 * When the requests of one journey should leave, as whoever walks it is asked to send them. The first request is due
 * when its journey should have begun, each later one when the answer or event before it has come and its customer has
 * thought; those of a group at once.
 */
export function createDue(journey: Journey, intendedAt: number, think: Traffic['think']) {
  const { id, steps } = journey;
  const groups = groupsOf(steps);
  const asked = new Set<string>();
  let free = intendedAt;
  let group = groups.get(steps[0]?.name ?? '');
  let due = { at: intendedAt, isTimed: true };
  return {
    /** The journey waits for nothing any more: for no answer, and for no event. */
    freeAt: (at: number): void => {
      free = at;
    },
    /**
     * When a request was due; undefined where a rate limit had it sent again. `isTimed`: a clock says when, and not the
     * answer before it. Nobody sends before there is a token.
     */
    of: ({ step, at }: Pick<RequestSent, 'step' | 'at'>, tokenAt = 0) => {
      if (asked.has(step)) return undefined;
      asked.add(step);
      if (groups.get(step) !== group) {
        group = groups.get(step);
        due = { at: free + thinkMs(think, numberOf(id) - 1, step), isTimed: think.toMs > 0 };
      }
      return tokenAt > due.at && tokenAt <= at ? { at: tokenAt, isTimed: false } : due;
    },
  };
}
