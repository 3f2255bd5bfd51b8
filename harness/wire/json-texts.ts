import { endOfText } from '../values/repeated-keys.ts';

/** How to change the texts of a JSON text: names and values, and the numbers of named members. */
interface TextChanges {
  /** `member`: the member whose whole value the text is, if any. */
  text(value: string, member?: string): string;
  number(written: string, member: string): string;
}

/** The colon after a name, and the number after it. */
const COLON = /\s*:\s*(-?\d[\d.eE+-]*)?/y;

/** JSON with its texts changed and all other characters kept, so that it stays JSON. Undefined if it is no JSON. */
export function mapJsonTexts(json: string, change: TextChanges): string | undefined {
  if (!isJson(json)) return undefined;
  let changed = '';
  let from = 0;
  let member: { readonly name: string; readonly valueAt: number } | undefined;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', from)) {
    const end = endOfText(json, at) + 1;
    const raw = json.slice(at, end);
    const value = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
    COLON.lastIndex = end;
    const colon = COLON.exec(json);
    const clean = change.text(value, colon === null && member?.valueAt === at ? member.name : undefined);
    changed += json.slice(from, at) + (clean === value ? raw : JSON.stringify(clean));
    from = end;
    if (colon === null) continue;
    member = { name: value, valueAt: end + colon[0].length };
    const number = colon[1] ?? '';
    changed += colon[0].slice(0, colon[0].length - number.length);
    if (number !== '') changed += change.number(number, value);
    from = member.valueAt;
  }
  return changed + json.slice(from);
}

/** Whether a text is JSON, however deeply it nests. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
