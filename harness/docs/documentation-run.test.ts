import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, writtenPages } from '../testing/docs.ts';
import { type Performance, perform } from '../testing/stage.ts';

/** What the pages tell readers to type is typed: every page in a shell and folder of its own, from top to bottom. */

const pages = writtenPages().map((page) => ({ page, blocks: blocksOf(page) }));
const commands = (blocks: readonly Block[]): readonly Block[] => blocks.filter(({ language }) => language === 'sh');
const all = pages.flatMap(({ blocks }) => commands(blocks));
const run = pages.filter(({ blocks }) => commands(blocks).some(({ marks }) => marks.notRun === undefined));

/** Blocks that nobody runs here: they install, need k6 or a cluster, or take long. Each says so where it stands. */
const NOT_RUN = [
  'README.md',
  'README.md',
  'docs/how-to/certify-your-client.md',
  'docs/how-to/certify-your-client.md',
  'docs/how-to/judge-traffic.md',
  'docs/how-to/load.md',
  'docs/how-to/load.md',
  'docs/how-to/recipes.md',
  'docs/how-to/use-other-tools.md',
  'docs/how-to/use-other-tools.md',
  'docs/load.md',
  'docs/load.md',
  'docs/tutorial.md',
];

test('a block that is not run says why, and they are few', () => {
  const left = all.filter(({ marks }) => marks.notRun !== undefined);
  expect(left.filter(({ marks }) => (marks.notRun ?? '').length < 20)).toEqual([]);
  expect(left.map(({ page }) => page)).toEqual(NOT_RUN);
  expect(all.length - left.length).toBeGreaterThan(35);
});

describe.each(run)('$page', ({ blocks }) => {
  test('does what it says', { timeout: 180_000 }, async () => {
    const performance = await perform(blocks);
    expect(performance.failed).toBe('');
    expect(endsIn(performance)).toEqual(endsExpected(performance));
    for (const { printed, shown, at } of shownIn(blocks, performance)) {
      expect(matches(shown, printed), `${at} shows\n${shown}\nand what is printed is\n${printed}`).toBe(true);
    }
  });
});

const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** The most of what a command printed that the message of a failure repeats. */
const MOST = 1500;

function endsIn({ blocks }: Performance): readonly string[] {
  return [...blocks].flatMap(([block, { ends, printed }]) =>
    ends.map(({ code, words }, nth) => {
      const isRight = code === (block.marks.exits?.[nth] ?? 0);
      return `${placeOf(block)}: ${code} from ${words}${isRight ? '' : `, after\n…${printed.slice(-MOST)}`}`;
    }),
  );
}

function endsExpected({ blocks }: Performance): readonly string[] {
  return [...blocks].flatMap(([block, { ends }]) => [
    ...ends.map(({ words }, nth) => `${placeOf(block)}: ${block.marks.exits?.[nth] ?? 0} from ${words}`),
    ...(block.marks.exits ?? []).slice(ends.length).map((code) => `${placeOf(block)}: ${code} from nothing`),
  ]);
}

/** What pages show of what is printed, with what was printed by the commands before it. */
function shownIn(blocks: readonly Block[], performance: Performance) {
  return blocks.flatMap((block, nth) => {
    if (!block.marks.prints) return [];
    const before = blocks.slice(0, nth).findLast(({ language }) => language === 'sh');
    const printed = (before && performance.blocks.get(before)?.printed) ?? '';
    return [{ printed, shown: block.text, at: placeOf(block) }];
  });
}

/** Whether a text holds these lines: `…` is anything on a line, and alone on one any number of them. */
function matches(shown: string, printed: string): boolean {
  const lines = shown
    .trimEnd()
    .split('\n')
    .map((line) =>
      line === '…' ? '(?:[^\\n]*\\n)*?' : `${literally(line).replaceAll('…', '[^\\n]*')}[^\\S\\n]*(?:\\n|$)`,
    );
  return new RegExp(`^${lines.join('')}`, 'm').test(printed);
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
