import type { CaseVerdict } from '../../harness/model.ts';
import { count, thousands } from '../words/text.ts';
import { outcomes, reasons } from '../words/words.ts';
import { farWords, type LiveFailure, type LiveState, spellWhole, sumsOf } from './live.ts';
import { lineOf, type Screen, signsOf } from './screen.ts';

/** The lines of a run in progress that stay: in a terminal above what is redrawn, in a log between the counts. */

/** A log has lines of its own accord no more often than this, and no more seldom than that. */
const LEAST_MS = 5_000;
const MOST_MS = 60_000;

const MOST_IDS = 3;
/** Columns in which promise and check leave room for the case. */
const WIDE = 60;

/** One line for a case that did not pass: the promise, the check, the case, and what was seen; where it is narrow, the last two. */
export function failureLine(failure: LiveFailure, screen: Screen): string {
  if (failure.outcome === 'inconclusive') {
    const { reason, detail } = failure;
    return lineOf([['yellow', 'INCONCLUSIVE'], `  ${failure.id}: ${reasons[reason]}: ${detail}`], screen);
  }
  const { id, check, requirements, summary, more } = failure;
  const rest = requirements.length - MOST_IDS;
  const rows = `${requirements.slice(0, MOST_IDS).join(' ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  if (screen.width < WIDE) return lineOf([['red', 'FAILED'], `  ${id}: ${summary}`], screen);
  return lineOf(
    [
      ['red', 'FAILED'],
      '  ',
      ['bold', [rows, check].filter((each) => each !== '').join('  ')],
      `  ${id}: ${summary}`,
      more > 0 ? ` (and ${count(more, 'more finding')})` : '',
    ],
    screen,
  );
}

/** What cases have in common that fail for the same reason; of each such kind only the first few are told. */
export function kindOf(failure: LiveFailure): string {
  return failure.outcome === 'inconclusive'
    ? failure.reason
    : [...failure.requirements.slice(0, MOST_IDS), failure.check].join(' ');
}

/** In place of all further ones of a kind. */
export function furtherLine(failure: LiveFailure, screen: Screen): string {
  return lineOf(
    [['dim', `        more of ${kindOf(failure)} are only counted here; the reports name them all`]],
    screen,
  );
}

/** In place of a failure that was told too early: of a case that had ended, and of which more has come. */
export function afterAllLine({ id, outcome }: Pick<CaseVerdict, 'id' | 'outcome'>, screen: Screen): string {
  return lineOf([['bold', 'TAKEN BACK'], `  ${id}: ${outcomes[outcome]} after all, by what came late`], screen);
}

/**
 * The line to print when a run has come from the state last told to this one, for logs that are not redrawn: at every
 * tenth of the way, but not more often than every five seconds, and once in a minute. Null where there is nothing to say.
 */
export function plainLine(told: LiveState, now: LiveState, screen: Screen): string | null {
  const { total, done, failed, inconclusive } = sumsOf(now);
  const before = sumsOf(told);
  const since = now.elapsedMs - told.elapsedMs;
  const isOver = done === total && before.done < total;
  const isFurther = tenthOf(done, total) > tenthOf(before.done, before.total) && since >= LEAST_MS;
  if (!(isOver || isFurther || since >= MOST_MS)) return null;
  const { between } = signsOf(screen);
  const { awaited, leftMs } = now;
  const pieces = [
    farWords(now, { done, total }),
    `${thousands(failed)} failed, ${thousands(inconclusive)} inconclusive`,
    ...(awaited.orders > 0
      ? [
          `${count(awaited.orders, 'order awaits', 'orders await')} KCIs, the oldest for ${spellWhole(awaited.oldestMs)}`,
        ]
      : []),
    `${spellWhole(now.elapsedMs)}${leftMs === undefined || isOver ? '' : `, about ${spellWhole(leftMs)} left`}`,
  ];
  return lineOf([`${String(share(done, total)).padStart(3)} %  ${pieces.join(between)}`], screen);
}

function tenthOf(done: number, total: number): number {
  return total === 0 ? 10 : Math.floor((10 * done) / total);
}

function share(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((100 * done) / total);
}
