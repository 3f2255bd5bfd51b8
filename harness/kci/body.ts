/** The body of a delivery in the profile's form: JSON or XML, with one event or a list of them. */

import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import type { CapturedBody, Json, JsonObject, KciProfile } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bodyJson, type JsonRead, MAX_LEVELS, parseJson } from '../wire/wire.ts';

/**
 * XML as JSON, and back: elements and attributes (`@name`) are members, without namespace prefixes; a repeated element is a
 * list; text is a string, or the member `#text` if there are attributes.
 */

/** The member with the text of an element that has attributes. */
export const TEXT = '#text';
const FORM = { ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: TEXT } as const;

const parser = new XMLParser({
  ...FORM,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_LEVELS,
  jPath: false,
  // The five entities of XML itself. Unlike the default, a map has character references decoded, too.
  htmlEntities: { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as unknown as boolean,
});
const builder = new XMLBuilder({ ...FORM, suppressBooleanAttributes: false });

/**
 * Parses XML, or says why it is not XML. Decodes only the predefined entities. An element whose path is one of `lists` is
 * always a list.
 */
export function parseXml(text: string, lists: readonly string[] = []): JsonRead {
  if (/<!DOCTYPE/i.test(text))
    return { problem: 'the XML has a document type, which Assay does not read', isTooMuch: true };
  const known = XMLValidator.validate(text);
  if (known !== true) return { problem: `${known.err.msg} (line ${known.err.line})` };
  try {
    const json = tidy(parser.parse(text) as Json, new Set(lists));
    const roots = isObject(json) ? Object.values(json).flat() : [];
    return roots.length === 1 ? { json } : { problem: `it has ${roots.length} roots` };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return /nested|SECURITY/.test(problem) ? { problem, isTooMuch: true } : { problem };
  }
}

/** Writes an object of one member as XML. A carriage return survives only as a reference (XML 1.0, 2.11). */
export function writeXml(body: Json): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${String(builder.build(body)).replaceAll('\r', '&#13;')}`;
}

/** Removes white space between elements. */
function tidy(value: Json, lists: ReadonlySet<string>, path: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((each) => tidy(each, lists, path));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, each]) => name !== TEXT || String(each).trim() !== '');
  return Object.fromEntries(
    members.map(([name, each]) => {
      const its = [...path, name];
      const tidied = tidy(each, lists, its);
      return [name, lists.has(its.join('.')) && !Array.isArray(tidied) ? [tidied] : tidied];
    }),
  );
}

type Wire = KciProfile['wire'];

/** Parses the text of a body. */
export function parseBody({ format, lists }: Wire, text: string): JsonRead {
  return format === 'xml' ? parseXml(text, lists) : parseJson(text);
}

/** Parses a captured body. */
export function readCaptured(wire: Wire, body: CapturedBody): JsonRead {
  const isText = body.sizeBytes > 0 && !body.cut && body.text !== undefined;
  return wire.format === 'xml' && isText ? parseBody(wire, body.text ?? '') : bodyJson(body);
}

/** Writes a body as text. */
export function writeBody({ format }: Wire, body: Json): string {
  return format === 'xml' ? writeXml(body) : JSON.stringify(body);
}

/**
 * A body for each event, as if it had come alone, with everything beside the list in each. Undefined if the list is
 * missing. In XML, a list of one looks like no list, and an empty one like nothing.
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

/** The body of one delivery with the events of several; undefined if they differ beside the list. */
export function joinBodies(wire: Wire, bodies: readonly Json[]): Json | undefined {
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

/** The members of a path `$.a.b`; the schema allows no other form. */
function namesOf(path: string): readonly string[] {
  return path.split('.').slice(1);
}

function withList(body: Json, [name, ...names]: readonly string[], list: readonly Json[]): Json {
  if (name === undefined) return list;
  const beside = isObject(body) ? body : {};
  return { ...beside, [name]: withList(beside[name] ?? {}, names, list) };
}
