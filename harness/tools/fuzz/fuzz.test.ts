import { describe, expect, test } from 'vitest';
import { editedBytes, editedJson } from './edits.ts';
import { fuzz } from './fuzz.ts';

test('100 hostile exchanges are survived', async () => {
  const { exchanges, came, outcomes } = await fuzz(100, 7);
  expect(exchanges).toBe(100);
  // Not all are turned away before anybody reads them, nor all read.
  expect(came.malformed).toBeGreaterThan(10);
  expect(came['200']).toBeGreaterThan(10);
  expect(Object.keys(outcomes).sort()).toEqual(['failed', 'inconclusive', 'passed']);
});

describe('edits of JSON', () => {
  test('put a value, a text or a name at the nth place', () => {
    const text = '{"a":[1,2],"b":"x"}';
    expect([
      editedJson(text, [{ do: 'value', nth: 0, value: null }]),
      editedJson(text, [{ do: 'value', nth: 2, value: 'y' }]),
      editedJson(text, [{ do: 'raw', nth: 4, text: '1e400' }]),
      editedJson(text, [{ do: 'name', nth: 0, name: '__proto__' }]),
      editedJson('no JSON', [{ do: 'value', nth: 0, value: null }]),
    ]).toEqual(['null', '{"a":["y",2],"b":"x"}', '{"a":[1,2],"b":1e400}', '{"__proto__":"x"}', 'no JSON']);
  });
});

describe('edits of bytes', () => {
  const edited = (...edits: Parameters<typeof editedBytes>[1]): string =>
    Buffer.from(editedBytes(Buffer.from('abcd'), edits)).toString('latin1');

  test('flip, cut, repeat, insert and overwrite', () => {
    expect([
      edited({ do: 'flip', at: 0.25, bit: 5 }),
      edited({ do: 'cut', at: 0.5, length: 1 }),
      edited({ do: 'repeat', at: 0.5, length: 1, times: 2 }),
      edited({ do: 'insert', at: 1, text: '!' }),
      edited({ do: 'overwrite', at: 0, text: 'xy' }, { do: 'insert', at: 0, text: '>' }),
    ]).toEqual(['aBcd', 'ab', 'abcdcdcd', 'abcd!', '>xycd']);
  });
});
