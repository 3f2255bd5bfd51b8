import { thousands } from '../words/text.ts';
import { type View, view } from './view.ts';

/** Links to the sections of a page, each with how much there is; the page's app adds which one is in view. */
export function sectionBar(sections: readonly (readonly [id: string, name: string, n: number])[]): View {
  return view`<nav class="bar" aria-label="Sections">
    ${sections.map(([id, name, n]) => view`<a href=${`#${id}`}>${name} <span class="n">${thousands(n)}</span></a>`)}
    <button type="button" class="plain" data-keys aria-haspopup="dialog">Keys <kbd aria-hidden="true">?</kbd></button>
  </nav>`;
}
