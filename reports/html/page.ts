import { visible } from '../words/text.ts';
import { policyDigest } from './policy-digest.ts';
import { style as sheet } from './style.ts';

const ICONS: Readonly<Record<string, string>> = {
  certified: '%231d7a4d',
  'not-certified': '%23c0291f',
  failed: '%23c0291f',
};

/** What a page has besides its markup. */
export interface Look {
  /** The page's only style sheet; absent: the one of all pages. */
  readonly style?: string;
  /** The page's only script; absent: it has none. */
  readonly script?: string;
  /** Texts that the script reads, by the ids of their elements, in base64: the first stands before the script, the others behind. */
  readonly held?: readonly (readonly [id: string, base64: string])[];
}

/**
 * The document around the views. Its policy allows this style sheet and this script, by their digests, and nothing else:
 * no other script, inline or not, no request to anywhere, no form, no base address. Should escaping ever fail, nothing runs.
 */
export function page(title: string, outcome: string, body: string, look: Look = {}): string {
  const { style = sheet, script = '', held = [] } = look;
  const policy = [
    `default-src 'none'`,
    `style-src '${policyDigest(style)}'`,
    script === '' ? `script-src 'none'` : `script-src '${policyDigest(script)}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICONS[outcome] ?? '%23a06a00'}'/></svg>`;
  const [first, ...rest] = held.map(block);
  return [
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${visible(title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
`,
    visible(body),
    '\n',
    first ?? '',
    script === '' ? '' : `<script>${script}</script>\n`,
    ...rest,
    '</body>\n</html>\n',
  ].join('');
}

/** No script to a browser: it neither runs nor shows what is of a type that it does not know. */
function block([id, base64]: readonly [string, string]): string {
  return `<script type="application/octet-stream" id="${id}">${base64}</script>\n`;
}
