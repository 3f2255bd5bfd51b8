import type { Test } from 'ctrf';
import type { LoadVerdict, ThresholdVerdict } from '../../harness/model.ts';
import { clip, count, oneLine, thousands, visible } from '../../harness/words/text.ts';
import { iso, seconds } from '../../harness/words/times.ts';
import { ctrfReport } from '../ctrf.ts';
import { data, MAX_ANNOTATIONS, property } from '../github.ts';
import { jsonText } from '../json-text.ts';
import { totals } from '../junit.ts';
import { className, junitText, properties } from '../junit-text.ts';
import { culprits, isOfThreshold, loadOutcomes, measured, thresholdName, wentWrong } from './words.ts';

/** A load as CI tests: one for each threshold, one for the judgement of the journeys, one for its completion. */
interface LoadTest {
  readonly id: string;
  readonly name: string;
  /** Absent: it passed. */
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
  /** The load was interrupted, or its generator did not keep up; nothing was proven. */
  readonly isError?: boolean;
  /** Why it could not be measured. */
  readonly skipped?: string;
}

/** The tests of a load, always in the same order. */
function testsOf(verdict: LoadVerdict): readonly LoadTest[] {
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

/** The journeys that contributed to crossing a threshold. */
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

/** A load as JUnit XML, in the same dialect as for a certification: its thresholds are the cases. */
export function loadJunit(verdict: LoadVerdict): string {
  const tests = testsOf(verdict);
  const time = seconds(verdict.endedAt - verdict.startedAt);
  const counted = totals(
    tests.map(({ failure, isError, skipped }) => {
      if (failure) return isError ? 'error' : 'failure';
      return skipped === undefined ? undefined : 'skipped';
    }),
  );
  const suite = {
    '@name': oneLine(`load/${verdict.traffic}`),
    ...counted,
    '@time': time,
    '@timestamp': iso(verdict.startedAt).slice(0, 19),
    properties: properties({
      'assay.outcome': loadOutcomes[verdict.outcome],
      'assay.target': verdict.target,
      'assay.address': verdict.baseUrl,
      'assay.engine': verdict.engine,
      'assay.profile': verdict.profile,
      'assay.seed': String(verdict.seed),
    }),
    testcase: tests.map((test) => caseOf(test, verdict)),
  };
  return [...junitText({ '@name': `Assay: ${verdict.target}`, ...counted, '@time': time }, [suite])].join('');
}

function caseOf({ name, id, failure, isError, skipped }: LoadTest, { traffic }: LoadVerdict) {
  const told = failure && {
    '@message': oneLine(failure.message),
    '@type': failure.type,
    '#text': failure.text,
  };
  return {
    '@name': oneLine(`${name} [${id}]`),
    '@classname': className(`load/${traffic}`),
    '@time': '0.000',
    ...(skipped === undefined ? {} : { skipped: { '@message': oneLine(skipped), '@type': 'load.not-measured' } }),
    ...(told ? (isError ? { error: told } : { failure: told }) : {}),
  };
}

/** A load as CTRF JSON: its thresholds are the tests. */
export function loadCtrf(verdict: LoadVerdict): string {
  const tests = testsOf(verdict).map(
    ({ id, name, failure, skipped: why }): Test => ({
      testId: oneLine(`${verdict.traffic}/${id}`),
      name: oneLine(name),
      status: failure ? 'failed' : why === undefined ? 'passed' : 'skipped',
      duration: 0,
      suite: ['load', oneLine(verdict.traffic)],
      ...(why === undefined ? {} : { message: oneLine(why) }),
      ...(failure ? { message: oneLine(failure.message), trace: visible(failure.text) } : {}),
    }),
  );
  const statuses = tests.map(({ status }) => status);
  const report = ctrfReport(verdict, statuses, {
    runId: verdict.nonce,
    extra: {
      'assay.outcome': verdict.outcome,
      'assay.outcome-words': loadOutcomes[verdict.outcome],
      'assay.seed': verdict.seed,
      'assay.engine': verdict.engine,
    },
    environment: { 'assay.address': verdict.baseUrl },
  });
  return [...jsonText(report, ['tests', 2], tests)].join('');
}

/** Workflow commands for standard output: an error at the threshold in the traffic profile for each that failed. */
export function loadGithub(verdict: LoadVerdict): string {
  const spans = new Map(verdict.thresholds.map((each) => [thresholdName(each), each.span]));
  return testsOf(verdict)
    .flatMap(({ name, failure }) => {
      if (!failure) return [];
      const span = spans.get(name);
      const at = span ? `file=${property(span.file)},line=${span.line},col=${span.col},` : '';
      return [`::error ${at}title=${property(name)}::${data(failure.message)}\n`];
    })
    .slice(0, MAX_ANNOTATIONS)
    .join('');
}
