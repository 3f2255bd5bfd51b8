import type { LoadVerdict } from '../../harness/model.ts';
import { clip, thousands } from '../text.ts';
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
  const { outcome, note, thresholds, cases, failures, startedAt, endedAt } = verdict;
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
      ...(cases.failed === 0
        ? {}
        : {
            failure: {
              type: 'load.journeys',
              message: `${thousands(cases.failed)} journeys failed`,
              text: failures
                .map(({ check, summary, times }) => `${thousands(times)} × ${check}: ${clip(summary, 300)}`)
                .join('\n'),
            },
          }),
    },
  ];
}
