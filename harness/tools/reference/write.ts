import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { shippedPath } from '../../home.ts';
import { referencePages } from './pages.ts';

/** `npm run reference`: writes docs/reference anew. */
const folder = shippedPath('docs/reference');
const pages = [...referencePages()];
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of pages) writeFileSync(`${folder}/${name}`, text);
