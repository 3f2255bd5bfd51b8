import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { CaseOutcome, CaseVerdict, RunIdentity } from '../harness/model.ts';
import { oneLine, visible } from '../harness/words/text.ts';
import { iso } from '../harness/words/times.ts';
import type { ReportInput } from './input.ts';
import { jsonText } from './json-text.ts';
import { shareOf } from './story/attempts.ts';
import { breaches, resultLine } from './story/counts.ts';
import { describe } from './story/describe.ts';
import { type CaseStory, type Found, runStory } from './story/run-story.ts';
import { isCaseWaived, isOpen, isWaived, waiversOf } from './story/waived.ts';
import { reasons, shardWords } from './words/words.ts';

/** The CTRF schema version that is written; a test compares it with the one that the `ctrf` package validates. */
export const CTRF_VERSION = '0.0.0';

/**
 * CTRF has no word for inconclusive: it becomes `other`, with the word itself in `rawStatus`. A waived failure becomes
 * `skipped`, raw `failed.waived`.
 */
const STATUS: Readonly<Record<CaseOutcome, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'other',
  'not-applicable': 'skipped',
};

/** CTRF JSON, a flat list of tests, so that reports of shards can be merged by joining their lists. */
export function* ctrf(input: ReportInput): Generator<string> {
  const { verdict } = input;
  const { stories, found } = runStory(input);
  const ofRun = [isOpen, isWaived].flatMap((isKind) => {
    const those = found.filter(isKind);
    return those.length === 0 ? [] : [runTest(those, isKind === isWaived, verdict.profile)];
  });
  const shares = stories.flatMap((story) => shareOf(story.verdict) ?? []);
  const statuses = [...stories.map((story) => statusOf(story.verdict, input)), ...ofRun.map(({ status }) => status)];
  const report = ctrfReport(verdict, statuses, {
    runId: input.plan.nonce || String(verdict.seed),
    counts: {
      ...(shares.length > 0 && { flaky: shares.filter(({ isIntermittent }) => isIntermittent).length }),
      suites: new Set(verdict.cases.map((one) => one.scenario)).size,
    },
    extra: {
      'assay.outcome': verdict.outcome,
      'assay.result': resultLine({ ...verdict, ...verdict.counts }, input.waiving),
      'assay.scope': verdict.scope,
      'assay.breaches': breaches(verdict.requirements, verdict.profile),
      'assay.seed': verdict.seed,
      'assay.shard': verdict.shard && shardWords(verdict),
    },
    environment: {
      'assay.side': verdict.side,
      'assay.address': verdict.baseUrl,
      'assay.build': verdict.build,
      'assay.profile': verdict.profile,
      'assay.world': verdict.world,
      'assay.contract': verdict.contract,
    },
  });
  function* tests(): Generator<Test> {
    for (const story of stories) yield testOf(story, input);
    yield* ofRun;
  }
  yield* jsonText(report, ['tests', 2], tests());
}

/** A report around its tests; `statuses` are those of all tests. */
export function ctrfReport(
  { assay, target, startedAt, endedAt }: RunIdentity,
  statuses: readonly TestStatus[],
  told: {
    readonly runId: string;
    readonly counts?: Partial<CTRFReport['results']['summary']>;
    readonly extra: Readonly<Record<string, unknown>>;
    readonly environment: Readonly<Record<string, unknown>>;
  },
): CTRFReport {
  const having = (wanted: TestStatus) => statuses.filter((status) => status === wanted).length;
  return {
    reportFormat: 'CTRF',
    specVersion: CTRF_VERSION,
    runId: told.runId,
    timestamp: iso(endedAt),
    generatedBy: `assay ${assay}`,
    results: {
      tool: { name: 'assay', version: assay },
      summary: {
        tests: statuses.length,
        passed: having('passed'),
        failed: having('failed'),
        skipped: having('skipped'),
        pending: 0,
        other: having('other'),
        ...told.counts,
        start: startedAt,
        stop: endedAt,
        duration: endedAt - startedAt,
        extra: told.extra,
      },
      tests: [],
      environment: { appName: oneLine(target), extra: told.environment },
    },
  };
}

function runTest(found: readonly Found[], isAllWaived: boolean, profile: string): Test {
  return {
    testId: isAllWaived ? 'run.waived' : 'run',
    name: isAllWaived ? 'The run as a whole, waived' : 'The run as a whole',
    status: isAllWaived ? 'skipped' : 'failed',
    rawStatus: isAllWaived ? 'failed.waived' : 'failed',
    duration: 0,
    suite: ['run'],
    message: oneLine(found[0]?.finding.summary ?? ''),
    trace: traceOf(found, profile),
  };
}

const traceOf = (found: readonly Found[], profile: string): string =>
  visible(found.map((one) => describe(one, profile)).join('\n\n'));

function statusOf({ id, outcome }: CaseVerdict, input: ReportInput): TestStatus {
  return isCaseWaived(input, id) ? 'skipped' : STATUS[outcome];
}

/** Each walk of a case that was walked several times. In CTRF, flaky means passed in the end; here the case has failed. */
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

function testOf({ verdict, found, replay }: CaseStory, input: ReportInput): Test {
  const { outcome, reason, detail } = verdict;
  const failures = found.filter((one) => one.outcome === 'failed');
  const excuse = reason && `${reasons[reason]}${detail === undefined ? '' : `: ${detail}`}`;
  const isAllWaived = isCaseWaived(input, verdict.id);
  const waivers = waiversOf(failures);
  const failure = failures[0]?.finding.summary;
  const message = isAllWaived ? `waived ${waivers.join('; ')} (failed: ${failure})` : (failure ?? excuse);
  return {
    testId: oneLine(verdict.id),
    name: oneLine(`${verdict.title} [${verdict.id}]`),
    status: statusOf(verdict, input),
    rawStatus: isAllWaived ? 'failed.waived' : [outcome, ...(reason ? [reason] : [])].join('.'),
    duration: Math.round(verdict.endedAt - verdict.startedAt),
    start: verdict.startedAt,
    stop: verdict.endedAt,
    suite: verdict.scenario.split('/').map(oneLine),
    filePath: oneLine(verdict.span.file),
    line: verdict.span.line,
    tags: verdict.tags.map(oneLine),
    ...attemptsOf(verdict),
    ...(message !== undefined && { message: oneLine(message) }),
    ...(failures.length > 0 && { trace: traceOf(failures, input.verdict.profile) }),
    extra: {
      'assay.requirements': verdict.requirements.map(oneLine),
      'assay.checks': verdict.checks,
      'assay.waived': waivers.length === 0 ? undefined : waivers.map(oneLine),
      'assay.observed': found.flatMap((one) => (one.outcome === 'observed' ? [oneLine(one.finding.summary)] : [])),
      'assay.replay': oneLine(replay),
    },
  };
}
