import type { CapturedBody, Headers, Json, WireFault, WireResponse } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { endOfText } from '../values/repeated-keys.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();

/** The first header of that name, whatever its case. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [each, value] of headers) {
    // Compares lengths first, since most names differ in length.
    if (each.length === wanted.length && each.toLowerCase() === wanted) return value;
  }
  return undefined;
}

/** Node's encoder takes a fraction of the time of `TextEncoder`; browsers and k6 do not have it. */
const { Buffer: node } = globalThis as { readonly Buffer?: { from(text: string): Uint8Array } };

/** Text as UTF-8 bytes, perhaps within a larger buffer. */
export function bytesOf(text: string): Uint8Array {
  return node ? node.from(text) : utf8.encode(text);
}

/** Bytes as text; undefined if they are not valid UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How the detail of a fault begins if no request left this machine. */
export const NOTHING_SENT = 'nothing was sent';

/** Whether an exchange broke before a whole response came. */
export function isFault(result: WireResponse | WireFault): result is WireFault {
  return 'fault' in result;
}

/** The result of reading a JSON text. */
export interface JsonRead {
  readonly json?: Json;
  /** Why there is no JSON. */
  readonly problem?: string;
  /** Whether the text is larger than Assay reads; that is nobody's breach. */
  readonly isTooMuch?: true;
}

/** The JSON of a captured body, or why there is none; neither for an empty body. */
export function bodyJson(body: CapturedBody | null): JsonRead {
  return body === null ? NOTHING : jsonIn(body);
}

const NOTHING: JsonRead = {};

/** Cached: journeys, judge and books of a load read the same bodies. */
const jsonIn = oncePer((body: CapturedBody): JsonRead => {
  if (body.sizeBytes === 0) return NOTHING;
  if (body.cut) return { problem: 'the body is longer than what was kept', isTooMuch: true };
  if (body.text === undefined) return { problem: 'the body is not valid UTF-8' };
  return parseJson(body.text);
});

/**
 * How deep JSON may be nested; normal bodies come nowhere near. Values are walked, validated and printed by recursion, so
 * deeper nesting could overflow the stack and end the run. RFC 8259, 9: "An implementation may set limits on the maximum
 * depth of nesting."
 */
export const MAX_LEVELS = 200;

/** Parses JSON text, or says why it is no JSON. */
export function parseJson(text: string): JsonRead {
  if (isDeeperThan(MAX_LEVELS, text)) {
    return { problem: `the JSON is nested more than ${MAX_LEVELS} levels deep`, isTooMuch: true };
  }
  try {
    return { json: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The part of a text around the position that a problem names. */
export function whereBroken(text: string, problem: string): string {
  const at = Number(/ at position (\d+)/.exec(problem)?.[1] ?? 0);
  return at > BEFORE + BEHIND ? `…${text.slice(at - BEFORE, at + BEHIND)}` : text;
}
const BEFORE = 80;
const BEHIND = 30;

/** Whether brackets are nested deeper than `levels`; brackets within texts do not count. */
function isDeeperThan(levels: number, text: string): boolean {
  if (text.length <= levels || !hasMore(levels, text)) return false;
  let open = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfText(text, i);
      if (i < 0) return false;
    } else if (code === BRACKET || code === BRACE) {
      open += 1;
      if (open > levels) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) open -= 1;
  }
  return false;
}

/** Whether there are more opening brackets than `levels` at all, as in hardly any text. */
function hasMore(levels: number, text: string): boolean {
  let left = levels;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

const QUOTE = 0x22;
/** The closing bracket and brace have codes greater by two. */
const BRACKET = 0x5b;
const BRACE = 0x7b;
