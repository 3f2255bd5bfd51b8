import { pointerOf } from './pointer.ts';

interface Level {
  /** Of an object, its names so far; of a list, none. */
  readonly names?: Set<string>;
  /** Name or index of the member being read. */
  at: string | number;
}

/**
 * Where an object of a JSON text has a name a second time, as pointers, at most `most` of them. The text must be JSON;
 * it is read once from end to end, however deep it is. Names are compared without their escapes (RFC 8259, 8.3).
 */
export function repeatedKeys(text: string, most = 5): string[] {
  const levels: Level[] = [];
  const found: string[] = [];
  let isName = false;
  for (let i = 0; i < text.length && found.length < most; i++) {
    const level = levels.at(-1);
    switch (text[i]) {
      case '{':
        levels.push({ names: new Set(), at: '' });
        isName = true;
        break;
      case '[':
        levels.push({ at: 0 });
        isName = false;
        break;
      case '}':
      case ']':
        levels.pop();
        isName = false;
        break;
      case ',':
        isName = level?.names !== undefined;
        if (level && typeof level.at === 'number') level.at += 1;
        break;
      case '"': {
        const end = endOfText(text, i);
        if (isName && level?.names) {
          level.at = nameIn(text, i, end);
          if (level.names.has(level.at)) found.push(pointerOf(levels.map(({ at }) => at)));
          level.names.add(level.at);
        }
        isName = false;
        i = end;
        break;
      }
    }
  }
  return found;
}

/** The place of the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
  const next = text.indexOf('"', start + 1);
  if (next > 0 && text[next - 1] !== '\\') return next;
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
}
