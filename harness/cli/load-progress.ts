import type { Load } from '../load/load.ts';
import type { Traffic } from '../model.ts';
import { say } from './say.ts';

/** Shows a load while it goes on. */
export interface LoadProgress {
  follow(load: Load): void;
  /** Takes the live lines away. */
  end(): void;
}

const REDRAW_MS = 500;

/** Progress of a load on real time: one line redrawn in a terminal, a line each ten seconds elsewhere. */
export async function showLoad({ title }: Traffic, env: NodeJS.ProcessEnv = process.env): Promise<LoadProgress> {
  const isWatched = process.stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  const draw = isWatched ? (await import('log-update')).createLogUpdate(process.stderr) : undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    follow: (load) => {
      let told = Date.now();
      timer = setInterval(() => {
        const line = `${title}: ${load.standing()}`;
        if (draw) return draw(line.slice(0, process.stderr.columns ?? 80));
        if (Date.now() - told < 10_000) return;
        told = Date.now();
        say(line);
      }, REDRAW_MS);
      timer.unref();
    },
    end: () => {
      clearInterval(timer);
      draw?.clear();
    },
  };
}
