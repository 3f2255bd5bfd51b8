import type { KciProfile } from '../../harness/model.ts';
import { clip, count, fewOf, thousands } from '../../harness/words/text.ts';
import { formatUtc, iso } from '../../harness/words/times.ts';
import type { ReportInput } from '../input.ts';
import { causeOf, judgedIn } from '../story/cause.ts';
import { resultLine } from '../story/counts.ts';
import { clockOf, courseText } from '../story/course-words.ts';
import { courseOf } from '../story/courses.ts';
import { opening, quoted, sourceOf } from '../story/describe.ts';
import { fixOf } from '../story/fix.ts';
import { alike, breachedRows, casesInGroup, type FindingGroup, followingIn, titleOf } from '../story/groups.ts';
import { identitiesOf } from '../story/identities.ts';
import type { ExchangeMoment, Moment } from '../story/moments.ts';
import { patternWords } from '../story/pattern-words.ts';
import { readBody } from '../story/read-body.ts';
import { allFound, type RunStory, runStory } from '../story/run-story.ts';
import type { CaseStory, Found } from '../story/story.ts';
import { timelineText } from '../story/timeline.ts';
import { isOpen } from '../story/waived.ts';
import { curl } from '../words/curl.ts';
import { code, codeBlock, prose, sentence } from '../words/markdown.ts';
import { buildWords } from '../words/words.ts';

const MAX_ROWS = 3;
const MAX_CASES = 10;

/**
 * A kind of failure as a supplier needs it, in Markdown to paste: what was promised, expected and seen, the ids to find it
 * in logs, how to reproduce it, and how often it came. It contains what the record contains, so no secrets.
 */
export function defectReport(group: FindingGroup, run: RunStory): string {
  const { first } = group;
  const { finding } = first;
  const { verdict } = run.input;
  const { target, baseUrl, profile, contract, assay } = verdict;
  const build = prose(buildWords(verdict));
  const promised = breachedRows(group)
    .slice(0, MAX_ROWS)
    .flatMap((row) => [
      `> ${sentence(quoted(row.sentence))}`,
      '>',
      `> ${prose(`${sourceOf(row, profile)} (${row.id})`)}`,
      '',
    ]);
  return [
    `# ${prose(opening(titleOf(group), finding))}`,
    '',
    ...(promised.length === 0 ? [] : ['**Promised**', '', ...promised]),
    '**Expected**',
    '',
    codeBlock(finding.expected, 'text'),
    '',
    `**Actual**${finding.pointer === undefined || finding.pointer === '' ? '' : `, at ${code(finding.pointer)}`}`,
    '',
    codeBlock(finding.actual, 'text'),
    '',
    ...identified(first),
    ...oftenness(group, run),
    ...again(first, courseLines(first, run.input.profile)),
    ...seen(first.moment),
    '**Against**',
    '',
    `- gateway ${prose(target)} at ${code(baseUrl)}, ${build}, KCI profile ${prose(profile)}`,
    `- check ${code(first.check.check)}, contract ${code(contract.slice(0, 12))}, Assay ${prose(assay)}`,
    `- with Assay: ${code(first.replay)}`,
  ].join('\n');
}

/**
 * All kinds of open failures of a run, one report after the other; or those about some cases, checks or promises. Undefined
 * if none is about them.
 */
export function defects(input: ReportInput, about: readonly string[] = []): string | undefined {
  const run = runStory(input);
  const { verdict } = input;
  const found = allFound(run);
  const wanted = found.filter((one) => isOpen(one) && isAbout(one, about));
  const groups = alike(wanted);
  if (groups.length === 0 && about.length > 0) return undefined;
  const result = resultLine({ ...verdict, ...verdict.counts }, input.waiving).toLowerCase();
  if (groups.length === 0)
    return `No defects were found at ${prose(verdict.target)} (${formatUtc(verdict.startedAt)}): ${result}.\n`;
  const reports = groups.map((group) => defectReport(group, run));
  return `${count(groups.length, 'defect')} of ${prose(verdict.target)}, found ${formatUtc(verdict.startedAt)}: ${result}. Each stands for itself.\n\n---\n\n${reports.join('\n\n---\n\n')}\n`;
}

/** Whether a finding concerns one of the cases, checks or promises; an empty list matches all. */
function isAbout({ check, story }: Found, about: readonly string[]): boolean {
  const ids = [check.check, ...check.requirements, ...(story === undefined ? [] : [story.verdict.id])];
  return about.length === 0 || about.some((id) => ids.includes(id));
}

/** The ids and the time by which both sides find the failure in their logs. */
function identified(found: Found): string[] {
  const ids = identitiesOf(found);
  if (ids.length === 0) return [];
  const rows = ids.map(({ name, value }) => `| ${prose(name)} | ${cell(value)} |`);
  return ['**To find it in the logs**', '', '| | |', '|---|---|', ...rows, ''];
}

