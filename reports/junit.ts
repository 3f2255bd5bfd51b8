import type { CaseVerdict } from '../harness/model.ts';
import { count, oneLine } from '../harness/words/text.ts';
import { iso, seconds } from '../harness/words/times.ts';
import type { ReportInput } from './input.ts';
import { className, junitText, properties } from './junit-text.ts';
import { type FailureRate, shareOf } from './story/attempts.ts';
import { breaches, resultLine } from './story/counts.ts';
import { describe, promiseIds } from './story/describe.ts';
import { type CaseStory, type Found, runStory } from './story/run-story.ts';
import { timelineText } from './story/timeline.ts';
import { isCaseWaived, isOpen, isWaived, waiversOf } from './story/waived.ts';
import { reasons, shardWords } from './words/words.ts';

/**
 * JUnit XML in the dialect that Jenkins, GitLab and GitHub's actions all read; its schema is `fixtures/contract/junit.xsd`.
 *
 * One suite per scenario, one case per case. A failed case is a `failure`. An inconclusive case is an `error` of type
 * `inconclusive.<reason>`: nothing was proven, so CI must not show it green or grey. A case that does not apply is
 * `skipped`, and so is a waived failure: CI then shows it neither red nor green, with the waiver and what failed. Times are
 * of the run's clock, which is virtual for the embedded fake.
 */
export function* junit(input: ReportInput): Generator<string> {
  const { verdict } = input;
  const { stories, found } = runStory(input);
  const ofRun = found.filter(({ outcome }) => outcome === 'failed');
  const runGroups = [isOpen, isWaived].flatMap((isKind) => [
    ...Map.groupBy(ofRun.filter(isKind), ({ check }) => check.check).values(),
  ]);
  const runEnds = runGroups.map((all): End => (all.every(isWaived) ? 'skipped' : 'failure'));
  const attributes = {
    '@name': `Assay: ${verdict.target}`,
    ...totals([...stories.map(({ verdict: one }) => endOf(one, input)), ...runEnds]),
    '@time': seconds(verdict.endedAt - verdict.startedAt),
  };
  function* suites(): Generator<object> {
    for (const [scenario, own] of Map.groupBy(stories, (story) => story.verdict.scenario)) {
      const ends = own.map((story) => endOf(story.verdict, input));
      const nodes = own.map((story) => caseNode(story, input));
      yield suite(scenario, input, ends, nodes);
    }
    const nodes = runGroups.map((all) => runNode(all, input));
    if (nodes.length > 0) yield suite('run', input, runEnds, nodes);
  }
  yield* junitText(attributes, suites());
}

/** How JUnit shows a case that did not pass. */
type End = 'failure' | 'error' | 'skipped' | undefined;

function endOf({ id, outcome }: CaseVerdict, input: ReportInput): End {
  if (outcome === 'failed') return isCaseWaived(input, id) ? 'skipped' : 'failure';
  return outcome === 'inconclusive' ? 'error' : outcome === 'not-applicable' ? 'skipped' : undefined;
}

/** The number of tests, and of each end. */
export function totals(ends: readonly End[]) {
  const many = (wanted: End) => String(ends.filter((end) => end === wanted).length);
  return {
    '@tests': String(ends.length),
    '@failures': many('failure'),
    '@errors': many('error'),
    '@skipped': many('skipped'),
  };
}

function suite(name: string, input: ReportInput, ends: readonly End[], cases: readonly { readonly '@time': string }[]) {
  const { verdict, waiving } = input;
  return {
    '@name': oneLine(name),
    ...totals(ends),
    '@time': cases.reduce((sum, one) => sum + Number(one['@time']), 0).toFixed(3),
    '@timestamp': iso(verdict.startedAt).slice(0, 19),
    properties: properties({
      'assay.target': verdict.target,
      'assay.side': verdict.side,
      'assay.address': verdict.baseUrl,
      'assay.profile': verdict.profile,
      'assay.world': verdict.world,
      'assay.contract': verdict.contract,
      'assay.version': verdict.assay,
      'assay.seed': String(verdict.seed),
      'assay.result': resultLine({ ...verdict, ...verdict.counts }, waiving),
      'assay.breaches': breaches(verdict.requirements, verdict.profile),
      'assay.build': verdict.build,
      'assay.shard': verdict.shard && shardWords(verdict),
    }),
    testcase: cases,
  };
}

