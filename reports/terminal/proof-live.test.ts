import { expect, test } from 'vitest';
import { columnsOf } from './columns.ts';
import { type LiveProof, liveProofView, proofLine } from './proof-live.ts';
import type { Screen } from './screen.ts';

const screen: Screen = { width: 100, height: 24, colour: false, unicode: true };

const state: LiveProof = {
  kinds: [
    { name: 'faults', total: 300, done: 150, bad: 1 },
    { name: 'legal variants', total: 1_000, done: 10, bad: 0 },
    { name: 'over HTTP', total: 0, done: 0, bad: 0 },
  ],
  elapsedMs: 30_400,
  msPerTrial: 200,
};

test('a terminal shows how far each kind of trial is, and how long it will take', () => {
  expect(
    liveProofView(state, screen).join('\n'),
  ).toBe(` faults          ███████████████░░░░░░░░░░░░░░░    150 of   300  1 not as it should be
 legal variants  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░     10 of 1,000
 160 of 1,300 trials · 1 not as it should be · 30 s · about 3 min 48 s left`);
});

test('before a kind of trial has begun, nothing is said of the time left', () => {
  const kinds = state.kinds.map((each) => (each.name === 'faults' ? each : { ...each, done: 0 }));
  expect(liveProofView({ ...state, kinds }, screen).at(-1)).toBe(' 150 of 1,300 trials · 1 not as it should be · 30 s');
});

test.each([20, 40, 60, 80])('no line is wider than %i columns', (width) => {
  const widths = liveProofView(state, { ...screen, width }).map(columnsOf);
  expect(Math.max(...widths)).toBeLessThanOrEqual(width);
});

const at = (done: number): LiveProof => ({ kinds: [{ name: 'faults', total: 100, done, bad: 0 }], elapsedMs: 2_000 });

test('a log has a line for each tenth of the way, and none in between', () => {
  expect(proofLine(at(49), at(50))).toBe(' 50 %  50 of 100 trials, 0 not as it should be, 2 s');
  expect(proofLine(at(50), at(59))).toBeNull();
});

test('trials that come on top do not take the way back', () => {
  const more = { ...at(100), kinds: [...at(100).kinds, { name: 'over HTTP', total: 100, done: 0, bad: 0 }] };
  expect(proofLine(at(100), more)).toBeNull();
});
