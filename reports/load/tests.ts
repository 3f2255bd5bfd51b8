import type { LoadVerdict, ThresholdVerdict } from '../../harness/model.ts';
import { clip, count, thousands } from '../words/text.ts';
import { culprits, isOfThreshold, measured, thresholdName, wentWrong } from './words.ts';

/** A load as CI counts it: a test for each threshold, one for the judgement of the journeys, one for its coming to an end. */
export interface LoadTest {
  readonly id: string;
  readonly name: string;
  /** Absent: it passed. */
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
  /** The load broke off, or its generator did not keep up; nothing was proven. */
  readonly isError?: boolean;
  /** Why it could not be measured. */
  readonly skipped?: string;
}

/** The tests of a load, always in the same order. */
export function testsOf(verdict: LoadVerdict): readonly LoadTest[] {
  const { outcome, note, thresholds, startedAt, endedAt } = verdict;
  const failures = verdict.failures.filter((each) => !isOfThreshold(thresholds, each));
  const broken = {
    type: 'load.incomplete',
    message: [wentWrong(verdict), note ?? 'it was broken off'].filter((each) => each !== undefined).join('; '),
    text: `after ${endedAt - startedAt} ms`,
  };
  return [
    {
      id: 'complete',
      name: 'The load was made whole',
      ...(outcome === 'incomplete' ? { failure: broken, isError: true } : {}),
    },
    ...thresholds.map((each) => ({
      id: each.metric,
      name: thresholdName(each),
      ...(each.outcome === 'failed'
        ? {
            failure: {
              type: 'load.threshold',
              message: `${thresholdName(each)} was crossed: ${measured(each)}`,
              text: [`${each.span.file}:${each.span.line}`, ...namesOf(each, verdict)].join('\n'),
            },
          }
        : {}),
      ...(each.outcome === 'unmeasured' ? { skipped: measured(each) } : {}),
    })),
    {
      id: 'journeys',
      name: 'Every journey kept its promises',
      ...(failures.length === 0
        ? {}
        : {
            failure: {
              type: 'load.journeys',
              message: whatFailed({ ...verdict, failures }),
              text: failures
                .map(({ check, summary, times }) => `${thousands(times)} × ${check}: ${clip(summary, 300)}`)
                .join('\n'),
            },
          }),
    },
  ];
}

/** Who crossed it. */
function namesOf({ metric }: ThresholdVerdict, { failures }: LoadVerdict): readonly string[] {
  return failures
    .filter(({ check }) => check === metric)
    .flatMap((each) =>
      culprits(each).map(({ journey, summary }) => `${journey || 'no journey'}: ${clip(summary, 300)}`),
    );
}

function whatFailed({ cases, failures }: LoadVerdict): string {
  const journeys = `${count(cases.failed, 'journey')} failed`;
  const strange = failures.filter(({ example }) => cases.failed === 0 || example.journey === '');
  const checks = strange.reduce((sum, { times }) => sum + times, 0);
  return checks === 0 ? journeys : `${journeys}, and ${count(checks, 'check')} of no journey`;
}
