import type { LiveFailure } from '../../../reports/terminal/live.ts';
import { afterAllLine, failureLine, furtherLine, kindOf } from '../../../reports/terminal/live.ts';
import type { Screen } from '../../../reports/terminal/screen.ts';
import type { CaseSoFar } from './cases-so-far.ts';

/** Of failures alike so many are told; the others are in the reports. */
const MOST_ALIKE = 5;

/**
 * Says what is told of a case that was judged, as lines that stay: of failures alike the first few, then that there are
 * more; and of a case that was told to have failed, and did not by what came late, that it is taken back.
 */
export function createFailureLines(): (judged: CaseSoFar, screen: Screen) => string | null {
  const told = new Map<string, LiveFailure['outcome']>();
  const named = new Set<string>();
  const kinds = new Map<string, number>();
  const unanswered = new Set<string>();

  const tellFailure = (failure: LiveFailure, screen: Screen): string | null => {
    const kind = kindOf(failure);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count > MOST_ALIKE + 1) return null;
    if (count === MOST_ALIKE + 1) return furtherLine(failure, screen);
    named.add(failure.id);
    return failureLine(failure, screen);
  };

  return ({ id, outcome, failure }, screen) => {
    // Who interrupted the run knows.
    if (failure?.outcome === 'inconclusive' && failure.reason === 'interrupted') return null;
    // That an operation is not asked any more is the same for all whose cases need it.
    if (failure?.outcome === 'inconclusive' && failure.reason === 'no-answer') {
      if (unanswered.has(failure.detail)) return null;
      unanswered.add(failure.detail);
    }
    if (told.get(id) === failure?.outcome) return null;
    const isTakenBack = told.get(id) === 'failed' && named.delete(id);
    if (failure) told.set(id, failure.outcome);
    else told.delete(id);
    if (isTakenBack) return afterAllLine({ id, outcome }, screen);
    return failure ? tellFailure(failure, screen) : null;
  };
}
