import type { CapturedBody, Json, JsonObject, KciProfile } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { type JsonRead, jsonOf, parseJson } from '../wire/wire.ts';
import { parseXml, writeXml } from './xml.ts';

/** The body of a delivery in the form that a profile says: JSON or XML, with one event or a list of them. */

type Wire = KciProfile['wire'];

/** Reads a text. */
export function readBody({ format }: Wire, text: string): JsonRead {
  return format === 'xml' ? parseXml(text) : parseJson(text);
}

/** Reads a body as it was kept. */
export function readCaptured(wire: Wire, body: CapturedBody): JsonRead {
  const isText = body.sizeBytes > 0 && !body.cut && body.text !== undefined;
  return wire.format === 'xml' && isText ? readBody(wire, body.text ?? '') : jsonOf(body);
}

/** Writes a body; in a list where the whole is one. */
export function writeBody({ format }: Wire, body: Json): string {
  return format === 'xml' ? writeXml(body) : JSON.stringify(body);
}

/**
 * A body for each of its events, as if that had come alone: what stands beside the list is the same in all. Undefined:
 * there is no list where there must be one. In XML, a list of one looks like no list, and an empty one like nothing.
 */
export function eachEvent({ batch, format }: Wire, body: Json): readonly Json[] | undefined {
  if (batch === undefined) return [body];
  const names = namesOf(batch);
  const found = names.reduce<Json | undefined>((node, name) => (isObject(node) ? node[name] : undefined), body);
  if (Array.isArray(found)) return found.map((each) => withList(body, names, [each]));
  if (format !== 'xml') return undefined;
  return found === undefined ? [] : [withList(body, names, [found])];
}

/** The body of a delivery with one event. */
export function withEvent({ batch }: Wire, around: Json, event: Json): Json {
  return batch === undefined ? event : withList(around, namesOf(batch), [event]);
}

/** The body of one delivery with the events of several; undefined where what stands beside the list is not the same. */
export function joined(wire: Wire, bodies: readonly Json[]): Json | undefined {
  const names = namesOf(wire.batch ?? '$');
  const each = bodies.map((body) => eachEvent(wire, body) ?? []);
  const beside = new Set(bodies.map((body) => JSON.stringify(withList(body, names, []))));
  const list = each
    .flat()
    .flatMap((body) => names.reduce<Json>((node, name) => (node as JsonObject)[name] ?? null, body));
  return beside.size === 1 && each.every(({ length }) => length > 0)
    ? withList(bodies[0] ?? {}, names, list)
    : undefined;
}

/** `$.a.b`: the schema allows no other form. */
function namesOf(path: string): readonly string[] {
  return path.split('.').slice(1);
}

function withList(body: Json, [name, ...names]: readonly string[], list: readonly Json[]): Json {
  if (name === undefined) return list;
  const beside = isObject(body) ? body : {};
  return { ...beside, [name]: withList(beside[name] ?? {}, names, list) };
}
