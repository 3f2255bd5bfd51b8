import type { CaseVerdict, Verdict } from '../harness/model.ts';
import type { ReportInput } from './input.ts';
import { className, junitText } from './junit-text.ts';
import { shareOf } from './story/attempts.ts';
import { breaches, resultLine } from './story/counts.ts';
import { describe, idsOf } from './story/describe.ts';
import { type CaseStory, type Found, fold } from './story/fold.ts';
import { groupBy } from './story/groups.ts';
import { timelineText } from './story/timeline.ts';
import { isCaseWaived, isOpen, isWaived, waiversOf } from './story/waived.ts';
import { count, oneLine } from './words/text.ts';
import { iso, seconds } from './words/times.ts';
import { reasons, shardWords } from './words/words.ts';

/**
 * JUnit XML in the dialect that Jenkins, GitLab and GitHub's actions all read; `fixtures/contract/junit.xsd` states it.
 *
 * One suite per scenario, one case per case. A failed case is a `failure`. An inconclusive case is an `error` of type
 * `inconclusive.<reason>`: nothing was proven, so CI must not show it green or grey. A case that does not apply is `skipped`,
 * and so is a failed case that is waived: CI then shows it neither red nor green, with the waiver and what failed.
 * Times are of the run's clock, which is virtual for the fake in the process.
 */
export function junit(input: ReportInput): string {
  const { verdict } = input;
  const folded = fold(input);
  const suites = [...groupBy(folded.stories, (story) => story.verdict.scenario)].map(([scenario, stories]) =>
    suite(
      scenario,
      verdict,
      stories.map((story) => caseNode(story, input)),
    ),
  );
  const ofRun = folded.found.filter((found) => found.outcome === 'failed');
  const runNodesOf = [...runNodes(ofRun.filter(isOpen), input), ...runNodes(ofRun.filter(isWaived), input)];
  if (ofRun.length > 0) suites.push(suite('run', verdict, runNodesOf));
  const tests = suites.flatMap((one) => one.testcase);
  return junitText({
    '@name': `Assay: ${verdict.target}`,
    ...totals(tests),
    '@time': seconds(verdict.endedAt - verdict.startedAt),
    testsuite: suites,
  });
}

interface CaseNode {
  readonly '@name': string;
  readonly '@classname': string;
  readonly '@time': string;
  readonly failure?: Told;
  readonly rerunFailure?: readonly Rerun[];
  readonly error?: Told;
  readonly skipped?: Told;
  readonly [other: string]: unknown;
}
/** A further failed attempt, as Surefire writes it and Jenkins reads it. */
interface Rerun {
  readonly '@message': string;
  readonly '@type': string;
  readonly stackTrace: string;
}
interface Told {
  readonly '@message': string;
  readonly '@type': string;
  readonly '#text': string;
}

function suite(name: string, verdict: Verdict, cases: readonly CaseNode[]) {
  const time = cases.reduce((sum, one) => sum + Number(one['@time']), 0);
  return {
    '@name': oneLine(name),
    ...totals(cases),
    '@time': time.toFixed(3),
    '@timestamp': iso(verdict.startedAt).slice(0, 19),
    properties: properties({
      'assay.target': verdict.target,
      'assay.address': verdict.baseUrl,
      'assay.profile': verdict.profile,
      'assay.world': verdict.world,
      'assay.contract': verdict.contract,
      'assay.version': verdict.assay,
      'assay.seed': String(verdict.seed),
      'assay.result': resultLine({ ...verdict, ...verdict.counts }),
      'assay.breaches': breaches(verdict.requirements, verdict.profile),
      ...(verdict.build === undefined ? {} : { 'assay.build': verdict.build }),
      ...(verdict.shard ? { 'assay.shard': shardWords(verdict) } : {}),
    }),
    testcase: cases,
  };
}

function totals(cases: readonly CaseNode[]) {
  return {
    '@tests': String(cases.length),
    '@failures': String(cases.filter((one) => one.failure).length),
    '@errors': String(cases.filter((one) => one.error).length),
    '@skipped': String(cases.filter((one) => one.skipped).length),
  };
}

