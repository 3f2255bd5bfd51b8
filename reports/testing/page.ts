/** Test support: the data of a page. */
import { gunzipSync } from 'node:zlib';
import { LANES } from '../html/lanes-packed.ts';
import { INDEX, type PackedCase, type PackedRun } from '../html/packed.ts';

/** The index and all cases of a page, unpacked. */
export function heldIn(page: string): { run: PackedRun; cases: readonly PackedCase[] } {
  const held = [...page.matchAll(/<script type="application\/octet-stream" id="([^"]*)">([^<]*)<\/script>/g)];
  const [index, ...blocks] = held
    .filter(([, id]) => id !== LANES)
    .map(([, id, packed = '']) => {
      return { id, json: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as unknown };
    });
  if (index?.id !== INDEX) throw new Error('the page has no index before its blocks');
  return { run: index.json as PackedRun, cases: blocks.flatMap(({ json }) => json as readonly PackedCase[]) };
}

/** The page as a reader without script sees it: without style, scripts and data. */
export function markupOf(page: string): string {
  return page.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '');
}