function caseNode({ verdict, found, moments, replay }: CaseStory, input: ReportInput) {
  const failures = found.filter(({ outcome }) => outcome === 'failed');
  const observations = found.filter(({ outcome }) => outcome === 'observed');
  const share = shareOf(verdict);
  // Passing cases stay small: Jenkins keeps little of their output, and files have a limit.
  const timeline = verdict.outcome === 'failed' ? [timelineText(moments, verdict.startedAt)] : [];
  const out = [...observations.map(({ finding }) => `observed: ${finding.summary}`), ...timeline].join('\n');
  const end = endOf(verdict, input);
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
      'assay.waived': isCaseWaived(input, verdict.id) ? 'true' : undefined,
      'assay.attempts': share && String(share.of),
      'assay.attempts.failed': share && String(share.failed),
      'assay.intermittent': share?.isIntermittent ? 'true' : undefined,
    }),
    ...(end === 'failure' && failureOf(share, failures, input)),
    ...(end === 'skipped' && verdict.outcome === 'failed' && { skipped: waivedNode(failures, input) }),
    ...(end && verdict.outcome !== 'failed' && { [end]: excuse(verdict, replay) }),
    ...(out !== '' && { 'system-out': out }),
  };
}

/** Failures that are all waived; the waiver comes first. */
function waivedNode(failures: readonly Found[], input: ReportInput) {
  const waivers = waiversOf(failures);
  const { '@message': message, '@type': type, '#text': body } = failureNode(failures, input);
  return {
    '@message': oneLine(`waived ${waivers.join('; ')} (failed: ${message})`),
    '@type': `waived.${type}`,
    '#text': `${waivers.map((each) => `waived    ${each}`).join('\n')}\n\n${body}`,
  };
}

/**
 * The first failed attempt as the failure, and each further one as a failed rerun, as Surefire writes and Jenkins reads it.
 */
function failureOf(share: FailureRate | undefined, failures: readonly Found[], input: ReportInput) {
  if (!share) return { failure: failureNode(failures, input) };
  const [first = [], ...rest] = Map.groupBy(failures, ({ check }) => check.journey).values();
  const { '@message': message, ...failure } = failureNode(first, input);
  const label = `${share.words}${share.isIntermittent ? ', intermittent' : ''}`;
  const reruns = rest.map((each) => {
    const { '#text': stackTrace, ...node } = failureNode(each, input);
    return { ...node, stackTrace };
  });
  return {
    failure: { '@message': `${message} (${label})`, ...failure },
    ...(reruns.length > 0 && { rerunFailure: reruns }),
  };
}

function failureNode(failures: readonly Found[], input: ReportInput) {
  const [first] = failures;
  const more = failures.length > 1 ? ` (and ${count(failures.length - 1, 'other finding')})` : '';
  return {
    '@message': oneLine(`${first?.finding.summary ?? 'a check failed'}${more}`),
    '@type': first?.check.check ?? 'check',
    '#text': failures.map((found) => `${promiseIds(found)}: ${describe(found, input.verdict.profile)}`).join('\n\n'),
  };
}

function excuse({ outcome, reason, detail }: CaseVerdict, replay: string) {
  const why = `${reason === undefined ? outcome : reasons[reason]}${detail === undefined ? '' : `: ${detail}`}`;
  return {
    '@message': oneLine(why),
    '@type': `${outcome}.${reason ?? 'unknown'}`,
    '#text': `${why}\nreplay    ${replay}`,
  };
}

/** Findings of the run as a whole become cases of a suite of their own, one per check; otherwise CI would not show them. */
function runNode(all: readonly Found[], input: ReportInput) {
  return {
    '@name': oneLine(`The run as a whole [${all[0]?.check.check}]`),
    '@classname': 'assay.run',
    '@time': '0.000',
    ...(all.every(isWaived) ? { skipped: waivedNode(all, input) } : { failure: failureNode(all, input) }),
  };
}