function caseNode(story: CaseStory, input: ReportInput): CaseNode {
  const { verdict } = story;
  const failures = story.found.filter((found) => found.outcome === 'failed');
  const observations = story.found.filter((found) => found.outcome === 'observed');
  // Passing cases stay small: Jenkins keeps little of their output, and files have a limit.
  const timeline = verdict.outcome === 'failed' ? [timelineText(story.moments, verdict.startedAt)] : [];
  const out = [...observations.map((found) => `observed: ${found.finding.summary}`), ...timeline].join('\n');
  return {
    '@name': oneLine(`${verdict.title} [${verdict.id}]`),
    '@classname': className(verdict.scenario),
    '@time': seconds(verdict.endedAt - verdict.startedAt),
    '@file': oneLine(verdict.span.file),
    '@line': String(verdict.span.line),
    properties: properties({
      'assay.case': verdict.id,
      'assay.outcome': verdict.outcome,
      'assay.requirements': verdict.requirements.join(' '),
      'assay.seed': String(input.verdict.seed),
      ...(isCaseWaived(input, verdict.id) ? { 'assay.waived': 'true' } : {}),
      ...attemptProperties(verdict),
    }),
    ...(verdict.outcome === 'failed' ? failedNode(verdict, failures, input) : {}),
    ...excuse(verdict, story.replay),
    ...(out === '' ? {} : { 'system-out': out }),
  };
}

function attemptProperties(verdict: CaseVerdict): Readonly<Record<string, string>> {
  const share = shareOf(verdict);
  if (!share) return {};
  const counts = { 'assay.attempts': String(share.of), 'assay.attempts.failed': String(share.failed) };
  return share.isIntermittent ? { ...counts, 'assay.intermittent': 'true' } : counts;
}

function failedNode(verdict: CaseVerdict, failures: readonly Found[], input: ReportInput): Partial<CaseNode> {
  return isCaseWaived(input, verdict.id)
    ? { skipped: waivedNode(failures, input) }
    : failureOf(verdict, failures, input);
}

/** Failures that are all waived, the waiver first. */
function waivedNode(failures: readonly Found[], input: ReportInput): Told {
  const waivers = waiversOf(failures);
  const { '@message': message, '@type': type, '#text': body } = told(failures, input);
  return {
    '@message': oneLine(`waived ${waivers.join('; ')} (failed: ${message})`),
    '@type': `waived.${type}`,
    '#text': `${waivers.map((each) => `waived    ${each}`).join('\n')}\n\n${body}`,
  };
}

/** The first failed attempt as the failure, each further one as a rerun that failed as well. */
function failureOf(verdict: CaseVerdict, failures: readonly Found[], input: ReportInput): Partial<CaseNode> {
  const share = shareOf(verdict);
  if (!share) return { failure: told(failures, input) };
  const [first = [], ...rest] = groupBy(failures, ({ check }) => check.journey).values();
  const { '@message': message, ...failure } = told(first, input);
  const label = `${share.words}${share.isIntermittent ? ', intermittent' : ''}`;
  const reruns = rest.map((each): Rerun => {
    const { '@message': said, '@type': type, '#text': stackTrace } = told(each, input);
    return { '@message': said, '@type': type, stackTrace };
  });
  return {
    failure: { '@message': `${message} (${label})`, ...failure },
    ...(reruns.length === 0 ? {} : { rerunFailure: reruns }),
  };
}

function told(failures: readonly Found[], input: ReportInput): Told {
  const [first] = failures;
  const more = failures.length > 1 ? ` (and ${count(failures.length - 1, 'other finding')})` : '';
  return {
    '@message': oneLine(`${first?.finding.summary ?? 'a check failed'}${more}`),
    '@type': first?.check.check ?? 'check',
    '#text': failures.map((found) => `${idsOf(found)}: ${describe(found, input.verdict.profile)}`).join('\n\n'),
  };
}

function excuse(verdict: CaseVerdict, replay: string): { error?: Told; skipped?: Told } {
  if (verdict.outcome !== 'inconclusive' && verdict.outcome !== 'not-applicable') return {};
  const reason = verdict.reason === undefined ? verdict.outcome : reasons[verdict.reason];
  const detail = verdict.detail === undefined ? '' : `: ${verdict.detail}`;
  const body = {
    '@message': oneLine(`${reason}${detail}`),
    '@type': `${verdict.outcome}.${verdict.reason ?? 'unknown'}`,
    '#text': `${reason}${detail}\nreplay    ${replay}`,
  };
  return verdict.outcome === 'inconclusive' ? { error: body } : { skipped: body };
}

/** Findings of the run as a whole become cases of a suite of their own, one per check, else CI would not show them. */
function runNodes(found: readonly Found[], input: ReportInput): CaseNode[] {
  return [...groupBy(found, (one) => one.check.check)].map(([check, all]) => ({
    '@name': oneLine(`The run as a whole [${check}]`),
    '@classname': 'assay.run',
    '@time': '0.000',
    ...(all.every(isWaived) ? { skipped: waivedNode(all, input) } : { failure: told(all, input) }),
  }));
}

function properties(values: Readonly<Record<string, string>>) {
  const list = Object.entries(values).map(([name, value]) => ({ '@name': name, '@value': oneLine(value) }));
  return { property: list };
}
