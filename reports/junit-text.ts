import { XMLBuilder } from 'fast-xml-parser';
import { oneLine, visible } from './words/text.ts';

/** The text of a JUnit document around its `testsuites`: attributes start with `@`, and `#text` is the text of an element. */
export function junitText(testsuites: object): string {
  const document = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, testsuites };
  // XML 1.0 cannot hold most control characters even as entities; they stay readable as escapes.
  return visible(builder.build(document));
}

const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** `orders/provide-new` as `assay.orders.provide-new`: Jenkins takes what stands before the last dot for a package. */
export function className(path: string): string {
  const parts = path.split('/').map((part) => oneLine(part).replace(/[.\s]+/g, '-'));
  return ['assay', ...parts.filter((part) => part !== '')].join('.');
}
