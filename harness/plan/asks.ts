import { callsOf } from '../journey/calls.ts';
import type { Plan } from '../model.ts';

/** What the operator will be asked for, case by case. */
export function asksOf({ journeys }: Pick<Plan, 'journeys'>): readonly string[] {
  return journeys
    .filter(({ excused }) => excused === undefined)
    .flatMap((journey) => callsOf(journey).flatMap(({ ask }) => (ask === undefined ? [] : [`${journey.id}: ${ask}`])));
}
