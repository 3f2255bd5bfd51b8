import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../model.ts';

/** What the folder of a run holds at its end, with the reports that are written where none are named. */
export const RUN_FOLDER: readonly string[] = [
  'ctrf.json',
  'index.html',
  'inputs.json',
  'junit.xml',
  'plan.json',
  'record.ndjson',
  'verdict.json',
];

/** The verdict in the folder of a run. */
export function verdictIn(folder: string): Verdict {
  return JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')) as Verdict;
}
