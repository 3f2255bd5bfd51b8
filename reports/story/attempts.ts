import type { CaseVerdict } from '../../harness/model.ts';

/** How often a case with several walks failed. */
export interface FailureRate {
  readonly failed: number;
  readonly of: number;
  /** It failed only sometimes: the failure does not depend on what is sent. */
  readonly isIntermittent: boolean;
  /** `2 of 3 attempts failed`. */
  readonly words: string;
}

/** The share of failed attempts; undefined where the case was walked once. */
export function shareOf({ attempts = [] }: CaseVerdict): FailureRate | undefined {
  const of = attempts.length;
  if (of < 2) return undefined;
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const isIntermittent = failed > 0 && failed < of;
  return { failed, of, isIntermittent, words: `${failed === 0 ? 'none' : failed} of ${of} attempts failed` };
}

/** The journeys of a case whose timelines are shown: of several attempts, those that did not pass, else the first. */
export function shownJourneys({ id, attempts = [] }: CaseVerdict): readonly string[] {
  if (attempts.length === 0) return [id];
  const telling = attempts.filter(({ outcome }) => outcome !== 'passed');
  return (telling.length > 0 ? telling : attempts.slice(0, 1)).map(({ journey }) => journey);
}
