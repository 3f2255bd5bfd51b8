import { count, thousands } from '../words/text.ts';
import { spellWhole } from './live.ts';
import { flow, type Part, type Progress, progressLines, type Screen } from './screen.ts';

/** How many trials of a kind there are, how many are done, and how many ended as they should not. */
export interface LiveTrials {
  readonly name: string;
  readonly total: number;
  readonly done: number;
  readonly bad: number;
}

/** Where a proof stands. */
export interface LiveProof {
  readonly kinds: readonly LiveTrials[];
  /** Real time since the start. */
  readonly elapsedMs: number;
  /** How much longer a trial took, lately; absent before the first few. */
  readonly msPerTrial?: number;
}

const WIDE = 60;

/** The lines of a proof in progress; for a terminal that is redrawn. */
export function liveProofView(state: LiveProof, screen: Screen): string[] {
  const kinds = state.kinds.filter(({ total }) => total > 0);
  const { total, done, bad } = sumsOf(state);
  const left = leftOf(state);
  const pieces: Part[] = [
    ['bold', `${thousands(done)} of ${count(total, 'trial')}`],
    bad > 0 ? ['red', `${thousands(bad)} not as it should be`] : 'all as it should be',
    spellWhole(state.elapsedMs),
    ...(left === undefined ? [] : [`about ${spellWhole(left)} left`]),
  ];
  const progress = kinds.map(({ name, total: of, done: tried, bad: wrong }): Progress => {
    const words: readonly Part[] = wrong > 0 ? [['red', `${thousands(wrong)} not as it should be`]] : [];
    return { name, total: of, well: tried - wrong, wrong: [['red', wrong]], words };
  });
  const cells = screen.width >= WIDE ? 30 : 0;
  return [...progressLines(progress, cells, screen.width, screen), ...flow(pieces, screen, ' ')];
}

/** The line to print for every tenth of the way in a log that is not redrawn; null between. */
export function proofLine(before: LiveProof, now: LiveProof): string | null {
  const tenth = (state: LiveProof): number => {
    const { total, done } = sumsOf(state);
    return Math.floor((10 * done) / Math.max(1, total));
  };
  if (tenth(now) <= tenth(before)) return null;
  const { total, done, bad } = sumsOf(now);
  return `${String(tenth(now) * 10).padStart(3)} %  ${thousands(done)} of ${count(total, 'trial')}, ${bad} not as it should be, ${spellWhole(now.elapsedMs)}`;
}

function sumsOf({ kinds }: LiveProof): Omit<LiveTrials, 'name'> {
  const sum = (of: (each: LiveTrials) => number): number => kinds.reduce((all, each) => all + of(each), 0);
  return { total: sum((each) => each.total), done: sum((each) => each.done), bad: sum((each) => each.bad) };
}

/** Trials of one kind take longer than those of another: nothing is foreseen before each kind has begun. */
function leftOf({ kinds, msPerTrial }: LiveProof): number | undefined {
  const isKnown = kinds.every(({ total, done }) => total === 0 || done > 0);
  const left = kinds.reduce((sum, { total, done }) => sum + total - done, 0);
  return isKnown && left > 0 && msPerTrial !== undefined ? msPerTrial * left : undefined;
}
