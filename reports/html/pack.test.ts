import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Journey } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { runStory } from '../story/run-story.ts';
import { heldIn } from '../testing/page.ts';
import { Sample } from '../testing/sample.ts';
import { call, owed, parallel } from '../testing/sample-journey.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { scaleInput } from '../testing/scale-sample.ts';
import { caseBody } from './case.ts';
import { inOrder } from './cases.ts';
import { tellingOf } from './journey/telling.ts';
import { pack } from './pack.ts';
import { blockId, INDEX } from './packed.ts';
import { page } from './page.ts';
import { view } from './view.ts';

function packed(input: ReportInput, budget?: number) {
  const run = runStory(input);
  const { index, blocks, isWhole } = pack(run, inOrder(run), budget);
  const held = [[INDEX, index] as const, ...[...blocks].map((block, i) => [blockId(i), block] as const)];
  return {
    isWhole,
    size: held.reduce((sum, [, text]) => sum + text.length, 0),
    ...heldIn(page('', '', view`<p />`, { style: '', held })),
  };
}

test('where there is room every case is kept', () => {
  const { isWhole, run, cases } = packed(scaleInput(300));
  expect([isWhole, cases.length]).toEqual([true, 300]);
  expect(run.cases.ids.length).toBe(300);
});

test('where there is little, all are kept all the same, packed harder', () => {
  const input = scaleInput(300, { someFail: true });
  const { size: most } = packed(input);
  const { isWhole, size, cases } = packed(input, most);
  expect([isWhole, cases.length]).toEqual([true, 300]);
  expect(size).toBeLessThan(most);
});

test('where there is none, of those that passed only the lines are kept', () => {
  const { isWhole, run, cases } = packed(scaleInput(300, { someFail: true }), 25_000);
  expect([isWhole, cases.length]).toEqual([false, 3]);
  expect(cases.every(({ verdict }) => verdict.outcome === 'failed')).toBe(true);
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

const ID = 'orders/sample';

test('a case in which nothing was found reads the same from what a page holds of it', () => {
  const run = new Sample();
  run.exchange(ID, 'placed', { id: 41 }, 202);
  run.deliver({ what: 'STARTED', of: 41, number: 1 });
  run.together(ID, ['first', 'second']);
  const kci = [owed('placed', ['STARTED', 'FINISHED']), owed('id.other', 'STARTED')];
  const { pattern, span } = owed('placed', 'STARTED');
  const steps: Journey['steps'] = [
    call('placed', { as: 'placed', steer: { outcome: 'LATE' } }, { headers: { 'X-Conversation-ID': 'talk' } }),
    parallel(call('first', { role: 'negative' }, { defect: { kind: 'omit', at: '/body/id' } }), call('second')),
    { kind: 'await', name: 'await', for: '$placed', pattern, withinMs: 1, span },
    call('unsent'),
  ];
  const values = { ids: { placed: 41 }, id: { other: 41 }, site: { facts: ['many'] } };
  run.case(ID, 'An order', 'passed', { journey: { steps, kci, values } });
  const input = run.end();
  const [story] = runStory(input).stories;
  const [held] = packed(input).cases;
  if (!story?.journey || !held) throw new Error('there is no story');
  const [whole, told] = [story, { ...story, ...held }].map((each) =>
    render(caseBody(each, tellingOf(input, 'whole')) as VNode),
  );
  expect(told).toBe(whole);
  expect(told).toContain('asked to end as LATE');
  expect(JSON.stringify(held)).not.toContain('many');
});
