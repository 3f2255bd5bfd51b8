import type { CapturedBody, Headers, Json, KciProfile, Observation } from '../../harness/model.ts';
import { createFold } from '../../harness/record/fold.ts';
import type { EventArrival } from '../../harness/record/orders.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { clip, count, oneLine, visible } from '../../harness/words/text.ts';
import { readBody } from '../story/read-body.ts';

/** The most shown of one body. */
const MAX_LINES = 60;
const MAX_COLUMNS = 200;

/** Shows a run exchange by exchange: each call takes the next observation, and returns what to print for it. */
type Trace = (seen: Observation) => string | null;

/**
 * Exchanges and events as they happened, with headers and bodies, for people. Observations contain no secrets. With `only`,
 * those of one journey.
 */
export function createTrace(profile: KciProfile, only?: string): Trace {
  const fold = createFold(profile);
  let startedAt: number | undefined;
  return (seen) => {
    startedAt ??= seen.at;
    const walks = fold.see(seen).map(({ journey }) => journey);
    if (only !== undefined && !walks.includes(only)) return null;
    const all = seen.type === 'delivery-received' ? arrivalsIn(fold.arrivals, seen) : [];
    const isIts = ({ order }: EventArrival): boolean => fold.orders.get(order ?? '')?.journey === only;
    const told = tell(seen, profile, { events: only === undefined ? all : all.filter(isIts), of: all.length });
    if (told === null) return null;
    const [what, ...lines] = told;
    const who = only === undefined ? `  ${walks.map(oneLine).join(', ') || 'of the run'}` : '';
    return [`+${formatDuration(seen.at - startedAt)}${who}  ${what}`, ...lines.map((line) => `    ${line}`)].join('\n');
  };
}

/** The events of the last delivery. */
function arrivalsIn(arrivals: readonly EventArrival[], last: Observation): readonly EventArrival[] {
  return arrivals.slice(arrivals.findLastIndex(({ seen }) => seen !== last) + 1);
}

/** The events of a delivery to show, and how many it has. */
interface Told {
  readonly events: readonly EventArrival[];
  readonly of: number;
}

function tell(seen: Observation, profile: KciProfile, { events, of }: Told): readonly string[] | null {
  switch (seen.type) {
    case 'request-sent':
      return [
        `→ ${seen.step || seen.verb}  ${seen.method} ${oneLine(seen.url)}${seen.isAgain ? '  again' : ''}`,
        ...content(seen.headers, seen.body),
      ];
    case 'response-received':
      return [
        `← ${seen.step || seen.verb}  ${seen.status} in ${formatDuration(seen.tookMs)}`,
        ...content(seen.headers, seen.body),
      ];
    case 'exchange-broke':
      return [
        `← ${seen.step || seen.verb}  no answer in ${formatDuration(seen.tookMs)}: ${seen.fault}, ${oneLine(seen.detail)}`,
      ];
    case 'delivery-received': {
      const names = events.flatMap(({ event }) => event.name ?? event.wireName ?? []);
      const told = [...new Set(names)].join(', ') || `no event of the profile ${profile.profile}`;
      const what = events.length < of ? `${told}, of ${count(of, 'event')} in one delivery` : told;
      const unproven = seen.unproven === undefined ? '' : `, not proven: ${oneLine(seen.unproven)}`;
      return [
        `⇐ ${oneLine(what)}  ${seen.method} ${oneLine(seen.path)}, answered ${seen.answered}${unproven}`,
        ...(events.length < of
          ? [...headersOf(seen.headers), ...events.flatMap(({ body }) => jsonLines(body ?? null))]
          : content(seen.headers, seen.body)),
      ];
    }
    case 'site-leased':
      return [
        `  ${seen.name}: ${seen.site ? `${seen.role} ${seen.site.type} ${seen.site.id}` : `no ${seen.role} left`}`,
      ];
    case 'restore-began':
      return [`  gives its address back, which is no part of the case: clears away order ${seen.orders.join(', ')}`];
    case 'site-returned':
      return [
        `  ${seen.role} ${seen.site.type} ${seen.site.id}: ${seen.left === 'used up' ? 'set aside' : 'given back'}${seen.detail === undefined ? '' : `: ${oneLine(seen.detail)}`}`,
      ];
    case 'wait-ended':
      return [`  waited ${formatDuration(seen.at - seen.startedAt)} for ${seen.wait}: ${seen.ended}`];
    case 'journey-ended':
      return [`  ${seen.ended}${seen.detail === undefined ? '' : `: ${oneLine(seen.detail)}`}`];
    default:
      return null;
  }
}

function content(headers: Headers, body: CapturedBody | null): readonly string[] {
  const written = headersOf(headers);
  if (body === null || body.sizeBytes === 0) return written;
  const { json } = readBody(body);
  return [
    ...written,
    ...(json === undefined
      ? linesOf(body.text ?? `${count(body.sizeBytes, 'byte')} that are no text`)
      : jsonLines(json)),
    ...(body.cut ? [`… the record has the first part of ${count(body.sizeBytes, 'byte')}`] : []),
  ];
}

const headersOf = (headers: Headers): readonly string[] =>
  headers.map(([name, value]) => clip(oneLine(`${name}: ${value}`), MAX_COLUMNS));

const jsonLines = (json: Json): readonly string[] => linesOf(JSON.stringify(json, null, 2));

function linesOf(text: string): readonly string[] {
  const lines = visible(text).split('\n');
  const rest = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES).map((line) => clip(line, MAX_COLUMNS)),
    ...(rest > 0 ? [`… and ${count(rest, 'more line')}`] : []),
  ];
}
