import type { LiveNews, LiveStand } from './protocol.ts';

/** The news of the latest run, from its beginning on, for any number of listeners. */
export type LiveFeed = ReturnType<typeof createLive>;

/** Keeps the news of one run at a time: only the latest progress, and everything else as it came. */
export function createLive() {
  let story: LiveNews[] = [];
  let stand: LiveStand | undefined;
  let changed = Promise.withResolvers<void>();
  return {
    tell: (news: LiveNews | LiveStand): void => {
      if (news.type === 'begun') {
        story = [];
        stand = undefined;
      }
      if (news.type === 'stand' || news.type === 'load-stand') stand = news;
      else story.push(news);
      changed.resolve();
      changed = Promise.withResolvers();
    },
    /** Yields all news so far, then new ones, until the signal. A late listener misses nothing of the current run. */
    follow: async function* (signal: AbortSignal): AsyncIterable<readonly (LiveNews | LiveStand)[]> {
      const gone = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      let told = story;
      let at = 0;
      let shown: LiveStand | undefined;
      while (!signal.aborted) {
        const next = changed.promise;
        if (told !== story) [told, at] = [story, 0];
        const fresh = told.slice(at);
        at = told.length;
        const isNew = stand !== undefined && stand !== shown;
        shown = stand;
        if (fresh.length > 0 || isNew) yield [...fresh, ...(isNew && stand ? [stand] : [])];
        else await Promise.race([next, gone]);
      }
    },
  };
}
