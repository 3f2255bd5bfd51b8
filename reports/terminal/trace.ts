import type { CapturedBody, Headers, KciProfile, Observation } from '../../harness/model.ts';
import { createFold, type EventArrival } from '../../harness/record/fold.ts';
import { readBody } from '../story/read-body.ts';
import { clip, count, oneLine, visible } from '../words/text.ts';
import { spell } from '../words/times.ts';

/** What is told of one body at most. */
const MOST_LINES = 60;
const MOST_COLUMNS = 200;

/** Tells of a run exchange by exchange; each call takes the next observation, and gives what is to be told of it. */
type Trace = (seen: Observation) => string | null;

/**
 * Exchanges and events as they happened, with their headers and bodies, for people. What is secret is not in what is observed. Of
 * one journey only, where it is named.
 */
export function createTrace(profile: KciProfile, only?: string): Trace {
  const fold = createFold(profile);
  let startedAt: number | undefined;
  return (seen) => {
    startedAt ??= seen.at;
    const walks = fold.see(seen).map(({ journey }) => journey);
    if (only !== undefined && !walks.includes(only)) return null;
    const told = tell(seen, profile, fold.arrivals.at(-1));
    if (told === null) return null;
    const [what, ...lines] = told;
    const who = only === undefined ? `  ${walks.map(oneLine).join(', ') || 'of the run'}` : '';
    return [`+${spell(seen.at - startedAt)}${who}  ${what}`, ...lines.map((line) => `    ${line}`)].join('\n');
  };
}

function tell(seen: Observation, profile: KciProfile, arrival: EventArrival | undefined): readonly string[] | null {
  switch (seen.type) {
    case 'request-sent':
      return [
        `→ ${seen.step || seen.verb}  ${seen.method} ${oneLine(seen.url)}${seen.isAgain ? '  again' : ''}`,
        ...content(seen.headers, seen.body),
      ];
    case 'response-received':
      return [
        `← ${seen.step || seen.verb}  ${seen.status} in ${spell(seen.tookMs)}`,
        ...content(seen.headers, seen.body),
      ];
    case 'exchange-broke':
      return [
        `← ${seen.step || seen.verb}  no answer in ${spell(seen.tookMs)}: ${seen.fault}, ${oneLine(seen.detail)}`,
      ];
    case 'delivery-received': {
      const { name, wireName } = arrival?.seen === seen ? arrival.event : {};
      const what = name ?? wireName ?? `no event of the profile ${profile.profile}`;
      const unproven = seen.unproven === undefined ? '' : `, not proven: ${oneLine(seen.unproven)}`;
      return [
        `⇐ ${oneLine(what)}  ${seen.method} ${oneLine(seen.path)}, answered ${seen.answered}${unproven}`,
        ...content(seen.headers, seen.body),
      ];
    }
    case 'site-leased':
      return [
        `  ${seen.name}: ${seen.site ? `${seen.role} ${seen.site.type} ${seen.site.id}` : `no ${seen.role} left`}`,
      ];
    case 'wait-ended':
      return [`  waited ${spell(seen.at - seen.startedAt)} for ${seen.wait}: ${seen.ended}`];
    case 'journey-ended':
      return [`  ${seen.ended}${seen.detail === undefined ? '' : `: ${oneLine(seen.detail)}`}`];
    default:
      return null;
  }
}

function content(headers: Headers, body: CapturedBody | null): readonly string[] {
  const written = headers.map(([name, value]) => clip(oneLine(`${name}: ${value}`), MOST_COLUMNS));
  if (body === null || body.sizeBytes === 0) return written;
  const { json } = readBody(body);
  const text =
    json === undefined
      ? (body.text ?? `${count(body.sizeBytes, 'byte')} that are no text`)
      : JSON.stringify(json, null, 2);
  const lines = visible(text).split('\n');
  const rest = lines.length - MOST_LINES;
  return [
    ...written,
    ...lines.slice(0, MOST_LINES).map((line) => clip(line, MOST_COLUMNS)),
    ...(rest > 0 ? [`… and ${count(rest, 'more line')}`] : []),
    ...(body.cut ? [`… the record has the first part of ${count(body.sizeBytes, 'byte')}`] : []),
  ];
}
