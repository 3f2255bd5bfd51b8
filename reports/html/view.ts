import type { ComponentChildren, VNode } from 'preact';

export { html as view } from 'htm/preact';

/** What the tag `view` makes: escaped by the library wherever it holds text, in elements and in attributes. */
export type View = VNode | VNode[];
export type Content = ComponentChildren;
