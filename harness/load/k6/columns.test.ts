import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../model.ts';
import { createColumns, createReader, type Template } from './columns.ts';

/** Writes the values down and reads them back, through JSON as a file holds them. */
function throughFiles(values: readonly Json[]): Json[] {
  const columns = createColumns();
  const lines = values.map((value) => columns.add(value)).join('\n');
  const templates = JSON.parse(JSON.stringify(columns.templates())) as Template[];
  const read = createReader((number) => templates[number] as Template);
  return lines.split('\n').map(read);
}

describe('columns', () => {
  test('whatever the values, each is read back as it was, to the order of its members', () => {
    const likeAJourney = fc.record({
      id: fc.string(),
      attempt: fc.option(fc.nat(), { nil: null }),
      values: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '~/'), fc.jsonValue({ maxDepth: 2 })),
      steps: fc.array(fc.record({ name: fc.constantFrom('one', 'two'), sent: fc.oneof(fc.string(), fc.nat()) })),
    });
    const texts = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));

    fc.assert(
      fc.property(fc.array(fc.oneof(likeAJourney, fc.jsonValue()), { minLength: 1, maxLength: 12 }), (values) => {
        // -0 is no JSON number of its own.
        const plain = JSON.parse(JSON.stringify(values)) as Json[];
        expect(texts(throughFiles(plain))).toEqual(texts(plain));
      }),
      { numRuns: 300 },
    );
  });

  test('a line holds only what differs, and each of it once', () => {
    const columns = createColumns();
    const journey = (id: string, size: number): Json => ({
      id,
      same: 'same',
      steps: [{ body: { id, size } }, { for: id }],
    });

    const lines = [journey('first', 1), journey('second', 2), journey('third', 3)].map((each) => columns.add(each));

    expect(lines).toEqual(['0', '1\tsecond\t2', '1\tthird\t3']);
    expect(columns.templates()[1]?.columns).toEqual([
      { at: ['/id', '/steps/0/body/id', '/steps/1/for'], as: 'text' },
      { at: ['/steps/0/body/size'], as: 'json' },
    ]);
  });

  test('places that were alike and are not any more part into columns of their own', () => {
    const columns = createColumns();
    const lines = [
      { a: 'x', b: 'x' },
      { a: 'y', b: 'y' },
      { a: 'y', b: 'z' },
    ].map((each) => columns.add(each));

    expect(lines).toEqual(['0', '1\ty', '2\ty\tz']);
  });

  test('a text with a tab or a line break does not break its line', () => {
    expect(throughFiles([{ a: 'x' }, { a: 'y' }, { a: 'one\ttwo\nthree' }])).toEqual([
      { a: 'x' },
      { a: 'y' },
      { a: 'one\ttwo\nthree' },
    ]);
  });

  test('values share what they have in common', () => {
    const columns = createColumns();
    const lines = ['a', 'b', 'c'].map((id) => columns.add({ id, rest: { deep: [1, 2] } }));
    const read = createReader((number) => columns.templates()[number] as Template);

    const [, second, third] = lines.map((line) => read(line) as { readonly rest: Json });

    expect(second?.rest).toBe(third?.rest);
  });
});
