import { fold } from '../../reports/story/fold.ts';
import { failuresIn } from '../../reports/story/groups.ts';
import type { Told } from '../proof.ts';
import type { Stage, Walked } from './walk.ts';

/** What a reader of the whole run is told of its failures, in the order and by the kinds of every report. */
export function toldIn({ plan, profile }: Pick<Stage, 'plan' | 'profile'>, { verdict, record }: Walked): Told {
  const kinds = failuresIn(fold({ verdict, plan, record, profile }));
  const [first] = kinds;
  return {
    kinds: kinds.length,
    ...(first
      ? {
          first: {
            check: first.first.check.check,
            rows: first.first.check.requirements,
            summary: first.first.finding.summary,
          },
        }
      : {}),
  };
}
