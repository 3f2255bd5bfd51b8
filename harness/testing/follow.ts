import { expect } from 'vitest';
import { type Block, blocksOf } from './docs.ts';
import { type Performance, perform } from './stage.ts';

/** Does what a page says from top to bottom, and holds what comes of it against what the page says of that. */
export async function follow(page: string): Promise<void> {
  const blocks = blocksOf(page);
  const performance = await perform(blocks);
  expect(performance.failed).toBe('');
  expect(endsIn(performance)).toEqual(endsExpected(performance));
  for (const { printed, shown, at } of shownIn(blocks, performance)) {
    expect(matches(shown, printed), `${at} shows\n${shown}\nand what is printed is\n${printed}`).toBe(true);
  }
}

const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** The most of what a command printed that the message of a failure repeats. */
const MAX_TRIES = 1500;

function endsIn({ blocks }: Performance): readonly string[] {
  return [...blocks].flatMap(([block, { ends, printed }]) =>
    ends.map(({ code, words }, nth) => {
      const isRight = code === (block.marks.exits?.[nth] ?? 0);
      return `${placeOf(block)}: ${code} from ${words}${isRight ? '' : `, after\n…${printed.slice(-MAX_TRIES)}`}`;
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
      line === '…' ? '(?:[^\\n]*\\n)*?' : `${RegExp.escape(line).replaceAll('…', '[^\\n]*')}[^\\S\\n]*(?:\\n|$)`,
    );
  return new RegExp(`^${lines.join('')}`, 'm').test(printed);
}
