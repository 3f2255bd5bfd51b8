import { oneLine, visible } from '../../harness/words/text.ts';

/** Text from a target as Markdown that shows the text and nothing else: it cannot add markup or leave its code block. */

/** A line of prose. */
export function prose(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>|]/g, '\\$&')
    .replace(/^(\s*)([#+-])(?=\s)/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s)/, '$1\\$2');
}

/** A few words of code in a line. */
export function code(text: string): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A sentence of the specification, in which backticks already mark code. */
export function sentence(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 0 ? prose(part) : code(part)))
    .join('');
}

/** A block of code. */
export function codeBlock(text: string, language = ''): string {
  const shown = visible(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
