import type { LoadVerdict } from '../../harness/model.ts';
import { clip, count, thousands } from '../words/text.ts';
import { measured, thresholdName } from './words.ts';

/** A load as CI counts it: a test for each threshold, one for the judgement of the journeys, one for its coming to an end. */
export interface LoadTest {
  readonly id: string;
  readonly name: string;
  /** Absent: it passed. */
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
  /** The load broke off; nothing was proven. */
  readonly isError?: boolean;
}

/** The tests of a load, always in the same order. */
export function testsOf(verdict: LoadVerdict): readonly LoadTest[] {
  const { outcome, note, thresholds, failures, startedAt, endedAt } = verdict;
  const broken = {
    type: 'load.incomplete',
    message: note ?? 'it was broken off',
    text: `after ${endedAt - startedAt} ms`,
  };
  return [
    {
      id: 'complete',
      name: 'The load came to its end',
      ...(outcome === 'incomplete' ? { failure: broken, isError: true } : {}),
    },
    ...thresholds.map((each) => ({
      id: each.metric,
      name: thresholdName(each),
      ...(each.outcome === 'passed'
        ? {}
        : {
            failure: {
              type: 'load.threshold',
              message: `${thresholdName(each)} did not hold: ${measured(each)}`,
              text: `${each.span.file}:${each.span.line}`,
            },
          }),
    })),
    {
      id: 'journeys',
      name: 'Every journey kept its promises',
      ...(failures.length === 0
        ? {}
        : {
            failure: {
              type: 'load.journeys',
              message: whatFailed(verdict),
              text: failures
                .map(({ check, summary, times }) => `${thousands(times)} × ${check}: ${clip(summary, 300)}`)
                .join('\n'),
            },
          }),
    },
  ];
}

function whatFailed({ cases, failures }: LoadVerdict): string {
  const journeys = `${count(cases.failed, 'journey')} failed`;
  const strange = failures.filter(({ example }) => cases.failed === 0 || example.journey === '');
  const checks = strange.reduce((sum, { times }) => sum + times, 0);
  return checks === 0 ? journeys : `${journeys}, and ${count(checks, 'check')} of no journey`;
}
