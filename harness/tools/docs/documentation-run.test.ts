import { expect, test } from 'vitest';
import { type Block, blocksOf, textOf, writtenPages } from '../../testing/docs.ts';
import { follow } from '../../testing/follow.ts';

/** What the pages tell readers to type is typed: every page in a shell and folder of its own, from top to bottom. */

const pages = writtenPages().map((page) => ({ page, blocks: blocksOf(page) }));
const commands = (blocks: readonly Block[]): readonly Block[] => blocks.filter(({ language }) => language === 'sh');
const all = pages.flatMap(({ blocks }) => commands(blocks));
const run = pages.filter(({ blocks }) => commands(blocks).some(({ marks }) => marks.notRun === undefined));
/** Waits for minutes, in a file of its own. */
const LONG = 'docs/how-to/certify-a-gateway.md';

/** Blocks that nobody runs here: they install, need k6 or a cluster, or take long. Each says so where it stands. */
const NOT_RUN = [
  'README.md',
  'README.md',
  'docs/how-to/certify-your-client.md',
  'docs/how-to/certify-your-client.md',
  'docs/how-to/judge-traffic.md',
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

test('what a reader must write to a file says to which', () => {
  const unsaid = pages.flatMap(({ page, blocks }) =>
    blocks.flatMap(({ marks: { file = '', edit = file } }) =>
      textOf(page)
        .replaceAll(/<!--.*?-->/gs, '')
        .includes(edit)
        ? []
        : [`${page}: ${edit}`],
    ),
  );
  expect(unsaid).toEqual([]);
});

test.each(run.map(({ page }) => page).filter((page) => page !== LONG))(
  '%s does what it says',
  // A load whose generator was starved by other tests is incomplete, as its page says, and is made once more.
  { timeout: 180_000, retry: 1 },
  follow,
);
