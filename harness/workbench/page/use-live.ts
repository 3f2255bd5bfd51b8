import { useEffect, useState } from 'preact/hooks';
import type { LiveNews, LiveStand } from '../protocol.ts';
import { type Failed, listen } from './api.ts';
import { failedOf } from './hooks.ts';
import { afterNews, type LiveRun } from './live-run.ts';

/** The run that was started last, and whether the page hears of it. */
export interface Live {
  readonly run?: LiveRun | undefined;
  readonly lost?: Failed;
}

/** How long after a connection broke it is tried again. */
const AGAIN_MS = 2_000;

/** Listens to the run that was started last, for as long as the page is open. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({});
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = async (): Promise<void> => {
      let run: LiveRun | undefined;
      try {
        await listen<readonly (LiveNews | LiveStand)[]>('/api/live', {}, end.signal, (news) => {
          run = afterNews(run, news);
          setLive({ run });
        });
        throw new TypeError('the connection ended');
      } catch (error) {
        if (end.signal.aborted) return;
        const lost = failedOf(error);
        setLive((before) => ({ ...before, lost }));
        // Whoever is turned away now would be so again.
        if (lost.status !== 403) timer = setTimeout(hear, AGAIN_MS);
      }
    };
    void hear();
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, []);
  return live;
}
