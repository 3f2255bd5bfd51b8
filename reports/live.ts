import { clip, count, oneLine, thousands } from './text.ts';
import { spell } from './times.ts';

/** Where a run stands, as the runner's listener counts it. */
export interface LiveState {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly inconclusive: number;
  /** Ids of the cases under way, the longest-running first. */
  readonly inFlight: readonly string[];
  /** Orders whose KCIs are still awaited. */
  readonly pendingKcis: number;
  readonly requests: number;
  readonly deliveries: number;
  /** Real time since the start. */
  readonly elapsedMs: number;
  /** Ids of failed cases, the latest last. */
  readonly failures: readonly string[];
}

const SHOWN = 4;

/** The lines of a run in progress, none wider than `width`; for a terminal that is redrawn. */
export function liveView(state: LiveState, width: number): string {
  const { total, done, failed, inconclusive, inFlight } = state;
  const shares = [
    `${thousands(done)} of ${thousands(total)}`,
    `${failed} failed`,
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    `${inFlight.length} under way`,
    spell(state.elapsedMs),
    ...left(state),
  ];
  const traffic = [
    count(state.requests, 'request'),
    count(state.deliveries, 'KCI delivery', 'KCI deliveries'),
    `${count(state.pendingKcis, 'order')} awaiting KCIs`,
  ];
  const lines = [
    `${bar(done, total, Math.min(30, Math.max(8, width - 60)))} ${shares.join(' · ')}`,
    `  ${traffic.join(' · ')}`,
    ...state.failures.slice(-SHOWN).map((id) => `  ✗ ${id}`),
    ...inFlight.slice(0, SHOWN).map((id) => `  … ${id}`),
  ];
  return lines.map((line) => cut(line, width)).join('\n');
}

/**
 * The line to print when a run has come from one state to the next, for logs that are not redrawn: each failure as it comes,
 * and every tenth of the way. Null where there is nothing to say.
 */
export function plainLine(before: LiveState, now: LiveState): string | null {
  const lines = now.failures.slice(before.failures.length).map((id) => `FAILED  ${oneLine(clip(id, 200))}`);
  const tenth = (state: LiveState) => (state.total === 0 ? 10 : Math.floor((10 * state.done) / state.total));
  if (tenth(now) > tenth(before)) {
    lines.push(
      `${String(tenth(now) * 10).padStart(3)} %  ${thousands(now.done)} of ${count(now.total, 'case')}, ${now.failed} failed, ${now.inconclusive} inconclusive, ${spell(now.elapsedMs)}`,
    );
  }
  return lines.length === 0 ? null : lines.join('\n');
}

/** Time left, once enough is done for the guess to mean something. */
function left({ done, total, elapsedMs }: LiveState): string[] {
  if (done * 20 < total || done === 0 || done === total) return [];
  return [`about ${spell((elapsedMs / done) * (total - done))} left`];
}

function bar(done: number, total: number, cells: number): string {
  const full = total === 0 ? cells : Math.round((cells * done) / total);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}

function cut(line: string, width: number): string {
  const one = oneLine(line);
  return one.length <= width ? one : `${one.slice(0, Math.max(0, width - 1))}…`;
}
