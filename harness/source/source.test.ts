import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSource } from './source.ts';

describe('a source', () => {
  test('knows the place of every value and key', () => {
    const source = parseSource('a: 1\nb:\n  - cc: x\n    d: yes\n', 'f.yaml');
    expect(source.value).toEqual({ a: 1, b: [{ cc: 'x', d: 'yes' }] });
    expect(source.spanOf('/b/0/cc')).toEqual({ file: 'f.yaml', line: 3, col: 9, length: 1, excerpt: '  - cc: x' });
    expect(source.keySpanOf('/b/0/cc')).toMatchObject({ line: 3, col: 5, length: 2 });
    expect(source.spanOf('/b/0/none')).toMatchObject({ line: 3, col: 5 });
  });

  test('names a key that stands twice, and everything else YAML forbids, without throwing', () => {
    const messages = (text: string): string[] => parseSource(text, 'f.yaml').problems.map((each) => each.message);
    expect(messages('a: 1\na: 2\n')).toEqual(['a key stands twice']);
    expect(messages('a: !!js/function x\n')).toEqual(['Unresolved tag: tag:yaml.org,2002:js/function']);
    expect(messages('a: [1\n')).toHaveLength(1);
  });

  test('has texts where YAML has what JSON has not', () => {
    const { value } = parseSource('a: .inf\nb: !!binary aGk=\n', 'f.yaml');
    expect(value).toEqual({ a: 'Infinity', b: 'aGk=' });
  });

  test('holds one document: where a second begins is told, and the first is looked at nevertheless', () => {
    const second = (text: string) => {
      const { value, problems } = parseSource(text, 'f.yaml');
      return [value, ...problems.map(({ message, span }) => `${span?.line}:${span?.col} ${message}`)];
    };
    expect(second('a: 1\n---\nb: 2\n---\nc: 3\n')).toEqual([{ a: 1 }, '2:1 a second document begins']);
    expect(second('a: 1\n--- {b: 2}\n')).toEqual([{ a: 1 }, '2:1 a second document begins']);
    expect(second('a: 1\n...\nb: 2\n')).toEqual([{ a: 1 }, '3:1 a second document begins']);
    expect(second('a: 1\n---\n')).toEqual([{ a: 1 }, '2:1 a second document begins']);
    expect(second('%YAML 1.2\n# head\n---\na: 1\n...\n# the end\n')).toEqual([{ a: 1 }]);
  });

  test('is told of what is out of joint once, where it begins', () => {
    const text = `rules:\n  - { repeats: $.news[0].why, request: cancellation }\ntimes: epoch-s\nevents: { A: { when: a } }\n`;
    const { problems } = parseSource(text, 'f.yaml');
    expect(problems.map(({ span }) => `${span?.line}:${span?.col}`)).toEqual(['2:22']);
    expect(problems[0]?.fix).toMatch(/^inside { } and \[ ], quote a text that has /);
    const [inList] = parseSource('rules:\n  - { equal: [$.tenant, $.news[0].tenant] }\n', 'f.yaml').problems;
    expect(inList?.fix).toBe(problems[0]?.fix);
  });

  test('does not blow up on aliases of aliases', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((c, i) => `${c}: &${c} [${Array(10).fill(`*${'abcdefg'[i]}`)}]`),
    ];
    expect(parseSource(bomb.join('\n'), 'f.yaml').problems[0]?.message).toContain('alias');
  });

  test('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const source = parseSource(text, 'f.yaml');
        for (const { span } of source.problems) expect(span?.line).toBeLessThanOrEqual(text.split('\n').length);
        expect(JSON.parse(JSON.stringify(source.value))).toEqual(source.value);
      }),
    );
  });
});
