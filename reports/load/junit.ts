import type { LoadVerdict } from '../../harness/model.ts';
import { totals } from '../junit.ts';
import { className, junitText, properties } from '../junit-text.ts';
import { oneLine } from '../words/text.ts';
import { iso, seconds } from '../words/times.ts';
import { type LoadTest, testsOf } from './tests.ts';
import { outcomes } from './words.ts';

/** A load as JUnit XML, in the dialect of the report of a certification: its thresholds are the cases. */
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
      'assay.outcome': outcomes[verdict.outcome],
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
