import { pointerOf } from './pointer.ts';

interface Nesting {
  /** For an object, its names so far; absent for a list. */
  names: string[] | Set<string> | undefined;
  /** Name or index of the member being read. */
  at: string | number;
}

/** Up to this many names, a linear search is as fast as a set. */
const FEW_KEYS = 16;

/**
 * Pointers to names that an object in a JSON text repeats, at most `most`. The text must be valid JSON; it is read once,
 * whatever its depth. Names are compared without escapes (RFC 8259, 8.3).
 */
export function repeatedKeys(text: string, most = 5): string[] {
  const levels: Nesting[] = [];
  const found: string[] = [];
  let level: Nesting | undefined;
  let isName = false;
  for (let i = 0; i < text.length && found.length < most; i++) {
    switch (text.charCodeAt(i)) {
      case BRACE:
      case BRACKET:
        isName = text.charCodeAt(i) === BRACE;
        level = { names: isName ? [] : undefined, at: isName ? '' : 0 };
        levels.push(level);
        break;
      case BRACE + 2:
      case BRACKET + 2:
        levels.pop();
        level = levels.at(-1);
        isName = false;
        break;
      case COMMA:
        isName = level?.names !== undefined;
        if (level && typeof level.at === 'number') level.at += 1;
        break;
      case QUOTE: {
        const end = endOfText(text, i);
        if (isName && level?.names) {
          level.at = nameIn(text, i, end);
          if (!putIn(level, level.at)) found.push(pointerOf(levels.map(({ at }) => at)));
        }
        isName = false;
        i = end;
        break;
      }
    }
  }
  return found;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
/** The closing bracket and brace have codes greater by two. */
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Adds a name; false if it was there already. */
function putIn(level: Nesting, name: string): boolean {
  const { names } = level;
  if (Array.isArray(names)) {
    if (names.includes(name)) return false;
    if (names.push(name) > FEW_KEYS) level.names = new Set(names);
    return true;
  }
  if (names === undefined || names.has(name)) return false;
  names.add(name);
  return true;
}

/** The index of the quotation mark that ends the text begun at `start`, or -1. */
export function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}
