import { formatDuration } from '../../harness/values/duration.ts';
import type { Moment } from './moments.ts';
import type { Found } from './run-story.ts';

const MAX_MOMENTS = 12;

/**
 * What happened around a finding, on one line, with the finding's place in brackets: `slots 200 → [order 202] → COMMITTED`.
 * A request is placed where it was sent, and its answer again if events came before it: `order … → ACKNOWLEDGED → order
 * 202`.
 */
export function timelineLine(found: Found): string | undefined {
  const { story } = found;
  const pauses = story?.journey?.steps.flatMap(({ kind, name }) => (kind === 'wait' ? [name] : [])) ?? [];
  const isShown = (each: Moment): boolean =>
    each.kind === 'exchange' || each.kind === 'arrival' || (each.kind === 'wait' && pauses.includes(each.wait.wait));
  const moments = story?.moments.filter(isShown) ?? [];
  if (moments.length === 0) return undefined;
  const nameOf = nameMoments(moments);
  const told = moments.flatMap((one) => placesOf(one, moments, nameOf)).toSorted((one, other) => one.at - other.at);
  const place = lastOfCourse(found) ?? found.moment;
  const at = told.findLastIndex(({ moment }) => moment === place);
  // Around the finding instead of from the start, because there may be many KCIs.
  const from = Math.max(0, Math.min(at - MAX_MOMENTS / 2, told.length - MAX_MOMENTS));
  const shown = told.slice(from, from + MAX_MOMENTS).map(({ text }, nth) => (from + nth === at ? `[${text}]` : text));
  const rest = told.length - from - shown.length;
  return [...(from > 0 ? ['…'] : []), ...shown, ...(rest > 0 ? ['…'] : [])].join(' → ');
}

/** Where a course broke off: its last event. */
function lastOfCourse({ story, check, finding }: Found): Moment | undefined {
  if (finding.fact?.is !== 'nothing-more-came') return undefined;
  return story?.moments.findLast((each) => each.kind === 'arrival' && each.event.orderId === check.order);
}

interface LabelPlace {
  readonly at: number;
  readonly text: string;
  readonly moment: Moment;
}

/** The places of a moment in the line: an exchange has two if an event came in between. */
function placesOf(moment: Moment, others: readonly Moment[], nameOf: NameOf): readonly LabelPlace[] {
  const { at } = moment;
  const place = { at, text: nameOf(moment), moment };
  if (moment.kind !== 'exchange' || moment.response === undefined) return [place];
  const { request, response } = moment;
  const isBetween = (other: Moment): boolean => other.kind === 'arrival' && other.at > at && other.at < response.at;
  if (!others.some(isBetween)) return [place];
  return [
    { ...place, text: `${request.step || request.verb} …` },
    { ...place, at: response.at },
  ];
}

type NameOf = (moment: Moment) => string;

/** Names a moment; where events of several orders came, an event with the step that placed its order. */
function nameMoments(moments: readonly Moment[]): NameOf {
  const orders = new Set(moments.flatMap((each) => (each.kind === 'arrival' ? [each.order] : [])));
  if (orders.size < 2) return word;
  return (moment) => {
    if (moment.kind !== 'arrival') return word(moment);
    const placed = moments.find((each) => each.kind === 'exchange' && each.order === moment.order);
    const order = placed?.kind === 'exchange' ? placed.request.step : moment.order;
    return `${word(moment)} of ${moment.order === undefined ? 'no order' : order}`;
  };
}

/** A timeline with a line and a time for each moment: `+30 s  COMMITTED #2`. */
export function timelineText(moments: readonly Moment[], from: number): string {
  return moments
    .map((moment) => `+${formatDuration(Math.max(0, moment.at - from))}`.padEnd(14) + sentence(moment))
    .join('\n');
}

function word(moment: Moment): string {
  switch (moment.kind) {
    case 'exchange':
      return `${moment.request.step || moment.request.verb} ${moment.response?.status ?? moment.broke?.fault ?? 'unanswered'}`;
    case 'arrival':
      return arrivalName(moment);
    case 'wait':
      return `waited ${formatDuration(moment.at - moment.wait.startedAt)}`;
    case 'leased':
      return moment.lease.role;
  }
}

function sentence(moment: Moment): string {
  switch (moment.kind) {
    case 'exchange': {
      const { request, response, broke } = moment;
      const end = response ?? broke;
      return `${word(moment)}  ${request.method} ${request.url}${end === undefined ? '' : `  in ${formatDuration(end.tookMs)}`}`;
    }
    case 'arrival': {
      const { sequence } = moment.event;
      return `KCI ${arrivalName(moment)}${sequence === undefined ? '' : ` #${sequence}`}  answered ${moment.delivery.answered}`;
    }
    case 'wait':
      return `${word(moment)} for ${moment.wait.wait}: ${moment.wait.ended}`;
    case 'leased': {
      const { name, role, site } = moment.lease;
      return `${name}: ${site === null ? `no ${role} left in the world` : `${role} ${site.type} ${site.id}`}`;
    }
  }
}

/** The event of a delivery, or why it is unknown. */
export function arrivalName({ event }: Extract<Moment, { kind: 'arrival' }>): string {
  return event.name ?? event.wireName ?? (event.unreadable === undefined ? 'unknown KCI' : 'unreadable KCI');
}
