import { fold } from '../../reports/story/fold.ts';
import { failuresIn, rowsOf, titleOf } from '../../reports/story/groups.ts';
import type { Told } from '../verdict/proof.ts';
import type { Stage, Walked } from './walk.ts';

/** What a reader of the whole run is told of its failures, in the order and by the kinds of every report. */
export function toldIn({ plan, profile }: Pick<Stage, 'plan' | 'profile'>, { verdict, record }: Walked): Told {
  const kinds = failuresIn(fold({ verdict, plan, record, profile }));
  const [first] = kinds;
  return {
    kinds: kinds.map(titleOf),
    ...(first
      ? {
          first: {
            checks: [...new Set(first.all.map(({ check }) => check.check))],
            rows: rowsOf(first).map(({ id }) => id),
            summary: first.first.finding.summary,
          },
        }
      : {}),
  };
}
