/**
 * Writes an object with one long list as JSON, an entry at a time: the same text as `JSON.stringify` with an indent of two.
 * `whole` has an empty list, `depth` levels deep.
 */
export function* jsonText(
  whole: object,
  [list, depth]: [string, number],
  entries: Iterable<object>,
): Generator<string> {
  const indent = `\n${'  '.repeat(depth)}`;
  const [before, after] = JSON.stringify(whole, null, 2).split(`${indent}"${list}": []`);
  yield `${before}${indent}"${list}": [`;
  let many = 0;
  for (const entry of entries) {
    const text = JSON.stringify(entry, null, 2).replaceAll('\n', `${indent}  `);
    yield `${many === 0 ? '' : ','}${indent}  ${text}`;
    many += 1;
  }
  yield `${many === 0 ? '' : indent}]${after}\n`;
}
