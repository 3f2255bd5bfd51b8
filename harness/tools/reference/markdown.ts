import { stringify } from 'yaml';
import type { Json } from '../../model.ts';

/** A table; `|` in a cell is told from those between cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((each) => each.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Text between backquotes, whatever is in it. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A value as one would write it on one line of YAML. */
export function yamlCode(value: Json): string {
  const text = stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    singleQuote: true,
    flowCollectionPadding: true,
  });
  return code(text.trim());
}

/** Prose in which nothing is taken for Markdown but code between backquotes. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, nth) => (nth % 2 === 1 ? part : part.replace(/[*<>[\]_]/g, (each) => `\\${each}`)))
    .join('');
}

/** A page: its parts with a line between, and the note that it is written by a program. */
export function page(title: string, parts: readonly string[]): string {
  const note = '<!-- written by `npm run reference` -->';
  return `${[note, `# ${title}`, ...parts].join('\n\n')}\n`;
}
