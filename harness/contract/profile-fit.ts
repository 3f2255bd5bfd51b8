import { eventNames } from '../kci/pattern.ts';
import { type DeliveryRead, departures, looksLike, readEvents } from '../kci/read.ts';
import type { Headers, Json, KciEvent, KciLifecycle, KciProfile, Locator, Problem, Target } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import { formatDuration } from '../values/duration.ts';
import { atOf, wordLocator } from '../values/part.ts';
import { getAt, isObject, pointerOf } from '../values/pointer.ts';
import type { Mismatch } from '../values/shape.ts';
import { kebab } from '../values/spelling.ts';

/** A delivery to try a profile on. */
export interface SampleDelivery {
  /** Where it comes from: a file, a line of a file. */
  readonly name: string;
  /** Absent if only the body is known: then nothing is said of what profiles look for in headers. */
  readonly headers?: Headers;
  readonly text: string;
}

/** What was found for one canonical field. */
export interface FieldFit {
  /** As profile files write it: `order-id`, `dates.committed`. */
  readonly field: string;
  readonly locator: Locator;
  readonly state: 'found' | 'missing' | 'malformed' | 'unknown';
  /** The value as read, or as written if it is malformed. */
  readonly value?: Json;
}

/** What a profile makes of a sample. */
export interface ProfileFit {
  readonly sample: string;
  readonly profile: string;
  readonly event?: string;
  /** Other events that fit; the first in the profile's order counts. */
  readonly alsoFits: readonly string[];
  readonly fields: readonly FieldFit[];
  /** Kinds of orders (`provide`) whose courses may contain the event, among those whose form the sample has. */
  readonly lifecycles: readonly string[];
  /** In words, where it differs from what every delivery, its kind of order, and its event must have. */
  readonly wrong: readonly string[];
  readonly unreadable?: string;
  /** Why it is not an event of the profile; absent if it is one. */
  readonly unknown?: string;
}

/** Whether the sample was recognised: which event of which order it is. */
export function isMapped({ event, fields }: ProfileFit): boolean {
  return event !== undefined && fields.some(({ field, state }) => field === 'order-id' && state === 'found');
}

/** Whether the sample is mapped without any mismatch. */
export function isFitting(fit: ProfileFit): boolean {
  return isMapped(fit) && fit.wrong.length === 0;
}

/** Reads a sample through a profile; for each of its events, returns everything that was looked for. */
export function fitsOf(profile: KciProfile, sample: SampleDelivery): readonly ProfileFit[] {
  const events = readEvents(profile, sample.headers ?? [], sample.text);
  const name = (i: number): string => (events.length > 1 ? `${sample.name}, event ${i + 1}` : sample.name);
  return events.map((event, i) => fitOf(profile, { ...sample, name: name(i) }, event));
}

function fitOf(profile: KciProfile, sample: SampleDelivery, { event, json: body }: DeliveryRead): ProfileFit {
  const { name, headers = [] } = sample;
  const { wireName, unreadable } = event;
  const fitting =
    unreadable === undefined
      ? Object.entries(profile.events).flatMap(([each, rule]) =>
          looksLike(rule, headers, body, wireName) ? [each] : [],
        )
      : [];
  const [first, ...others] = fitting;
  const isTold = (locator: string): boolean => sample.headers !== undefined || !locator.startsWith('header:');
  const fields = fieldsOf(profile, event, isTold);
  const kinds = profile.lifecycles.filter(({ entity }) => departures(entity ?? {}, headers, body).length === 0);
  const wrong =
    unreadable === undefined
      ? [
          ...departures(profile.envelope, headers, body)
            .filter(({ pointer }) => isTold(pointer))
            .map(worded),
          ...(kinds.length > 0 || profile.lifecycles.length === 0
            ? []
            : ['it has the form of no kind of order that the profile knows']),
          ...(first === undefined ? [] : lacking(profile, first, event)),
          ...(event.malformed ?? []).flatMap(({ field, text: stood }) =>
            field.startsWith('dates.') ? [`${field} is ${stood}, which is no date`] : [],
          ),
        ]
      : [];
  return {
    sample: name,
    profile: profile.profile,
    ...(first === undefined ? {} : { event: first }),
    alsoFits: others,
    fields,
    lifecycles:
      first === undefined ? [] : kinds.filter((each) => accepts(profile, each, first)).map(({ kind }) => kind),
    wrong,
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(first === undefined && unreadable === undefined ? { unknown: whyUnknown(profile, event, headers, body) } : {}),
  };
}

