import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../application/places.ts';

/** Pages that come with Assay, by the name that `assay help` takes; not those for who works on it. */
export function topics(): ReadonlyMap<string, string> {
  const pages = ['docs', 'docs/how-to'].flatMap((folder) =>
    readdirSync(own(folder)).map((file) => [file.replace(/\.md$/, ''), join(own(folder), file)] as const),
  );
  return new Map(
    pages.filter(([name, file]) => file.endsWith('.md') && !['README', 'house', 'licences'].includes(name)),
  );
}
