import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { CaseOutcome, CaseVerdict } from '../harness/model.ts';
import type { ReportInput } from './input.ts';
import { shareOf } from './story/attempts.ts';
import { breaches, resultLine } from './story/counts.ts';
import { describe } from './story/describe.ts';
import { type CaseStory, fold } from './story/fold.ts';
import { isCaseWaived, isOpen, isWaived, waiversOf } from './story/waived.ts';
import { oneLine, visible } from './words/text.ts';
import { iso } from './words/times.ts';
import { reasons, shardWords } from './words/words.ts';

/** The version of the CTRF schema that is written; a test holds it to the one the `ctrf` package validates. */
export const CTRF_VERSION = '0.0.0';

/** CTRF has no word for inconclusive: `other`, with the word itself in `rawStatus`. A waived failure is `skipped`, raw `failed.waived`. */
const STATUS: Readonly<Record<CaseOutcome, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'other',
  'not-applicable': 'skipped',
};

/** CTRF JSON, one flat list of tests, so that the reports of shards merge by joining their lists. */
export function ctrf(input: ReportInput): string {
  const { verdict } = input;
  const folded = fold(input);
  const tests = folded.stories.map((story) => testOf(story, input));
  for (const isKind of [isOpen, isWaived]) {
    const ofRun = folded.found.filter(isKind);
    if (ofRun.length === 0) continue;
    const isRunWaived = isKind === isWaived;
    tests.push({
      testId: isRunWaived ? 'run.waived' : 'run',
      name: isRunWaived ? 'The run as a whole, waived' : 'The run as a whole',
      status: isRunWaived ? 'skipped' : 'failed',
      rawStatus: isRunWaived ? 'failed.waived' : 'failed',
      duration: 0,
      suite: ['run'],
      message: oneLine(ofRun[0]?.finding.summary ?? ''),
      trace: visible(ofRun.map((found) => describe(found, verdict.profile)).join('\n\n')),
    });
  }
  const having = (status: TestStatus) => tests.filter((test) => test.status === status).length;
  const report: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion: CTRF_VERSION,
    runId: input.plan.nonce || String(verdict.seed),
    timestamp: iso(verdict.endedAt),
    generatedBy: `assay ${verdict.assay}`,
    results: {
      tool: { name: 'assay', version: verdict.assay },
      summary: {
        tests: tests.length,
        passed: having('passed'),
        failed: having('failed'),
        skipped: having('skipped'),
        pending: 0,
        other: having('other'),
        ...(tests.some((test) => test.flaky !== undefined) ? { flaky: tests.filter((test) => test.flaky).length } : {}),
        suites: new Set(verdict.cases.map((one) => one.scenario)).size,
        start: verdict.startedAt,
        stop: verdict.endedAt,
        duration: verdict.endedAt - verdict.startedAt,
        extra: {
          'assay.outcome': verdict.outcome,
          'assay.result': resultLine({ ...verdict, ...verdict.counts }),
          'assay.scope': verdict.scope,
          'assay.breaches': breaches(verdict.requirements, verdict.profile),
          'assay.seed': verdict.seed,
          ...(verdict.shard ? { 'assay.shard': shardWords(verdict) } : {}),
        },
      },
      tests,
      environment: {
        appName: oneLine(verdict.target),
        extra: {
          'assay.address': verdict.baseUrl,
          ...(verdict.build === undefined ? {} : { 'assay.build': verdict.build }),
          'assay.profile': verdict.profile,
          'assay.world': verdict.world,
          'assay.contract': verdict.contract,
        },
      },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Each walk of a case that was walked several times. What CTRF calls flaky passed in the end; here it has failed. */
function attemptsOf(verdict: CaseVerdict): Pick<Test, 'flaky' | 'retries' | 'retryAttempts'> {
  const { attempts = [] } = verdict;
  const share = shareOf(verdict);
  if (!share) return {};
  return {
    flaky: share.isIntermittent,
    retries: attempts.length - 1,
    retryAttempts: attempts.map(({ journey, outcome, startedAt, endedAt }, i) => ({
      attempt: i + 1,
      attemptId: oneLine(journey),
      status: STATUS[outcome],
      duration: Math.round(endedAt - startedAt),
      start: startedAt,
      stop: endedAt,
    })),
  };
}

function testOf(story: CaseStory, input: ReportInput): Test {
  const { verdict } = story;
  const failures = story.found.filter((found) => found.outcome === 'failed');
  const excuse =
    verdict.reason === undefined
      ? undefined
      : `${reasons[verdict.reason]}${verdict.detail === undefined ? '' : `: ${verdict.detail}`}`;
  const isAllWaived = isCaseWaived(input, verdict.id);
  const waivers = waiversOf(failures);
  const failure = failures[0]?.finding.summary;
  const message = isAllWaived ? `waived ${waivers.join('; ')} (failed: ${failure})` : (failure ?? excuse);
  return {
    testId: oneLine(verdict.id),
    name: oneLine(`${verdict.title} [${verdict.id}]`),
    status: isAllWaived ? 'skipped' : STATUS[verdict.outcome],
    rawStatus: isAllWaived ? 'failed.waived' : rawStatus(verdict),
    duration: Math.round(verdict.endedAt - verdict.startedAt),
    start: verdict.startedAt,
    stop: verdict.endedAt,
    suite: verdict.scenario.split('/').map(oneLine),
    filePath: oneLine(verdict.span.file),
    line: verdict.span.line,
    tags: verdict.tags.map(oneLine),
    ...attemptsOf(verdict),
    ...(message === undefined ? {} : { message: oneLine(message) }),
    ...(failures.length === 0
      ? {}
      : { trace: visible(failures.map((found) => describe(found, input.verdict.profile)).join('\n\n')) }),
    extra: {
      'assay.requirements': verdict.requirements.map(oneLine),
      'assay.checks': verdict.checks,
      ...(waivers.length === 0 ? {} : { 'assay.waived': waivers.map(oneLine) }),
      'assay.observed': story.found
        .filter((found) => found.outcome === 'observed')
        .map((found) => oneLine(found.finding.summary)),
      'assay.replay': oneLine(story.replay),
    },
  };
}

function rawStatus({ outcome, reason }: CaseVerdict): string {
  return reason === undefined ? outcome : `${outcome}.${reason}`;
}
