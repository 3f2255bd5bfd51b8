import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';
import { visible } from '../../harness/words/text.ts';

/** The result of the tag `view`: the library escapes all text in elements and attributes. */
export type View = VNode | VNode[];
/** Allowed content of a view: other views, text, numbers; `false` and `null` show nothing. */
export type Content = ComponentChildren;

/**
 * Markup as a value. Invisible characters (control characters, marks that change the reading direction) become visible
 * escapes wherever the view is drawn: in a file, or by the page's own app.
 */
export const view = (htm as unknown as Htm).bind((type, props, ...children) =>
  h(type, attributes(props), ...children.map(shown)),
);

/** The type of the package, which its own types declare for CommonJS only. */
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
