import { oncePer } from '../../harness/values/once.ts';
import type { ReportInput } from '../input.ts';
import { shownJourneys } from './attempts.ts';
import { alike, type FindingGroup } from './groups.ts';
import { type ArrivalMoment, type Moment, moments } from './moments.ts';
import { type CaseStory, type Found, factsOf, foundBy, storyOf } from './story.ts';
import { isOpen } from './waived.ts';

export { type CaseStory, type Found, replayOf as replay } from './story.ts';

/** What all reports share: the verdict joined with the record. */
export interface RunStory {
  readonly input: ReportInput;
  readonly stories: readonly CaseStory[];
  /** Findings that belong to no case. */
  readonly found: readonly Found[];
  /** Requests the runner made for itself. */
  readonly own: readonly Moment[];
  /** Deliveries that belong to no case. */
  readonly unclaimed: readonly ArrivalMoment[];
}

/** What was found in all cases, and in the run as a whole. */
export function allFound({ stories, found }: RunStory): Found[] {
  return [...stories.flatMap((story) => story.found), ...found];
}

/**
 * The kinds of failure of a run, as every report lists and counts them: those without a waiver, unless others are selected.
 */
export function failuresIn(run: RunStory, which: (one: Found) => boolean = isOpen): readonly FindingGroup[] {
  return alike(allFound(run).filter(which));
}

/** Joins verdict, plan and record. Done once per input, however many reports use it. */
export const runStory = oncePer((input: ReportInput): RunStory => {
  const { verdict, plan, record, profile } = input;
  const lines = moments(record, profile);
  const run = factsOf(input);
  const momentOf = (seq: number) => lines.bySeq.get(seq);
  const journeys = new Map(plan.journeys.map((journey) => [journey.id, journey]));
  const stories = verdict.cases.map((each) => {
    const shown = shownJourneys(each);
    const journey = journeys.get(shown[0] ?? each.id);
    const told = shown.flatMap((id) => lines.byJourney.get(id) ?? []);
    const orders = shown.flatMap((id) => lines.orders.get(id) ?? []);
    return storyOf({ verdict: each, ...(journey && { journey }), moments: told, orders }, momentOf, run);
  });
  return {
    input,
    stories,
    found: verdict.findings.flatMap((check) => foundBy(check, momentOf, run)),
    own: lines.byJourney.get('') ?? [],
    unclaimed: lines.unclaimed,
  };
});
