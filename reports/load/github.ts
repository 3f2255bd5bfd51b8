import type { LoadVerdict } from '../../harness/model.ts';
import { data, MOST_ANNOTATIONS, property } from '../github.ts';
import { testsOf } from './tests.ts';
import { thresholdName } from './words.ts';

/** Workflow commands for standard output: an error at the threshold in the traffic profile for each that did not hold. */
export function loadGithub(verdict: LoadVerdict): string {
  const spans = new Map(verdict.thresholds.map((each) => [thresholdName(each), each.span]));
  return testsOf(verdict)
    .flatMap(({ name, failure }) => {
      if (!failure) return [];
      const span = spans.get(name);
      const at = span ? `file=${property(span.file)},line=${span.line},col=${span.col},` : '';
      return [`::error ${at}title=${property(name)}::${data(failure.message)}\n`];
    })
    .slice(0, MOST_ANNOTATIONS)
    .join('');
}
