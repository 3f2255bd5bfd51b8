import type { Json, JsonObject } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import { code, yamlCode } from './markdown.ts';

const WORDS: Readonly<Record<string, string>> = {
  object: 'map',
  array: 'list',
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'nothing',
};

/** The name of what a schema refers to; undefined where it says all itself. */
export function refName(schema: JsonObject): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : undefined;
}

/** A schema with what it refers to; what it says itself goes before. */
export function whole(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref: _, ...own } = schema;
  const name = refName(schema);
  return name === undefined ? own : { ...((root.$defs as JsonObject)[name] as JsonObject), ...own };
}

/** What a value may be, in words: `text`, `list of texts`, one of a few. */
export function typeText(schema: JsonObject, root: JsonObject): string {
  const all = whole(schema, root);
  const name = refName(schema);
  const hasOwnTable = name !== undefined && (isObject(all.properties) || isObject(all.additionalProperties));
  if (hasOwnTable && name !== undefined) return `[${name}](#${anchorOf(name)})`;
  if (Array.isArray(all.enum))
    return all.enum
      .filter((each) => each !== null)
      .map(yamlCode)
      .join(', ');
  if (all.const !== undefined) return code(String(all.const));
  if (/^\^-?\??\\d\+\(\\\.\\d\+\)\?\(ms\|s\|m\|h\|d\)\$$/.test(String(all.pattern))) return 'duration';
  const types = [all.type ?? []].flat().map(String);
  if (types.length === 0) return branches(all, root);
  return types.map((each) => (each === 'array' ? listText(all.items, root) : (WORDS[each] ?? each))).join(' or ');
}

function listText(items: Json | undefined, root: JsonObject): string {
  return isObject(items) && Object.keys(items).length > 0 ? `list: ${typeText(items, root)}` : 'list';
}

function branches({ anyOf }: JsonObject, root: JsonObject): string {
  if (!Array.isArray(anyOf)) return 'any';
  return anyOf
    .filter(isObject)
    .map((each) => typeText(each, root))
    .join(' or ');
}

/** What a heading is linked by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
}
