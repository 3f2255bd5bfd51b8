import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';
import { visible } from '../../harness/words/text.ts';

/** What the tag `view` makes: escaped by the library wherever it holds text, in elements and in attributes. */
export type View = VNode | VNode[];
/** What can stand in a view: other views, text, numbers; nothing for `false` and `null`. */
export type Content = ComponentChildren;

/**
 * Markup as a value. Characters of a text that cannot be seen (control characters, marks that turn the reading direction)
 * come out as escapes, wherever the view is drawn: into a file, or by the page's own app.
 */
export const view = (htm as unknown as Htm).bind((type, props, ...children) =>
  h(type, attributes(props), ...children.map(shown)),
);

/** What the package is, which its types tell for CommonJS only. */
interface Htm {
  bind(
    make: (type: string, props: Record<string, unknown> | null, ...children: readonly unknown[]) => VNode,
  ): (strings: TemplateStringsArray, ...values: readonly unknown[]) => View;
}

function shown(child: unknown): ComponentChildren {
  if (typeof child === 'string') return visible(child);
  return Array.isArray(child) ? child.map(shown) : (child as ComponentChildren);
}

function attributes(props: Record<string, unknown> | null): Record<string, unknown> | null {
  if (props === null) return props;
  for (const [name, value] of Object.entries(props)) if (typeof value === 'string') props[name] = visible(value);
  return props;
}
