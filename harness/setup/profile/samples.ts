import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../application/say.ts';
import type { SampleDelivery } from '../../contract/profile-fit.ts';
import { displayPath, named } from '../../home.ts';
import type { Headers, Json, JsonObject, Problem } from '../../model.ts';
import { fileProblem } from '../../source/file.ts';
import { isObject } from '../../values/pointer.ts';
import { parseJson } from '../../wire/wire.ts';

/** Samples, and problems of their files. */
export interface ReadSamples {
  readonly samples: readonly SampleDelivery[];
  readonly problems: readonly Problem[];
}

/** Reads deliveries from JSON and XML files, NDJSON files (such as the record of a run) and folders of these. */
export function readSamples(paths: readonly string[]): ReadSamples {
  const read = paths.map((path) => readPath(named(path)));
  return { samples: read.flatMap(({ samples }) => samples), problems: read.flatMap(({ problems }) => problems) };
}

function readPath(path: string): ReadSamples {
  if (!existsSync(path)) return wrong(`there is no file or folder ${displayPath(path)}`, undefined, 'check the path');
  const samples: SampleDelivery[] = [];
  const problems: Problem[] = [];
  for (const file of statSync(path).isDirectory() ? filesBelow(path) : [path]) {
    try {
      samples.push(...readFile(file));
    } catch (error) {
      problems.push(fileProblem('read', displayPath(file), error));
    }
  }
  if (problems.length > 0) return { samples, problems };
  if (samples.length > 0) return { samples, problems: [] };
  return wrong(
    `there is no sample in ${displayPath(path)}`,
    'a sample is a .json or .xml file with a body, a .json file with headers and body, or a line of an .ndjson file',
  );
}

function wrong(message: string, why?: string, fix?: string): ReadSamples {
  return { samples: [], problems: [problem(message, why, fix)] };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && /\.(json|ndjson|jsonl|xml)$/i.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .sort();
}

function readFile(path: string): SampleDelivery[] {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const name = displayPath(path);
  if (!/\.(ndjson|jsonl)$/i.test(path)) return [sampleOf(name, text)];
  return text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), name: `${name}:${i + 1}` }))
    .filter(({ line }) => line !== '' && !isOtherObservation(parseJson(line).json))
    .map(({ line, name: at }) => sampleOf(at, line));
}

/** Whether a line belongs to the record of a run and is no delivery. */
function isOtherObservation(line: Json | undefined): boolean {
  if (!isObject(line)) return false;
  const { type, seq, at } = line;
  return typeof type === 'string' && typeof seq === 'number' && typeof at === 'number' && type !== 'delivery-received';
}

/** A delivered text: a body, or `{headers, body}` with the body as JSON, as text, or as in a record. */
function sampleOf(name: string, text: string): SampleDelivery {
  const { json } = parseJson(text);
  if (!isObject(json) || !('headers' in json) || !('body' in json)) return { name, text };
  const headers = headersOf(json.headers);
  return headers ? { name, headers, text: bodyText(json.body) } : { name, text };
}

function bodyText(body: Json | undefined): string {
  if (isCaptured(body)) return typeof body.text === 'string' ? body.text : '';
  return typeof body === 'string' ? body : JSON.stringify(body ?? null);
}

function isCaptured(body: Json | undefined): body is JsonObject {
  return isObject(body) && typeof body.sizeBytes === 'number' && ('text' in body || 'base64' in body);
}

/** Headers as in a record, or as an object; undefined if it is neither and `headers` is a member of the sender's body. */
function headersOf(value: Json | undefined): Headers | undefined {
  if (isObject(value)) return Object.entries(value).map(([name, each]) => [name, String(each)] as const);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((pair) =>
    Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])] as const] : [],
  );
}
