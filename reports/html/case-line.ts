import type { CaseOutcome, Reason } from '../../harness/model.ts';
import { shareOf } from '../story/attempts.ts';
import type { CaseStory } from '../story/story.ts';
import { isOpen, isWaived } from '../story/waived.ts';
import type { CaseColumns, Column, Marks } from './packed.ts';

/** A case in one line: everything the list shows. */
export interface CaseLine extends Marks {
  readonly id: string;
  readonly title: string;
  readonly outcome: CaseOutcome;
  /** Why it could not be judged, or did not apply. */
  readonly reason?: Reason;
  readonly requests: number;
  readonly kcis: number;
  readonly tookMs: number;
}

/** The line of a case that is told whole. */
export function lineOf(story: CaseStory): CaseLine {
  const { verdict, moments } = story;
  return {
    id: verdict.id,
    title: verdict.title,
    outcome: verdict.outcome,
    ...(verdict.reason && { reason: verdict.reason }),
    requests: moments.filter(({ kind }) => kind === 'exchange').length,
    kcis: moments.filter(({ kind }) => kind === 'arrival').length,
    tookMs: verdict.endedAt - verdict.startedAt,
    ...marksOf(story),
  };
}

/** What a line says of some cases only; nothing for most. */
export function marksOf({ verdict, found }: CaseStory): Marks {
  const share = shareOf(verdict);
  const waived = found.some(isWaived) ? (found.some(isOpen) ? 'waived in part' : 'waived') : undefined;
  return { ...(share && { share }), ...(waived && { waived }) };
}

/** The line of the case at that place of an index. */
export function lineAt(columns: CaseColumns, place: number): CaseLine {
  const reason = valueAt(columns.reasons, place);
  return {
    id: columns.ids[place] ?? '',
    title: valueAt(columns.titles, place) ?? '',
    outcome: valueAt(columns.outcomes, place) ?? 'passed',
    ...(reason && { reason }),
    requests: columns.requests[place] ?? 0,
    kcis: columns.kcis[place] ?? 0,
    tookMs: columns.tookMs[place] ?? 0,
    ...columns.marks[place],
  };
}

/** The value that the case at that place has. */
export function valueAt<T>({ of, at }: Column<T>, place: number): T | undefined {
  const nth = at[place];
  return nth === undefined ? undefined : of[nth];
}
