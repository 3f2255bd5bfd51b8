import type { CTRFReport } from 'ctrf';
import type { LoadVerdict } from '../../harness/model.ts';
import { CTRF_VERSION } from '../ctrf.ts';
import { oneLine, visible } from '../words/text.ts';
import { iso } from '../words/times.ts';
import { testsOf } from './tests.ts';
import { outcomes } from './words.ts';

/** A load as CTRF JSON: its thresholds are the tests. */
export function loadCtrf(verdict: LoadVerdict): string {
  const tests = testsOf(verdict);
  const failed = tests.filter(({ failure }) => failure).length;
  const skipped = tests.filter((each) => each.skipped !== undefined).length;
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: CTRF_VERSION,
    runId: verdict.nonce,
    timestamp: iso(verdict.endedAt),
    generatedBy: `assay ${verdict.assay}`,
    results: {
      tool: { name: 'assay', version: verdict.assay },
      summary: {
        tests: tests.length,
        passed: tests.length - failed - skipped,
        failed,
        skipped,
        pending: 0,
        other: 0,
        start: verdict.startedAt,
        stop: verdict.endedAt,
        duration: verdict.endedAt - verdict.startedAt,
        extra: {
          'assay.outcome': verdict.outcome,
          'assay.outcome-words': outcomes[verdict.outcome],
          'assay.seed': verdict.seed,
          'assay.engine': verdict.engine,
        },
      },
      tests: tests.map(({ id, name, failure, skipped: why }) => ({
        testId: oneLine(`${verdict.traffic}/${id}`),
        name: oneLine(name),
        status: failure ? 'failed' : why === undefined ? 'passed' : 'skipped',
        duration: 0,
        suite: ['load', oneLine(verdict.traffic)],
        ...(why === undefined ? {} : { message: oneLine(why) }),
        ...(failure ? { message: oneLine(failure.message), trace: visible(failure.text) } : {}),
      })),
      environment: { appName: oneLine(verdict.target), extra: { 'assay.address': verdict.baseUrl } },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
