import { expect, test } from 'vitest';
import { HOSTILE } from '../testing/sample-runs.ts';
import { columnsOf } from './columns.ts';
import { type Doing, doingWords, type LiveState, liveView } from './live.ts';
import type { Screen } from './screen.ts';

const screen: Screen = { width: 100, height: 24, colour: false, unicode: true };

const state: LiveState = {
  sections: [
    { name: 'availability', total: 100, passed: 100, failed: 0, inconclusive: 0 },
    { name: 'appointments', total: 200, passed: 97, failed: 2, inconclusive: 1 },
    { name: 'orders', total: 1_200, passed: 0, failed: 0, inconclusive: 0 },
  ],
  underWay: [
    { id: 'orders/cease', doing: { kind: 'awaits', came: 2, last: 'COMMITTED' }, forMs: 65_000 },
    { id: 'orders/provide-new#business', doing: { kind: 'sends', step: 'order' }, forMs: 400 },
  ],
  awaited: { orders: 1, oldestMs: 65_900 },
  requests: 1_234,
  perSecond: 51.6,
  deliveries: 56,
  elapsedMs: 72_345,
  leftMs: 240_000,
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: paint is made of escape sequences
const bare = (line: string): string => line.replace(/\u001b\[\d+m/g, '');

test('a terminal shows each section, how far the run is, what it waits for and what is under way', () => {
  expect(liveView(state, screen).join('\n')).toBe(` availability  ██████████████████████████████    100 of   100
 appointments  ███████████████░░░░░░░░░░░░░░░    100 of   200  2 failed · 1 inconclusive
 orders        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░      0 of 1,200
 200 of 1,500 cases · 197 passed · 2 failed · 1 inconclusive · 1 min 12 s · about 4 min left
 1,234 requests, 52/s · 56 KCI deliveries · 1 order awaits KCIs · the oldest for 1 min 5 s
 orders/cease                 2 KCIs so far, last COMMITTED     1:05
 orders/provide-new#business  order, no answer yet`);
});

test('a narrow one shows the same without bars, on more lines', () => {
  expect(liveView(state, { ...screen, width: 40 }).join('\n')).toBe(` availability    100 of   100
 appointments    100 of   200  2 failed…
 orders            0 of 1,200
 200 of 1,500 cases · 197 passed
 2 failed · 1 inconclusive · 1 min 12 s
 about 4 min left
 1,234 requests, 52/s
 56 KCI deliveries · 1 order awaits KCIs
 the oldest for 1 min 5 s
 orders/cease    2 KCIs so far, …   1:05
 orders/provid…  order, no ans…`);
});

test('a terminal without Unicode shows the same in ASCII', () => {
  const lines = liveView(state, { ...screen, width: 80, unicode: false });
  expect(lines.slice(1, 5)).toEqual([
    ' appointments  ########--------    100 of   200  2 failed, 1 inconclusive',
    ' orders        ----------------      0 of 1,200',
    ' 200 of 1,500 cases, 197 passed, 2 failed, 1 inconclusive, 1 min 12 s',
    ' about 4 min left',
  ]);
  expect(lines.join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
});

test.each([20, 40, 60, 80, 100, 200])('in %i columns colour changes nothing but the colour', (width) => {
  const plain = liveView(state, { ...screen, width });
  const coloured = liveView(state, { ...screen, width, colour: true });
  expect(coloured.map(bare)).toEqual(plain);
  expect(coloured.join('')).toContain('\u001b[31m');
});

const hostile = {
  ...state,
  sections: [{ name: HOSTILE, total: 3, passed: 1, failed: 1, inconclusive: 1 }],
  underWay: [
    { id: HOSTILE, doing: { kind: 'sends', step: HOSTILE }, forMs: 90_000 },
    { id: '東京/光回線'.repeat(9), doing: { kind: 'awaits', came: 1, last: HOSTILE }, forMs: 5_000 },
  ],
} satisfies LiveState;

test.each([20, 40, 80, 120])('hostile and wide texts fit into %i columns, and no escape of theirs is left', (width) => {
  for (const unicode of [true, false]) {
    const lines = liveView(hostile, { ...screen, width, colour: true, unicode }).map(bare);
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(width);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

const many = {
  ...state,
  sections: Array.from({ length: 30 }, (_, i) => ({
    name: `section-${i}`,
    total: 10,
    passed: i < 12 ? 10 : 0,
    failed: 0,
    inconclusive: 0,
  })),
  underWay: Array.from({ length: 200 }, (_, i) => ({
    id: `orders/cease#${i}`,
    doing: { kind: 'sends' as const, step: 'order' },
    forMs: 0,
  })),
};

test.each([3, 6, 10, 24, 60])('in %i rows the block leaves room for what scrolls above', (height) => {
  const lines = liveView(many, { ...screen, height });
  expect(lines.length).toBeLessThan(height);
  expect(lines.join('\n')).toContain('120 of 300 cases');
});

test('what has no room is counted: sections that passed, sections to come, and journeys', () => {
  const lines = liveView(many, { ...screen, height: 24 });
  expect(lines[0]).toContain('section-12');
  expect(lines[18]).toBe(' 12 sections passed');
  expect(liveView(many, { ...screen, height: 12 })[6]).toBe(' 12 sections passed, 12 more sections');
  expect(liveView({ ...state, underWay: many.underWay }, screen).at(-1)).toBe(' and 193 more under way');
});

test('a failure among thousands has a cell of the bar', () => {
  const sections = [{ name: 'orders', total: 5_000, passed: 4_999, failed: 1, inconclusive: 0 }];
  const [line = ''] = liveView({ ...state, sections }, { ...screen, colour: true });
  expect(line).toContain(`\u001b[31m█\u001b[39m`);
  expect(bare(line)).toBe(` orders  ${'█'.repeat(30)}  5,000 of 5,000  1 failed`);
});

test('nothing is said of the time left as long as nobody can know it', () => {
  const { leftMs: _, ...unknown } = state;
  expect(liveView(unknown, screen)[3]).toMatch(/ · 1 min 12 s$/);
});

test('when all is walked, it says for how long deliveries may still come', () => {
  const over = { ...state, underWay: [], awaited: { orders: 0, oldestMs: 0 }, settlesInMs: 29_500 };
  expect(liveView(over, { ...screen, width: 120 }).slice(3)).toEqual([
    ' 200 of 1,500 cases · 197 passed · 2 failed · 1 inconclusive · 1 min 12 s · late KCIs may come for 29 s',
    ' 1,234 requests, 52/s · 56 KCI deliveries · no order awaits KCIs',
  ]);
});

test.each<[Doing, string]>([
  [{ kind: 'sends', step: 'book-2' }, 'book-2, no answer yet'],
  [{ kind: 'holds', step: 'order' }, 'order is next'],
  [{ kind: 'holds', step: '' }, 'begins'],
  [{ kind: 'awaits', came: 0 }, 'awaits KCIs, none yet'],
  [{ kind: 'awaits', came: 1, last: 'ACKNOWLEDGED' }, '1 KCI so far, last ACKNOWLEDGED'],
  [{ kind: 'awaits-silence' }, 'awaits that no KCI comes'],
  [{ kind: 'awaits-retries' }, 'awaits KCIs that were turned away'],
  [{ kind: 'waits', forMs: 1_800_000 }, 'lets 30 min pass'],
  [{ kind: 'waits' }, 'lets time pass'],
])('%j is told in words', (doing, words) => {
  expect(doingWords(doing)).toBe(words);
});
