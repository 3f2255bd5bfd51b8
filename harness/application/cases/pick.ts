import type { Scenario } from '../../model.ts';
import { nearest } from '../../source/nearest.ts';
import { refusal } from '../say.ts';

/** The scenarios that have one of the tags; all where none is asked for. */
export function withTags(scenarios: readonly Scenario[], tags: readonly string[] | undefined): readonly Scenario[] {
  if (tags === undefined || tags.length === 0) return scenarios;
  const picked = scenarios.filter((scenario) => scenario.tags.some((tag) => tags.includes(tag)));
  if (picked.length > 0) return picked;
  const known = [...new Set(scenarios.flatMap((scenario) => scenario.tags))].sort();
  const like = tags.map((tag) => nearest(tag, known)).find((each) => each !== undefined);
  throw refusal(
    `no scenario is tagged ${tags.map((tag) => `"${tag}"`).join(' or ')}`,
    `the tags are ${known.join(', ') || 'none'}`,
    like === undefined ? undefined : `did you mean "${like}"?`,
  );
}