/** What stands in place of the event's name; for events recognised by more than that, the nearest one and what it lacks. */
function whyUnknown(
  { profile, read, events }: KciProfile,
  { wireName }: KciEvent,
  headers: Headers,
  body: Json | undefined,
): string {
  const place = wordLocator(read.event);
  const stands =
    wireName !== undefined
      ? `"${wireName}" at ${place} is not an event of the profile ${profile}`
      : place === ''
        ? `it has the form of no event of the profile ${profile}`
        : `nothing stands at ${place}`;
  const rules = Object.entries(events).flatMap(([name, { when }]) => when.map((each) => ({ name, when: each })));
  const words = rules.flatMap(({ when }) => (typeof when === 'string' ? [when] : []));
  const like = wireName === undefined ? undefined : nearest(wireName, words);
  if (like !== undefined) return `${stands}; did you mean "${like}"?`;
  const near = rules
    .flatMap(({ name, when }) =>
      isObject(when) ? [{ name, lacks: departures(when, headers, body), of: Object.keys(when).length }] : [],
    )
    .filter(({ lacks, of }) => lacks.length < of)
    .toSorted((a, b) => a.lacks.length - b.lacks.length)[0];
  return near ? `${stands}; nearest is ${near.name}, but ${near.lacks.map(worded).join(' and ')}` : stands;
}

function fieldsOf(profile: KciProfile, event: KciEvent, isTold: (locator: string) => boolean): FieldFit[] {
  const { dates = {}, ordered = {}, ...read } = profile.read;
  const located = [
    ...Object.entries(read).map(
      ([field, locator]) => [field, field === 'event' ? 'wireName' : field, locator] as const,
    ),
    ...Object.entries(ordered).map(([member, locator]) => [`ordered.${member}`, `ordered.${member}`, locator] as const),
    ...Object.entries(dates).map(([date, locator]) => [`dates.${date}`, `dates.${date}`, locator] as const),
  ];
  return located.map(([field, member, locator]) => {
    const malformed = event.malformed?.find((each) => each.field === member);
    const value = fieldOf(event, member);
    const base = { field: field.startsWith('ordered.') ? field : kebab(field), locator };
    if (malformed) return { ...base, state: 'malformed', value: malformed.text };
    if (value !== undefined) return { ...base, state: 'found', value };
    const isUnknown = [locator].flat().every((each) => !isTold(atOf(each)));
    return { ...base, state: isUnknown ? 'unknown' : 'missing' };
  });
}

/** The value of an event's own member (`problemCode`, `order.id`), or of its order as it was sent (`ordered.notes`). */
export function fieldOf(event: KciEvent, member: string): Json | undefined {
  if (member.startsWith('ordered.')) return event.ordered?.[member.slice('ordered.'.length)];
  return getAt(event as unknown as Json, pointerOf(member.split('.')));
}

/** The fields that the event must carry and does not. */
function lacking(profile: KciProfile, name: string, event: KciEvent): string[] {
  const { carries = [] } = profile.events[name] ?? {};
  return carries
    .filter((field) => fieldOf(event, field) === undefined)
    .map((field) => `${name} must carry ${kebab(field)}, which is missing`);
}

function accepts(profile: KciProfile, { legal, outcomes }: KciLifecycle, name: string): boolean {
  if (profile.events[name]?.interleaves) return true;
  const answers = Object.values(profile.requests).flatMap((each) => Object.values(each).map(({ emits }) => emits));
  const patterns = [legal ?? null, ...Object.values(outcomes), ...answers];
  return patterns.some((pattern) => pattern !== null && eventNames(pattern).includes(name));
}

function worded({ pointer, expected, actual }: Mismatch): string {
  return `${pointer} is ${actual}, expected ${expected}`;
}

/**
 * A warning about a deadline for events that is shorter than the profile's: events later than that are inconclusive, even
 * if the gateway was asked for a quicker pace, because only the profile promises.
 */
export function deadlineWarnings({ deadlines: { kciMs } }: Target, profile: KciProfile): Problem[] {
  const { firstWithinMs, betweenWithinMs } = profile.delivery;
  if (kciMs === null || kciMs >= Math.max(firstWithinMs, betweenWithinMs)) return [];
  const isFirst = kciMs < firstWithinMs;
  const allowed = formatDuration(isFirst ? firstWithinMs : betweenWithinMs);
  return [
    {
      severity: 'warning',
      message: `"deadlines: kci" (${formatDuration(kciMs)}) ends before the KCI profile "${profile.profile}" does, which allows ${allowed} ${isFirst ? 'for the first event' : 'between events'}`,
      why: 'an event that has not come by then, a lost one too, makes its case inconclusive',
      fix: `raise it, leave it out, or have the profile promise what this gateway keeps: ${isFirst ? 'first' : 'between'}-within`,
    },
  ];
}
