import { XMLBuilder } from 'fast-xml-parser';
import { oneLine, visible } from '../harness/words/text.ts';

/** A JUnit document, a suite at a time: attributes start with `@`, and `#text` is the text of an element. */
export function* junitText(attributes: object, suites: Iterable<object>): Generator<string> {
  const frame = textOf({ ...attributes, testsuite: [{}] });
  const [head = '', tail = ''] = frame.split(/ {2}<testsuite.*\n/);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${head}`;
  for (const suite of suites) yield innerLines(textOf({ testsuite: [suite] }));
  yield tail;
}

/** A text without its first and last line; a pattern would look for the last one from the start of every line. */
function innerLines(text: string): string {
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n', text.length - 2) + 1);
}

// XML 1.0 cannot contain most control characters even as entities; they become readable escapes.
const textOf = (testsuites: object): string => visible(builder.build({ testsuites }));

const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** `orders/provide-new` as `assay.orders.provide-new`: Jenkins takes the text before the last dot as the package. */
export function className(path: string): string {
  const parts = path.split('/').map((part) => oneLine(part).replace(/[.\s]+/g, '-'));
  return ['assay', ...parts.filter((part) => part !== '')].join('.');
}

/** Properties of a suite or a case; undefined ones are left out. */
export function properties(values: Readonly<Record<string, string | undefined>>) {
  const list = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ '@name': name, '@value': oneLine(value) }],
  );
  return { property: list };
}
