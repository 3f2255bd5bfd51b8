import type { Json, JsonObject } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { isObject, objectOf } from '../../values/pointer.ts';
import { code, page, prose, table, yamlCode } from './markdown.ts';
import { anchorOf, refName, typeText, whole } from './value-type.ts';

/** A group of keys, with a heading of its own. */
interface Group {
  readonly name: string;
  readonly schema: JsonObject;
}

/** The page about a file format, from its JSON Schema: each map is a table of its keys. */
export function formatPage(schema: JsonObject, title: string, more: readonly string[]): string {
  const groups: Group[] = [];
  const seen = new Set<string>();
  const visit = (name: string, each: JsonObject): void => {
    if (seen.has(name)) return;
    seen.add(name);
    if (hasKeys(each)) groups.push({ name, schema: each });
    for (const below of groupsIn(name, each, schema)) visit(below.name, below.schema);
  };
  visit('', schema);
  return page(title, [prose(String(schema.description)), ...more, ...groups.map((group) => groupText(group, schema))]);
}

function hasKeys(schema: JsonObject): boolean {
  return isObject(schema.properties) || isObject(schema.additionalProperties);
}

function isGroup(schema: JsonObject): boolean {
  return hasKeys(schema) || branchesOf(schema).length > 0;
}

/** What stands below a schema and has keys of its own. Kinds that several places share are named once. */
function groupsIn(name: string, schema: JsonObject, root: JsonObject): readonly Group[] {
  const below = (part: Json | undefined, at: string): readonly Group[] => {
    if (!isObject(part)) return [];
    const shared = refName(part);
    const inner = whole(part, root);
    const items = shared === undefined && isObject(inner.items) ? below(inner.items, `${at}[]`) : [];
    const kind = shared === undefined ? inner : whole({ $ref: part.$ref ?? '' }, root);
    const own = isGroup(inner) ? [{ name: shared ?? at, schema: kind }] : [];
    return [...own, ...items];
  };
  const named = Object.entries((schema.properties ?? {}) as JsonObject);
  return [
    ...named.flatMap(([key, part]) => below(part, join(name, key))),
    ...below(schema.additionalProperties, join(name, 'any name')),
    ...(name === '' ? [] : below(schema.items, `${name}[]`)),
    ...branchesOf(schema).map((each) => ({ name: `${name}: ${String(each.title)}`, schema: each })),
  ];
}

function branchesOf(schema: JsonObject): readonly JsonObject[] {
  const branches = Array.isArray(schema.oneOf) ? schema.oneOf : [];
  return branches.filter(isObject).filter((each) => each.title !== undefined);
}

const join = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`);

function groupText({ name, schema }: Group, root: JsonObject): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const others = isObject(schema.additionalProperties) ? [['any name', schema.additionalProperties] as const] : [];
  const named = Object.entries((schema.properties ?? {}) as JsonObject);
  const rows = [
    ...named.map(([key, part]) => [code(key), part, required.has(key)] as const),
    ...others.map(([key, part]) => [key, part, false] as const),
  ];
  const keys = table(
    ['Key', 'Value', ''],
    rows.map(([key, part, isRequired]) => {
      const written = isObject(part) ? part : {};
      return [isRequired ? `${key}, required` : key, linked(name, key, written, root), about(whole(written, root))];
    }),
  );
  if (name === '') return keys;
  return [`## ${name}`, prose(String(schema.description ?? '')), keys].filter((each) => each !== '').join('\n\n');
}

/** What a value may be, which leads to the table of its keys where it has some. */
function linked(group: string, key: string, part: JsonObject, root: JsonObject): string {
  const text = typeText(part, root);
  const inner = whole(part, root);
  const items = isObject(inner.items) ? whole(inner.items, root) : {};
  const at = join(group, key.replaceAll('`', ''));
  const [branch] = branchesOf(inner);
  if (text.includes('](')) return text;
  if (branch) return `[${text}](#${anchorOf(`${at}: ${String(branch.title)}`)})`;
  if (hasKeys(inner)) return `[${text}](#${anchorOf(at)})`;
  return hasKeys(items) ? `[${text}](#${anchorOf(`${at}[]`)})` : text;
}

/** The most that is shown of examples: so many, or all where they are short. */
const EXAMPLES = { most: 3, short: 60 };

/** What a key means, what it is when left out, and what it may look like. */
function about(schema: JsonObject): string {
  const {
    description,
    default: fallback,
    examples,
    enum: allowed,
    const: only,
    'x-capabilities': capabilities,
  } = schema;
  const isPlain = allowed !== undefined || only !== undefined;
  const all = Array.isArray(examples) && !isPlain ? examples : [];
  const others = all.filter((each) => !sameJson(each, fallback ?? null)).map(yamlCode);
  const shown = others.join(' or ').length <= EXAMPLES.short ? others : others.slice(0, EXAMPLES.most);
  return [
    prose(String(description ?? '')),
    ...Object.entries(objectOf(capabilities)).map(([word, what]) => `${code(word)}: ${String(what)}.`),
    ...(fallback === undefined ? [] : [`Default: ${yamlCode(fallback)}.`]),
    ...(shown.length === 0 ? [] : [`For example ${shown.join(' or ')}`]),
  ].join(' ');
}
