import { count, thousands } from './text.ts';
import { spell } from './times.ts';

/** Where a proof stands. */
export interface LiveProof {
  readonly total: number;
  readonly done: number;
  /** Names of trials that ended as they should not, the latest last. */
  readonly bad: readonly string[];
  /** Real time since the start. */
  readonly elapsedMs: number;
}

const SHOWN = 4;

/** The lines of a proof in progress, none wider than `width`; for a terminal that is redrawn. */
export function liveProofView({ total, done, bad, elapsedMs }: LiveProof, width: number): string {
  const cells = Math.min(30, Math.max(8, width - 60));
  const full = total === 0 ? cells : Math.round((cells * done) / total);
  const left = done > 0 && done < total ? ` · about ${spell((elapsedMs / done) * (total - done))} left` : '';
  const shares = `${thousands(done)} of ${count(total, 'trial')} · ${bad.length} not as it should be · ${spell(elapsedMs)}${left}`;
  return [`${'█'.repeat(full)}${'░'.repeat(cells - full)} ${shares}`, ...bad.slice(-SHOWN).map((name) => `  ✗ ${name}`)]
    .map((line) => line.slice(0, width))
    .join('\n');
}

/** The line to print for every tenth of the way in a log that is not redrawn; null between. */
export function proofLine(before: LiveProof, now: LiveProof): string | null {
  const tenth = ({ total, done }: LiveProof): number => Math.floor((10 * done) / Math.max(1, total));
  if (tenth(now) === tenth(before)) return null;
  return `${String(tenth(now) * 10).padStart(3)} %  ${thousands(now.done)} of ${count(now.total, 'trial')}, ${now.bad.length} not as it should be, ${spell(now.elapsedMs)}`;
}
