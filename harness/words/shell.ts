import { oneLine } from './text.ts';

/**
 * One argument that a POSIX shell passes on unchanged. Text with invisible characters is written as bash's `$'…'`, byte by
 * byte, so that what is pasted is what is read.
 */
export function shellQuote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (oneLine(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${Array.from(text, ansiC).join('')}'`;
}

function ansiC(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (character === '\n') return '\\n';
  if (oneLine(character) === character) return character;
  return Array.from(new TextEncoder().encode(character), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
