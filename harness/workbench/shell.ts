import { fileURLToPath } from 'node:url';
import { appAt } from '../../reports/html/app-bundle.ts';
import { policyDigest } from '../../reports/html/page.ts';
import type { Shell } from './server.ts';

/** The page: its look, its script, and nothing of any run. All else it asks for. */
export function pageShell(): Shell {
  const { script, style } = appAt(fileURLToPath(new URL('./page/main.ts', import.meta.url)));
  const policy = [
    `default-src 'none'`,
    `script-src '${policyDigest(script)}'`,
    `style-src '${policyDigest(style)}'`,
    `connect-src 'self'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    // No text becomes markup or script, whatever a view is given.
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Assay</title>
<link rel="icon" href="${ICON}">
<style>${style}</style>
</head>
<body>
<div id="app"><noscript><main class="page"><h1>Assay</h1><p>The workbench needs JavaScript. Everything on it is also a command: see “assay --help”.</p></main></noscript></div>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

const ICON = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='%231f4f99'/></svg>`;
