import { expect, test } from 'vitest';
import { unpacked } from '../app/archive.ts';
import type { ReportInput } from '../input.ts';
import type { Moment } from '../story/moments.ts';
import { runStory } from '../story/run-story.ts';
import { timelineText } from '../story/timeline.ts';
import { heldIn } from '../testing/page.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { scaleInput } from '../testing/scale-sample.ts';
import { inOrder } from './cases.ts';
import { pack } from './pack.ts';
import { blockId, INDEX } from './packed.ts';
import { page } from './page.ts';
import { view } from './view.ts';

function packed(input: ReportInput, budget?: number) {
  const run = runStory(input);
  const { index, blocks, kept } = pack(run, inOrder(run), budget);
  const held = [[INDEX, index] as const, ...[...blocks].map((block, i) => [blockId(i), block] as const)];
  return {
    kept,
    size: held.reduce((sum, [, text]) => sum + text.length, 0),
    ...heldIn(page('', '', view`<p />`, { style: '', held })),
  };
}

const seqOf = (moment: Moment) => (moment.kind === 'exchange' ? moment.request.seq : undefined);
const depths = (cases: ReturnType<typeof packed>['cases']) => [...new Set(cases.map(({ depth }) => depth))];

test('where there is room every case is kept whole', () => {
  const { kept, run, cases } = packed(scaleInput(300));
  expect([kept, cases.length, depths(cases)]).toEqual(['whole', 300, ['whole']]);
  expect(run.cases.ids.length).toBe(300);
});

test('where there is little, those that passed are all kept in brief, and those that failed are whole', () => {
  const input = scaleInput(300, { someFail: true });
  const { kept, size, cases } = packed(input, 90_000);
  expect([kept, cases.length, depths(cases)]).toEqual(['brief', 300, ['whole', 'brief']]);
  expect(cases.filter(({ depth }) => depth === 'whole').length).toBe(3);
  expect(size).toBeLessThan(90_000);
});

test('a case in brief reads as the whole does, without queries', () => {
  const input = scaleInput(300, { someFail: true });
  const { run, cases } = packed(input, 90_000);
  for (const { verdict, moments } of runStory(input).stories) {
    const place = run.cases.ids.indexOf(verdict.id);
    const packed = cases[place];
    if (packed?.depth !== 'brief') continue;
    const told = unpacked(packed, run, place);
    expect(told.verdict).toEqual(verdict);
    const withoutQuery = timelineText(moments, verdict.startedAt).replace(/\?\S+/g, '');
    expect(timelineText(told.moments, verdict.startedAt)).toBe(withoutQuery);
    expect(told.moments.map(seqOf)).toEqual(moments.map(seqOf));
  }
  expect(cases.filter(({ depth }) => depth === 'brief').length).toBe(297);
});

test('where there is none, of those that passed only the lines are kept', () => {
  const { kept, run, cases } = packed(scaleInput(300, { someFail: true }), 25_000);
  expect([kept, cases.length, depths(cases)]).toEqual([null, 3, ['whole']]);
  expect(run.cases.ids.length).toBe(300);
});

test('the plan can be told from a page, though that holds the failed cases first', () => {
  const input = sampleInput();
  const { ids, planned } = packed(input).run.cases;
  const inPlan = input.verdict.cases.map(({ id }) => id);
  expect(ids).not.toEqual(inPlan);

  let nth = 0;
  for (const [place, way] of planned.entries()) {
    nth += way;
    expect(ids[place]).toBe(inPlan[nth]);
  }
});
