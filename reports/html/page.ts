import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { visible } from '../../harness/words/text.ts';
import type { View } from './view.ts';

const ICONS: Readonly<Record<string, string>> = {
  certified: '%231d7a4d',
  'not-certified': '%23c0291f',
  failed: '%23c0291f',
  workbench: '%231f4f99',
};

/** Data for the script, by the ids of their elements, in base64. */
type EmbeddedData = Iterable<readonly [id: string, base64: string]>;

/** The parts of a page besides its markup. */
interface PageAssets {
  /** The page's only style sheet. */
  readonly style: string;
  /** The page's only script; absent if it has none. */
  readonly script?: string;
  /** Data before the script. */
  readonly held?: EmbeddedData;
  /** Data after the script, written piece by piece. */
  readonly heldBehind?: EmbeddedData;
  /** Markup at the end, which nothing waits for. */
  readonly last?: View;
  /** Whether the page makes calls to its own server. */
  readonly asks?: boolean;
}

/**
 * The document around a view. Its policy allows only this style sheet and this script, by their digests: no other script,
 * inline or not, no request to anywhere else, no form, no base address. Should escaping ever fail, nothing runs.
 */
export function* pageText(title: string, outcome: string, content: View, look: PageAssets): Generator<string> {
  const { style, script = '', held = [], heldBehind = [], last, asks = false } = look;
  const policy = [
    `default-src 'none'`,
    `style-src '${policyDigest(style)}'`,
    script === '' ? `script-src 'none'` : `script-src '${policyDigest(script)}'`,
    'img-src data:',
    ...(asks ? [`connect-src 'self'`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICONS[outcome] ?? '%23a06a00'}'/></svg>`;
  yield `<!doctype html>
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
`;
  yield visible(render(content as VNode));
  yield '\n';
  yield* blocks(held);
  if (script !== '') yield `<script>${script}</script>\n`;
  yield* blocks(heldBehind);
  if (last) yield visible(render(last as VNode));
  yield '</body>\n</html>\n';
}

/** A page as one text. */
export function page(...of: Parameters<typeof pageText>): string {
  return [...pageText(...of)].join('');
}

/** Blocks of data: a browser neither runs nor shows a script of an unknown type. */
function* blocks(held: EmbeddedData): Generator<string> {
  for (const [id, base64] of held) yield `<script type="application/octet-stream" id="${id}">${base64}</script>\n`;
}

/** A style for the head of each printed page; other characters than plain letters are escaped. */
export function runningHead(text: string): string {
  const quoted = text.replace(/[^\w ,.:-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
  return `@media print{@page{@top-left{content:"${quoted}";font:8pt system-ui,sans-serif;color:#3f4347}}}`;
}

/** The name of a script or style sheet in a content security policy, which allows exactly that text. */
function policyDigest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
