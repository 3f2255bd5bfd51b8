import type { Journey, Traffic } from '../model.ts';
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
  /** By step, how late its request left; undefined where it left once more. */
  const asked = new Map<string, number | undefined>();
  let free = intendedAt;
  let group = groups.get(steps[0]?.name ?? '');
  let due = { at: intendedAt, isTimed: true };
  return {
    /** The journey waits for nothing any more: for no answer, and for no event. */
    freeAt: (at: number): void => {
      free = at;
    },
    /**
     * How late the request of a step leaves; undefined where a rate limit has it sent again. `isTimed`: a clock says when
     * it was due, and not the answer before it. Nobody sends before there is a token.
     */
    leaves: (step: string, at: number, tokenAt = 0) => {
      const isAgain = asked.has(step);
      asked.set(step, undefined);
      if (isAgain) return undefined;
      if (groups.get(step) !== group) {
        group = groups.get(step);
        due = { at: free + thinkMs(think, numberOf(id) - 1, step), isTimed: think.toMs > 0 };
      }
      const waitedForToken = tokenAt > due.at && tokenAt <= at;
      const ms = Math.max(0, at - (waitedForToken ? tokenAt : due.at));
      asked.set(step, ms);
      return { ms, isTimed: due.isTimed && !waitedForToken };
    },
    /** How late the request of a step left, the last time; undefined where nobody knows when it was due. */
    lateMs: (step: string): number | undefined => asked.get(step),
  };
}
