import { readFileSync, writeFileSync } from 'node:fs';
import { parse, parseDocument } from 'yaml';

/** What a reader does who is told to change some keys of a YAML file, or to add them: `edit.ts acme.yaml changes.yaml`. */
const [, , file = '', changes = ''] = process.argv;
const document = parseDocument(readFileSync(file, 'utf8'));
for (const [key, value] of Object.entries(parse(readFileSync(changes, 'utf8')) as Record<string, unknown>)) {
  document.set(key, value);
}
writeFileSync(file, String(document));
