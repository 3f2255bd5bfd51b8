import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Json } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { type JsonRead, MOST_LEVELS } from '../wire/wire.ts';

/**
 * XML as JSON, and back: elements and attributes (`@name`) are members, without the prefixes of their namespaces; an element
 * that stands several times is a list; text is text, beside attributes under `#text`.
 */

const FORM = { ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text' } as const;

const parser = new XMLParser({
  ...FORM,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MOST_LEVELS,
  jPath: false,
  // The five of XML itself; a map, unlike its default, has references to characters read, too.
  htmlEntities: { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as unknown as boolean,
});
const builder = new XMLBuilder({ ...FORM, suppressBooleanAttributes: false });

/** Parses XML, or says why it is none. Only entities that every reader of XML knows are taken for what they mean. */
export function parseXml(text: string): JsonRead {
  if (/<!DOCTYPE/i.test(text))
    return { problem: 'the XML has a document type, which Assay does not read', isTooMuch: true };
  const known = XMLValidator.validate(text);
  if (known !== true) return { problem: `${known.err.msg} (line ${known.err.line})` };
  try {
    const json = tidy(parser.parse(text) as Json);
    const roots = isObject(json) ? Object.values(json).flat() : [];
    return roots.length === 1 ? { json } : { problem: `it has ${roots.length} roots` };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return /nested|SECURITY/.test(problem) ? { problem, isTooMuch: true } : { problem };
  }
}

/** Writes an object of one member as XML. Of line ends, readers keep only what is written as a reference (XML 1.0, 2.11). */
export function writeXml(body: Json): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${String(builder.build(body)).replaceAll('\r', '&#13;')}`;
}

/** Without the blanks that stand between elements. */
function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, each]) => name !== '#text' || String(each).trim() !== '');
  return Object.fromEntries(members.map(([name, each]) => [name, tidy(each)]));
}