const cell = (text: string): string => code(clip(text, 400)).replaceAll('|', '\\|');

function oftenness(group: FindingGroup, run: RunStory): string[] {
  const { meaning, facts } = causeOf(group, run);
  const mending = fixOf(group, run.input);
  const cases = casesInGroup(group);
  if (cases.length === 0) return meaning === undefined ? [] : ['**What it points to**', '', prose(meaning), ''];
  return [
    `**How often**: ${count(cases.length, 'case')} of ${thousands(judgedIn(run))} that were judged.`,
    '',
    ...[...(meaning === undefined ? [] : [meaning]), ...facts].map((each) => `- ${prose(each)}`),
    ...(mending?.like === undefined ? [] : [`- It shows ${prose(mending.like)}.`]),
    ...followingIn(group).map((each) => `- With it: ${prose(each)}.`),
    ...(mending ? [`- Once it is fixed, ${mending.words}. To verify: ${code(mending.verify)}`] : []),
    '',
    `Cases: ${fewOf(cases.map(code), MAX_CASES)}`,
    '',
  ];
}

/**
 * The course of the order that a failure is about: what its scenario or lifecycle requires, which events came, where they
 * left the course, and what was expected there. Empty if the failure is not about a course.
 */
function courseLines(found: Found, profile: KciProfile): string[] {
  const course = courseOf(found, profile);
  if (course === undefined) return [];
  const { kind, name, orderId, pattern, terms } = course;
  const whose = `${code(name)}${kind === 'lifecycle' ? ' orders' : ''}${orderId === undefined ? '' : ` (order ${prose(orderId)})`}`;
  const owed =
    kind === 'lifecycle' ? [`Lifecycle of ${whose}`] : [`Expected of ${whose}: ${prose(patternWords(pattern))}`];
  return [
    `${[...owed, ...terms.map(prose)].join(kind === 'lifecycle' ? ', ' : '; ')}. What came of it, since ${clockOf(course)}:`,
    '',
    codeBlock(courseText(course), 'text'),
    '',
  ];
}

/** The parts of a defect report that show how to reproduce the failure, and what to look for. */

/** The most requests shown as commands: the last ones of a journey. */
const MAX_STEPS = 6;
const MAX_BODY = 4_000;

/** The requests up to the faulty one as commands, or up to the last before an event; `course` is that of the order. */
function again(found: Found, course: readonly string[]): string[] {
  const { check, story, moment } = found;
  if (story === undefined) return [];
  const until = moment === undefined ? undefined : story.moments.indexOf(moment);
  const before = story.moments.slice(0, until === undefined || until < 0 ? undefined : until + 1);
  const sent = before.filter((each): each is ExchangeMoment => each.kind === 'exchange');
  if (sent.length === 0) return [];
  const told = sent.slice(-MAX_STEPS);
  const left = sent.length - told.length;
  return [
    '**Steps to reproduce**',
    '',
    `${code('$TOKEN')} stands for an access token of the tenant, ${code('$CREDENTIALS')} for its id and secret. Ids that clients choose must be new ones.`,
    '',
    ...(left > 0 ? [`After ${count(left, 'request')} before these:`, ''] : []),
    ...told.flatMap((each, i) => [
      `${i + 1}. ${prose(stepWords(each))}`,
      '',
      codeBlock(curl(each.request), 'sh').replace(/^(?=.)/gm, '   '),
      '',
    ]),
    ...(moment?.kind === 'exchange' && !check.check.startsWith('kci.') ? [] : [...course, ...happened(story)]),
  ];
}

function stepWords({ request, response, broke }: ExchangeMoment): string {
  const end = response ? `was answered ${response.status}` : broke ? `broke: ${broke.fault}` : 'was not answered';
  return `${request.step || request.verb}, as ${request.tenant}, at ${iso(request.at)}: ${end}`;
}

/** What came, in order, for failures about events. */
function happened({ moments, verdict }: CaseStory): string[] {
  const told = moments.filter(({ kind }) => kind === 'exchange' || kind === 'arrival');
  return [
    'What happened, from the start of the case:',
    '',
    codeBlock(timelineText(told, verdict.startedAt), 'text'),
    '',
  ];
}

/** The answer or delivery, as it came. */
function seen(moment: Moment | undefined): string[] {
  const body =
    moment?.kind === 'exchange' ? moment.response?.body : moment?.kind === 'arrival' ? moment.delivery.body : undefined;
  const text = body?.text ?? '';
  if (text === '') return [];
  const { json } = readBody(body);
  const shown = json === undefined ? text : JSON.stringify(json, null, 2);
  return [
    `**${moment?.kind === 'arrival' ? 'The delivery' : 'The answer'}**`,
    '',
    codeBlock(clip(shown, MAX_BODY), json === undefined ? 'text' : 'json'),
    '',
  ];
}
