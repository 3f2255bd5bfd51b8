import type { Exchange, Moment } from '../story/moments.ts';
import { readBody } from '../story/read-body.ts';
import type { CaseStory, Found } from '../story/story.ts';
import { timelineText } from '../story/timeline.ts';
import { curl } from '../words/curl.ts';
import { block, code, prose } from '../words/markdown.ts';
import { clip, count } from '../words/text.ts';
import { iso } from '../words/times.ts';

/** The parts of a defect report that show how to see it again, and what then is to be seen. */

/** Requests told as commands; the last ones, where a journey has more. */
const MOST_STEPS = 6;
const MOST_BODY = 4_000;

/** The requests up to the one at fault as commands, or up to the last before an event; `course` is that of the order. */
export function again(found: Found, course: readonly string[]): string[] {
  const { check, story, moment } = found;
  if (story === undefined) return [];
  const until = moment === undefined ? undefined : story.moments.indexOf(moment);
  const before = story.moments.slice(0, until === undefined || until < 0 ? undefined : until + 1);
  const sent = before.filter((each): each is Exchange => each.kind === 'exchange');
  if (sent.length === 0) return [];
  const told = sent.slice(-MOST_STEPS);
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
      indented(block(curl(each.request), 'sh')),
      '',
    ]),
    ...(moment?.kind === 'exchange' && !check.check.startsWith('kci.') ? [] : [...course, ...happened(story)]),
  ];
}

function stepWords({ request, response, broke }: Exchange): string {
  const end = response ? `was answered ${response.status}` : broke ? `broke: ${broke.fault}` : 'was not answered';
  return `${request.step || request.verb}, as ${request.tenant}, at ${iso(request.at)}: ${end}`;
}

/** What came, in order, for failures that are about events. */
function happened({ moments, verdict }: CaseStory): string[] {
  const told = moments.filter(({ kind }) => kind === 'exchange' || kind === 'arrival');
  return ['What happened, from the start of the case:', '', block(timelineText(told, verdict.startedAt), 'text'), ''];
}

/** What came back, or was delivered, as it came. */
export function seen(moment: Moment | undefined): string[] {
  const body =
    moment?.kind === 'exchange' ? moment.response?.body : moment?.kind === 'arrival' ? moment.delivery.body : undefined;
  const text = body?.text ?? '';
  if (text === '') return [];
  const { json } = readBody(body);
  const shown = json === undefined ? text : JSON.stringify(json, null, 2);
  return [
    `**${moment?.kind === 'arrival' ? 'The delivery' : 'The answer'}**`,
    '',
    block(clip(shown, MOST_BODY), json === undefined ? 'text' : 'json'),
    '',
  ];
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '   ');
}
