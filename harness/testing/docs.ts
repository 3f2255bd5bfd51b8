import { readdirSync, readFileSync } from 'node:fs';
import { shippedPath } from '../home.ts';

/** A block of code on a page, with what an invisible comment right before it says to the tests. */
export interface Block {
  readonly page: string;
  /** Of its first line of code. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly marks: Marks;
}

/** `<!-- exits 1 -->` before a block. */
export interface Marks {
  /** What each `npx assay` ends with, in order; 0 where nothing is said. */
  readonly exits?: readonly number[];
  /** Why it is not run. */
  readonly notRun?: string;
  /** The block before it prints this; `…` stands for anything, and on a line of its own for any lines. */
  readonly prints?: true;
  /** The file that a reader writes it to. */
  readonly file?: string;
  /** The YAML file in which a reader puts these keys. */
  readonly edit?: string;
}

const BLOCK = /(?:^<!-- ([^>]*) -->\n\n?)?^```([a-z]+)\n(.*?)^```$/gms;

/** Every page that is written by hand, by its path in the repository. */
export function writtenPages(): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(shippedPath(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(
        (page) => page.endsWith('.md') && page !== 'docs/specification.md' && !page.startsWith('docs/reference/'),
      );
  return ['README.md', 'CHANGELOG.md', ...below('docs'), ...below('harness/decisions')].toSorted();
}

/** The text of a page, as it is written. */
export const textOf = (page: string): string => readFileSync(shippedPath(page), 'utf8');

/** The blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const whole = textOf(page);
  return [...whole.matchAll(BLOCK)].map((found) => {
    const [all, said = '', language = '', text = ''] = found;
    const before = whole.slice(0, found.index + all.length - text.length - 3);
    return { page, line: before.split('\n').length, language, text, marks: marksOf(said) };
  });
}

function marksOf(said: string): Marks {
  const parts = said.startsWith('not run:') ? [said] : said.split('; ');
  return Object.assign({}, ...parts.map(markOf)) as Marks;
}

function markOf(part: string): Marks {
  const [, word = '', rest = ''] = /^(not run|\w+):? ?(.*)$/s.exec(part.trim()) ?? [];
  switch (word) {
    case 'exits':
      return { exits: rest.split(' ').map(Number) };
    case 'prints':
      return { prints: true };
    case 'not run':
      return { notRun: rest };
    case 'file':
    case 'edit':
      return { [word]: rest };
    default:
      return {};
  }
}
