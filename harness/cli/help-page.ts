import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { inputError } from '../application/say.ts';
import { shippedPath } from '../home.ts';
import { didYouMean } from '../source/nearest.ts';

/** The page of the docs that `assay help` names; undefined if the name is a command's. */
export function helpPage(name: string | undefined, program: Command): string | undefined {
  const commands = [...program.commands.map((each) => each.name()), 'help'];
  if (name === undefined || name.startsWith('-') || commands.includes(name)) return undefined;
  const pages = topics();
  const file = pages.get(name);
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (didYouMean(name, commands).fix !== undefined) return undefined;
  const names = [...pages.keys()].filter((each) => !commands.includes(each)).sort();
  const { fix } = didYouMean(name, names);
  throw inputError(`there is no help on "${name}"`, `besides commands the pages are ${names.join(', ')}`, fix);
}

/** The docs pages that come with Assay, by the name that `assay help` takes; without those for contributors. */
function topics(): ReadonlyMap<string, string> {
  const pages = ['docs', 'docs/how-to', 'docs/reference'].flatMap((folder) =>
    readdirSync(shippedPath(folder)).map(
      (file) => [file.replace(/\.md$/, ''), join(shippedPath(folder), file)] as const,
    ),
  );
  return new Map(
    pages.filter(([name, file]) => file.endsWith('.md') && !['README', 'house', 'licences'].includes(name)),
  );
}
