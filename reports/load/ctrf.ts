import type { Test } from 'ctrf';
import type { LoadVerdict } from '../../harness/model.ts';
import { ctrfReport } from '../ctrf.ts';
import { jsonText } from '../json-text.ts';
import { oneLine, visible } from '../words/text.ts';
import { testsOf } from './tests.ts';
import { outcomes } from './words.ts';

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
      'assay.outcome-words': outcomes[verdict.outcome],
      'assay.seed': verdict.seed,
      'assay.engine': verdict.engine,
    },
    environment: { 'assay.address': verdict.baseUrl },
  });
  return [...jsonText(report, ['tests', 2], tests)].join('');
}
