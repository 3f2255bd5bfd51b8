import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import type { Json, Problem, Span } from '../model.ts';
import { partsOf, pointerOf } from '../pointer.ts';

/** A YAML file as plain JSON, with the place of every value and key in it. */
export interface Source {
  readonly file: string;
  readonly value: Json;
  readonly problems: Problem[];
  /** The value at a JSON Pointer; the nearest enclosing one where the pointer leads further than the file. */
  spanOf(pointer: string): Span;
  /** The key at a JSON Pointer; the value for elements of a list. */
  keySpanOf(pointer: string): Span;
}

const LIMITS = { uniqueKeys: true, maxAliasCount: 100 } as const;

/** Parses YAML 1.2 (core schema; JSON is a part of it). Syntax errors, tags and repeated keys become problems, never exceptions. */
export function parseSource(text: string, file: string): Source {
  const document = parseDocument(text, {
    ...LIMITS,
    strict: true,
    prettyErrors: false,
    // When silent, the parser drops every document but the first and says nothing.
    logLevel: 'error',
  });
  const spanAt = spansIn(text, file);
  const rangeOf = (node: unknown): readonly [number, number] | undefined => {
    const range = (node as Node | null | undefined)?.range;
    return range ? [range[0], range[1]] : undefined;
  };
  const find = (pointer: string): { readonly key?: unknown; readonly node: unknown } => {
    let node: unknown = document.contents;
    let key: unknown;
    for (const part of partsOf(pointer)) {
      let next: { readonly key?: unknown; readonly node: unknown } | undefined;
      if (isMap(node)) {
        const pair = node.items.find((each) => isPair(each) && keyText(each) === part);
        if (pair) next = { key: pair.key, node: pair.value ?? pair.key };
      } else if (isSeq(node) && node.items[Number(part)] !== undefined) {
        next = { node: node.items[Number(part)] };
      }
      if (!next) break;
      node = next.node;
      key = next.key;
    }
    return { key, node };
  };
  const spanOfNode = (node: unknown): Span => {
    const range = rangeOf(node);
    return range ? spanAt(...range) : spanAt(0, 1);
  };

  const problems: Problem[] = [...document.errors, ...document.warnings].map((error) => ({
    severity: 'error',
    span: spanAt(error.pos[0], error.pos[1]),
    ...(WORDS[error.code] ?? { message: error.message.split('\n')[0] ?? '', why: 'the file is not valid YAML 1.2' }),
  }));
  let value: Json = null;
  // These still leave the rest of the file to be looked at.
  if (document.errors.every(({ code }) => code in WORDS)) {
    try {
      value = document.toJS({ maxAliasCount: LIMITS.maxAliasCount }) as Json;
    } catch (error) {
      problems.push({
        severity: 'error',
        span: spanAt(0, 1),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return {
    file,
    value: toJson(value),
    problems,
    spanOf: (pointer) => spanOfNode(find(pointer).node),
    keySpanOf: (pointer) => {
      const { key, node } = find(pointer);
      return spanOfNode(key ?? node);
    },
  };
}

/** Turns offsets in a text into places. */
function spansIn(text: string, file: string): (from: number, to: number) => Span {
  const lines = text.split('\n');
  const starts: number[] = [];
  for (let start = 0, i = 0; i < lines.length; i++) {
    starts.push(start);
    start += (lines[i]?.length ?? 0) + 1;
  }
  return (from, to) => {
    const offset = Math.min(from, text.length);
    const after = starts.findIndex((start) => start > offset);
    const i = (after < 0 ? starts.length : after) - 1;
    const excerpt = (lines[i] ?? '').replace(/\r$/, '');
    const col = offset - (starts[i] ?? 0) + 1;
    return { file, line: i + 1, col, length: Math.max(1, Math.min(to - from, excerpt.length - col + 1)), excerpt };
  };
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

/** Of what YAML itself takes, or would drop. */
const WORDS: Readonly<Record<string, Pick<Problem, 'message' | 'why' | 'fix'>>> = {
  DUPLICATE_KEY: { message: 'a key stands twice', why: 'a key may stand once in a map' },
  MULTIPLE_DOCS: {
    message: 'a second document begins',
    why: 'a file holds one; nothing from here on would be read',
    fix: 'put it into a file of its own, or remove it with the line "---" or "..." before it',
  },
};

/** YAML knows values that JSON does not (NaN, infinities, Dates by tag): they become their text. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toJson(item)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? Number(value) : null;
}

/** The pointer of a child. */
export function below(pointer: string, ...parts: readonly (string | number)[]): string {
  return pointer + pointerOf(parts);
}
