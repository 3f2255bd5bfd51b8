import type { Json, KciProfile } from '../../harness/model.ts';
import { cut } from '../../harness/values/cut.ts';
import { differences } from '../../harness/values/difference.ts';
import { getAt, isObject, partsOf, pointerOf } from '../../harness/values/pointer.ts';
import { deliveryKey } from './messages.ts';
import { readBody } from './read-body.ts';
import type { Found } from './story.ts';

/** A place in JSON to point out. */
export interface Mark {
  readonly pointer: string;
  /** The remark on it: `expected a string`. */
  readonly note?: string;
}

const MAX_EXPECTED = 160;

/**
 * Where findings point to in a body. A finding about an event points into the event as read, or into the order inside it;
 * this finds the place in the body that the profile reads it from, or one with the same ending.
 */
export function marksIn(body: Json, found: readonly Found[], profile: KciProfile): Mark[] {
  const marks = found.flatMap((one): Mark[] => {
    const { finding } = one;
    if (finding.pointer === undefined) return changesOf(one, body);
    const told = cut(finding.expected, MAX_EXPECTED);
    return [{ pointer: placeIn(body, finding.pointer, profile), note: `expected ${told}` }];
  });
  return [...new Map(marks.map((mark) => [mark.pointer, mark])).values()];
}

/** Where a repeated delivery with the same id differs from the first. */
function changesOf({ check, moment, story }: Found, body: Json): Mark[] {
  if (moment?.kind !== 'arrival' || check.check !== 'kci.duplicate') return [];
  const before = story?.moments.findLast(
    (each) =>
      each.kind === 'arrival' && each.delivery.seq < moment.delivery.seq && deliveryKey(each) === deliveryKey(moment),
  );
  const { json } = readBody(before?.kind === 'arrival' ? before.delivery.body : null);
  if (json === undefined) return [];
  return differences(json, body).map((pointer) => {
    const was = getAt(json, pointer);
    return { pointer, note: was === undefined ? 'not there before' : `before ${JSON.stringify(was)}` };
  });
}

function placeIn(body: Json, pointer: string, { read }: KciProfile): string {
  if (getAt(body, pointer) !== undefined) return pointer;
  const [first = '', second = ''] = partsOf(pointer);
  const locator = first === 'dates' ? read.dates?.[second] : (read as Readonly<Record<string, unknown>>)[first];
  const members = [locator].flat().flatMap((each) => (typeof each === 'string' ? lastMember(each) : []));
  const wanted = [pointer, ...members.map((name) => pointerOf([name]))];
  const all = pointersOf(body);
  return wanted.flatMap((each) => all.find((place) => place.endsWith(each)) ?? [])[0] ?? beside(all, pointer);
}

/** The place of something missing: below the same parent as elsewhere. */
function beside(all: readonly string[], pointer: string): string {
  const parts = partsOf(pointer);
  for (let n = parts.length - 1; n > 0; n -= 1) {
    const parent = pointerOf(parts.slice(0, n));
    const place = all.find((each) => each.endsWith(parent));
    if (place !== undefined) return place + pointerOf(parts.slice(n));
  }
  return pointer;
}

/** The last member name of a locator: `problemCode` of `$.problemCode`. */
function lastMember(locator: string): string[] {
  const name = /(?:\.|\[')([^.[\]']+)(?:'\])?$/.exec(locator)?.[1];
  return name === undefined ? [] : [name];
}

/** Every pointer into a value, the shallow ones first. */
function pointersOf(root: Json): readonly string[] {
  const found: string[] = [];
  const open: [Json, string][] = [[root, '']];
  for (const [node, at] of open) {
    if (!isObject(node) && !Array.isArray(node)) continue;
    for (const [name, child] of Object.entries(node as Readonly<Record<string, Json>>)) {
      const place = at + pointerOf([name]);
      found.push(place);
      open.push([child, place]);
    }
  }
  return found;
}
