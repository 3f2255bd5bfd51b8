import { fileURLToPath } from 'node:url';
import { appAt } from '../../reports/html/app-bundle.ts';
import { page } from '../../reports/html/page.ts';
import { view } from '../../reports/html/view.ts';

const CONTENT = view`<div id="app"><noscript><main class="page"><h1>Assay</h1><p>The workbench needs JavaScript. Everything on it is also a command: see “assay --help”.</p></main></noscript></div>`;

/** The page: its style and script, without data of any run. It asks for all else. */
export function pageShell(): string {
  const app = appAt(fileURLToPath(new URL('./page/main.ts', import.meta.url)));
  return page('Assay', 'workbench', CONTENT, { ...app, asks: true });
}
