import { expect, test } from 'vitest';
import { readOutlets } from './outlets.ts';

test('without a word, every report that is a file is made, and the console', () => {
  expect(readOutlets(undefined, {}).map(({ reporter }) => reporter)).toEqual([
    'console',
    'html',
    'junit',
    'ctrf',
    'json',
  ]);
});

test('the verdict is always written, and in a workflow of GitHub its annotations too', () => {
  const outlets = readOutlets(['junit'], { GITHUB_ACTIONS: 'true' });
  expect(outlets).toEqual([{ reporter: 'junit' }, { reporter: 'json' }, { reporter: 'github' }]);
});

test('a report goes to the file named, whatever characters that has', () => {
  const [first, second] = readOutlets(['junit=out/run=7.xml', 'console', 'html=a.html'], {});
  expect([first, second]).toEqual([{ reporter: 'junit', file: 'out/run=7.xml' }, { reporter: 'console' }]);
});

test('the verdict lies with its run also where it is wanted elsewhere', () => {
  expect(readOutlets(['json=out/verdict.json'], {})).toEqual([
    { reporter: 'json', file: 'out/verdict.json' },
    { reporter: 'json' },
  ]);
});

test('two reports cannot both go to standard output', () => {
  expect(() => readOutlets(['junit=-', 'html=a.html', 'ctrf=-'], {})).toThrow(
    /^junit=- and ctrf=- both go to standard output$/,
  );
});

test('a file without a name is refused before anything is sent', () => {
  expect(() => readOutlets(['junit='], {})).toThrow(/^junit= names no file$/);
});

test('how the console follows a run is a reporter, and has no file', () => {
  expect(readOutlets(['dot'], {})[0]).toEqual({ reporter: 'console', style: 'dot' });
  expect(() => readOutlets(['list=x.txt'], {})).toThrow(/^list=x\.txt names a file$/);
  expect(() => readOutlets(['dots'], {})).toThrow(/^unknown reporter "dots"$/);
});
