import { createHash } from 'node:crypto';
import { visible } from '../text.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const ICONS: Readonly<Record<string, string>> = { certified: '%231d7a4d', 'not-certified': '%23c0291f' };

/** The page's own style sheet and script. */
export interface Look {
  readonly style: string;
  readonly script: string;
}

/**
 * The document around the views. Its policy allows this style sheet and this script, by their digests, and nothing else:
 * no other script, inline or not, no request to anywhere, no form, no base address. Should escaping ever fail, nothing runs.
 */
export function page(title: string, outcome: string, body: string, look: Look = { style, script }): string {
  const policy = [
    `default-src 'none'`,
    `style-src '${digest(look.style)}'`,
    `script-src '${digest(look.script)}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICONS[outcome] ?? '%23a06a00'}'/></svg>`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
<link rel="icon" href="${icon}">
<style>${look.style}</style>
</head>
<body>
${body}
<script>${look.script}</script>
</body>
</html>
`;
  return visible(text);
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
