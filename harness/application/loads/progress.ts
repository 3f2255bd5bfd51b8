import { liveLoadView, plainLoadLine } from '../../../reports/load/live.ts';
import type { LiveLoad } from '../../../reports/terminal/live-state.ts';
import type { Books } from '../../load/books.ts';
import type { TrafficProfile } from '../../model.ts';
import { openBlock } from '../follow/live-block.ts';
import { print, say } from '../say.ts';
import { terminalOf } from '../terminal.ts';

/** How often the load is looked at, and how often a log gets a line. */
const LOOK_MS = 1_000;
const TELL_MS = 10_000;
/** The number of looks over which requests per second are counted. */
const RATE_LOOKS = 5;

/**
 * Shows a load in progress: a block redrawn in a terminal, else a line every ten seconds. For programs, prints the standing
 * each second and at the end as a line of JSON on standard output, with the intervals that the line before did not have
 * whole.
 */
export async function showLoad({ title, drainMs }: TrafficProfile, isForPrograms = false) {
  const { screen } = terminalOf(process.stderr);
  let seen: LiveLoad | undefined;
  let timer: NodeJS.Timeout | undefined;
  let look = (): void => {};
  const block = isForPrograms ? null : await openBlock((its) => (seen ? liveLoadView(seen, its) : []));
  return {
    follow: (load: Pick<Books, 'standing' | 'arrivals'>): void => {
      const rateOf = createRate();
      let told = Date.now();
      let drawn = 0;
      look = () => {
        const standing = load.standing();
        if (!standing) return;
        const perSecond = rateOf(standing.elapsedMs, standing.requests.sent);
        const live = { title, durationMs: load.arrivals.durationMs, drainMs, perSecond, ...standing };
        seen = live;
        if (isForPrograms) {
          print(JSON.stringify({ ...live, intervals: live.intervals.slice(drawn) }));
          drawn = Math.max(0, live.intervals.length - 1);
        }
        if (isForPrograms || block || Date.now() - told < TELL_MS) return;
        told = Date.now();
        say(plainLoadLine(live, screen()));
      };
      look();
      timer = setInterval(look, LOOK_MS);
      timer.unref();
    },
    /** Removes the live lines. */
    end: (): void => {
      clearInterval(timer);
      if (isForPrograms) look();
      block?.end();
    },
  };
}

/** The rate of a growing count, over the last looks. */
function createRate(): (atMs: number, count: number) => number {
  const looks: { readonly atMs: number; readonly count: number }[] = [];
  return (atMs, count) => {
    looks.push({ atMs, count });
    if (looks.length > RATE_LOOKS + 1) looks.shift();
    const first = looks[0] ?? { atMs, count };
    return atMs <= first.atMs ? 0 : ((count - first.count) * 1000) / (atMs - first.atMs);
  };
}
